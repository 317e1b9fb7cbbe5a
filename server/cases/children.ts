import { sql } from 'kysely'
import type { CaseKind } from '../../model/cases/case-kind.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Context, Draft, RowValues } from '../records/context.ts'
import type { ModelHooks } from '../records/modules.ts'
import { fieldOf } from '../records/registry.ts'
import { writeCounted } from '../records/write/counted.ts'
import { sayTaken } from '../records/write/checks/say-taken.ts'
import { countMoved, wrote } from '../records/write/write.ts'

/** Records visible through their case are deleted and restored with it, and are of its company; so are their totals. */
export const childHooks = ({ name }: CaseKind): ModelHooks => ({
  model: [name],
  async written(ctx: Context, drafts: readonly Draft[]) {
    const moved = drafts.filter(({ before, changed }) => before && changed.has('company_sid')).map(({ sid }) => sid)
    if (moved.length > 0) for (const child of childrenOf(ctx, name)) await moveChildren(ctx, name, child, moved)
  },
  async deleted(ctx: Context, rows: readonly RowValues[]) {
    for (const child of childrenOf(ctx, name)) await deleteChildren(ctx, name, child, sidsOf(rows))
  },
  async restored(ctx: Context, rows: readonly RowValues[]) {
    for (const child of childrenOf(ctx, name)) await restoreChildren(ctx, child, rows)
  },
})

type Child = { model: Model; through: string }

/** Child models of all cases, and those of this kind alone */
function childrenOf({ tenant }: Context, kind: string): Child[] {
  return [...tenant.models.all.values()].flatMap((model) => {
    const through = model.visibility?.through
    const link = through === undefined ? undefined : fieldOf(model, through)
    const isChild = link?.type === 'reference' && (link.to === HEAD || link.to === kind) && !model.hard_delete && !model.derived
    return through !== undefined && isChild ? [{ model, through }] : []
  })
}

const sidsOf = (rows: readonly RowValues[]) => rows.map((row) => String(row.sid))

async function deleteChildren(ctx: Context, kind: string, { model, through }: Child, sids: readonly string[]) {
  const table = sql.table(model.name)
  const of = (cases: readonly string[]) => sql`${sql.ref(through)} = any(${[...cases]}::uuid[]) and deleted_at is null and ${leaving(model)}`
  const { rows } = await sql<RowValues>`select company_sid from ${table} where ${of(sids)} for no key update`.execute(ctx.db)
  if (rows.length === 0) return
  // One moment for all that leave together: of an import taken back, a look at the case of each child may read the whole table each time.
  const parents = await sql<RowValues>`select sid, deleted_at from ${sql.table(kind)} where sid = any(${[...sids]}::uuid[])`.execute(ctx.db)
  for (const [at, some] of Map.groupBy(parents.rows, (one) => String(one.deleted_at)))
    await writeCounted(ctx.db, model, sql`update ${table} set deleted_at = ${at}, deleted_by = ${ctx.actor.sid} where ${of(sidsOf(some))}`)
  await countMoved(ctx, model, rows, -1)
  wrote(ctx, model)
}

/** In the recycle bin as well: they are restored into the company of their case. */
async function moveChildren(ctx: Context, kind: string, { model, through }: Child, cases: readonly string[]) {
  const table = sql.table(model.name)
  const parents = sql`${sql.table(kind)} as p on p.sid = ${sql.ref(`t.${through}`)}`
  const { rows } = await sql<RowValues>`select t.sid, t.company_sid, p.company_sid as joined, t.deleted_at from ${table} as t join ${parents}
    where p.sid = any(${[...cases]}::uuid[]) and t.company_sid is distinct from p.company_sid for no key update of t`.execute(ctx.db)
  if (rows.length === 0) return
  const company = sql`(select p.company_sid from ${sql.table(kind)} as p where p.sid = ${sql.ref(`${model.name}.${through}`)})`
  await writeCounted(ctx.db, model, sql`update ${table} set company_sid = ${company} where sid = any(${sidsOf(rows)}::uuid[])`, undefined, (error) =>
    sayTaken(ctx, model, error),
  )
  const live = rows.filter(({ deleted_at }) => deleted_at === null)
  await countMoved(ctx, model, live, -1)
  await countMoved(ctx, model, live.map(({ joined }) => ({ company_sid: joined })), 1) // oxfmt-ignore
  wrote(ctx, model)
}

/** Closed records are kept as history when their case is deleted, if the model declares `keeps_closed`. */
function leaving({ visibility, states }: Model) {
  if (!visibility?.keeps_closed || !states) return sql`true`
  return sql`not (${sql.ref(states.field)} = any(${[...states.closed]}::text[]))`
}

/** Records deleted before their case stay in the recycle bin. */
async function restoreChildren(ctx: Context, { model, through }: Child, cases: readonly RowValues[]) {
  const table = sql.table(model.name)
  const parents = sql`unnest(${sidsOf(cases)}::uuid[], ${cases.map((row) => row.deleted_at)}::timestamptz[]) as p(sid, deleted_at)`
  const { rows } = await sql<RowValues>`select t.sid, t.company_sid from ${table} as t join ${parents} on p.sid = ${sql.ref(`t.${through}`)}
    where t.deleted_at >= p.deleted_at for no key update of t`.execute(ctx.db)
  if (rows.length === 0) return
  await writeCounted(ctx.db, model, sql`update ${table} set deleted_at = null, deleted_by = null where sid = any(${sidsOf(rows)}::uuid[])`)
  await countMoved(ctx, model, rows, 1)
  wrote(ctx, model)
}
