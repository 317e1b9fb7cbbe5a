import { sql } from 'kysely'
import { catalogueOf, type Declared } from '../auth/roles/resources/catalogue.ts'
import type { Context } from '../records/context.ts'
import { add } from './rows.ts'

type Known = { sid: string; code: string | null; name: string | null; name_en: string | null; endpoints: string[] | null; valid: boolean | null }

/** The functions of the product as resources: new ones are added, changed ones follow, and those that a newer version no longer has are invalid. */
export async function seedResources(ctx: Context) {
  const declared = catalogueOf(ctx.tenant)
  const rows: Known[] = await ctx.db
    .selectFrom('rbac_resource')
    .select(['sid', 'code', 'name', 'name_en', 'endpoints', 'valid'])
    .where('is_system', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Map(rows.map((row) => [String(row.code), row]))
  await addNew(ctx, declared, known)
  for (const one of declared) await follow(ctx, one, known.get(one.code))
  const gone = rows.filter(({ code, valid }) => valid !== false && !declared.some((one) => one.code === code)).map(({ sid }) => sid)
  if (gone.length > 0) await ctx.db.updateTable('rbac_resource').set({ valid: false }).where('sid', 'in', gone).execute()
  await bindMenus(ctx)
}

/** Parents precede their children. */
async function addNew(ctx: Context, declared: readonly Declared[], known: ReadonlyMap<string, Known>) {
  const sids = new Map([...known].map(([code, { sid }]) => [code, sid]))
  let left = declared.filter(({ code }) => !known.has(code))
  while (left.length > 0) {
    const ready = left.filter(({ parent }) => parent === '' || sids.has(parent))
    if (ready.length === 0) break
    const made = await add(ctx, 'rbac_resource', ready.map((one, at) => rowOf(one, sids.get(one.parent) ?? null, at))) // oxfmt-ignore
    for (const [at, { code }] of ready.entries()) sids.set(code, made[at] ?? '')
    left = left.filter(({ code }) => !sids.has(code))
  }
  await sql`update rbac_resource set is_system = true, functions = array[code] where code = any(${declared.map(({ code }) => code)}) and is_system is not true`.execute(
    ctx.db,
  )
}

const rowOf = ({ code, zh, en, type, path, endpoints, bindable }: Declared, parent_sid: string | null, at: number) => ({
  ...{ code, name: zh, name_en: en, type, parent_sid, sort_by: at, bindable },
  ...(path && { path }),
  ...(endpoints.length > 0 && { endpoints: [...endpoints] }),
})

async function follow({ db }: Context, one: Declared, row: Known | undefined) {
  if (!row) return
  const isSame = row.name === one.zh && row.name_en === one.en && row.valid !== false && String(row.endpoints ?? []) === String(one.endpoints)
  if (isSame) return
  const { zh: name, en: name_en, path = null, bindable } = one
  await db
    .updateTable('rbac_resource')
    .set({ name, name_en, path, bindable, endpoints: [...one.endpoints], valid: true })
    .where('sid', '=', row.sid)
    .execute()
}

/** Menus of pages of the product are bound to these. */
const bindMenus = ({ db }: Context) =>
  sql`update rbac_menu as m set resource_sid = r.sid from rbac_resource as r
    where m.resource_sid is null and m.path is not null and r.path = m.path and r.is_system and r.deleted_at is null`.execute(db)
