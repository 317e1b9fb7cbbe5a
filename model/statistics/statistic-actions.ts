import { defineAction, facts } from '../kit/action.ts'
import { askAudiences } from '../kit/audience.ts'
import { date, integer, link, option, string, text } from '../kit/fields.ts'
import { XLSX } from '../documents/media-types.ts'
import { defineRoute } from '../kit/wire/route.ts'
import { type Figures, MEASURES, MAX_ROWS } from './definition.ts'

/** A stored statistic, or one that is being made. */
const ASKED = {
  sid: link('统计', 'Statistic', { to: 'statistic' }),
  entity: string('统计对象', 'Records', { max: 60 }),
  iql: text('条件', 'Condition', { max: 20_000 }),
  row_by: string('行', 'Rows', { max: 200 }),
  column_by: string('列', 'Columns', { max: 200 }),
  measure: option('统计值', 'Measure', MEASURES),
  measure_field: string('统计字段', 'Measured field', { max: 200 }),
  most: integer('最多显示的组数', 'Largest groups only', { min: 1, max: MAX_ROWS }),
  as_of: date('截至日', 'As of'),
} as const

const FIGURES = facts<Figures>('统计结果', 'Figures', {
  type: 'object',
  required: ['as_of', 'entity', 'base', 'rows', 'columns', 'cells', 'row_totals', 'column_totals', 'total'],
})

export const computeStatistic = defineAction({
  model: 'statistic',
  name: 'compute',
  zh: '计算统计：只计入本人可见的记录',
  en: 'Compute a statistic over the records that the caller may see',
  body: ASKED,
  answer: FIGURES,
  permission: 'person',
})

export const waysToShareStatistic = askAudiences('statistic', ['统计可共享的范围', 'Scopes in which this person may share a statistic'])

/** A kind of record over which statistics are made; those of cases come first. */
export type Countable = { code: string; label: string; is_case: boolean }

export const countableRecords = defineAction({
  model: 'statistic',
  name: 'entities',
  zh: '本人可统计的各类记录',
  en: 'The kinds of record that the caller may count',
  body: {},
  answer: facts<Countable[]>('各类记录', 'Kinds of record', { type: 'array', items: { type: 'object', required: ['code', 'label', 'is_case'] } }),
  permission: 'person',
})

/** Its records must be exportable for the caller. */
export const statisticFile = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/statistic/do/file/:sid',
  tag: 'statistic',
  zh: '统计结果的 Excel 文件：须可导出该类记录',
  en: 'The figures as an Excel file, for those who may export these records',
  path: { sid: link('统计', 'Statistic', { to: 'statistic' }) },
  answer: { file: XLSX, leaves: 'EXPORTED' },
  permission: 'person',
})

/** The same to print: its chart and its table. */
export const statisticPdf = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/statistic/do/pdf/:sid',
  tag: 'statistic',
  zh: '统计结果的 PDF 文件：须可导出该类记录',
  en: 'The chart and the figures as a PDF, for those who may export these records',
  path: { sid: link('统计', 'Statistic', { to: 'statistic' }) },
  answer: { file: 'application/pdf', leaves: 'EXPORTED' },
  permission: 'person',
})
