import { sql } from 'kysely'
import type pg from 'pg'
import { StartFault } from '../config.ts'
import { isUnreached } from '../database/away.ts'
import { withdrawBi } from '../database/bi/role.ts'
import { runBootstrapSql } from '../database/bootstrap.ts'
import { quote } from '../database/sync/sync.ts'
import {
  admitOlderPrograms,
  type Migrations,
  pendingMigrations,
  readMigrations,
  refuseNewerDatabase,
  refuseOlderPrograms,
  type TenantSchema,
} from '../database/migrate.ts'
import { type Db, handleOf } from '../database/pool.ts'
import type { Tenant } from '../records/context.ts'
import { bringUp, DEFAULT_TENANT, inFreeTurn, inTurn, knownTenants, schemaIn, type TenantRow, tenantRows } from './bring-up.ts'
import { endBrokenMoves } from './broken-moves.ts'
import { ARRIVING, departedOf, isDeparting, isSchema, REMOVED, takeBack } from './marks.ts'
import { findSchemas, type Found, type Nodes, openNodes } from './nodes.ts'
import { dropSchema } from './drop-schema.ts'
import type { Parts } from './open-tenant.ts'
import { type Fill, isElsewhere, servedTenants } from './served.ts'

export { DEFAULT_TENANT, type Plan, planTenants } from './bring-up.ts'

export type Tenants = {
  all: ReadonlyMap<string, Tenant>
  /** By the host name that a request came to; the default one serves every other host. Refuses while the tenant is away. */
  of(host: string): Tenant
  /** Calls back for each open tenant, and for each that opens later. Returns a function that ends this. */
  each(hear: (tenant: Tenant) => void): () => void
  /**
   * A new tenant with its own schema, which `fill` fills before any process serves it; then all do, within a second. Refused with
   * a `StartFault` when its name or one of its hosts is taken.
   */
  add(name: string, hosts: readonly string[], fill?: (tenant: Tenant) => Promise<void>, node?: string | null): Promise<Tenant>
  /** As `add`, of a tenant whose tables `make` brings into the database, of this release or an earlier one. What fails leaves nothing. */
  addAgain(given: { name: string; hosts: readonly string[] }, by: Again): Promise<Tenant>
  /**
   * No process serves it any more, within a second. Its schema and files stay until `removeTenant`. Answers its schemas, also what moves
   * have left; also of one that was forgotten before and is not removed yet.
   */
  forget(name: string): Promise<Forgotten>
  /** Every process reads the list of tenants and where they are again. */
  tellAll(): Promise<void>
  /** What else is done with a tenant that was away at the start before it is served. */
  beforeLate(act: Fill): void
  /** Undoes moves whose process has ended. */
  endBrokenMoves(): Promise<void>
  /** Those whose server is away, and which are not open. */
  away: ReadonlySet<string>
  /** Where its tables are made and changed. */
  structureOf(row: { node: string | null }): Promise<pg.Pool>
  close(): Promise<void>
}

/** `make` creates the schema of the tenant; `fill` adds what belongs to it before it is served. */
type Again = { make: (pool: pg.Pool) => Promise<void>; fill: Fill }

/** `others`: schemas of its name that are not its own; `away`: names of servers that could not be asked, and may have something of it, too. */
export type Forgotten = { schema: string; places: readonly Found[]; others: readonly Found[]; away: readonly string[] }

// Messages to all processes, not to those of one tenant
const EVERY_TENANT = ''

/** Brings every tenant's schema up to the models, one process at a time, and opens them. */
export async function openTenants(parts: Parts): Promise<Tenants> {
  const migrations = parts.migrations ?? (await readMigrations())
  const { pool, aside = pool, pubsub, url = '', nodes: urls = {} } = parts
  const nodes = openNodes({ pool, aside, pubsub }, url, urls)
  const late = lateTenants(parts, nodes, migrations)
  const served = servedTenants({ parts, nodes, bringLate: late.bring })
  try {
    await inTurn(pool, (root) => bringUpAll(parts, nodes, root, migrations, late))
    await served.readAgain()
    served.named(DEFAULT_TENANT)
  } catch (error) {
    served.close()
    await nodes.close()
    throw error
  }
  const everywhere = pubsub.of(EVERY_TENANT)
  // A database that is away now is asked again when it is back.
  for (const topic of ['tenants', 'refresh']) everywhere.subscribe(topic, () => void served.readAgain().catch(() => {}))
  const tellAll = async () => {
    everywhere.publish('tenants', null)
    await served.readAgain()
  }
  return {
    all: served.all,
    each: served.each,
    of: (host) => served.at(host.toLowerCase().replace(/\.$/, '')) ?? served.named(DEFAULT_TENANT), // a name may be written with the dot of the root
    beforeLate: (act) => void (late.fill = act),
    ...adding({ parts, nodes, migrations, open: served.open, tellAll }),
    async forget(name) {
      if (name === DEFAULT_TENANT) throw new StartFault([`默认租户 ${name} 不能移除`, `The default tenant ${name} cannot be removed`])
      const forgotten = await inTurn(pool, (turn) => forgetRow(turn, nodes, name))
      await tellAll()
      return forgotten
    },
    tellAll,
    endBrokenMoves: () => inTurn(pool, (turn) => endBrokenMoves(turn, nodes)),
    away: served.away,
    structureOf: nodes.structureOf,
    async close() {
      served.close()
      await nodes.close()
    },
  }
}

type Adding = Pick<Tenants, 'tellAll'> & { parts: Parts; nodes: Nodes; migrations: Migrations; open: (row: TenantRow) => Promise<Tenant> }

function adding({ parts, nodes, migrations, open, tellAll }: Adding): Pick<Tenants, 'add' | 'addAgain'> {
  const { pool } = parts
  async function serveWhenFilled(given: NewTenant, fill?: Fill) {
    const { name } = given
    const tenant = await open(await addRow(parts, nodes, given, migrations))
    await fill?.(tenant)
    const { numAffectedRows } = await sql`update public.tenant set ready = true where name = ${name}`.execute(handleOf(pool, 'public'))
    await tellAll()
    if (!numAffectedRows) throw new StartFault([`租户 ${name} 在建立过程中已被移除`, `The tenant ${name} was removed while it was being filled`])
    return tenant
  }
  async function undo(turn: Db, name: string) {
    const { schema } = await forgetRow(turn, nodes, name)
    await dropSchema(handleOf(pool, schema), schema)
    await tellAll()
  }
  return {
    add: (name, hosts, fill, node = null) => serveWhenFilled({ name, hosts, node }, fill),
    async addAgain({ name, hosts }, { make, fill }) {
      let isBegun = false
      const begin = async () => {
        isBegun = true
        await make(pool)
      }
      try {
        return await serveWhenFilled({ name, hosts, node: null, make: begin }, fill)
      } catch (error) {
        if (isBegun) await inTurn(pool, (turn) => undo(turn, name)).catch(() => {}) // the first fault is the one to tell; `tenant remove` is left
        throw error
      }
    },
  }
}

/** A tenant on a node that is away now, or at fault, is brought up when it is back: it keeps the others from nothing. */
async function bringUpAll(parts: Parts, nodes: Nodes, root: Db, migrations: Migrations, late: Late) {
  await nodes.readAgain()
  const unlessAway = async (row: TenantRow, act: (one: TenantSchema) => Promise<unknown>) => {
    try {
      await act(schemaIn(await nodes.structureOf(row), row))
    } catch (error) {
      if (row.node === null && !(nodes.mayMove() && isUnreached(error))) throw error
      late.names.add(row.name)
    }
  }
  const reached: TenantSchema[] = []
  for (const row of await knownTenants(root))
    await unlessAway(row, async (one) => {
      if (row.node !== null) await refuseNewerDatabase([one], migrations)
      else {
        if (nodes.mayMove()) await pendingMigrations(one, migrations)
        reached.push(one)
      }
    })
  await refuseNewerDatabase(reached, migrations)
  await runBootstrapSql(root)
  await sql`insert into public.tenant (name, schema) values (${DEFAULT_TENANT}, 't_default') on conflict do nothing`.execute(root)
  await endBrokenMoves(root, nodes)
  const rows = await tenantRows(root)
  for (const row of rows)
    if (row.moving !== null) late.names.add(row.name)
    else if (!late.names.has(row.name)) await unlessAway(row, (one) => bringUpThere(parts, nodes, one, row, migrations))
  const isAnyElsewhere = rows.some(({ node }) => node !== null)
  await (isAnyElsewhere ? refuseOlderPrograms : admitOlderPrograms)(schemaIn(parts.pool, { name: DEFAULT_TENANT, schema: 't_default' }))
}

async function bringUpThere(parts: Parts, nodes: Nodes, one: TenantSchema, row: TenantRow, migrations: Migrations) {
  if (nodes.areSeveral) await takeBack(one.db, row)
  // Made anew it would be empty, and people would work in it.
  if (row.ready && row.node !== null && !(await isSchema(one.db, row.schema)))
    throw new StartFault([
      `节点 ${row.node} 的数据库中没有 ${row.schema}：INNOE_NODES 是否指向了另一数据库，或数据尚未恢复？`,
      `The database of ${row.node} has no ${row.schema}: does INNOE_NODES lead to another database, or is it not restored yet?`,
    ])
  await bringUp(parts, one, migrations, isElsewhere(nodes, row))
}

type Late = { names: Set<string>; fill: Fill }

/** Those that were away at the start: as there, their schema is brought up and their initial data added before anybody uses them. */
function lateTenants(parts: Parts, nodes: Nodes, migrations: Migrations) {
  const late: Late = { names: new Set(), fill: async () => {} }
  return Object.assign(late, {
    async bring(row: TenantRow): Promise<Fill> {
      if (!late.names.has(row.name)) return async () => {}
      const one = schemaIn(await nodes.structureOf(row), row)
      await inFreeTurn(parts.pool, async (root) => {
        const now = (await tenantRows(root)).find(({ name, since }) => name === row.name && since === row.since)
        if (!now || now.node !== row.node || now.moving !== null)
          throw new StartFault([`租户 ${row.name} 正在迁移`, `The tenant ${row.name} is being moved`]) // it is looked for again
        await refuseNewerDatabase([one], migrations)
        await bringUpThere(parts, nodes, one, row, migrations)
      })
      return async (tenant) => {
        await late.fill(tenant)
        late.names.delete(row.name)
      }
    },
  })
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,49}$/

export const schemaOf = (name: string) => `t_${name.replaceAll(/[.-]/g, '_')}`

/** `make` brings its tables, of this release or an earlier one; otherwise they are made empty. */
type NewTenant = Pick<TenantRow, 'name' | 'hosts' | 'node'> & { make?: () => Promise<void> }

async function addRow(parts: Parts, nodes: Nodes, { name, hosts, node, make }: NewTenant, migrations: Migrations): Promise<TenantRow> {
  if (!NAME.test(name))
    throw new StartFault([
      `租户名 ${name} 无效：以小写字母或数字开头，只含小写字母、数字与 . - _，至多 50 个字符`,
      `The tenant name ${name} is invalid: a small letter or digit first, then small letters, digits, and . - _, 50 characters at most`,
    ])
  const schema = schemaOf(name)
  const structure = await nodes.structureOf({ node })
  return await inTurn(parts.pool, async (root) => {
    await runBootstrapSql(root)
    refuseTaken({ name, schema, hosts }, await tenantRows(root))
    const there = handleOf(structure, 'public')
    if ((await isSchema(there, schema)) || (await isSchema(there, departedOf(schema))))
      throw new StartFault([
        `租户 ${name} 的旧数据尚未删除完：${REMOVE(name)}`,
        `What a former tenant ${name} held is not removed yet: ${REMOVE(name)}`,
      ])
    await withdrawBi(handleOf(structure, schema), schema) // a role that a former tenant of this name left would read the new one
    if (node !== null) await refuseOlderPrograms(schemaIn(parts.pool, { name: DEFAULT_TENANT, schema: 't_default' }))
    const { rows } = await sql<{ since: string }>`
      insert into public.tenant (name, schema, hosts, ready, node) values (${name}, ${schema}, ${hosts}, false, ${node})
      returning created_at::text as since`.execute(root)
    const one = schemaIn(structure, { name, schema })
    if (make) {
      await make()
      await refuseNewerDatabase([one], migrations)
    }
    await bringUp(parts, one, migrations, isElsewhere(nodes, { node }))
    await nodes.readAgain()
    return { name, schema, hosts, ready: false, since: rows[0]?.since ?? '', node, moving: null }
  })
}

const REMOVE = (name: string) => `innoe tenant remove ${name} --confirm ${name}`

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

/** A removal that broke off has left the schema without a row: it can be asked for again. Nothing is forgotten while its server is away. */
async function forgetRow(root: Db, nodes: Nodes, name: string): Promise<Forgotten> {
  const known = await tenantRows(root)
  const row = known.find((one) => one.name === name)
  const schema = row?.schema ?? schemaOf(name)
  const isLeft = NAME.test(name) && !known.some((one) => one.schema === schema)
  if (!row && !isLeft) throw new StartFault([`没有租户 ${name}`, `There is no tenant ${name}`])
  const own = row && (await nodes.structureOf(row))
  const { found, away } = await findSchemas(nodes, [schema, departedOf(schema)])
  const isOwn = (one: Found) =>
    (one.schema === schema && one.node === (row?.node ?? null)) || one.mark === ARRIVING || one.mark === REMOVED || isDeparting(one.mark)
  const [places, others] = [found.filter(isOwn), found.filter((one) => !isOwn(one))]
  if (!row && places.length === 0)
    throw away.length > 0
      ? new StartFault([
          `没有租户 ${name}；节点 ${away.join('、')} 现无法访问`,
          `There is no tenant ${name}; the servers ${away.join(', ')} are away`,
        ])
      : new StartFault([`没有租户 ${name}`, `There is no tenant ${name}`])
  // Without its row nothing else says whose it is.
  if (own && row.node !== null && places.some(({ pool, schema: there }) => pool === own && there === schema))
    await sql.raw(`comment on schema ${quote(schema)} is '${REMOVED}'`).execute(handleOf(own, 'public'))
  await sql`delete from public.tenant where name = ${name}`.execute(root)
  return { schema, places, others, away }
}
