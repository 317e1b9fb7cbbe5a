import { cached } from '../../../model/kit/cached.ts'
import type { Law } from '../../../model/docketing/rules/law.ts'
import { WAITING_KINDS, WAITING_STATES, type Postponed } from '../../../model/docketing/calculation/postponed.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { contextSlot } from '../../records/slots.ts'
import { lawFor } from '../law/law.ts'

/** A deadline as it was before the watched write, and as docketing left it. */
export type Change = { before: RowValues; after: RowValues }

/** The deadlines that docketing changes in a watched write, by their sid. */
export const watched = contextSlot<Map<string, Change>>()

/** Docketing reports the deadlines that it changes. */
export function noteChange(ctx: Context, before: RowValues, after: RowValues) {
  const changes = watched.of(ctx)
  const sid = String(before.sid)
  changes?.set(sid, { before: changes.get(sid)?.before ?? before, after })
}

/** A later deadline, with its case. */
export type Later = Postponed & { case_sid: string }

/**
 * Waiting deadlines of a loss of rights whose last day is now later. `ends`: also those that no longer wait.
 * They are in the order of their former days.
 */
export async function laterAmong(ctx: Context, changes: ReadonlyMap<string, Change>, ends: boolean): Promise<Later[]> {
  if (changes.size === 0) return []
  const optional = await optionalRules(ctx)
  const later = [...changes.values()].flatMap(({ before, after }): Later[] => {
    const [from, to] = [lastDay(before), isDropped(after) ? null : lastDay(after)]
    const isDone = to !== null && !isWaiting(after) // by the same facts: nothing waits for its later day
    return !from || isDone || !isWaiting(before) || optional.has(ruleOf(before)) || (to ? to <= from : !ends || isRemedy(before))
      ? []
      : [laterOf(before, from, to)]
  })
  return later.toSorted((one, other) => (one.from === other.from ? (one.key < other.key ? -1 : 1) : one.from < other.from ? -1 : 1))
}

const OF_DEADLINE = [
  'd.sid', 'd.case_sid', 'd.key', 'd.name', 'd.name_en', 'd.kind', 'd.status', 'd.rule_id', 'd.rule_version', 'd.official_due', 'd.extended_due',
] as const // oxfmt-ignore

/**
 * Deadlines of a loss of rights that end with these records. A closed deadline counts as well: a record that is deleted and entered
 * again opens a new deadline, which has no former day to be compared with.
 */
export async function endingWith(ctx: Context, part: 'case_sid' | 'trigger_event_sid' | 'sid', sids: readonly string[]): Promise<Later[]> {
  if (sids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('deadline as d')
    .select(OF_DEADLINE)
    .where(`d.${part}`, 'in', [...sids])
    .where('d.kind', 'in', ['ACTION', 'ANNUITY'])
    .where('d.deleted_at', 'is', null)
    .orderBy('d.official_due')
    .orderBy('d.key')
    .execute()
  const optional = await optionalRules(ctx)
  const ending = rows.flatMap((row) => {
    const from = lastDay(row)
    return from && !optional.has(ruleOf(row)) ? [{ row, one: laterOf(row, from, null) }] : []
  })
  const waiting = ending.filter(({ row }) => isWaiting(row))
  return (waiting.length > 0 ? waiting : ending).map(({ one }) => one)
}

const laterOf = (row: RowValues, from: string, to: string | null): Later => ({
  case_sid: String(row.case_sid),
  key: String(row.key ?? row.sid),
  name: String(row.name),
  name_en: String(row.name_en ?? row.name),
  from,
  to,
})

const optionalIn = new WeakMap<Law, ReadonlySet<string>>()

const optionalRules = async (ctx: Context) =>
  cached(
    optionalIn,
    (await lawFor(ctx)).law,
    ({ rules }) => new Set(rules.filter(({ optional }) => optional).map(({ id, version }) => `${id} ${version}`)),
  )

const ruleOf = ({ rule_id, rule_version }: RowValues) => `${rule_id} ${rule_version}`

const isWaiting = ({ kind, status }: RowValues) => WAITING_KINDS.has(kind) && WAITING_STATES.has(status)
/** The request for restoration ends with the missed deadline. */
const isRemedy = ({ key }: RowValues) => String(key).includes(':after:')
const isDropped = ({ status }: RowValues) => status === 'CANCELLED'

function lastDay({ official_due, extended_due }: RowValues): string | null {
  const day = extended_due ?? official_due
  return typeof day === 'string' ? day : null
}

/** As a proposal for one case shows it: the deadlines of other cases are marked. */
export function ofCase(later: Later, home: string): Postponed {
  const { case_sid, name, name_en, ...dates } = later
  return case_sid === home ? { ...dates, name, name_en } : { ...later, name: `${name}（同族案件）`, name_en: `${name_en} (in the family)` }
}
