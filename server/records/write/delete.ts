import { type RawBuilder, sql } from 'kysely'
import { HEAD } from '../../../model/cases/head-fields.ts'
import type { Model, Verb } from '../../../model/kit/model.ts'
import { MAX_BATCH } from '../../../model/kit/verbs.ts'
import { refuse } from '../../errors.ts'
import { authorize } from '../permission/permission.ts'
import { runAround } from '../hooks.ts'
import { fieldsOf, nameOf } from '../registry.ts'
import { UUID } from './values.ts'
import { inTransaction, type Context, type RowValues } from '../context.ts'
import { writeCounted } from './counted.ts'
import { refuseKeptRows, refuseSystemRows } from './checks/system-rows.ts'
import { checkUnique } from './checks/unique.ts'
import { checkReferences } from './checks/validate.ts'
import { countMoved, draftFrom, lockRows, refuseFaulty, writeHistory, wrote } from './write.ts'
import { sayTaken } from './checks/say-taken.ts'

/** POST do/delete/{sid}: into the recycle bin; refused with the reason while other records depend on it. */
export async function remove(ctx: Context, model: Model, sid: string): Promise<{ sid: string }> {
  authorize(ctx, model, 'delete')
  if (!UUID.test(sid)) refuse('not_found')
  await inTransaction(ctx, (tx) => removeRows(tx, model, [sid.toLowerCase()], { verb: 'delete' }))
  return { sid }
}

/** `beside`: records that leave in the same transaction, so that their references keep none of these. */
type Removing = { verb?: Verb; beside?: readonly string[] }

/** Also for deletes on a user's behalf: of records with any changing verb, unless a `verb` is named. */
export async function removeRows(ctx: Context, model: Model, sids: readonly string[], { verb, beside }: Removing = {}) {
  const rows = await lockRows(ctx, model, sids, { leaving: true, ...(verb && { verb }) })
  if (rows.length < sids.length) refuse('not_found')
  if (ctx.tenant.models.kinds.has(model.name)) await lockHeads(ctx, sids)
  refuseSystemRows(ctx, model, rows)
  refuseKeptRows(model, rows)
  await refuseDepended(ctx, model, rows, beside)
  await runAround(ctx, model.name, 'deleting', rows, (own) => leave(own, model, rows))
}

/** Removes the rows from their table, with history, totals and hooks. */
async function leave(ctx: Context, model: Model, rows: readonly RowValues[]) {
  const sids = rows.map((row) => String(row.sid))
  const now = new Date().toISOString()
  const table = sql.table(model.name)
  const statement = model.hard_delete
    ? sql`delete from ${table} where sid = any(${sids}::uuid[])`
    : sql`update ${table} set deleted_at = ${now}, deleted_by = ${ctx.actor.sid}, version = version + 1, updated_at = ${now}, updated_by = ${ctx.actor.sid} where sid = any(${sids}::uuid[])`
  await writeCounted(ctx.db, model, statement)
  await writeHistory(ctx, model, 'DELETE', rows.map(draftFrom))
  await countMoved(ctx, model, rows, -1)
  for (const hooks of ctx.tenant.modules.hooksOf(model.name)) await hooks.deleted?.(ctx, rows)
  wrote(ctx, model, undefined, rows)
}

/** A write that refers to a case locks its head; from now on no new reference can start. */
const lockHeads = (ctx: Context, sids: readonly string[]) =>
  sql`select from ${sql.table(HEAD)} where sid = any(${sids}::uuid[]) order by sid for update`.execute(ctx.db)

/** Records with `visibility.through` are deleted and restored with their parent. Of a batch, the first record that is still used is named. */
async function refuseDepended(ctx: Context, model: Model, rows: readonly RowValues[], beside: readonly string[] = []) {
  const own = rows.map((row) => String(row.sid))
  const leaving = beside.length > 0 ? [...new Set([...own, ...beside])] : own
  const users = await usersOf(ctx, model, own, leaving)
  if (users.length === 0) return
  const [found = { row: rows[0], users }] = rows.length > 1 && rows.length <= MAX_BATCH ? await firstUsed(ctx, model, rows, leaving) : []
  const labels = found.users.map((name) => ctx.tenant.models.all.get(name)).filter((one) => one !== undefined)
  refuse('depended_on', {
    name: nameOf(model, found.row ?? {}, ctx.lang),
    by_zh: labels.map((one) => one.zh).join('、'),
    by_en: labels.map((one) => one.en).join(', '),
  })
}

async function firstUsed(ctx: Context, model: Model, rows: readonly RowValues[], leaving: string[]) {
  for (const row of rows) {
    const users = await usersOf(ctx, model, [String(row.sid)], leaving)
    if (users.length > 0) return [{ row, users }]
  }
  return []
}

/** The models with live records, beside those that leave, that refer to these. */
async function usersOf(ctx: Context, model: Model, sids: string[], leaving: string[]): Promise<string[]> {
  const names = ctx.tenant.models.kinds.has(model.name) ? [model.name, HEAD] : [model.name]
  const parts = [...ctx.tenant.models.all.values()].flatMap((other) =>
    fieldsOf(other)
      .filter(([code, field]) => !other.derived && !field.computed && code !== other.visibility?.through)
      .flatMap(([code, field]) => {
        const met = refersTo(names, code, field, sids)
        return met
          ? [
              sql`(select ${other.name}::text as model from ${sql.table(other.name)} as t where ${met} and t.deleted_at is null and not exists (select from leaving where leaving.sid = t.sid) limit 1)`,
            ]
          : []
      }),
  )
  if (parts.length === 0) return []
  const found = await sql<{ model: string }>`with leaving as materialized (select unnest(${leaving}::uuid[]) as sid) ${sql.join(parts, sql` union `)}`.execute(ctx.db) // oxfmt-ignore
  return found.rows.map((row) => row.model)
}

function refersTo(names: readonly string[], code: string, field: ReturnType<typeof fieldsOf>[number][1], sids: string[]) {
  const column = sql.ref(`t.${code}`)
  if (field.type === 'reference' && names.includes(field.to)) return sql`${column} = any(${sids}::uuid[])`
  if (field.type === 'references' && names.includes(field.to)) return sql`${column} && ${sids}::uuid[]`
  if (field.type !== 'rows') return undefined
  const links = Object.entries(field.of).filter(([, part]) => part.type === 'reference' && names.includes(part.to))
  const met = links.flatMap(([part]) => (sids.length > MAX_LOOKUPS ? [anyRow(column, part, sids)] : sids.map((sid) => holdsRow(column, part, sid))))
  return met.length ? sql`(${sql.join(met, sql` or `)})` : undefined
}

// The index of the rows finds a few; a statement has a limit of 65,535 parameters, and many are found by one reading of the table.
const MAX_LOOKUPS = 100
const holdsRow = (column: RawBuilder<unknown>, part: string, sid: string) => sql`${column} @> ${JSON.stringify([{ [part]: sid }])}::jsonb`
const anyRow = (column: RawBuilder<unknown>, part: string, sids: readonly string[]) =>
  sql`exists (select from jsonb_array_elements(${column}) as part(value) where part.value ->> ${part}::text = any(${[...sids]}::text[]))`

/** POST do/restore {sids}: restores from the recycle bin. */
export async function restore(ctx: Context, model: Model, sids: readonly string[]): Promise<{ sids: readonly string[] }> {
  authorize(ctx, model, 'delete')
  await restoreRows(ctx, model, sids, { verb: 'delete' })
  return { sids }
}

/** Also for restores on a user's behalf. */
export async function restoreRows(ctx: Context, model: Model, sids: readonly string[], { verb }: { verb?: Verb } = {}) {
  await inTransaction(ctx, async (tx) => {
    const rows = await lockRows(tx, model, sids, { bin: true, ...(verb && { verb }) })
    if (rows.length < sids.length) refuse('not_found')
    await refuseChangedWorld(tx, model, rows)
    const now = new Date().toISOString()
    const back = sql`update ${sql.table(model.name)} set deleted_at = null, deleted_by = null, version = version + 1, updated_at = ${now}, updated_by = ${tx.actor.sid} where sid = any(${sids}::uuid[])`
    await writeCounted(tx.db, model, back, undefined, (error) => sayTaken(tx, model, error))
    await writeHistory(tx, model, 'RESTORE', rows.map(draftFrom))
    await countMoved(tx, model, rows, 1)
    for (const hooks of ctx.tenant.modules.hooksOf(model.name)) await hooks.restored?.(tx, rows)
    wrote(tx, model, undefined, rows)
  })
}

/** Since the delete, referenced records may have been deleted and the number may have been reused. */
async function refuseChangedWorld(ctx: Context, model: Model, rows: readonly RowValues[]) {
  const codes = fieldsOf(model).flatMap(([code, field]) => (field.computed ? [] : [code]))
  const drafts = rows.map((row) => ({ ...draftFrom(row), before: undefined, changed: new Set(codes) }))
  await checkReferences(ctx, model, drafts, { alsoInvalid: true })
  await checkUnique(ctx, model, drafts)
  refuseFaulty(drafts)
}
