import type { Model } from '../../model/kit/model.ts'
import { MAX_BATCH } from '../../model/kit/verbs.ts'
import { checkBatch } from '../../model/settings/setting-routes.ts'
import { attempt } from '../errors.ts'
import type { Context, RowValues } from '../records/context.ts'
import { dryRun } from '../records/dry-run.ts'
import { authorize } from '../records/permission/permission.ts'
import { nameOf } from '../records/registry.ts'
import { tentatively } from '../records/tentative.ts'
import { changeRows, chosenSids, keptOf, refuseSecrets } from '../records/write/batch.ts'
import { waysIn } from '../records/write/batch-ways.ts'
import { refuseUnlessObject } from '../records/write/create.ts'
import { lockRows } from '../records/write/write.ts'
import { serve } from '../route.ts'

type Refused = { sid: string; name: string; reason: string }

/** Each record is changed by itself, and nothing of it is kept: so each is refused for its own reason. */
export const checkBatchRoute = serve(checkBatch, async ({ ctx, model, body }) => {
  authorize(ctx, model, 'update')
  const { changes = {}, modes } = body
  refuseUnlessObject(changes)
  refuseSecrets(ctx, model, changes)
  const sids = chosenSids(body, MAX_BATCH)
  const ways = waysIn(ctx, model, changes, modes)
  return dryRun({ ...ctx, confirmed: undefined }, async (tx) => {
    const rows = await lockRows(tx, model, sids, { verb: 'update' })
    const known = new Set(rows.map(({ sid }) => String(sid)))
    const gone = ctx.lang === 'zh' ? '已删除，或您无权修改' : 'deleted, or not editable by you'
    const refused: Refused[] = sids.filter((sid) => !known.has(sid)).map((sid) => ({ sid, name: '', reason: gone }))
    let changed = 0
    for (const row of rows) {
      const { reason, differs } = await tryRow(tx, model, row, { changes, ways })
      if (reason !== undefined) refused.push({ sid: String(row.sid), name: nameOf(model, row), reason })
      else if (differs) changed++
    }
    return { changed, refused }
  })
})

type Wanted = { changes: RowValues; ways: ReturnType<typeof waysIn> }

async function tryRow(tx: Context, model: Model, row: RowValues, { changes, ways }: Wanted) {
  let differs = false
  const refusal = await tentatively(
    tx,
    (own) =>
      attempt(async () => {
        differs = keptOf(await changeRows(own, model, [row], changes, ways)).length > 0
      }),
    () => false,
  )
  return { reason: refusal?.words(tx.lang), differs }
}
