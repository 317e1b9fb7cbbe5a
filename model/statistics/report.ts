import { integer, link, option, rows, string, text } from '../kit/fields.ts'
import { audienceFields, givenToOthers, ownWithAudience } from '../kit/audience.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { REPORT_PARTS, REPORT_PERIODS } from './report-parts.ts'

export const MAX_PARTS = 30
export const MAX_LISTED = 300

/** Statistics, lists and texts in an order, with a title page: a document limited to the records that its reader may see. */
export const report = defineModel({
  name: 'report',
  zh: '报告',
  en: 'Report',
  display: ['name'],
  hard_delete: true,
  natural_keys: { by: [['code']] },
  configuration: { key: [['code']], only: givenToOthers },
  own: ownWithAudience,
  fields: {
    code: string('标识', 'Identifier', { required: true, unique: 'tenant', immutable: true, auto_number: true, coded: true, max: 42 }),
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 60 }),
    name_en: string('英文名称', 'English name', { list: true, max: 60 }),
    language: option(
      '语言',
      'Language',
      { zh: ['中文', 'Chinese'], en: ['英文', 'English'] },
      {
        list: true,
        help: ['不选时为阅读者的语言', 'Without one, that of the reader'],
      },
    ),
    period: option('期间', 'Period', REPORT_PERIODS, { required: true, default: 'ALL', list: true }),
    parts: rows(
      '内容',
      'Parts',
      {
        kind: option('种类', 'Kind', REPORT_PARTS, { required: true }),
        statistic_sid: link('统计', 'Statistic', { to: 'statistic' }),
        view_sid: link('列表', 'List', { to: 'saved_view' }),
        most: integer('最多行数', 'Rows at most', { min: 1, max: MAX_LISTED }),
        date_field: string('期间所指的日期', 'Date of the period', { max: 60, coded: true }),
        heading: string('标题', 'Heading', { max: 100 }),
        heading_en: string('英文标题', 'English heading', { max: 100 }),
        body: text('正文', 'Text', { max: 4000 }),
        body_en: text('英文正文', 'English text', { max: 4000 }),
      },
      { required: true, max: MAX_PARTS },
    ),
    ...audienceFields,
  },
})

export type Report = Row<typeof report>
export type ReportPart = NonNullable<Report['parts']>[number]
