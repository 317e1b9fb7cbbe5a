import { defineAction, facts, sidOf } from '../kit/action.ts'
import { date, link, links, option, string, text } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'

/** The most lines that one question takes. */
export const MAX_ASKED = 500

export const compareDocket = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/docket_list/do/compare',
  tag: 'docket_list',
  zh: '上传代理机构的案件清单（.xlsx、.xls、.csv），与本方案件和期限核对',
  en: 'Upload the docket list of an agency (.xlsx, .xls, .csv): it is compared with our cases and deadlines',
  body: {
    agency_sid: link('代理机构', 'Agency', { to: 'agency', required: true }),
    kind: string('案件类别', 'Kind of case', { required: true, max: 60 }),
    listed_on: date('清单日期', 'Date of the list', { past: true }),
    sheet: string('工作表', 'Sheet', { verbatim: true }),
    mapping: facts<unknown>('列与字段', 'Heading → field code', { description: '{heading: field code}, or [{heading, field}]' }),
    day_order: option('日期如 05/03/20 的先后', 'Day, month or year first in dates such as 05/03/20', {
      mdy: ['先月后日', 'The month'],
      dmy: ['先日后月', 'The day'],
      ymd: ['先年', 'The year'],
    }),
  },
  form: 'only',
  answer: { sid: link('核对', 'Reconciliation', { to: 'docket_list' }), job_sid: link('任务', 'Job', { to: 'job' }) },
  permission: 'update',
  of: 'docket_list',
})

export const askAgency = defineAction({
  model: 'docket_list',
  name: 'ask',
  zh: '就核对结果询问代理机构：生成待办任务和可发送的邮件文字',
  en: 'Ask the agency about lines: makes a task, and the text of a mail to send',
  body: {
    sid: sidOf('docket_list'),
    line_sids: links('核对项', 'Lines', { to: 'docket_line', required: true, max: MAX_ASKED }),
    due_date: date('答复期限', 'Answer by', { required: true }),
    assignee_sid: link('跟进人', 'Followed up by', { to: 'user_info' }),
    language: option('语言', 'Language', { zh: ['中文', 'Chinese'], en: ['英文', 'English'] }, { required: true }),
  },
  answer: {
    task_sid: link('任务', 'Task', { to: 'task' }),
    to: string('邮箱', 'E-mail', { max: 120, nullable: true }),
    subject: string('主题', 'Subject', { max: 300 }),
    body: text('正文', 'Text', { max: 100_000 }),
  },
  permission: 'update',
  also: { docket_line: 'transition', task: 'create' },
  transaction: true,
  on: 'record',
})
