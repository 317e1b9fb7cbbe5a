import { boolean, date, decimal, type Field, link, links, option, options, type Options, rows, string, type Words } from '../kit/fields.ts'
import { SHARE_LEVELS } from '../sharing/share-level.ts'
import { OFFICES } from './offices.ts'

/** Fields of every case, whatever the right: identity, people, management. */
const CASE = {
  case_no: string('案号', 'Case no.', {
    required: true,
    auto_number: true,
    unique: 'company',
    never_again: true,
    searchable: true,
    list: true,
    max: 40,
    number: true,
    role: 'case_no',
    group: 'case',
    help: ['留空则按规则自动编号', 'Leave empty to number automatically'],
  }),
  title: string('名称', 'Title', { required: true, searchable: true, list: true, full_text: true, max: 255, role: 'title', group: 'case' }),
  title_en: string('英文名称', 'English title', { searchable: true, own_words: true, max: 255, role: 'title_en', group: 'case' }),
  applicants: rows(
    '申请人',
    'Applicants',
    {
      applicant_sid: link('申请人', 'Applicant', { to: 'applicant', required: true }),
      share_pct: decimal('份额', 'Share %', { digits: 2, min: 0, max: 100 }),
    },
    { max: 200, list: true, role: 'applicants', drives: 'docketing', group: 'people', total: { of: 'share_pct', is: 100 } },
  ),
  inventors: rows(
    '发明人',
    'Inventors',
    {
      inventor_sid: link('发明人', 'Inventor', { to: 'inventor', required: true }),
      contribution_pct: decimal('贡献度', 'Contribution %', { digits: 2, min: 0, max: 100 }),
      not_published: boolean('不公布姓名', 'Name not published', { default: false }),
    },
    { max: 200, role: 'inventors', group: 'people', total: { of: 'contribution_pct', is: 100 } },
  ),
  owner_sid: link('IPR 负责人', 'Responsible IP engineer', {
    to: 'user_info',
    required: true,
    searchable: true,
    list: true,
    default: 'me()',
    role: 'owner',
    group: 'manage',
  }),
  co_owner_sids: links('协办人', 'Assistants', { to: 'user_info', searchable: true, max: 20, role: 'co_owners', group: 'manage' }),
  department_sid: link('所属部门', 'Department', {
    to: 'department',
    searchable: true,
    list: true,
    default: 'my_department()',
    role: 'department',
    group: 'manage',
  }),
  agency_sid: link('代理机构', 'Agency', { to: 'agency', searchable: true, list: true, role: 'agency', group: 'manage' }),
  agent_sids: links('代理师', 'Agents', { to: 'agent', searchable: true, max: 10, group: 'manage' }),
  agency_ref: string('代理机构文号', 'Agency ref.', { searchable: true, max: 60, number: true, group: 'manage' }),
  entrust_date: date('委案日期', 'Instruction date', { searchable: true, group: 'manage' }),
  tech_node_sids: links('技术分类', 'Technical nodes', { to: 'tech_node', searchable: true, max: 50, group: 'manage' }),
  product_names: options('关联产品', 'Products', { free: true, searchable: true, group: 'manage' }),
  tags: options('标签', 'Tags', { free: true, searchable: true, group: 'manage' }),
  secrecy_level: option(
    '密级',
    'Secrecy',
    { PUBLIC: ['公开', 'Public'], INTERNAL: ['内部', 'Internal'], CONFIDENTIAL: ['秘密', 'Confidential'], SECRET: ['机密', 'Secret'] },
    { required: true, default: 'INTERNAL', searchable: true, role: 'secrecy', group: 'manage' },
  ),
  importance: option(
    '重要程度',
    'Grade',
    { A: ['核心', 'Core'], B: ['重要', 'Important'], C: ['一般', 'Ordinary'], D: ['外围', 'Peripheral'] },
    { searchable: true, list: true, group: 'manage' },
  ),
  share_level: option('共享级别', 'Share level', SHARE_LEVELS, { required: true, default: 'SYSTEM', group: 'manage' }),
  close_date: date('结案日', 'Closed on', { searchable: true, drives: 'docketing', role: 'close_date', group: 'manage' }),
  close_reason: string('结案原因', 'Reason for closing', { max: 255, searchable: true, group: 'manage' }),
  data_source: string('数据来源', 'Source of the data', { max: 255, searchable: true, group: 'manage' }),
} as const satisfies Record<string, Field>

/** Fields of every right that is applied for at an office and, where the law knows it, renewed by fees. */
const OFFICE = {
  country: option('国家/地区', 'Country/office', OFFICES, {
    required: true,
    searchable: true,
    list: true,
    role: 'country',
    drives: 'docketing',
    group: 'case',
  }),
  application_no: string('申请号', 'Application no.', {
    searchable: true,
    list: true,
    max: 60,
    number: true,
    role: 'application_no',
    group: 'numbers',
  }),
  application_key: string('申请号（规范）', 'Application no., normalised', {
    computed: true,
    max: 60,
    internal: true,
    normalises: { field: 'application_no', kind: 'application', office: 'country' },
  }),
  filing_date: date('申请日', 'Filing date', { searchable: true, list: true, role: 'filing_date', drives: 'docketing', group: 'numbers' }),
  earliest_priority_date: date('最早优先权日', 'Earliest priority date', {
    computed: true,
    searchable: true,
    list: true,
    drives: 'docketing',
    group: 'numbers',
  }),
  grant_date: date('授权公告日', 'Grant date', { searchable: true, list: true, drives: 'docketing', role: 'grant_date', group: 'numbers' }),
  expiry_date: date('届满日', 'Expiry', { computed: true, searchable: true, role: 'expiry_date', group: 'numbers' }),
  next_annuity_year: decimal('下次年费年度', 'Next annuity year', {
    digits: 1,
    shortest: true,
    computed: true,
    searchable: true,
    list: true,
    role: 'next_annuity_year',
    group: 'fees',
  }),
  next_annuity_due: date('下次年费期限', 'Next annuity due', {
    computed: true,
    searchable: true,
    list: true,
    role: 'next_annuity_due',
    group: 'fees',
  }),
  annuity_decision: option(
    '年费决定',
    'Annuity decision',
    { KEEP: ['续费', 'Keep'], ABANDON: ['放弃', 'Abandon'], ASK: ['待定', 'To decide'] },
    { searchable: true, list: true, drives: 'docketing', role: 'annuity_decision', group: 'fees' },
  ),
  suspensions: rows(
    '中止',
    'Suspensions',
    {
      from: date('中止起', 'From', { required: true }),
      to: date('中止止', 'To', { help: ['留空表示仍在中止', 'Empty while the proceedings stand still'] }),
      reason: string('原因', 'Reason', { max: 255 }),
    },
    { max: 20, drives: 'docketing', role: 'suspensions', group: 'manage' },
  ),
} as const satisfies Record<string, Field>

/** The groups of these fields, in the order of forms and details. */
export const CASE_GROUPS = {
  case: ['案件', 'Case'],
  numbers: ['号码与日期', 'Numbers and dates'],
  people: ['申请人与发明人', 'Applicants and inventors'],
  fees: ['费用', 'Fees'],
  manage: ['管理', 'Management'],
} as const satisfies Record<string, Words>

/** Differences of a right from a shared field, by the shared code: label, flags, options. */
type Differences<F> = { readonly [K in keyof F]?: F[K] extends { type: infer T } ? Partial<Omit<Extract<Field, { type: T }>, 'type'>> : never }
type Differing<F, D> = { [K in keyof F]: K extends keyof D ? Omit<F[K], keyof D[K]> & D[K] : F[K] }

/** The fields of every case. A right lists them with its own fields, or spreads them before its own. */
export const caseFields = <const D extends Differences<typeof CASE>>(differences: D) => differing(CASE, differences)

/** Fields of a case whose kind gives its owners and makers names of their own; `manage` is last in forms and details. */
export function ownCaseFields<const D extends Differences<typeof CASE>>(differences: D) {
  const { case_no, title, title_en, applicants: _, inventors, ...manage } = caseFields(differences)
  const source_case = link('来源案件', 'Source case', { to: 'case', searchable: true, group: 'manage' })
  return { case_no, title, title_en, inventors, manage: { ...manage, source_case } }
}

/** The same of a case that no agency handles. */
export function inHouseFields<const D extends Differences<typeof CASE>>(differences: D) {
  const { manage: all, ...own } = ownCaseFields(differences)
  const { agency_sid: _, agent_sids: __, agency_ref: ___, entrust_date: ____, ...manage } = all
  return { ...own, manage }
}

/** The state of a case, and the one in which it begins. */
export const statusField = <const S extends Options>(states: S, first: keyof S & string) =>
  option('案件状态', 'Status', states, { required: true, searchable: true, list: true, default: first, drives: 'docketing', group: 'case' })

/** The way by which an application reaches its office. */
export const routeField = <const R extends Options>(routes: R, usual: keyof R & string) =>
  option('申请途径', 'Route', routes, {
    required: true,
    searchable: true,
    list: true,
    default: usual,
    role: 'route',
    drives: 'docketing',
    group: 'case',
  })

/** Row visibility of a case: the people responsible for it, the people in the fields `also`, and its department. */
export const seenInside = (...also: readonly string[]) => ({
  self: ['owner_sid', 'co_owner_sids', 'created_by', ...also],
  department: ['department_sid'],
})

/** The same, and the agency that handles it. */
export const seenWithAgency = (...also: readonly string[]) => ({ ...seenInside(...also), agency: ['agency_sid'] })

/** The further fields of a right before an office. */
export const officeFields = <const D extends Differences<typeof OFFICE>>(differences: D) => differing(OFFICE, differences)

function differing<F extends Readonly<Record<string, Field>>, D extends Differences<F>>(fields: F, differences: D) {
  const entries = Object.entries(fields).map(([code, field]) => [code, { ...field, ...differences[code] }])
  return Object.fromEntries(entries) as Differing<F, D> // the same codes
}
