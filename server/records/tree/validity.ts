import { sql } from 'kysely'
import type { Words } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { anyTable } from '../../database/pool.ts'
import type { Context, Draft, RowValues } from '../context.ts'
import { fieldOf, modelNamed, nameOf } from '../registry.ts'
import { warnAt } from '../write/checks/warnings.ts'
import type { TreeModel } from './read-tree.ts'

/** Beyond this a circle would have been refused. */
const DEEPEST = 100

/** Asks for confirmation before a change of a record below an invalid one, and before making one invalid that has valid children. */
export async function warnOfValidity(ctx: Context, model: TreeModel, drafts: readonly Draft[]) {
  if (!ctx.warnings && !ctx.confirmed) return
  const changed = drafts.filter(({ before, changed }) => before !== undefined && changed.size > 0)
  if (changed.length === 0) return
  const above = await invalidAbove(ctx, model, changed)
  for (const draft of changed) {
    const [name, name_en] = above.get(draft.sid) ?? []
    if (name !== undefined)
      warnAt(model, draft, {
        code: 'parent_invalid',
        field: model.tree.parent,
        words: [`上级“${name}”已无效，仍要修改吗？`, `“${name_en}” above it is no longer valid. Change it all the same?`],
        asks: true,
      })
    if (draft.changed.has('valid') && draft.row.valid === false) await warnOfThoseBelow(ctx, model, draft)
  }
}

/** By draft, the name of the nearest invalid record above it, or of the record to which the tree belongs */
async function invalidAbove(ctx: Context, model: TreeModel, drafts: readonly Draft[]): Promise<ReadonlyMap<string, Words>> {
  const { parent, within } = model.tree
  const found = new Map<string, Words>()
  const lines = await linesAbove(ctx, model, drafts.flatMap((draft) => draft.row[parent] ?? [])) // oxfmt-ignore
  for (const draft of drafts) {
    const nearest = lines.get(String(draft.row[parent] ?? ''))
    if (nearest) found.set(draft.sid, nearest)
  }
  const owner = within ? fieldOf(model, within.field) : undefined
  if (!within || owner?.type !== 'reference') return found
  const target = modelNamed(ctx.tenant.models, owner.to)
  const sids = [...new Set(drafts.flatMap((draft) => draft.row[within.field] ?? []))].map(String)
  if (sids.length === 0) return found
  const rows: RowValues[] = await anyTable(ctx.db).selectFrom(target.name).selectAll().where('sid', 'in', sids).where('valid', 'is', false).execute()
  const names = new Map(rows.map((row) => [row.sid, namesOf(target, row)]))
  for (const draft of drafts) {
    const name = names.get(draft.row[within.field])
    if (name !== undefined && !found.has(draft.sid)) found.set(draft.sid, name)
  }
  return found
}

/** By parent, the nearest invalid record among it and those above it. */
async function linesAbove(ctx: Context, model: TreeModel, parents: readonly unknown[]): Promise<ReadonlyMap<string, Words>> {
  const starts = [...new Set(parents.map(String))]
  if (starts.length === 0) return new Map()
  const [table, up] = [sql.table(model.name), sql.ref(`p.${model.tree.parent}`)]
  const { rows } = await sql<{ start: string; sid: string }>`
    with recursive above(start, sid, up, valid, depth) as (
      select p.sid, p.sid, ${up}, p.valid, 1 from ${table} p where p.sid = any(${starts}::uuid[])
      union all
      select a.start, p.sid, ${up}, p.valid, a.depth + 1 from above a join ${table} p on p.sid = a.up where a.depth < ${DEEPEST}
    )
    select distinct on (start) start, sid from above where valid is false order by start, depth`.execute(ctx.db)
  if (rows.length === 0) return new Map()
  const invalid: RowValues[] = await anyTable(ctx.db)
    .selectFrom(model.name)
    .selectAll()
    .where(
      'sid',
      'in',
      rows.map(({ sid }) => sid),
    ) // oxfmt-ignore
    .execute()
  const names = new Map(invalid.map((row) => [String(row.sid), namesOf(model, row)]))
  return new Map(rows.map(({ start, sid }) => [start, names.get(sid) ?? ['', '']]))
}

/** Its name in Chinese and, where the record has one, in English. */
function namesOf(model: Model, row: RowValues): Words {
  const english = Object.fromEntries(model.display.map((code) => [code, row[code.replace(/_zh$/, '') + '_en'] || row[code]]))
  return [nameOf(model, row), nameOf(model, english)]
}

async function warnOfThoseBelow(ctx: Context, model: TreeModel, draft: Draft) {
  const [table, up] = [sql.table(model.name), sql.ref(`c.${model.tree.parent}`)]
  const { rows } = await sql<{ n: string }>`
    with recursive below(sid, valid, depth) as (
      select c.sid, c.valid, 1 from ${table} c where ${up} = ${draft.sid}::uuid and c.deleted_at is null
      union all
      select c.sid, c.valid, b.depth + 1 from below b join ${table} c on ${up} = b.sid where c.deleted_at is null and b.depth < ${DEEPEST}
    )
    select count(distinct sid) as n from below where valid is not false`.execute(ctx.db)
  const count = Number(rows[0]?.n ?? 0)
  if (count === 0) return
  warnAt(model, draft, {
    code: 'valid_below',
    field: 'valid',
    words: [`其下还有 ${count} 个有效的${model.zh}，它们不随之无效`, `There are ${count} valid records below it, which stay valid`],
    asks: true,
  })
}
