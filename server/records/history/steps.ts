import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../context.ts'

type Line = { field: string; old: unknown; new: unknown }
/** `given`: the value after the request; `old`: that before it. */
export type Change = { old: unknown; given: unknown }

/** The request in which the record last came from one of the states to the other. */
export async function lastStep(
  ctx: Context,
  { name, states }: Model,
  sid: string,
  { from, to }: { from: readonly string[]; to: string },
): Promise<string | undefined> {
  const lines = (await linesOf(ctx, name, [sid])).toReversed()
  const last = lines.find(({ changes }) =>
    changes.some((one) => one.field === states?.field && one.new === to && from.some((state) => state === one.old)),
  )
  return last?.request_id ?? undefined
}

/** Fields of the written records that changed in this request or later */
export async function changedSince(ctx: Context, { name, states }: Model, sids: readonly string[], request: string) {
  const found = new Map<string, Map<string, Change>>()
  for (const [sid, lines] of Map.groupBy(await linesOf(ctx, name, sids), ({ record_sid }) => record_sid)) {
    const at = firstOf(lines, request, states?.field)
    if (at < 0) continue
    const own = new Map<string, Change>()
    for (const { request_id, changes } of lines.slice(at))
      for (const { field, old, new: now } of changes) {
        const known = own.get(field)
        own.set(field, { old: known ? known.old : old, given: request_id === request ? now : known ? known.given : old })
      }
    found.set(sid, own)
  }
  return found
}

/** The first line of the last step in that request; callers may give several requests one id. */
function firstOf(lines: readonly Logged[], request: string, state: string | undefined): number {
  const isStep = ({ changes }: Logged) => changes.some(({ field }) => field === state)
  let at = lines.findLastIndex(({ request_id }) => request_id === request)
  let hasStep = at >= 0 && lines.slice(at, at + 1).some(isStep)
  for (let before = lines[at - 1]; before?.request_id === request && !(hasStep && isStep(before)); before = lines[at - 1]) {
    hasStep ||= isStep(before)
    at--
  }
  return at
}

type Logged = { record_sid: string; request_id: string | null; changes: readonly Line[] }

async function linesOf({ db }: Context, entity: string, sids: readonly string[]): Promise<Logged[]> {
  if (sids.length === 0) return []
  const rows = await db
    .selectFrom('change_log')
    .select(['record_sid', 'request_id', 'changes'])
    .where('record_sid', 'in', [...sids])
    .where('entity', '=', entity)
    .orderBy('created_at')
    .orderBy('sid')
    .execute()
  return rows.map(({ record_sid, request_id, changes }) => ({ record_sid: String(record_sid), request_id, changes: (changes ?? []) as Line[] })) // written by writeHistory
}
