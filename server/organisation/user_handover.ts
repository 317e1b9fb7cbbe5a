import { HANDED_OVER } from '../../model/organisation/handed-over.ts'
import { checkHeld, handOver, reactivate } from '../../model/organisation/user-handover-actions.ts'
import { type Call, perform } from '../records/actions.ts'
import { modelNamed } from '../records/registry.ts'
import { updateRow } from '../records/write/update.ts'
import { setValue } from '../records/write/validate.ts'
import type { Part } from '../records/modules.ts'
import { inTransaction, lockKey, type Context, type RowValues } from '../records/context.ts'
import { onBehalfOf } from '../records/on-behalf-of.ts'
import { draftFrom, draftNew, examine, insertDrafts, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'
import { refuse } from '../errors.ts'
import { countHeld, dutiesOf, type Duty, heldBy } from './responsibilities.ts'
import { refuseAbove } from '../auth/accounts/rank.ts'

/** People who may edit people hand over the responsibilities of one of them: all at once, or groups to several colleagues. */
export const handovers: Part = {
  actions: [...perform(checkHeld, check), ...perform(handOver, hand), ...perform(reactivate, employ)],
}

/** The responsibilities to hand over. */
async function check({ ctx, body }: Call<typeof checkHeld>) {
  const person = await personFor(ctx, body.user_sid)
  const groups = await countHeld(ctx, person)
  return { user_sid: person, groups, total: groups.reduce((sum, { count }) => sum + count, 0) }
}

/** All or nothing. */
async function hand({ ctx, body }: Call<typeof handOver>) {
  const from = await personFor(ctx, body.from_user)
  const to = await successorFor(ctx, body.to_user, from)
  const groups: readonly string[] = body.groups ?? Object.keys(HANDED_OVER)
  return inTransaction({ ...ctx, reason: 'handover' }, async (tx) => {
    await lockKey(tx, `handover ${from}`)
    // Responsibilities that are handed over need not be visible to the person who hands them over.
    const system = onBehalfOf(tx)
    const items: Record<string, number> = {}
    for (const duty of dutiesOf(tx).filter(({ group }) => groups.includes(group))) {
      const sids = await heldBy(tx, duty, from)
      await pass(system, duty, sids, { from, to })
      items[duty.group] = (items[duty.group] ?? 0) + sids.length
    }
    if (body.resign) await updateRow(tx, modelNamed(tx.tenant.models, 'user_info'), from, { person_status: 'RESIGNED' })
    const sid = await keep(system, { from_user: from, to_user: to, kind: 'HANDOVER', items })
    return { sid, items }
  })
}

/** Employed again; the account stays closed until it is opened. */
async function employ({ ctx, body }: Call<typeof reactivate>) {
  const person = await personFor(ctx, body.user_sid)
  return inTransaction({ ...ctx, reason: 'reactivation' }, async (tx) => {
    const row = await tx.db.selectFrom('user_info').select('person_status').where('sid', '=', person).executeTakeFirst()
    if (row?.person_status !== 'RESIGNED')
      refuse('rule', { summary_zh: '只有离职人员可以恢复在职', summary_en: 'Only a person who has resigned can be re-employed' })
    await updateRow(tx, modelNamed(tx.tenant.models, 'user_info'), person, { person_status: 'EMPLOYED' })
    return { sid: await keep(onBehalfOf(tx), { from_user: person, to_user: null, kind: 'REACTIVATION', items: {} }) }
  })
}

/** Someone whose record the caller may change. */
async function personFor(ctx: Context, sid: string): Promise<string> {
  const model = modelNamed(ctx.tenant.models, 'user_info')
  if ((await lockRows(ctx, model, [sid])).length === 0) refuse('not_found')
  await refuseAbove(ctx, sid)
  return sid
}

async function successorFor(ctx: Context, sid: string, from: string): Promise<string> {
  const row = await ctx.db.selectFrom('user_info').select('person_status').where('sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()
  if (!row) return refuse('not_found')
  // An agency hands over among its own people.
  if (ctx.actor.platform === 2 && (await lockRows(ctx, modelNamed(ctx.tenant.models, 'user_info'), [sid])).length === 0) refuse('not_found')
  if (sid === from || row.person_status !== 'EMPLOYED')
    refuse('rule', { summary_zh: '接收人应为其他在职人员', summary_en: 'The recipient must be another employed person' })
  return sid
}

type Ways = { from: string; to: string }

async function pass(ctx: Context, { model: name, field, many }: Duty, sids: readonly string[], { from, to }: Ways) {
  const model = modelNamed(ctx.tenant.models, name)
  const drafts = (await lockRows(ctx, model, sids)).map(draftFrom)
  for (const draft of drafts) {
    const now = many ? ((draft.row[field] as string[] | null) ?? []) : [] // a references column
    // A leader who is handed their own team leads the others, not themselves.
    const heir = name === 'user_info' && draft.sid === to ? null : to
    setValue(draft, field, many ? [...new Set(now.map((sid) => (sid === from ? to : sid)))] : heir)
  }
  await examine(ctx, model, drafts)
  refuseFaulty(drafts)
  await updateDrafts(ctx, model, drafts)
}

async function keep(ctx: Context, entry: RowValues): Promise<string> {
  const model = modelNamed(ctx.tenant.models, 'user_handover')
  const drafts = await draftNew(ctx, model, [entry])
  refuseFaulty(drafts)
  await insertDrafts(ctx, model, drafts)
  return drafts[0]?.sid ?? refuse('unforeseen')
}
