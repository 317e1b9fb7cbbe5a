// The facts ask for a deadline no more: until a second person confirms its end, it stays as it is, and its fees with it.
import type { ComputedDeadline } from '../../../model/docketing/calculation/computed-deadline.ts'
import { WAITING_KINDS, WAITING_STATES } from '../../../model/docketing/calculation/postponed.ts'
import { isPreparing, standingOf } from '../../../model/docketing/calculation/state.ts'
import type { Law } from '../../../model/docketing/rules/law.ts'
import type { RowValues } from '../../records/context.ts'
import type { Case } from '../read-cases.ts'
import type { Keeping, Kept } from './keep-earlier.ts'

/** The waiting deadlines that the facts of the case no longer ask for. */
export function endingKept(one: Case, computed: readonly ComputedDeadline[], { law, today }: { law: Law; today: string }, keeping: Keeping): Kept[] {
  const { ends, released: freed, fresh } = keeping
  if (freed === 'ALL' || standingOf(one.facts) === 'OVER') return []
  const keys = new Set(computed.map(({ key }) => key))
  const starts = ends && !fresh?.has(String(one.row.sid))
  return one.deadlines
    .filter(
      (row) => !keys.has(String(row.key)) && !freed.has(String(row.sid)) && isWaiting(row) && (row.to_end || (starts && losesRight(one, row, law))),
    )
    .map((row) => ({ row: { ...row, status: statusOn(row, today) }, later: null, isEnd: true }))
}

const isWaiting = ({ status, handled }: RowValues) => WAITING_STATES.has(status) && !handled

/** A remedy ends with its deadline; before the filing, the way and the office of filing may still change. */
function losesRight({ facts }: Case, { key, kind, rule_id, rule_version }: RowValues, law: Law): boolean {
  if (!WAITING_KINDS.has(kind) || String(key).includes(':after:')) return false
  const rule = law.rules.find(({ id, version }) => id === rule_id && version === rule_version)
  const isChoice = isPreparing(facts) && rule?.closes?.fields?.some((field) => FILED.has(field))
  return rule !== undefined && !rule.optional && !isChoice
}

const FILED: ReadonlySet<string> = new Set(['filing_date', 'entry_date'])

/** The deadline is no longer computed, but its last day still passes. */
const statusOn = ({ status, final_due }: RowValues, today: string) =>
  status === 'OPEN' && typeof final_due === 'string' && final_due < today ? 'MISSED' : status
