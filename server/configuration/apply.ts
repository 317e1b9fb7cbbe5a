import { type applyPack, type previewPack } from '../../model/settings/configuration/configuration-actions.ts'
import { isApplicable } from '../../model/settings/configuration/pack-states.ts'
import { auditIn } from '../auth/audit/audit.ts'
import { attempt, both, Refusal, refuse } from '../errors.ts'
import { startJob } from '../jobs/job-row.ts'
import type { Call } from '../records/actions.ts'
import { type Context, inTransaction, type JobRun, lockKey, type RowValues } from '../records/context.ts'
import { dryRun } from '../records/dry-run.ts'
import { defineJob } from '../records/jobs.ts'
import { authorize, authorizeAbility } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import { asPublished } from './as-published.ts'
import { type Differences, differences, settingRow, shown } from './compare.ts'
import { contentOf, lockPack, setPack } from './pack-row.ts'
import { putInForce, takeBackAll } from './take-back.ts'
import { writeRows } from './write-rows.ts'
import type { Pack } from './pack-file.ts'

/** Dry run in a transaction that is rolled back, so that each row states the reason of its refusal */
export async function preview({ ctx, body: { sid } }: Call<typeof previewPack>) {
  const { company_sid } = await inTransaction(ctx, (tx) => lockPack(tx, sid))
  const pack = await contentOf(ctx, sid)
  const refused = new Map<string, string>()
  let found: Differences = { models: [], settings: [] }
  await withFiles(ctx, async (stored) => {
    await dryRun({ ...ctx, source: 'import', confirmed: undefined }, async (tx) => {
      await lockKey(tx, CONFIGURATION) // what another pack writes in between would be refused as taken
      found = await differences(tx, pack, company_sid)
      const listening = { refusedAt: (row: string, words: string) => refused.set(row, words), stored }
      await writeRows(tx, { pack, company: company_sid }, found, 'shapes', listening)
      const shaped = await asPublished(tx, await writtenBy(tx, 'custom_field'))
      await writeRows(shaped, { pack, company: company_sid }, found, 'rest', listening)
    })
    return 'rolled back'
  })
  return { parts: shown(ctx, found, refused) }
}

/** One pack is tried or applied at a time. */
const CONFIGURATION = 'configuration'

/** Files kept for a transaction that does not stay are removed. */
async function withFiles(ctx: Context, act: (stored: string[]) => Promise<'kept' | 'rolled back'>) {
  const stored: string[] = []
  let came = 'rolled back'
  try {
    came = await act(stored)
  } finally {
    if (came !== 'kept') for (const key of stored) await storageOf(ctx.tenant).remove(key)
  }
}

type Input = { sid: string; rows: readonly string[] }

/** Queued in the transaction that marks the pack. */
export async function apply({ ctx, body: { sid, rows = [] } }: Call<typeof applyPack>) {
  if (rows.length === 0) refuse('select_one')
  return inTransaction(ctx, async (tx) => {
    const { status, name } = await lockPack(tx, sid)
    if (!isApplicable(status))
      refuse('rule', both('summary', ['这个配置包正在应用或已应用，请先回退', 'This pack is being applied or was applied: roll it back first']))
    const input: Input = { sid, rows }
    const title = [`应用配置包：${name}`, `Apply a configuration pack: ${name}`] as const
    const job_sid = await startJob(tx, { kind: 'PACK', title, entity: 'configuration_pack', input, total: rows.length })
    await setPack(tx, sid, { status: 'PENDING', fault: null, job_sid })
    return { job_sid, status: 'PENDING' as const }
  })
}

/** Applies all or nothing: published fields are undone if the rest is refused. */
export const applyJob = defineJob<Input, null>('PACK', async (run) => {
  const { ctx, input } = run
  authorizeAbility(ctx, modelNamed(ctx.tenant.models, 'configuration_pack'), ABILITIES.configuration_pack.apply_pack)
  const as: Context = { ...ctx, reason: REASON, confirmed: undefined }
  await run.step(async (tx) => {
    await setPack(tx, input.sid, { status: 'IN_PROGRESS' })
    return { progress: null }
  })
  try {
    return await applyAll(run, as)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const stays = await attempt(() => inTransaction(freshly(as), (tx) => takeBackAll(tx, run.sid, {})))
    await putInForce(as)
    const fault = [error, ...(stays ? [stays] : [])].map((one) => one.words(ctx.lang)).join('\n').slice(0, 3000) // oxfmt-ignore
    await inTransaction(ctx, (tx) => setPack(tx, input.sid, { status: 'FAIL', fault }))
    throw error
  }
})

const REASON = '应用配置包 / Configuration pack applied'

/** Access is read anew, to include the models and fields that the pack published. */
const freshly = (ctx: Context): Context => ({ ...ctx, actor: { ...ctx.actor, access: new Map() } })

async function applyAll(run: JobRun<Input, null>, as: Context) {
  const { sid } = run.input
  const pack = await contentOf(as, sid)
  const company = await companyOf(as, sid)
  const shapes = await applyShapes(as, pack, company, run.input.rows)
  const found = chosen(await differences(freshly(as), pack, company), run.input.rows)
  await withFiles(as, async (stored) => {
    await run.step(async (tx) => {
      const own: Context = { ...freshly(tx), reason: REASON, confirmed: undefined }
      await lockKey(own, CONFIGURATION)
      const { created, changed } = await writeRows(own, { pack, company }, found, 'rest', { stored })
      const settings = await settingsAfter(own, company, found)
      const rows = { created_rows: created + shapes.created, changed_rows: changed + shapes.changed }
      const about = { fault: null, applied_at: new Date().toISOString(), applied_by: own.actor.sid, rolled_back_at: null, settings }
      await setPack(own, sid, { status: 'SUCCESS', ...rows, ...about })
      await auditIn(own, [{ event: 'CONFIGURATION_APPLIED', user: own.actor.user_sid, entity: 'configuration_pack', record_sid: sid, records: rows.created_rows + rows.changed_rows }])
      return { progress: null, done: run.input.rows.length, ok: run.input.rows.length }
    }) // oxfmt-ignore
    return 'kept'
  })
  return { message: ['配置包已应用', 'The configuration pack was applied'] as const }
}

const companyOf = (ctx: Context, sid: string) => inTransaction(ctx, async (tx) => (await lockPack(tx, sid)).company_sid)

/** Dictionaries and custom fields: written, then published, since others may name their columns. */
async function applyShapes(ctx: Context, pack: Pack, company: string | null, rows: readonly string[]) {
  const { found, counts } = await inTransaction(ctx, async (tx) => {
    await lockKey(tx, CONFIGURATION)
    const wanted = chosen(await differences(tx, pack, company), rows)
    return { found: wanted, counts: await writeRows(tx, { pack, company }, wanted, 'shapes') }
  })
  const { publish } = ctx.tenant.modules.configuration
  for (const { model, rows: own } of found.models) {
    const publisher = model.configuration?.shapes ? publish[model.name] : undefined
    if (!publisher || !own.some(({ packed, changed }) => packed && changed.length > 0)) continue
    authorize(ctx, model, 'update')
    for (const sid of await writtenBy(ctx, model.name)) await publisher.publish(ctx, sid)
  }
  return counts
}

async function writtenBy({ db, request_id }: Context, entity: string): Promise<string[]> {
  const rows = await db.selectFrom('change_log').select('record_sid').distinct().where('entity', '=', entity).where('request_id', '=', request_id).where('action', 'in', ['CREATE', 'UPDATE']).execute() // oxfmt-ignore
  return rows.map(({ record_sid }) => String(record_sid))
}

/** The differences that the person chose */
function chosen({ models, settings }: Differences, rows: readonly string[]): Differences {
  const asked = new Set(rows)
  const ofSetting = (one: Differences['settings'][number]): RowValues =>
    Object.fromEntries(Object.entries(one.after).filter(([key]) => asked.has(settingRow(one.setting, key))))
  return {
    models: models.map((part) => ({ ...part, rows: part.rows.filter(({ row }) => asked.has(row)) })),
    settings: settings.map((one) => ({ ...one, after: ofSetting(one) })),
  }
}

/** The former and the present value of each change, for the undo */
async function settingsAfter(ctx: Context, company: string | null, { settings }: Differences) {
  const kept: Record<string, { before: RowValues; after: RowValues }> = {}
  for (const { setting, before, after } of settings) {
    const now = await setting.read(ctx, company)
    const codes = Object.keys(after).filter((key) => JSON.stringify(now[key] ?? null) !== JSON.stringify(before[key] ?? null))
    const pick = (from: RowValues) => Object.fromEntries(codes.map((key) => [key, from[key] ?? null]))
    if (codes.length > 0) kept[setting.code] = { before: pick(before), after: pick(now) }
  }
  return kept
}
