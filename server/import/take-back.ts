import { firstOf } from '../../model/kit/first-of.ts'
import { sql } from 'kysely'
import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import { takeBackImport, type TakenBack, type TouchedRecord } from '../../model/import/import-actions.ts'
import { dayOfMoment } from '../../model/kit/days/clock.ts'
import type { Model } from '../../model/kit/model.ts'
import { anyTable } from '../database/pool.ts'
import { fillNumberKeys } from '../cases/numbering/numbers.ts'
import { fillClaimKeys } from '../cases/relations/priority.ts'
import { checkCompleteness, checkUnrelatedPhases, isDeletedByTwo } from '../docketing/case-hooks.ts'
import { Refusal, refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Part } from '../records/modules.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { authorize, authorizeAbility } from '../records/permission/permission.ts'
import { get } from '../records/query/get.ts'
import { fieldOf, fieldsOf, modelNamed } from '../records/registry.ts'
import { inTransaction, type Context, type Draft } from '../records/context.ts'
import { asBefore } from '../records/write/batch/as-before.ts'
import { removeRows } from '../records/write/delete.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, examine, lockRows, refuseFaulty, updateDrafts, wrote } from '../records/write/write.ts'
import { kindOf } from './profile.ts'

export const takingBack: Part = { actions: perform(takeBackImport, takeBack), released: createdAndTakenBack }

/** Cases deleted by the undo of their import release their numbers: nobody outside knows these, and the corrected file uses them again. */
async function createdAndTakenBack({ db }: Context, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const undone = db
    .selectFrom('job')
    .select(sql<string>`sid::text`.as('sid'))
    .where('taken_back_at', 'is not', null)
  const last = db.selectFrom('change_log').select(['record_sid', 'request_id']).distinctOn('record_sid').where('record_sid', '=', anyText(sids)).where('action', '=', 'DELETE').orderBy('record_sid').orderBy('created_at', 'desc').as('last') // oxfmt-ignore
  const rows = await db.selectFrom(last).select('record_sid').where('request_id', 'in', undone).execute()
  return new Set(rows.map(({ record_sid }) => String(record_sid)))
}

/** In one parameter: a statement takes no more than 65,535, and an import creates more records. */
const anyOf = (sids: readonly string[]) => sql<string>`any(${[...sids]}::uuid[])`
const anyText = (sids: readonly string[]) => sql<string>`any(${[...sids]}::text[])`

type Done = { row_no: number | null; did: string; entity: string; record_sid: string; name: string }

/** One transaction, with history; refused while a record of the import, or anything on its case, was touched. */
async function takeBack({ ctx, model, body: { sid, preview } }: Call<typeof takeBackImport>): Promise<TakenBack> {
  const job = await get(ctx, model, sid, { flat: true })
  if (job.created_by !== ctx.actor.sid) authorizeAbility(ctx, model, ABILITIES.job.cancel_any)
  const target = modelNamed(ctx.tenant.models, String(job.entity))
  authorize(ctx, target, 'delete')
  refuseUnfit(job)
  // An undo is logged with the number of its import.
  return inTransaction({ ...ctx, request_id: sid }, async (tx) => {
    const held = await tx.db
      .selectFrom('job')
      .select(['taken_back_at', 'rows_cleared_at'])
      .where('sid', '=', sid)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (held.taken_back_at) refuse('rule', { summary_zh: '该导入已经撤回', summary_en: 'This import has already been undone' })
    if (held.rows_cleared_at) refuseCleared(dayOfMoment(held.rows_cleared_at))
    const done = await rowsOf(tx, sid)
    const own = done.filter(({ entity }) => entity === target.name)
    const sidsOf = (did: string) => [...new Set(own.filter((one) => one.did === did).map(({ record_sid }) => record_sid))]
    const created = sidsOf('CREATED')
    const changed = [...new Set([...sidsOf('UPDATED'), ...sidsOf('WAITING')])].filter((one) => !created.includes(one))
    const people = done.filter(({ entity, did }) => entity !== target.name && did === 'CREATED')
    await refuseBeyondReach(tx, target, { created, changed })
    const touched = await touchedSince(tx, sid, target, [...created, ...changed])
    const named = own.filter(({ record_sid }) => touched.has(record_sid))
    const counts = { created: created.length, changed: changed.length, touched: [] as TouchedRecord[], touched_count: touched.size }
    if (preview) return { ...counts, touched: await touchedRecords(tx, named.slice(0, SHOWN), touched), people: people.length }
    if (touched.size > 0) refuseTouched(named, touched.size)
    const isByTwo = isDeletedByTwo(target.name)
    if (isByTwo) await deleteCreated(tx, target, created)
    await asBefore(tx, async () => {
      await removeTies(tx, sid, target, created)
      await restoreClaims(tx, sid, created)
      if (!isByTwo) await deleteCreated(tx, target, created)
      await restoreChanged(tx, sid, target, changed)
      await restoreProposals(tx, sid, changed)
      if (created.length > 0) await checkUnrelatedPhases(tx)
    })
    if (kindOf(tx, target)) await deleteFindings(tx, created)
    const gone = await deletePeople(tx, people)
    const now = new Date().toISOString()
    await tx.db.updateTable('job').set({ taken_back_at: now, updated_at: now }).where('sid', '=', sid).execute()
    return { ...counts, people: gone }
  })
}

const SHOWN = 1000

type Touch = { by: string; at: string }

/** Each record with the person who changed it last, to be asked before the deletion */
async function touchedRecords(ctx: Context, named: readonly Done[], touched: ReadonlyMap<string, Touch>): Promise<TouchedRecord[]> {
  const sids = [...new Set([...touched.values()].map(({ by }) => by))]
  const rows = sids.length > 0 ? await ctx.db.selectFrom('user_info').select(['sid', 'name', 'name_en']).where('sid', 'in', sids).execute() : []
  const people = new Map(rows.map(({ sid, name, name_en }) => [sid, (ctx.lang === 'en' && name_en) || name]))
  return named.map(({ row_no, record_sid, name }) => {
    const { by, at } = touched.get(record_sid) ?? { by: '', at: '' }
    return { row: row_no, sid: record_sid, name, by: people.get(by) ?? '', at }
  })
}

function refuseUnfit({ kind, state }: Record<string, unknown>) {
  if (kind !== 'IMPORT') refuse('rule', { summary_zh: '只有导入可以撤回', summary_en: 'Only an import can be undone' })
  if (state === 'WAITING' || state === 'RUNNING')
    refuse('rule', { summary_zh: '导入仍在进行，请先停止', summary_en: 'The import is still running: stop it first' })
}

function refuseCleared(day: string): never {
  return refuse('rule', {
    summary_zh: `该导入逐行的结果已于 ${day} 按保留期限清除，不能再整批撤回：请在列表中逐件处理`,
    summary_en: `The results of this import's rows were deleted on ${day}, at the end of their retention period, so it can no longer be undone: change its cases in the list`,
  })
}

function refuseTouched(names: readonly { name: string }[], count: number): never {
  const [zh, en] = firstOf(names.map(({ name }) => name), 5) // oxfmt-ignore
  return refuse('rule', {
    summary_zh: `导入后已有 ${count} 条记录被改动，不能整批撤回：${zh}`,
    summary_en: `${count} records were changed after the import, so it cannot be undone: ${en}`,
  })
}

/** Of another person's import too, only what the caller may delete and change himself; records deleted since are left as they are. */
async function refuseBeyondReach(ctx: Context, target: Model, { created, changed }: { created: readonly string[]; changed: readonly string[] }) {
  for (const [verb, sids] of [
    ['delete', created],
    ['update', changed],
  ] as const) {
    if (sids.length === 0) continue
    authorize(ctx, target, verb)
    const left = await anyTable(ctx.db).selectFrom(target.name).select('sid').where('sid', '=', anyOf(sids)).where('deleted_at', 'is', null).execute()
    if ((await lockRows(ctx, target, left.map(({ sid }) => String(sid)), { verb })).length < left.length) refuse('not_found') // oxfmt-ignore
  }
}

async function rowsOf({ db }: Context, job_sid: string): Promise<Done[]> {
  const rows = await db.selectFrom('imported_row').select(['row_no', 'did', 'entity', 'record_sid', 'name']).where('job_sid', '=', job_sid).orderBy('row_no').execute() // oxfmt-ignore
  return rows.map(({ row_no, did, entity, record_sid, name }) => ({
    row_no: row_no === null ? null : row_no,
    did: String(did),
    entity: String(entity),
    record_sid: String(record_sid),
    name: name ?? '',
  }))
}

/** Of these records those that a person changed in another write, or on which there is a record that a person wrote. What another import wrote and its undo took off is neither. */
async function touchedSince(ctx: Context, job_sid: string, target: Model, sids: readonly string[]): Promise<ReadonlyMap<string, Touch>> {
  const touched = new Map<string, Touch>()
  for (const some of partsOf(sids)) {
    const owners = new Map(some.map((sid) => [sid, sid]))
    if (kindOf(ctx, target)) for (const [child, owner] of await childrenOf(ctx, some)) owners.set(child, owner)
    const written = [...owners.keys()]
    for (let from = 0; from < written.length; from += TOGETHER) {
      const logged = await ctx.db
        .selectFrom('change_log')
        .select(['record_sid', 'created_by', 'created_at'])
        .distinctOn('record_sid')
        .where('record_sid', 'in', written.slice(from, from + TOGETHER))
        .where('request_id', 'not in', sql<string>`(select ${job_sid}::text union all select sid::text from job where taken_back_at is not null)`)
        .where('created_by', 'is not', null)
        .where('created_at', '>', ctx.db.selectFrom('job').select('created_at').where('sid', '=', job_sid))
        .orderBy('record_sid')
        .orderBy('created_at', 'desc')
        .execute()
      for (const { record_sid, created_by, created_at } of logged) {
        const [owner, at] = [owners.get(String(record_sid)) ?? '', new Date(String(created_at)).toISOString()]
        if (at > (touched.get(owner)?.at ?? '')) touched.set(owner, { by: String(created_by), at })
      }
    }
  }
  return touched
}

const TOGETHER = 5000

function* partsOf(sids: readonly string[]) {
  for (let at = 0; at < sids.length; at += TOGETHER) yield sids.slice(at, at + TOGETHER)
}

/** Everything that is seen through these cases, with its case. */
async function childrenOf(ctx: Context, sids: readonly string[]): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (const model of ctx.tenant.models.all.values()) {
    const code = model.visibility?.through
    const field = code ? fieldOf(model, code) : undefined
    if (!code || field?.type !== 'reference' || field.to !== HEAD || model.derived) continue
    const rows = await anyTable(ctx.db)
      .selectFrom(model.name)
      .select(['sid', code])
      .where(code, 'in', [...sids])
      .execute()
    for (const row of rows) found.push([String(row.sid), String(row[code])])
  }
  return found
}

/** The relations of the created cases, and those that the import made between others; a later case gets its words on the earlier one back. A family made for them ends with them. */
async function removeTies(ctx: Context, job_sid: string, target: Model, created: readonly string[]) {
  const family = kindOf(ctx, target)?.family
  if (!kindOf(ctx, target)) return
  const related = modelNamed(ctx.tenant.models, 'related_case')
  const made = ctx.db.selectFrom('change_log').select(sql<string>`record_sid::uuid`.as('sid')).where('request_id', '=', job_sid).where('entity', '=', related.name).where('action', '=', 'CREATE') // oxfmt-ignore
  const ends = (['earlier_sid', 'later_sid'] as const).filter(() => created.length > 0)
  const ties = await ctx.db.selectFrom('related_case').select(['sid', 'later_sid']).where((eb) => eb.or([...ends.map((end) => eb(end, '=', anyOf(created))), eb('sid', 'in', made)])).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  await removeInParts(ctx, related, ties.map(({ sid }) => sid)) // oxfmt-ignore
  await restoreValues(ctx, job_sid, target, ties.map(({ later_sid }) => String(later_sid)).filter((sid) => !created.includes(sid))) // oxfmt-ignore
  if (!family || created.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'patent_family')
  const led = await ctx.db.selectFrom('patent_family').select('sid').where('first_case_sid', '=', anyOf(created)).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  const drafts = (await lockRows(ctx, model, led.map(({ sid }) => sid))).map(draftFrom) // oxfmt-ignore
  for (const draft of drafts) setValue(draft, 'first_case_sid', null)
  await updateDrafts(ctx, model, drafts)
  for (const some of partsOf(created)) {
    const members = (await lockRows(ctx, target, some)).map(draftFrom).filter(({ row }) => row[family])
    for (const draft of members) setValue(draft, family, null)
    await updateDrafts(ctx, target, members)
  }
  await deleteUnused(ctx, model, led.map(({ sid }) => sid)) // oxfmt-ignore
}

/**
 * Claims of other cases that the import linked to the cases that it created are open again, and those to which it carried a number have their own. One that
 * a person corrected since only loses the link.
 */
async function restoreClaims(ctx: Context, job_sid: string, created: readonly string[]) {
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'priority')
  const { rows } = await sql<{ sid: string; is_linked: boolean; is_corrected: boolean }>`
    select p.sid, coalesce(p.priority_case_sid = any(${[...created]}::uuid[]), false) as is_linked,
      exists (select from change_log as l where l.record_sid = p.sid::text and l.created_at > j.created_at and l.created_by is not null
        and l.request_id not in (select ${job_sid}::text union all select sid::text from job where taken_back_at is not null)
        and exists (select from jsonb_array_elements(l.changes) as c where c ->> 'field' in ('priority_no', 'priority_country', 'priority_date'))) as is_corrected
    from priority as p, job as j
    where j.sid = ${job_sid}::uuid and p.updated_at >= j.created_at and p.deleted_at is null and not p.case_sid = any(${[...created]}::uuid[])
      and exists (select from change_log where record_sid = p.sid::text and request_id = ${job_sid} and action = 'UPDATE')
  `.execute(ctx.db)
  await restoreValues(own, job_sid, model, rows.filter((one) => !one.is_corrected).map(({ sid }) => sid)) // oxfmt-ignore
  for (const some of partsOf(rows.filter((one) => one.is_corrected && one.is_linked).map(({ sid }) => sid))) {
    const drafts = (await lockRows(own, model, some)).map(draftFrom)
    for (const draft of drafts) setValue(draft, 'priority_case_sid', null)
    await updateDrafts(own, model, drafts)
  }
}

/** The claims first: they may name another case of the same import. */
async function deleteCreated(ctx: Context, target: Model, sids: readonly string[]) {
  if (sids.length === 0) return
  if (kindOf(ctx, target)) {
    const claims = await ctx.db.selectFrom('priority').select('sid').where('case_sid', '=', anyOf(sids)).where('deleted_at', 'is', null).execute() // oxfmt-ignore
    await removeInParts(ctx, modelNamed(ctx.tenant.models, 'priority'), claims.map(({ sid }) => sid)) // oxfmt-ignore
  }
  await removeInParts(ctx, target, sids, 'delete')
}

/** The hooks of a deletion read and write with lists of the deleted records, so a large import is deleted in parts. */
async function removeInParts(ctx: Context, model: Model, sids: readonly string[], verb?: 'delete') {
  for (const some of partsOf(sids)) await removeRows(ctx, model, some, { ...(verb && { verb }), beside: sids })
}

/** The restoration of such a case checks it again. */
async function deleteFindings(ctx: Context, sids: readonly string[]) {
  await sql`delete from finding where case_sid = any(${sids}::uuid[])`.execute(ctx.db)
  wrote(ctx, modelNamed(ctx.tenant.models, 'finding'))
}

/** Puts the values back that the import changed, by its own lines in the change log, and takes its claims off. */
async function restoreChanged(ctx: Context, job_sid: string, target: Model, sids: readonly string[]) {
  if (sids.length === 0) return
  const priority = modelNamed(ctx.tenant.models, 'priority')
  const claims = kindOf(ctx, target)
    ? await ctx.db.selectFrom('priority').select('sid').where('case_sid', '=', anyOf(sids)).where('deleted_at', 'is', null).execute()
    : []
  const fresh = await restoreValues(ctx, job_sid, priority, claims.map(({ sid }) => sid)) // oxfmt-ignore
  await removeInParts(ctx, priority, fresh)
  await restoreValues(ctx, job_sid, target, sids)
}

/** Drops proposals of the import and reopens those that they replaced. The rest of the case is unchanged, so findings are checked here. */
async function restoreProposals(ctx: Context, job_sid: string, sids: readonly string[]) {
  if (sids.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'date_confirmation')
  const all = await ctx.db.selectFrom('date_confirmation').select('sid').where('case_sid', '=', anyOf(sids)).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  const fresh = await restoreValues(own, job_sid, model, all.map(({ sid }) => sid)) // oxfmt-ignore
  const drafts = (await lockRows(own, model, fresh)).map(draftFrom).filter(({ row }) => row.status === 'PROPOSED')
  for (const draft of drafts) setValue(draft, 'status', 'DROPPED')
  await updateDrafts(own, model, drafts)
  for (const some of partsOf(sids)) await checkCompleteness(ctx, some)
}

type Change = { field: string; old: unknown }

/** Returns the records that the import created itself. */
async function restoreValues(ctx: Context, job_sid: string, model: Model, sids: readonly string[]): Promise<string[]> {
  const created: string[] = []
  for (const some of partsOf(sids)) created.push(...(await restorePart(ctx, job_sid, model, some)))
  return created
}

async function restorePart(ctx: Context, job_sid: string, model: Model, sids: readonly string[]): Promise<string[]> {
  const lines = await ctx.db
    .selectFrom('change_log')
    .select(['record_sid', 'action', 'changes'])
    .where('record_sid', '=', anyText(sids))
    .where('request_id', '=', job_sid)
    .orderBy('created_at', 'desc')
    .execute()
  const created = lines.filter(({ action }) => action === 'CREATE').map(({ record_sid }) => String(record_sid))
  const byRecord = Map.groupBy(lines.filter(({ action }) => action === 'UPDATE' || action === 'TRANSITION'), (line) => String(line.record_sid)) // oxfmt-ignore
  const known = new Set(fieldsOf(model).map(([code]) => code))
  const drafts = (await lockRows(ctx, model, [...byRecord.keys()].filter((sid) => !created.includes(sid)))).map(draftFrom) // oxfmt-ignore
  for (const draft of drafts)
    for (const { changes } of byRecord.get(draft.sid) ?? [])
      for (const { field, old } of (changes as Change[] | null) ?? []) if (known.has(field)) setValue(draft, field, old ?? null) // written by writeHistory
  if (model.name === 'priority') await fillClaimKeys(ctx, drafts) // the log has no keys
  else fillNumberKeys(model, drafts)
  await refuseUnlessEntered(ctx, model, drafts)
  await updateDrafts(ctx, model, drafts)
  return created
}

/** Earlier values are restored only by people who may enter them, such as the role of a person. Case values passed the rules of their time. */
async function refuseUnlessEntered(ctx: Context, model: Model, drafts: readonly Draft[]) {
  if (kindOf(ctx, model) || model.visibility?.through) return
  await examine(ctx, model, drafts)
  refuseFaulty(drafts)
}

/** Applicants and inventors that the import made, unless something else names them by now. */
async function deletePeople(ctx: Context, people: readonly Done[]): Promise<number> {
  let gone = 0
  for (const [entity, some] of Map.groupBy(people, (one) => one.entity))
    for (const part of partsOf(some.map(({ record_sid }) => record_sid))) gone += await deleteUnused(ctx, modelNamed(ctx.tenant.models, entity), part) // oxfmt-ignore
  return gone
}

async function deleteUnused(ctx: Context, model: Model, sids: readonly string[]): Promise<number> {
  if (sids.length === 0) return 0
  try {
    await removeRows(ctx, model, sids) // refuses before it writes
    return sids.length
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (sids.length === 1) return 0
    const middle = Math.ceil(sids.length / 2)
    return (await deleteUnused(ctx, model, sids.slice(0, middle))) + (await deleteUnused(ctx, model, sids.slice(middle)))
  }
}
