import { ABILITIES } from '../../auth/roles/abilities.ts'
import { chosen, defineAction, facts, sidOf } from '../../kit/action.ts'
import { boolean, decimal, integer, link, links, option, options, rows, string, text } from '../../kit/fields.ts'
import { OFFICES } from '../../cases/offices.ts'
import { VOTES } from './proposal_review.ts'
import type { Proposed } from './read-disclosure.ts'

const ONE_TO_FIVE = { required: true, min: 1, max: 5 } as const
const SCORE_BODY = {
  novelty_score: integer('新颖性', 'Novelty', ONE_TO_FIVE),
  inventive_score: integer('创造性', 'Inventive step', ONE_TO_FIVE),
  practical_score: integer('实用性', 'Usefulness', ONE_TO_FIVE),
  market_score: integer('市场价值', 'Market', ONE_TO_FIVE),
  detect_score: integer('可取证性', 'Detectability', ONE_TO_FIVE),
}

export const confirmShare = defineAction({
  model: 'proposal',
  name: 'confirm_share',
  zh: '确认本人的贡献度',
  en: 'Confirm the own share',
  body: { sid: sidOf('proposal') },
  answer: { record: 'proposal' },
  permission: 'get',
  on: 'record',
})

export const createCases = defineAction({
  model: 'proposal',
  name: 'create_cases',
  zh: '由提案立案，可由多件提案立一案或由一件立多案',
  en: 'Create cases from approved disclosures: several cases of one, or one of several',
  body: {
    sids: chosen('proposal'),
    cases: rows(
      '案件',
      'Cases',
      {
        kind: string('类别', 'Kind', { required: true, max: 40 }),
        subtype: string('类型', 'Type', { max: 40, optional: true }),
        country: option('国家/地区', 'Country/office', OFFICES, { optional: true }),
        title: string('名称', 'Title', { optional: true }),
        agency_sid: link('代理机构', 'Agency', { to: 'agency', optional: true }),
        applicant_sids: links('申请人', 'Applicants', { to: 'applicant', max: 50, optional: true }),
        values: {
          ...facts<Record<string, unknown>>('该类案件必填的其他值', 'Further values that the kind requires', { type: 'object' }),
          optional: true,
        },
      },
      { required: true, max: 50 },
    ),
  },
  answer: { cases: links('转出案件', 'Resulting cases', { to: 'case' }) },
  permission: ABILITIES.proposal.review,
  transaction: true,
})

export const submitReview = defineAction({
  model: 'proposal_review',
  name: 'submit',
  zh: '提交评审',
  en: 'Give the evaluation',
  body: {
    sid: sidOf('proposal_review'),
    vote: option('表决', 'Vote', VOTES, { required: true }),
    ...SCORE_BODY,
    opinion: text('评审意见', 'Opinion', { max: 2000 }),
  },
  answer: { left: integer('待评审件数', 'Left to evaluate') },
  permission: 'person',
  on: 'record',
})

/** A conflict of interest: the expert gives no opinion, and the vote counts without them. */
export const declineReview = defineAction({
  model: 'proposal_review',
  name: 'decline',
  zh: '声明利益冲突并回避',
  en: 'Declare a conflict of interest',
  body: { sid: sidOf('proposal_review'), reason: text('理由', 'Reason', { max: 500 }) },
  answer: { left: integer('待评审件数', 'Left to evaluate') },
  permission: 'person',
  on: 'record',
})

/** The cases of similar titles that the caller may see, the most similar first. */
const ALIKES = {
  record: rows('相似案件', 'Similar cases', {
    case_sid: link('案件', 'Case', { to: 'case' }),
    kind: string('类别', 'Kind'),
    case_no: string('案号', 'Case no.', { nullable: true }),
    title: string('名称', 'Title', { nullable: true }),
    likeness: decimal('相似度', 'Similarity', { digits: 2 }),
    shared: options('共同的词', 'Words in common', { free: true }),
  }),
} as const

export const lookAlikes = defineAction({
  model: 'proposal',
  name: 'look_alikes',
  zh: '相似的提案与专利',
  en: 'Similar disclosures and patents',
  body: { sid: sidOf('proposal') },
  answer: ALIKES,
  permission: 'get',
})

/** Asked while a title is being typed. */
export const titleAlikes = defineAction({
  model: 'proposal',
  name: 'title_alikes',
  zh: '名称与此相似、本人可见的提案与专利',
  en: 'Disclosures and patents with a similar title that the caller may see',
  body: { title: string('名称', 'Title', { required: true, max: 255 }), sid: link('提案本身', 'The disclosure itself', { to: 'proposal' }) },
  answer: ALIKES,
  permission: 'search',
})

export const readFile = defineAction({
  model: 'proposal',
  name: 'read_file',
  zh: '读取交底书，提出各栏的内容；不保存',
  en: 'Read a disclosure document and propose the values of the fields; nothing is saved',
  body: { document: link('文件', 'Document', { to: 'document', required: true }) },
  answer: {
    proposed: facts<Proposed[]>('各栏的内容', 'Values of the fields', {
      type: 'array',
      items: { type: 'object', required: ['field', 'value', 'page', 'heading', 'first_line', 'last_line', 'cut'] },
    }),
    pages: facts<string[]>('各页文字', 'Texts of the pages', { type: 'array', items: { type: 'string' } }),
    recognised: boolean('文字由图像识别', 'Text recognised from pictures'),
    cut: boolean('未含全部文字', 'Not all of the text'),
  },
  permission: 'create',
})
