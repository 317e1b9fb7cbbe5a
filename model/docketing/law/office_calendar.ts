import { date, option, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'

/** A day on which an office is closed, or a weekend day on which it is open. A year without any row is provisional. */
export const office_calendar = defineModel({
  name: 'office_calendar',
  zh: '工作日历',
  en: 'Office calendar',
  display: ['office', 'day'],
  scope: 'tenant',
  uniques: [['office', 'day']],
  configuration: { key: [['office', 'day']], changed: true },
  fields: {
    office: string('局', 'Office', { required: true, searchable: true, list: true, max: 12, upper: true }),
    day: date('日期', 'Day', { required: true, searchable: true, list: true }),
    kind: option('类型', 'Kind', { OFF: ['休', 'Closed'], WORK: ['班', 'Working day'] }, { required: true, searchable: true, list: true }),
    name: string('名称', 'Name', { list: true, max: 100 }),
    source: string('来源', 'Source', { list: true, max: 500 }),
    certainty: option('确定性', 'Certainty', { SURE: ['确定', 'Sure'], CHECK: ['待核', 'To be checked'] }, { default: 'SURE', list: true }),
  },
})

export type OfficeCalendar = Row<typeof office_calendar>
