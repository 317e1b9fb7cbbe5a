import { ABILITIES } from '../auth/abilities.ts'
import { date, link } from '../kit/fields.ts'
import { defineAction } from '../kit/action.ts'

export const runCheck = defineAction({
  model: 'finding',
  name: 'run',
  zh: '运行完整性检查',
  en: 'Run the completeness check, as a job',
  body: {},
  answer: { job_sid: link('任务', 'Job', { to: 'job' }) },
  permission: ABILITIES.finding.run,
})

export const lastCheck = defineAction({
  model: 'finding',
  name: 'last_run',
  zh: '上次完整性检查的日期',
  en: 'The day of the last whole check; null before the first, when no finding proves nothing',
  body: {},
  answer: { day: date('日期', 'Day', { nullable: true }) },
  permission: 'search',
})
