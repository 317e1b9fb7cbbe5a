import { sql } from 'kysely'
import { StartFault } from '../config.ts'
import { withdrawBi } from '../database/bi/role.ts'
import { runBootstrapSql } from '../database/bootstrap.ts'
import { type Migrations, readMigrations, refuseNewerDatabase } from '../database/migrate.ts'
import { type Db, handleOf } from '../database/pool.ts'
import type { Tenant } from '../records/context.ts'
import { bringUp, DEFAULT_TENANT, inTurn, type TenantRow, tenantRows, tenantSchemas } from './bring-up.ts'
import { openTenant, type Parts } from './open-tenant.ts'

export { DEFAULT_TENANT, type Plan, planTenants } from './bring-up.ts'

export type Tenants = {
  all: ReadonlyMap<string, Tenant>
  /** By the host name that a request came to; the default one serves every other host. */
  of(host: string): Tenant
  /** Calls back for each open tenant, and for each that opens later. Returns a function that ends this. */
  each(hear: (tenant: Tenant) => void): () => void
  /**
   * A new tenant with its own schema, which `fill` fills before any process serves it; then all do, within a second. Refused with
   * a `StartFault` when its name or one of its hosts is taken.
   */
  add(name: string, hosts: readonly string[], fill?: (tenant: Tenant) => Promise<void>): Promise<Tenant>
  /**
   * No process serves it any more, within a second. Its schema and files stay until `removeTenant`. Answers the schema; also of one
   * that was forgotten before and is not removed yet.
   */
  forget(name: string): Promise<string>
}

// Messages to all processes, not to those of one tenant
const EVERY_TENANT = ''

/** Brings every tenant's schema up to the models, one process at a time, and opens them. */
export async function openTenants(parts: Parts): Promise<Tenants> {
  const migrations = parts.migrations ?? (await readMigrations())
  await inTurn(parts.pool, async (root) => {
    await refuseNewerDatabase(await tenantSchemas(parts, root), migrations)
    await runBootstrapSql(root)
    await sql`insert into public.tenant (name, schema) values (${DEFAULT_TENANT}, 't_default') on conflict do nothing`.execute(root)
    for (const one of await tenantSchemas(parts, root)) await bringUp(parts, one, migrations)
  })
  const served = servedTenants(parts)
  await served.readAgain()
  const first = served.all.get(DEFAULT_TENANT)
  if (!first) throw new Error('the default tenant is missing')
  const everywhere = parts.pubsub.of(EVERY_TENANT)
  // A database that is away now is asked again when it is back.
  for (const topic of ['tenants', 'refresh']) everywhere.subscribe(topic, () => void served.readAgain().catch(() => {}))
  const tellAll = async () => {
    everywhere.publish('tenants', null)
    await served.readAgain()
  }
  const root = handleOf(parts.pool, 'public')
  return {
    all: served.all,
    each: served.each,
    of: (host) => served.hosts.get(host.toLowerCase().replace(/\.$/, '')) ?? first, // a name may be written with the dot of the root
    async add(name, hosts, fill) {
      const tenant = await served.open(await addRow(parts, { name, hosts }, migrations))
      await fill?.(tenant)
      const { numAffectedRows } = await sql`update public.tenant set ready = true where name = ${name}`.execute(root)
      await tellAll()
      if (!numAffectedRows) throw new StartFault([`租户 ${name} 在建立过程中已被移除`, `The tenant ${name} was removed while it was being filled`])
      return tenant
    },
    async forget(name) {
      if (name === DEFAULT_TENANT) throw new StartFault([`默认租户 ${name} 不能移除`, `The default tenant ${name} cannot be removed`])
      const schema = await inTurn(parts.pool, (turn) => forgetRow(turn, name))
      await tellAll()
      return schema
    },
  }
}

/** The tenants that this process serves, as `public.tenant` names them. */
function servedTenants(parts: Parts) {
  const all = new Map<string, Tenant>()
  const hosts = new Map<string, Tenant>()
  const opened = new Map<string, { since: string; close: () => void }>()
  const hearers = new Set<(tenant: Tenant) => void>()
  let reading = Promise.resolve()

  async function open({ name, schema, since }: TenantRow): Promise<Tenant> {
    const known = all.get(name)
    if (known && opened.get(name)?.since === since) return known
    letGo(name)
    const { tenant, close } = await openTenant(parts, name, schema)
    all.set(name, tenant)
    opened.set(name, { since, close })
    for (const hear of hearers) hear(tenant)
    return tenant
  }

  async function read() {
    const rows = await tenantRows(handleOf(parts.pool, 'public'))
    const reached: [string, Tenant][] = []
    for (const row of rows.filter(({ ready }) => ready)) {
      const tenant = await open(row)
      for (const host of row.hosts) reached.push([host.toLowerCase(), tenant])
    }
    hosts.clear()
    for (const [host, tenant] of reached) hosts.set(host, tenant)
    for (const name of all.keys()) if (!rows.some((row) => row.name === name)) letGo(name)
  }

  function letGo(name: string) {
    opened.get(name)?.close()
    opened.delete(name)
    all.delete(name)
  }

  return {
    all,
    hosts,
    open,
    each(hear: (tenant: Tenant) => void) {
      hearers.add(hear)
      all.forEach(hear)
      return () => void hearers.delete(hear)
    },
    /** One by one: two at once would open a tenant twice. */
    readAgain: () => (reading = reading.catch(() => {}).then(read)),
  }
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,49}$/

const schemaOf = (name: string) => `t_${name.replaceAll(/[.-]/g, '_')}`

async function addRow(parts: Parts, { name, hosts }: Pick<TenantRow, 'name' | 'hosts'>, migrations: Migrations): Promise<TenantRow> {
  if (!NAME.test(name))
    throw new StartFault([
      `租户名 ${name} 无效：以小写字母或数字开头，只含小写字母、数字与 . - _，至多 50 个字符`,
      `The tenant name ${name} is invalid: a small letter or digit first, then small letters, digits, and . - _, 50 characters at most`,
    ])
  const schema = schemaOf(name)
  return await inTurn(parts.pool, async (root) => {
    await runBootstrapSql(root)
    refuseTaken({ name, schema, hosts }, await tenantRows(root))
    if (await isSchema(root, schema))
      throw new StartFault([
        `租户 ${name} 的旧数据尚未删除完：${REMOVE(name)}`,
        `What a former tenant ${name} held is not removed yet: ${REMOVE(name)}`,
      ])
    await withdrawBi(handleOf(parts.pool, schema), schema) // a role that a former tenant of this name left would read the new one
    const { rows } = await sql<{ since: string }>`
      insert into public.tenant (name, schema, hosts, ready) values (${name}, ${schema}, ${hosts}, false)
      returning created_at::text as since`.execute(root)
    await bringUp(parts, { tenant: name, schema, db: handleOf(parts.pool, schema) }, migrations)
    return { name, schema, hosts, ready: false, since: rows[0]?.since ?? '' }
  })
}

const REMOVE = (name: string) => `innoe tenant remove ${name} --confirm ${name}`

async function isSchema(root: Db, schema: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from pg_namespace where nspname = ${schema}) as found`.execute(root)
  return rows[0]?.found === true
}

function refuseTaken({ name, schema, hosts }: Pick<TenantRow, 'name' | 'schema' | 'hosts'>, known: readonly TenantRow[]) {
  const same = known.find((one) => one.name === name || one.schema === schema)
  if (same && !same.ready)
    throw new StartFault([
      `租户 ${same.name} 正在建立，或上次未建立完；如为后者：${REMOVE(same.name)}`,
      `The tenant ${same.name} is being filled, or was left unfinished; if it was: ${REMOVE(same.name)}`,
    ])
  if (same) throw new StartFault([`租户 ${same.name} 已存在`, `The tenant ${same.name} exists already`])
  for (const one of known) {
    const host = hosts.find((asked) => one.hosts.some((taken) => taken.toLowerCase() === asked.toLowerCase()))
    if (host) throw new StartFault([`域名 ${host} 已属于租户 ${one.name}`, `The host ${host} belongs to the tenant ${one.name}`])
  }
}

/** A removal that broke off has left the schema without a row: it can be asked for again. */
async function forgetRow(root: Db, name: string): Promise<string> {
  const { rows } = await sql<{ schema: string }>`delete from public.tenant where name = ${name} returning schema`.execute(root)
  if (rows[0]) return rows[0].schema
  const schema = schemaOf(name)
  const isLeft = NAME.test(name) && (await isSchema(root, schema)) && !(await tenantRows(root)).some((one) => one.schema === schema)
  if (!isLeft) throw new StartFault([`没有租户 ${name}`, `There is no tenant ${name}`])
  return schema
}
