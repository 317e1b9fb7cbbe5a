import type pg from 'pg'

type Column = { table_name: string; column_name: string; type: string; not_null: boolean; default: string | null }

/** Every column, constraint and index of a schema, by name and without the schema's own. */
export async function shapeOf(pool: pg.Pool, schema: string) {
  const read = async <T extends pg.QueryResultRow>(statement: string) => (await pool.query<T>(statement, [schema])).rows
  const columns = await read<Column>(`
    select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
      pg_get_expr(d.adbin, d.adrelid) as default
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attname collate "C"`)
  const constraints = await read<{ name: string; definition: string }>(`
    select conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = to_regnamespace($1) order by conname collate "C"`)
  const indexes = await read<{ definition: string }>(
    `select indexdef as definition from pg_indexes where schemaname = $1 order by indexname collate "C"`,
  )
  const bare = (text: string) => text.replaceAll(`${schema}.`, '')
  return {
    columns,
    constraints: constraints.map(({ name, definition }) => bare(`${name} ${definition}`)),
    indexes: indexes.map(({ definition }) => bare(definition)),
  }
}
