import { firstOf } from '../../model/kit/first-of.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Model } from '../../model/kit/model.ts'
import { anyTable } from '../database/pool.ts'
import { both, refuse } from '../errors.ts'
import type { Context, RowValues } from '../records/context.ts'
import { authorize } from '../records/permission/permission.ts'
import { nameOf } from '../records/registry.ts'
import { asBefore } from '../records/write/batch/as-before.ts'
import { removeRows } from '../records/write/delete.ts'
import { sameValue } from '../records/write/checks/same-value.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, examine, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'
import { refuseInUse } from './in-use.ts'

/** Each changed value of a setting, as it was and as the pack left it. */
export type KeptSettings = Readonly<Record<string, { before: RowValues; after: RowValues }>>

/** Change of one record by the application: its first values, and its values afterwards */
type Written = { model: Model; sid: string; isNew: boolean; before: RowValues; after: RowValues; from: string }

/** Undoes everything that the job wrote, with the person's own permission; all or nothing. */
export async function takeBackAll(ctx: Context, job_sid: string, settings: KeptSettings, company: string | null = null) {
  const written = await writtenBy(ctx, job_sid)
  await refuseTouched(ctx, job_sid, written)
  const [made, changed] = [written.filter(({ isNew }) => isNew), written.filter(({ isNew }) => !isNew)]
  await refuseInUse(ctx, made.map(({ model, after }) => ({ model, row: after }))) // oxfmt-ignore
  await asBefore(ctx, async () => {
    for (const one of changed.toReversed()) await returnValues(ctx, one)
    for (const one of made.toReversed()) await removeMade(ctx, one)
  })
  await returnSettings(ctx, settings, company)
  return { restored: changed.length, removed: made.map(({ model, after }) => ({ name: nameOf(model, after, ctx.lang) })) }
}

/** After the commit: the models without the fields that went. */
export async function putInForce(ctx: Context) {
  for (const { apply } of Object.values(ctx.tenant.modules.configuration.publish)) await apply?.(ctx)
}

type Change = { field: string; old: unknown; new: unknown }

async function writtenBy({ db, tenant }: Context, job_sid: string): Promise<Written[]> {
  const lines = await db
    .selectFrom('change_log')
    .select(['entity', 'record_sid', 'action', 'changes', 'created_at'])
    .where('request_id', '=', job_sid)
    .orderBy('created_at')
    .orderBy('sid')
    .execute()
  const found = new Map<string, Written>()
  for (const { entity, record_sid, action, changes, created_at } of lines) {
    const model = tenant.models.all.get(String(entity))
    if (!model?.configuration || (action !== 'CREATE' && action !== 'UPDATE')) continue
    const sid = String(record_sid)
    const one = found.get(sid) ?? { model, sid, isNew: action === 'CREATE', before: {}, after: {}, from: String(created_at) }
    found.set(sid, one)
    for (const change of changes as Change[]) { // written by the history
      if (!(change.field in one.before)) one.before[change.field] = change.old
      one.after[change.field] = change.new
    } // oxfmt-ignore
  }
  return [...found.values()]
}

/** A record that a person wrote since, or whose values are no longer those that the pack left. */
async function refuseTouched(ctx: Context, job_sid: string, written: readonly Written[]) {
  const touched: string[] = []
  for (const one of written) {
    const later = await ctx.db.selectFrom('change_log').select('sid').where('record_sid', '=', one.sid).where('request_id', '!=', job_sid).where('created_by', 'is not', null).where('created_at', '>=', one.from).executeTakeFirst() // oxfmt-ignore
    const row = await anyTable(ctx.db).selectFrom(one.model.name).selectAll().where('sid', '=', one.sid).where('deleted_at', 'is', null).executeTakeFirst() // oxfmt-ignore
    const isAsLeft = row && Object.entries(one.after).every(([code, value]) => sameValue(row[code] ?? null, value))
    if (later || !isAsLeft) touched.push(`${ctx.lang === 'zh' ? one.model.zh : one.model.en} “${nameOf(one.model, row ?? one.after)}”`)
  }
  if (touched.length > 0) refuseChanged(touched)
}

function refuseChanged(names: readonly string[]): never {
  const [zh, en] = firstOf(names, 5)
  return refuse('rule', both('summary', [`应用后又有改动，不能回退：${zh}`, `Changed since it was applied, so it cannot be rolled back: ${en}`])) // oxfmt-ignore
}

async function returnValues(ctx: Context, { model, sid, before }: Written) {
  authorize(ctx, model, 'update')
  const own = ctx.tenant.modules.configuration.write[model.name]
  if (own) return own.takeBack(ctx, sid, before)
  const [row] = await lockRows(ctx, model, [sid], { verb: 'update' })
  const draft = draftFrom<RowValues>(row ?? refuse('not_found'))
  for (const [code, value] of Object.entries(before)) setValue(draft, code, value)
  await examine(ctx, model, [draft])
  refuseFaulty([draft])
  await updateDrafts(ctx, model, [draft])
}

/** Options are not deleted by hand, since records may hold them; these are held by none. */
async function removeMade(ctx: Context, { model, sid }: Written) {
  const verb = model.refuses?.delete ? 'update' : 'delete'
  authorize(ctx, model, verb)
  const own = ctx.tenant.modules.configuration.write[model.name]
  if (own) return own.takeBack(ctx, sid, undefined)
  if (ctx.tenant.modules.configuration.publish[model.name]) {
    const [row] = await lockRows(ctx, model, [sid], { verb: 'update' })
    const draft = draftFrom<RowValues>(row ?? refuse('not_found'))
    setValue(draft, 'published', null)
    setValue(draft, 'status', 'UNPUBLISHED')
    await updateDrafts(ctx, model, [draft])
  }
  await removeRows(ctx, model, [sid], { verb })
}

/** The last first: a later setting may need an earlier one, as words need their language. */
async function returnSettings(ctx: Context, settings: KeptSettings, company: string | null) {
  for (const setting of ctx.tenant.modules.configuration.settings.toReversed()) {
    const kept = settings[setting.code]
    if (!kept) continue
    const { before, after } = kept
    const now = await setting.read(ctx, company)
    const isAsLeft = Object.entries(after).every(([key, value]) => isDeepStrictEqual(now[key] ?? null, value))
    if (!isAsLeft) refuseChanged([setting.words[ctx.lang === 'zh' ? 0 : 1]])
    await setting.write(ctx, company, before)
  }
}
