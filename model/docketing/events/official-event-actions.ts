import { boolean, date, integer, link, rows, string } from '../../kit/fields.ts'
import { defineAction } from '../../kit/action.ts'

export const docketedOn = defineAction({
  model: 'official_event',
  name: 'docketed',
  zh: '某日登记的官方来文及其产生、办结的期限；没有产生期限的在前',
  en: 'Official documents entered on a day with the deadlines they created and closed; documents without an effect come first',
  body: { day: date('日期', 'Day') },
  answer: {
    day: date('日期', 'Day'),
    truncated: boolean('已截断', 'Truncated'),
    record: rows('来文', 'Documents', {
      sid: link('来文', 'Document', { to: 'official_event' }),
      case_sid: link('案件', 'Case', { to: 'case' }),
      case_no: string('案号', 'Case no.'),
      name: string('名称', 'Name'),
      event_date: date('发文日', 'Date'),
      opened: integer('产生的期限', 'Deadlines opened'),
      closed: integer('办结的期限', 'Deadlines closed'),
    }),
  },
  permission: 'search',
  also: { deadline: 'search' },
})
