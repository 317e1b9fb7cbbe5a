import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Model } from '../../model/kit/model.ts'
import { declaredModels } from '../../server/records/registry.ts'
import { openServer } from '../../server/open.ts'
import type { Actor, Grant, Tenant, Context } from '../../server/records/context.ts'
import { SYSTEM, systemContext } from '../../server/records/context.ts'
import type { Config } from '../../server/config.ts'
import { filledDatabase } from './postgres.ts'
import { addTwoTenants } from './two-tenants.ts'

/** The engine over a new database with two tenants, without HTTP; closed after the file's tests. */
export async function testEngine(config: Partial<Config> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'innoe-files-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const storage = pathToFileURL(folder).href
  const whole = {
    port: 0,
    host: '127.0.0.1',
    data: folder,
    databaseUrl: undefined,
    storageUrl: storage,
    edition: 'enterprise',
    role: 'all',
    demo: false,
    secret: 'x'.repeat(40),
    ...config,
  } as const
  const declared = await declaredModels()
  const url = await filledDatabase((empty) => addTwoTenants(whole, empty, declared), 'two_empty_tenants')
  const server = await openServer(whole, url)
  after(() => server.close())
  const tenant = server.tenants.of('localhost')
  return {
    server,
    url,
    tenant,
    other: server.tenants.of('other.test'),
    ctx: systemContext(tenant, 'api'),
    model: (name: string) => modelOf(tenant, name),
  }
}

export function modelOf(tenant: Tenant, name: string): Model {
  const model = tenant.models.all.get(name)
  if (!model) throw new Error(`no model ${name}`)
  return model
}

/** The work of a made-up person with these grants. */
export function workAs(tenant: Tenant, person: Partial<Actor>, grants: Partial<Grant>[]): Context {
  const whole = grants.map((grant): Grant => ({
    role: 'r',
    model: '*',
    verbs: ['*'],
    scope: 'ALL',
    query: null,
    hidden: [],
    read_only: [],
    ...grant,
  }))
  return { ...systemContext(tenant, 'api'), actor: { ...SYSTEM, ...person, grants: whole, access: new Map() } }
}
