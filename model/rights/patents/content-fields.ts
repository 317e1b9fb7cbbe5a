import { attachment, boolean, date, integer, option, options, rows, string, text } from '../../kit/fields.ts'
import { CASES } from './applies.ts'

const IPC = '^[A-H]\\d{2}[A-Z]\\s?\\d{1,4}/\\d{2,6}$'
const CPC = IPC.replace('A-H', 'A-HY')
const IPC_SAYS = ['应如 H01M 10/0525', 'must be an IPC symbol such as H01M 10/0525'] as const
const CPC_SAYS = ['应如 Y02E 60/10', 'must be a CPC symbol such as Y02E 60/10'] as const
const LOCARNO_SAYS = ['应如 14-02', 'must be a Locarno class such as 14-02'] as const

/** The content of an application, and its examination by the office. */
export const CONTENT_FIELDS = {
  ipc_main: string('主分类号', 'Main IPC', {
    searchable: true,
    max: 30,
    upper: true,
    pattern: IPC,
    pattern_says: IPC_SAYS,
    group: 'content',
    applies_to: CASES.technical,
  }),
  ipc: options('IPC', 'IPC', { free: true, pattern: IPC, pattern_says: IPC_SAYS, searchable: true, group: 'content', applies_to: CASES.technical }),
  cpc: options('CPC', 'CPC', { free: true, pattern: CPC, pattern_says: CPC_SAYS, searchable: true, group: 'content', applies_to: CASES.technical }),
  loc: options('洛迦诺分类', 'Locarno', {
    free: true,
    pattern: '^\\d{2}-\\d{2}$',
    pattern_says: LOCARNO_SAYS,
    searchable: true,
    group: 'content',
    applies_to: CASES.designs,
  }),
  claims_count: integer('权利要求数', 'Claims', {
    min: 0,
    max: 10_000,
    searchable: true,
    drives: 'docketing',
    group: 'content',
    applies_to: CASES.technical,
  }),
  independent_claims: integer('独立权利要求数', 'Independent claims', {
    min: 0,
    max: 1000,
    searchable: true,
    drives: 'fees',
    group: 'content',
    applies_to: CASES.technical,
  }),
  pages: integer('页数', 'Pages', { min: 0, max: 100_000, searchable: true, drives: 'docketing', group: 'content' }),
  drawings_count: integer('附图数', 'Drawings', { min: 0, max: 10_000, searchable: true, drives: 'fees', group: 'content' }),
  designs_count: integer('设计项数', 'Designs', {
    min: 0,
    max: 100,
    searchable: true,
    drives: 'fees',
    group: 'content',
    applies_to: CASES.designs,
  }),
  abstract: text('摘要', 'Abstract', { max: 20_000, searchable: true, group: 'content', applies_to: CASES.technical }),
  claims: text('权利要求', 'Claims text', { max: 1_000_000, searchable: true, group: 'content', applies_to: CASES.technical }),
  description: text('说明书', 'Description', { max: 5_000_000, searchable: true, group: 'content' }),
  design_pictures: attachment('外观图片', 'Design views', {
    max: 100,
    max_bytes: 31_457_280,
    picture: { types: ['png', 'jpg', 'tif'], cm: { width: 16.5, height: 24.5 } },
    group: 'content',
    applies_to: CASES.designs,
  }),
  early_publication: boolean('提前公布', 'Early publication', {
    default: false,
    searchable: true,
    drives: 'docketing',
    group: 'content',
    applies_to: CASES.published_early,
  }),
  non_publication: boolean('请求不公布', 'Non-publication request', {
    default: false,
    searchable: true,
    drives: 'docketing',
    group: 'content',
    applies_to: CASES.non_publication,
  }),
  search_translation_needed: boolean('需提交检索用译文', 'Translation needed for the search', {
    default: false,
    searchable: true,
    drives: 'docketing',
    group: 'content',
    applies_to: CASES.filed_by_pct,
  }),
  publication_translation_needed: boolean('需提交公布用译文', 'Translation needed for publication', {
    default: false,
    searchable: true,
    drives: 'docketing',
    group: 'content',
    applies_to: CASES.filed_by_pct,
  }),
  sub_exam_requested: boolean('已请求实审', 'Examination requested', {
    default: false,
    searchable: true,
    drives: 'docketing',
    group: 'content',
    applies_to: CASES.examined_on_request,
  }),
  sub_exam_date: date('实审请求日', 'Examination requested on', {
    searchable: true,
    drives: 'docketing',
    group: 'content',
    applies_to: CASES.examined_on_request,
  }),
  se_entered_date: date('进入实审日', 'Entered examination', {
    searchable: true,
    drives: 'docketing',
    group: 'content',
    applies_to: CASES.examined,
  }),
  expedite: option(
    '加快途径',
    'Acceleration',
    {
      NONE: ['无', 'None'],
      PRIORITY_EXAM: ['优先审查', 'Priority examination'],
      PRE_EXAM: ['预审', 'Pre-examination'],
      PPH: ['PPH', 'PPH'],
      DELAYED: ['延迟审查', 'Delayed'],
    },
    { searchable: true, group: 'content' },
  ),
  secrecy_exam_status: option(
    '保密审查',
    'Confidentiality exam',
    { NA: ['不适用', 'Not applicable'], REQUESTED: ['已请求', 'Requested'], PASSED: ['通过', 'Passed'], REFUSED: ['未通过', 'Refused'] },
    { searchable: true, group: 'content', applies_to: CASES.first_filed_in_china },
  ),
  sequence_listing: boolean('序列表', 'Sequence listing', { searchable: true, drives: 'docketing', group: 'content', applies_to: CASES.technical }),
  bio_deposit: rows(
    '生物保藏',
    'Biological deposits',
    {
      depository: string('保藏单位', 'Depository', { required: true, max: 100 }),
      deposit_no: string('保藏编号', 'Deposit no.', { max: 60 }),
      deposit_date: date('保藏日', 'Deposit date'),
      taxon: string('分类命名', 'Taxon', { max: 255 }),
    },
    { renamed_from: 'bio_deposits', max: 50, drives: 'docketing', group: 'content', applies_to: CASES.technical },
  ),
  deposit_proofs: attachment('保藏及存活证明', 'Proofs of deposit and viability', {
    max: 50,
    document_class: 'V2',
    group: 'content',
    applies_to: CASES.technical,
  }),
  genetic_source: boolean('遗传资源', 'Genetic resources', {
    searchable: true,
    drives: 'docketing',
    group: 'content',
    applies_to: CASES.technical,
  }),
} as const
