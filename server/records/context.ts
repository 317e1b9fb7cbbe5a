import { sql } from 'kysely'
import type { Lang } from '../../model/kit/fields.ts'
import type { PubSub } from '../database/publish.ts'
import type { Db } from '../database/pool.ts'
import type { Access } from './permission/permission.ts'
import type { Modules } from './modules.ts'
import type { Declared, Models } from './registry.ts'
import type { SecretKeys } from './secret-keys.ts'
import type { Slots } from './slots.ts'
import type { Totals } from './query/totals.ts'

export type Source = 'web' | 'api' | 'import' | 'job' | 'workflow' | 'sync'

export type Grant = {
  role: string
  model: string
  verbs: readonly string[]
  scope: 'OWN' | 'SELF' | 'DEPT' | 'DEPT_SUB' | 'COMPANY' | 'COMPANY_SUB' | 'AGENCY' | 'ALL' | 'CUSTOM'
  query: string | null
  hidden: readonly string[]
  read_only: readonly string[]
  /** What its role is shown masked. */
  masks?: readonly ('id_no' | 'mobile')[]
}

/** Who acts. `sid` is the person (user_info); the system itself acts as SYSTEM. */
export type Actor = {
  sid: string | null
  user_sid: string | null
  token_sid: string | null
  name: string
  account: string
  platform: 1 | 2
  company_sid: string | null
  department_sid: string | null
  agency_sid: string | null
  roles: readonly string[]
  /** Classes of documents that the roles see. */
  document_classes: readonly string[]
  grants: readonly Grant[]
  /** Departments and companies with all below them. */
  departments: readonly string[]
  companies: readonly string[]
  /** The sub-company chosen in the shell, with all below it; null is no restriction. */
  selected: readonly string[] | null
  /** What each model lets this person do, worked out once. */
  access: Map<string, Access>
}

/** The same side of the product as option fields store it. */
export const platformCode = (platform: 1 | 2) => (platform === 1 ? '1' : '2')

export type Tenant = {
  name: string
  schema: string
  db: Db
  /** For statements that stand by themselves: what they did stays, whatever becomes of the transaction that waits for them. */
  aside: Db
  declared: Declared
  models: Models
  modules: Modules
  totals: Totals
  /** Seals and opens secret fields. */
  keys: SecretKeys
  pubsub: PubSub
}

/** What every verb is given: one handle (pool or transaction), the tenant, who acts, and how the call came in. */
export type Context = {
  db: Db
  tenant: Tenant
  actor: Actor
  lang: Lang
  source: Source
  /** Where the call says it comes from, and from which resource of the menus: for the change log only. */
  said?: Source
  resource?: string
  request_id: string
  /** The tenant's present day, as YYYY-MM-DD. */
  today: string
  reason?: string
  /** What is kept all the same, and told with the record that a caller made or changed. */
  warnings?: string[]
  /** Codes of the warnings that the caller has confirmed; absent where nobody is there to be asked. */
  confirmed?: ReadonlySet<string> | undefined
  /** The values come from a file, which tells what another system knew: what does not apply is kept and noted. */
  from_file?: boolean
  /** Run after the transaction has been committed. */
  after?: (() => void)[]
  /** What the hooks of this transaction hand on to each other. */
  slots?: Slots
}

export const SYSTEM: Actor = {
  sid: null,
  user_sid: null,
  token_sid: null,
  name: 'system',
  account: 'system',
  platform: 1,
  company_sid: null,
  department_sid: null,
  agency_sid: null,
  roles: [],
  document_classes: [],
  grants: [{ role: 'system', model: '*', verbs: ['*'], scope: 'ALL', query: null, hidden: [], read_only: [] }],
  departments: [],
  companies: [],
  selected: null,
  access: new Map(),
}

export const ZONE = 'Asia/Shanghai'

let present = { day: '', until: 0 }

/** Today in the tenant's zone; worked out once a day, as every request asks. */
export function presentDay(): string {
  const now = Date.now()
  if (now < present.until && now >= present.until - DAY) return present.day
  const day = Temporal.Now.plainDateISO(ZONE)
  present = { day: day.toString(), until: day.add({ days: 1 }).toZonedDateTime(ZONE).epochMilliseconds }
  return present.day
}

// The zone keeps no summer time.
const DAY = 86_400_000

/** The system's own work in a tenant: jobs, seeds, migrations. */
export function systemContext(tenant: Tenant, source: Source = 'job'): Context {
  return { db: tenant.db, tenant, actor: { ...SYSTEM, access: new Map() }, lang: 'zh', source, request_id: 'system', today: presentDay() }
}

/** One transaction for all that `act` does with the work it is given; nested calls join the outer one. */
export async function inTransaction<T>(ctx: Context, act: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return act(ctx)
  const after: (() => void)[] = []
  const result = await ctx.db.transaction().execute((db) => act({ ...ctx, db, after, slots: new Map() }))
  for (const run of after) run()
  return result
}

/** Waits for whoever else holds the same key; released at the end of the transaction. */
export async function lockKey(ctx: Context, key: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.tenant.schema}:${key}`}, 0))`.execute(ctx.db)
}

/** Once the transaction is committed, or now outside of one. */
export function later(ctx: Context, act: (tenant: Tenant) => void) {
  const run = () => act(ctx.tenant)
  if (ctx.after) ctx.after.push(run)
  else run()
}
