import { integer, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'

/** A calendar year whose closed days the office has published. Dates of another year are provisional, however many of its days are entered. */
export const calendar_year = defineModel({
  name: 'calendar_year',
  zh: '已公布的日历年度',
  en: 'Published calendar year',
  display: ['office', 'year'],
  scope: 'tenant',
  uniques: [['office', 'year']],
  configuration: { key: [['office', 'year']], changed: true },
  fields: {
    office: string('局', 'Office', { required: true, searchable: true, list: true, max: 12, upper: true }),
    year: integer('年度', 'Year', { required: true, searchable: true, list: true, min: 1985, max: 2100 }),
    source: string('公布文件', 'Publication', { required: true, searchable: true, list: true, max: 500 }),
  },
})

export type CalendarYear = Row<typeof calendar_year>
