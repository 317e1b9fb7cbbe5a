import { ABILITIES } from '../../auth/roles/abilities.ts'
import { date, link } from '../../kit/fields.ts'
import { defineAction, facts } from '../../kit/action.ts'

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
  en: 'Date of the last full completeness check; null before the first check',
  body: {},
  answer: { day: date('日期', 'Day', { nullable: true }) },
  permission: 'search',
})

/** Open findings of one kind, on the cases of one office and one kind of right. */
export type FindingGroup = {
  code: string
  country: string | null
  kind: string | null
  count: number
  since: string | null
  words: string
  words_en: string
}

export const findingGroups = defineAction({
  model: 'finding',
  name: 'groups',
  zh: '按问题、国家和权利种类汇总的未处理问题',
  en: 'Open findings by kind, office and type of right',
  body: { job_sid: link('导入任务', 'Of the cases of this import', { to: 'job' }) },
  answer: { groups: facts<FindingGroup[]>('汇总', 'Groups', { type: 'array' }) },
  permission: 'search',
})
