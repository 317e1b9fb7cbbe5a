import type { Duplex } from 'node:stream'
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import { isCopy, runCopy } from './copy.ts'
import { Deferred, type Fault, sendTogether, type Shape, type Statement } from './packet.ts'
import { isTracing, traced, withoutLiterals } from '../observability/tracing.ts'
import { introspectorWithin } from './sync/introspection.ts'

export type Db = Kysely<Tables> | Transaction<Tables>

/** How a tenant is reached. */
export type TenantHandles = {
  db: Db
  /** For independent statements, which stay committed if the waiting transaction fails. */
  aside: Db
  /** The database accepts no write on it. */
  reading: Db
  /** For changes of its tables, which a cluster makes elsewhere. */
  structure: Db
  /** The server that it is on now; undefined: that of the installation, which has the queue of jobs. */
  node: () => string | undefined
  /** Why that server cannot be used now; undefined where it can. */
  away: () => Error | undefined
  /** It is copied to another server, or this process cannot reach the one that it has moved to: nothing is written. */
  isMoving: () => boolean
  /** The error came of that. */
  isOfMove: (error: unknown) => boolean
}

/** For a table whose model is known only at run time: its columns are not checked by the compiler. */
export const anyTable = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>> // the same handle, less typed

// Dates stay plain text, instants become ISO 8601 in UTC, counts are numbers, decimals stay text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

type TenantClient = pg.PoolClient & { searchPath?: string }

/** Repeated statements are prepared once per connection under a name; PostgreSQL then skips parsing and planning them. */
class PreparingClient extends pg.Client {
  /** How often statements without a name have been asked for. */
  readonly seen = new Map<string, number>()
  readonly names = new Map<string, string>()
  made = 0
  readonly shapes = new Map<string, Shape>()
  searchPath = ''
  /** Statements sent together with the next one: a `begin` and writes of its transaction. */
  waiting: Statement[] = []

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // A connection that breaks in use also fails its query; without a listener, this event would end the process.
    this.on('error', () => {})
  }

  // @types/pg overloads `query` nine ways; only the (text, values) form that Kysely uses is touched.
  override query(...args: unknown[]): never {
    const [text, values] = args
    if (typeof text !== 'string' || !Array.isArray(values) || args.length > 2) return super.query(...(args as [string])) as never
    return this.ask(text, values) as never
  }

  ask(text: string, given: readonly unknown[]): Promise<unknown> {
    if (!isTracing()) return this.askNow(text, given)
    return traced(text.slice(0, 60).split(/\s/)[0] ?? 'sql', { 'db.system.name': 'postgresql', 'db.namespace': this.searchPath, 'db.query.text': withoutLiterals(text) }, () => this.askNow(text, given), 'client') // oxfmt-ignore
  }

  async askNow(text: string, given: readonly unknown[]): Promise<unknown> {
    const deferred = given.at(-1)
    const isDeferred = deferred instanceof Deferred
    const values = isDeferred ? given.slice(0, -1) : given
    const statement: Statement = { text, values, name: this.nameFor(text), fault: isDeferred ? deferred.fault : undefined }
    if (text === 'begin' || isDeferred) {
      this.waiting.push(statement)
      return NOTHING
    }
    const before = this.waiting
    this.waiting = []
    const isUnsent = before[0]?.text === 'begin'
    if ((isUnsent && text === 'rollback') || (isUnsent && before.length === 1 && text === 'commit')) return NOTHING
    if (text === 'rollback') return super.query(text)
    if (isCopy(values)) {
      await this.send(before)
      return runCopy((into) => super.query(into), text, values)
    }
    if (values.length === 0 && !statement.name && text !== 'commit') {
      await this.send(before)
      return super.query(text) // it may hold several commands
    }
    const asked = this.send([...before, ...(statement.name && ONE_RECORD.test(text) ? [ONE_PLAN, statement, OWN_PLANS] : [statement])])
    return statement.name ? asked.catch((error: unknown) => this.planAnew(error, statement)) : asked
  }

  async send(statements: readonly Statement[]) {
    return statements.length > 0 ? sendTogether((packet) => super.query(packet), statements, this.shapes) : NOTHING
  }

  /** The name of a statement that has been asked for often enough. */
  nameFor(text: string): string | undefined {
    const key = this.keyOf(text)
    const name = this.names.get(key)
    if (name) return name
    if (!PLANNED.test(text) || text.length > MAX_NAMED_CHARS || (text.includes(OWN) && !BY_KEY.test(text))) return undefined
    const times = (this.seen.get(key) ?? 0) + 1
    this.seen.delete(key)
    if (times >= NAMED && this.names.size < MAX_NAMES) {
      this.names.set(key, `q${++this.made}`)
      return this.names.get(key)
    }
    this.seen.set(key, times) // as the last, so that the first is the one that has not been asked for the longest
    if (this.seen.size > MAX_NAMES) this.seen.delete(this.seen.keys().next().value ?? '')
    return undefined
  }

  /** Each tenant's tables have columns of their own, so each has a plan of its own. */
  keyOf(text: string) {
    return `${this.searchPath} ${text}`
  }

  /** A column was added to a table whose every column was asked for. */
  planAnew(error: unknown, { text, values }: Statement) {
    const { code, message } = error as { code?: string; message?: string } // as pg reports it
    if (code !== '0A000' || !message?.includes('cached plan')) throw error
    this.names.delete(this.keyOf(text))
    return this.send([{ text, values }]).catch(() => {
      throw error // inside a transaction, which has ended with the first fault
    })
  }
}

/** A write without a result: within a transaction it is sent with the next statement, and its error ends the transaction there. */
export async function write(db: Db, text: string, values: readonly unknown[], fault?: Fault) {
  if (db.isTransaction) await db.executeQuery(CompiledQuery.raw(text, [...values, new Deferred(fault)]))
  else
    await db.executeQuery(CompiledQuery.raw(text, [...values])).catch((error: unknown) => {
      fault?.(error)
      throw error
    })
}

// Statements with columns known after preparation. The columns of `fetch` depend on the open cursor.
const PLANNED = /^\s*(select|with|insert|update|delete|begin|commit)\b/i
// How often a statement has been asked for when it is given a name.
const NAMED = 3
// PostgreSQL keeps the plan of each name in the memory of the connection.
const MAX_NAMES = 500
// An insert of a model with many fields is about ten thousand characters long; longer texts are lists of values, each asked for once.
const MAX_NAMED_CHARS = 20_000
// Such a list may be of three keys or of fifty thousand: no one plan serves both, so each is planned for itself.
const OWN = '= any(array(select'
// A record that is found by its own key is only tested.
const BY_KEY = /\bt\.sid (?:= \$|>= p\.low)/
// Its own key finds the record whatever else is asked, so one plan serves all values. PostgreSQL would plan anew each time: it expects ten
// values in a list of unknown length, and so holds that plan for ten times dearer. Planning own cases takes ten times as long as reading one.
const ONE_RECORD = /\bt\.sid = \$/
const ONE_PLAN: Statement = { text: 'set plan_cache_mode to force_generic_plan', values: [], name: 'one_plan', setting: true }
const OWN_PLANS: Statement = { text: 'reset plan_cache_mode', values: [], name: 'own_plans', setting: true }
const NOTHING = { command: '', rowCount: 0, rows: [] }

/** A few connections for short statements of their own, which a transaction that holds one of the others may wait for. */
export const openAside = (url: string, more?: pg.PoolConfig) => openPool(url, 2, `-c synchronous_commit=off ${limitedStatements()}`, more)

/** A question that takes longer is given up, so that none keeps a connection from all others. INNOE_STATEMENT_SECONDS changes it. */
export function limitedStatements() {
  const given = Number(process.env['INNOE_STATEMENT_SECONDS'])
  return `-c statement_timeout=${(Number.isInteger(given) && given > 0 ? given : 60) * 1000}`
}

/** Settings of connections to a server beside that of the installation: one that has died silently is noticed. */
export const NOTICED = { connectionTimeoutMillis: 5000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

export function openPool(url: string, size = 16, options?: string, more: pg.PoolConfig = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    ...(options && { options }),
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 1800, // then what the connection has prepared is what is asked for now
    ...more,
    connectionTimeoutMillis: 1000 * (Number(process.env['PGCONNECT_TIMEOUT']) || 5), // as all programs of PostgreSQL are told
    keepAlive: true,
    Client: PreparingClient as unknown as typeof pg.Client, // `query` above narrows what @types/pg promises
  } as pg.PoolConfig)
  pool.on('error', () => {}) // an idle connection that breaks is replaced at the next call, which reports it
  return pool
}

/** What is asked on it fails at once, also where nothing answers. */
export const breakOff = (client: pg.ClientBase) => (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy() // pg has it, and its types do not say so

/** `moving`: reads alone, and no wait for the tables that a move has locked: PostgreSQL locks the table of a write before it refuses it. */
export type HandleMode = 'write' | 'read' | 'moving'

const SETTINGS: Readonly<Record<HandleMode, string>> = {
  write: 'set default_transaction_read_only to off; reset lock_timeout',
  read: 'set default_transaction_read_only to on; reset lock_timeout',
  moving: "set default_transaction_read_only to on; set lock_timeout to '500ms'",
}
const READS = / (read|moving)$/

/** A connection for statements without a handle, which the one that used it last may have left reading only. */
export async function connectionOf(pool: pg.Pool): Promise<pg.PoolClient> {
  const client: TenantClient = await pool.connect()
  if (!READS.test(client.searchPath ?? '')) return client
  try {
    await client.query(SETTINGS.write)
  } catch (error) {
    client.release(true)
    throw error
  }
  client.searchPath = ''
  return client
}

/** One statement without a handle. */
export async function askOn<R extends pg.QueryResultRow>(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult<R>> {
  const client = await connectionOf(pool)
  try {
    return await client.query<R>({ text, ...(values && { values }) })
  } finally {
    client.release()
  }
}

/** A handle whose every statement runs in one tenant's schema, in the mode of the moment. Connections are shared by all tenants of a node; a tenant that moves has a function that answers the pool of its present node. */
export function handleOf(of: pg.Pool | (() => pg.Pool), schema: string, modeNow: () => HandleMode = () => 'write'): Kysely<Tables> {
  const quoted = `"${schema.replaceAll('"', '""')}", public`
  const scoped: PostgresPool = {
    async connect() {
      const mode = modeNow()
      // Part of the key of the connection, since its next user may write.
      const key = mode === 'write' ? quoted : `${quoted} ${mode}`
      const client: TenantClient = await (typeof of === 'function' ? of() : of).connect()
      if (client.searchPath !== key) {
        try {
          await client.query(`set search_path to ${quoted}; ${SETTINGS[mode]}`)
        } catch (error) {
          client.release(true) // a broken connection goes; one never given back would be missing for good
          throw error
        }
        client.searchPath = key
      }
      return client as unknown as Awaited<ReturnType<PostgresPool['connect']>> // pg's own client; Kysely types a subset of it
    },
    end: async () => {},
    options: {},
  }
  const dialect = new PostgresDialect({ pool: scoped })
  dialect.createIntrospector = (db) => introspectorWithin(db, schema)
  return new Kysely<Tables>({ dialect })
}
