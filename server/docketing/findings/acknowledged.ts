import type { Part } from '../../records/modules.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { WITHOUT_CASE } from './forgotten.ts'

export const acknowledgedFindings: Part = { hooks: [{ model: 'finding', prepare, check }] }

/** Records the acknowledging person and the day; reopening a finding clears both, and the history keeps them. */
function prepare({ actor, today }: Context, drafts: readonly DraftOf<'finding'>[]) {
  for (const draft of drafts) {
    if (!draft.changed.has('status')) continue
    const isAcknowledged = draft.row.status === 'ACKNOWLEDGED'
    setValue(draft, 'acknowledged_by', isAcknowledged ? actor.sid : null)
    setValue(draft, 'acknowledged_on', isAcknowledged ? today : null)
    if (!isAcknowledged) for (const code of ['reason', 'until'] as const) setValue(draft, code, null)
  }
}

function check(ctx: Context, drafts: readonly DraftOf<'finding'>[]) {
  for (const draft of drafts)
    if (draft.changed.has('until') && draft.row.until && draft.row.until <= ctx.today)
      faultAt(ctx, modelNamed(ctx.tenant.models, 'finding'), draft, 'until', ['须晚于今天', 'must be later than today'])
}

/**
 * What the check writes of a finding that it finds again: an acknowledged one stays so until its day, or until its words change. The words of an
 * earlier version of the product are emptied at its upgrade, and written anew when it starts.
 */
export function foundAgain(before: RowValues, found: RowValues, today: string): RowValues {
  const { words, words_en, about_sids, status } = found
  const isStill = before.status === 'ACKNOWLEDGED' && isSame(before, found) && (!before.until || String(before.until) > today)
  return { words, words_en, about_sids, ...(isStill ? { status: 'ACKNOWLEDGED' } : inState(String(status))) }
}

const isSame = ({ words: before, until }: RowValues, { code, words }: RowValues) =>
  (before ?? null) === null || (WAITING.has(code) && Boolean(until)) || matterOf(code, before) === matterOf(code, words)

/** A family that disagrees is the same matter, whichever of its cases earlier versions named in brackets; what waits is, whatever its number, as long as the first of it waits. */
function matterOf(code: unknown, words: unknown) {
  if (code === 'FAMILY_DISAGREES') return String(words).replaceAll(/（[^）]*）/g, '')
  return WAITING.has(code) ? /\d{4}-\d{2}-\d{2}/.exec(String(words))?.[0] : words
}

/** Their number changes from day to day: whoever acknowledges them until a day is asked again on that day. */
const WAITING: ReadonlySet<unknown> = new Set(WITHOUT_CASE)

/** A finding in a state that no person gave it. */
export const inState = (status: string): RowValues => ({ status, reason: null, until: null, acknowledged_by: null, acknowledged_on: null })
