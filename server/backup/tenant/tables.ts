import { sql } from 'kysely'
import type { Field } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { countTables } from '../../database/count-tables.ts'
import type { Db } from '../../database/pool.ts'
import type { Models } from '../../records/registry.ts'

/** A table of a tenant: the columns that go with it, and those that stay, since they admit to this installation. */
export type OpenTable = { name: string; columns: readonly string[]; left: readonly string[] }

/** Tables of the engine that belong to the data: totals, and the last number of each rule. */
const ENGINE = ['record_count', 'sequence', 'setting']

/** Every declared entity, the counts of their records, and the engine's own tables. */
export async function openTables(db: Db, schema: string, models: Models): Promise<OpenTable[]> {
  const all = [...models.all.values()].filter(({ credentials }) => credentials !== true)
  const left = new Map(all.map((model) => [model.name, credentialsOf(model)]))
  const names = [...all.map(({ name }) => name), ...all.flatMap((model) => countTables(model).map(({ name }) => name)), ...ENGINE]
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = ${schema} and c.relkind = 'r' and c.relname = any(${names}) group by 1 order by 1`.execute(db)
  return rows.map(({ name, columns }) => {
    const own = left.get(name) ?? []
    return { name, columns: columns.filter((code) => !own.includes(code)), left: own }
  })
}

const credentialsOf = ({ fields }: Model): string[] =>
  Object.entries<Field>(fields).flatMap(([code, field]) => (field.secret || field.credential ? [code] : []))

/** Settings of the tenant and its people. The others live for minutes, or hold what admits to this installation or to a mail server. */
export const KEPT_SETTINGS = [
  'tenant.%', 'i18n.%', 'case_no_rule', 'sign_in.rules', 'permission.%', 'docketing.%', 'law.%', 'seed.%', 'user.%', 'audit.sealed', 'audit.removed',
] // oxfmt-ignore
