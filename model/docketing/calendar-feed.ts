import { option, string } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'

/** The token is in the query, since queries are not logged. */
export const calendarFeed = defineRoute({
  method: 'GET',
  url: '/innoe-openapi-external/calendar.ics',
  tag: 'deadline',
  zh: '日历订阅：本人未完成的期限和任务（iCalendar），供日历软件定时读取',
  en: 'One’s own open deadlines and tasks as iCalendar, for calendar programs that fetch it again and again',
  query: {
    token: string('订阅地址中的令牌', 'Token of the address', { required: true, max: 100, verbatim: true }),
    lang: option('语言', 'Language', { zh: ['中文', 'Chinese'], en: ['英文', 'English'] }, { default: 'zh' }),
  },
  answer: { file: 'text/calendar', leaves: 'nothing' },
  permission: 'open',
})
