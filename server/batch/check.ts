import type { Model } from '../../model/kit/model.ts'
import { MAX_BATCH } from '../../model/kit/verbs.ts'
import { checkTransition, type TriedTransition } from '../../model/settings/batch-routes.ts'
import { checkBatch } from '../../model/settings/setting-routes.ts'
import { attempt, type Refusal } from '../errors.ts'
import type { Context, RowValues } from '../records/context.ts'
import { dryRun } from '../records/dry-run.ts'
import { accessOf, authorize } from '../records/permission/permission.ts'
import { shownNameOf } from '../records/permission/shown-name.ts'
import { resultsOf } from '../records/query/results.ts'
import { fieldOf } from '../records/registry.ts'
import { tentatively } from '../records/tentative.ts'
import { changeRows, chosenSids, refuseSecrets } from '../records/write/batch/batch.ts'
import { messageOf, takeTransitions } from '../records/write/batch/batch-transition.ts'
import { keptOf } from '../records/write/batch/kept-batch.ts'
import { waysIn } from '../records/write/batch/batch-ways.ts'
import { refuseUnlessObject } from '../records/write/create.ts'
import { lockRows } from '../records/write/write.ts'
import { serve } from '../route.ts'

type Refused = { sid: string; name: string; reason: string }

/** Dry run of each record by itself, so that each is refused for its own reason */
export const checkBatchRoute = serve(checkBatch, async ({ ctx, model, body }) => {
  authorize(ctx, model, 'update')
  const { changes = {}, modes, iql } = body
  refuseUnlessObject(changes)
  refuseSecrets(ctx, model, changes)
  const found = body.sids === undefined && iql !== undefined ? await resultsOf(ctx, model, iql, 'update') : undefined
  const sids = found ? found.sids.slice(0, MAX_BATCH) : chosenSids(body, MAX_BATCH)
  const ways = waysIn(ctx, model, changes, modes)
  return dryRun({ ...ctx, confirmed: undefined }, async (tx) => {
    const rows = await lockRows(tx, model, sids, { verb: 'update' })
    const known = new Set(rows.map(({ sid }) => String(sid)))
    const gone = ctx.lang === 'zh' ? '已删除，或您无权修改' : 'deleted, or not editable by you'
    const refused: Refused[] = sids.filter((sid) => !known.has(sid)).map((sid) => ({ sid, name: '', reason: gone }))
    let changed = 0
    for (const row of rows) {
      const { reason, differs } = await tryRow(tx, model, row, { changes, ways })
      if (reason !== undefined) refused.push({ sid: String(row.sid), name: shownNameOf(tx, model, row), reason })
      else if (differs) changed++
    }
    return { total: found?.sids.length ?? sids.length, sids, changed, refused }
  })
})

type Wanted = { changes: RowValues; ways: ReturnType<typeof waysIn> }

async function tryRow(tx: Context, model: Model, row: RowValues, { changes, ways }: Wanted) {
  let differs = false
  const refusal = await tentatively(
    tx,
    (own) =>
      attempt(async () => {
        differs = keptOf(await changeRows({ ...own, entered: model.name }, model, [row], changes, ways)).length > 0
      }),
    () => false,
  )
  return { reason: refusal?.words(tx.lang), differs }
}

/** Dry run of the transition of each record by itself */
export const checkTransitionRoute = serve(checkTransition, async ({ ctx, model, body }) => {
  authorize(ctx, model, 'transition')
  const { transition, fields = {}, iql } = body
  refuseUnlessObject(fields)
  refuseSecrets(ctx, model, fields)
  const found = body.sids === undefined ? await resultsOf(ctx, model, iql, 'transition') : undefined
  const sids = found ? found.sids.slice(0, MAX_BATCH) : chosenSids(body, MAX_BATCH)
  const record = await dryRun({ ...ctx, confirmed: undefined }, async (tx) => {
    const tried: TriedTransition[] = []
    const names = await namesOf(tx, model, sids)
    for (const sid of sids) tried.push({ name: names.get(sid) ?? '', ...(await tryTransition(tx, model, sid, { transition, fields })) })
    return tried
  })
  return { total: found ? found.sids.length : sids.length, record }
})

/** Those that the caller may not read have no name. */
async function namesOf(tx: Context, model: Model, sids: readonly string[]) {
  const rows = sids.length > 0 ? await lockRows(tx, model, sids, { verb: 'transition' }) : []
  return new Map(rows.map((row) => [String(row.sid), shownNameOf(tx, model, row)]))
}

type Step = { transition: string; fields: RowValues }
type Tried = Omit<TriedTransition, 'name'>

async function tryTransition(tx: Context, model: Model, sid: string, { transition, fields }: Step): Promise<Tried> {
  const waiting = new Map<string, Refusal>()
  let kept: ReturnType<typeof keptOf>[number] | undefined
  const refusal = await tentatively(
    tx,
    (own) =>
      attempt(async () => {
        ;[kept] = keptOf(await takeTransitions(own, model, [sid], transition, fields, { verb: 'transition', waiting }))
      }),
    () => false,
  )
  const nothing = { sid, old: {}, now: {} }
  if (refusal) return { ...nothing, outcome: 'REFUSED', reason: messageOf(tx, refusal) }
  const waits = waiting.get(sid)
  if (waits) return { ...nothing, outcome: 'WAITS', reason: messageOf(tx, waits) }
  return { sid, outcome: 'DONE', old: shownOf(tx, model, kept?.old), now: shownOf(tx, model, kept?.now) }
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'text', 'option', 'date', 'integer', 'decimal', 'boolean'])

/** Values that the caller may read and that are shown by themselves. */
function shownOf(ctx: Context, model: Model, values: RowValues = {}): RowValues {
  const access = accessOf(ctx, model)
  return Object.fromEntries(
    Object.entries(values).filter(([code]) => PLAIN.has(fieldOf(model, code)?.type ?? '') && access.mayRead(code) && !access.masks(code)),
  )
}
