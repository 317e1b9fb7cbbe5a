import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'

/** Tables are declared by models at run time, so their columns are not known to the compiler. */
export type Tables = Record<string, Record<string, unknown>>
export type Db = Kysely<Tables> | Transaction<Tables>

// Dates stay plain text, instants become ISO 8601 in UTC, counts are numbers, decimals stay text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

type TenantClient = pg.PoolClient & { searchPath?: string }

/** Repeated statements are prepared once per connection under a name; PostgreSQL then skips parsing and planning them. */
class PreparingClient extends pg.Client {
  readonly seen = new Map<string, number>()

  // @types/pg overloads `query` nine ways; only the (text, values) form that Kysely uses is touched.
  override query(...args: unknown[]): never {
    const [text, values] = args
    const query = super.query.bind(this) as unknown as (...all: unknown[]) => never
    if (typeof text !== 'string' || !Array.isArray(values) || text.length > 8000) return query(...args)
    const times = (this.seen.get(text) ?? 0) + 1
    if (this.seen.size < 500 || this.seen.has(text)) this.seen.set(text, times)
    return times < 3 ? query(...args) : query({ name: nameOf(text), text, values }, ...args.slice(2))
  }
}

const names = new Map<string, string>()
function nameOf(text: string) {
  let name = names.get(text)
  if (!name) names.set(text, (name = `q${names.size}`))
  return name
}

export function openPool(url: string, size = 16) {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    Client: PreparingClient as unknown as typeof pg.Client, // `query` above narrows what @types/pg promises
  } as pg.PoolConfig)
  pool.on('error', () => {}) // an idle connection that breaks is replaced at the next call, which reports it
  return pool
}

/** A handle whose every statement runs in one tenant's schema. Connections are shared by all tenants. */
export function handleOf(pool: pg.Pool, schema: string): Kysely<Tables> {
  const quoted = `"${schema.replaceAll('"', '""')}", public`
  const scoped: PostgresPool = {
    async connect() {
      const client: TenantClient = await pool.connect()
      if (client.searchPath !== quoted) {
        await client.query(`set search_path to ${quoted}`)
        client.searchPath = quoted
      }
      return client as unknown as Awaited<ReturnType<PostgresPool['connect']>> // pg's own client; Kysely types a subset of it
    },
    end: async () => {},
    options: {},
  }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: scoped }) })
}
