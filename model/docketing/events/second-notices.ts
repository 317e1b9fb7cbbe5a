// Several notices of one type under a rule that runs once: the latest opens its deadline, and the others open none.
import type { CaseFacts } from '../calculation/facts.ts'
import type { ComputedDeadline } from '../calculation/computed-deadline.ts'
import { WAITING_KINDS, WAITING_STATES } from '../calculation/postponed.ts'
import type { Gap } from '../findings/completeness.ts'
import { type Law, rulesNamed } from '../rules/law.ts'
import type { Rule } from '../rules/rule.ts'

/** While such a deadline waits, a person has to see that the later notice takes the place of the earlier one. */
export function secondNotices({ events = [] }: CaseFacts, law: Law, made: readonly ComputedDeadline[]): Gap[] {
  return made.flatMap((one): Gap[] => {
    const rule = rulesNamed(one.rule_id, law).find(({ version }) => version === one.rule_version)
    const counted = events.find(({ sid }) => sid === one.trigger_event)
    if (!counted || !rule || !runsOnce(rule) || !WAITING_KINDS.has(one.kind) || !WAITING_STATES.has(one.status)) return []
    const others = events.filter(({ sid, code }) => code === counted.code && sid !== counted.sid).map(({ date }) => date)
    if (others.length === 0) return []
    const [zh, en] = [counted.name?.zh ?? counted.code, counted.name?.en ?? counted.code]
    return [
      {
        code: 'SECOND_NOTICE',
        zh: `“${one.name.zh}”按 ${counted.date} 的“${zh}”计算，${others.join('、')} 的同类来文不再产生期限：请核对是否确以在后者为准`,
        en: `“${one.name.en}” is counted from “${en}” of ${counted.date}; that of ${others.join(', ')} opens no deadline: check that the later one takes its place`,
      },
    ]
  })
}

/** Whether the day of a rule loses a right. */
export const runsOnce = ({ once, optional }: Rule) => once === true && optional !== true
