import pg from 'pg'

// The data that the floor caches, like the product: totals until a write to their model, and the names of referenced records.

export type Row = Record<string, unknown>
export type Floor = {
  pool: pg.Pool
  /** A named statement with a generic plan: PostgreSQL parses and plans it once for each connection. */
  rowsOf(name: string, text: string, values?: unknown[]): Promise<Row[]>
  /** Cached until a write to patents. */
  totalOf(name: string, text: string, values?: unknown[]): Promise<number>
  /** Reports a write to patents. */
  wrote(): void
  /** Adds the names of owner, department and agency to their keys. */
  named(rows: Row[]): Row[]
}

const { builtins } = pg.types
pg.types.setTypeParser(builtins.DATE, (text) => text)
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`)

const NAMES = [
  ['owner', 'user_info', 'name'],
  ['department', 'department', 'name'],
  ['agency', 'agency', 'agency_name'],
] as const

export async function openFloor(url: string, schema: string): Promise<Floor> {
  const pool = new pg.Pool({ connectionString: url, max: 16, options: `-c search_path=${schema},public -c plan_cache_mode=force_generic_plan` })
  const names = await Promise.all(
    NAMES.map(async ([code, table, column]) => {
      const { rows } = await pool.query<{ sid: string; name: string }>(`select sid, ${column} as name from ${table}`)
      return [`${code}_sid`, `${code}_name`, new Map(rows.map(({ sid, name }) => [sid, name]))] as const
    }),
  )
  const rowsOf: Floor['rowsOf'] = async (name, text, values = []) => (await pool.query<Row>({ name, text, values })).rows
  let kept = new Map<string, Promise<number>>()
  return {
    pool,
    rowsOf,
    totalOf(name, text, values = []) {
      const key = name + values.join('\t')
      const known = kept.get(key)
      if (known) return known
      const total = rowsOf(name, text, values).then(([row]) => Number(row?.n))
      kept.set(key, total)
      return total
    },
    wrote: () => void (kept = new Map()),
    named: (rows) => {
      for (const row of rows) for (const [key, name, all] of names) row[name] = row[key] === null ? null : all.get(String(row[key]))
      return rows
    },
  }
}

/** The written columns of a row: PostgreSQL fills the others. */
export async function columnsOf(db: pg.Pool | pg.PoolClient, table: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}
