import { date, integer, option, string, text } from '../kit/fields.ts'
import { audienceFields, givenToOthers, ownWithAudience } from '../kit/audience.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { DRAWINGS, MEASURES, MAX_ROWS } from './definition.ts'

/** A pivot or chart over the records of any model; each reader sees the figures of the records that they may see. */
export const statistic = defineModel({
  name: 'statistic',
  zh: '统计',
  en: 'Statistic',
  display: ['name'],
  hard_delete: true,
  natural_keys: { by: [['code']] },
  configuration: { key: [['code']], only: givenToOthers },
  own: ownWithAudience,
  fields: {
    code: string('标识', 'Identifier', { required: true, unique: 'tenant', immutable: true, auto_number: true, coded: true, max: 42 }),
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 60 }),
    name_en: string('英文名称', 'English name', { list: true, max: 60 }),
    entity: string('统计对象', 'Records', { required: true, searchable: true, list: true, max: 60, code_of: 'model' }),
    iql: text('条件', 'Condition', { max: 20_000 }),
    row_by: string('行', 'Rows', { required: true, max: 200, coded: true }),
    column_by: string('列', 'Columns', { max: 200, coded: true }),
    measure: option('统计值', 'Measure', MEASURES, { required: true, default: 'COUNT', list: true }),
    measure_field: string('统计字段', 'Measured field', { max: 200, coded: true, applies_to: { measure: ['SUM', 'AVERAGE'] } }),
    drawing: option('图形', 'Drawing', DRAWINGS, { required: true, default: 'BAR', list: true }),
    most: integer('最多显示的组数', 'Largest groups only', {
      min: 1,
      max: MAX_ROWS,
      help: ['其余合为“其他”；按时间分组的为最近的若干期', 'The rest becomes “Others”; of periods, the latest ones'],
    }),
    as_of: date('截至日', 'As of', {
      help: ['案件按该日结束时的状态统计；不填为今天', 'Counts the cases as they stood at the end of that day; empty: today'],
    }),
    ...audienceFields,
  },
})

export type Statistic = Row<typeof statistic>
