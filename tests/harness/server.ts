import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { pathToFileURL } from 'node:url'
import { randomUUIDv7 } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../server/app.ts'
import type { Config } from '../../server/config.ts'
import { anyTable } from '../../server/database/pool.ts'
import { openServer } from '../../server/open.ts'
import { createRow } from '../../server/records/write/create.ts'
import { type Declared, declaredModels } from '../../server/records/registry.ts'
import { systemContext, type Tenant } from '../../server/records/context.ts'
import { seedTenants } from '../../server/seed/seed.ts'
import { digest, hashPassword, newSecret } from '../../server/auth/session/secrets.ts'
import { filledDatabase } from './postgres.ts'
import { addTwoTenants } from './two-tenants.ts'
import { modelOf } from './engine.ts'

// To an injected answer the injector listens too, which with our own listeners is one more than Node takes for a leak.
EventEmitter.defaultMaxListeners = 20

export type Person = { token: string; sid: string; account: string; password: string; company: string; department: string; agency: string | null }
type Role = 'system_admin' | 'ip_manager' | 'ip_engineer' | 'finance' | 'dept_leader' | 'inventor' | 'agency_admin' | 'agent'
export type Answer<T = Record<string, unknown>> = {
  status: number
  code: number
  data: T
  message: string
  errors: { field: string; label: string; reason: string }[]
  headers: Record<string, unknown>
  text: string
}
type Options = { as?: Person | string | undefined; host?: string; headers?: Record<string, string>; lang?: 'zh' | 'en' }

/**
 * A whole seeded server with two tenants, injected into; everything ends after the file's tests. `given`: what is declared,
 * unless the product alone; `kind`: the name under which its filled database is kept for other files of the run.
 */
export async function testServer(config: Partial<Config> = {}, given?: Declared, kind = given ? undefined : 'two_tenants') {
  const declared = given ?? (await declaredModels())
  const folder = mkdtempSync(join(tmpdir(), 'innoe-files-'))
  const whole: Config = {
    port: 0, host: '127.0.0.1', data: folder, databaseUrl: undefined, storageUrl: pathToFileURL(join(folder, 'documents')).href, edition: 'enterprise', role: 'all', demo: false,
    secret: 'a secret for tests that is long enough', ...config,
  } // oxfmt-ignore
  const fill = async (url: string) => {
    await addTwoTenants(whole, url, declared)
    const both = await openServer(whole, url, false, declared)
    await seedTenants(both)
    await both.close()
  }
  const url = await filledDatabase(fill, kind && config.demo ? `${kind}_with_demo` : kind, join(folder, 'documents'))
  const server = await openServer({ ...whole, databaseUrl: url }, url, false, declared)
  const app = await buildApp(server)
  after(async () => {
    const closing = app.close()
    app.server.closeAllConnections() // a page that a failed test has left open listens to events
    await closing
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const tenant = server.tenants.of('localhost')
  const other = server.tenants.of('other.test')
  return {
    server,
    app,
    url,
    tenant,
    other,
    call: caller(app),
    enrol: (role: Role, more?: Record<string, unknown>) => enrol(tenant, role, more),
    enrolAt: enrol,
  }
}

/** Calls the API: GET without a body, POST with one. */
export function caller(app: FastifyInstance) {
  return async <T = Record<string, unknown>>(
    path: string,
    body?: unknown,
    { as, host = 'localhost', headers = {}, lang = 'zh' }: Options = {},
  ): Promise<Answer<T>> => {
    const token = typeof as === 'string' ? as : as?.token
    const response = await app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: path.startsWith('/') ? path : `/innoe-webapi/model/${path}`,
      headers: {
        host,
        'accept-language': lang === 'zh' ? 'zh-CN' : 'en',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const parsed = response.headers['content-type']?.toString().includes('json') ? response.json() : {}
    return { status: response.statusCode, errors: [], ...parsed, headers: response.headers, text: response.body }
  }
}

type Row = Record<string, unknown> & { sid: string }

/** Calls the API in English, as the usual person unless another is named; `ok` fails unless it is done. */
export function asking(call: ReturnType<typeof caller>, usual: Person) {
  const ask = <T = Row>(path: string, body: object | undefined, as: Person = usual) => call<T>(path, body, { as, lang: 'en' })
  async function ok<T = Row>(path: string, body?: object, as: Person = usual): Promise<T> {
    const { code, data, text } = await ask<T>(path, body, as)
    assert.equal(code, 0, `${path}: ${text}`)
    return data
  }
  return { ask, ok }
}

let made = 0

/** A hash of the product's cost takes 80 ms of a processor, and tests make thousands of people. */
const CHEAP = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }

/** A person with this role, an account and a token, in the tenant's first company. */
export async function enrol(tenant: Tenant, role: Role, more: Record<string, unknown> = {}): Promise<Person> {
  const ctx = systemContext(tenant)
  const one = async (table: string, column: string, value: string) =>
    String((await anyTable(tenant.db).selectFrom(table).select('sid').where(column, '=', value).executeTakeFirstOrThrow()).sid)
  const company = String(
    more.company_sid ?? (await tenant.db.selectFrom('company').select('sid').orderBy('created_at').executeTakeFirstOrThrow()).sid,
  )
  const department = String(more.department_sid ?? (await one('department', 'code', 'IP')))
  // A person of a department is one of its company.
  const placed = more.company_sid === null ? null : department
  const platform = role === 'agency_admin' || role === 'agent' ? '2' : '1'
  const account = `${role}_${++made}`
  const password = `Start-${made}pass`
  const person = {
    name: `${role} ${made}`,
    company_sid: company,
    department_sid: placed,
    role_sids: [await one('role', 'code', role)],
    person_type: platform === '2' ? 'AGENCY' : 'INTERNAL',
    ...more,
  }
  const sid = await createRow(ctx, modelOf(tenant, 'user_info'), person)
  const user = await createRow(ctx, modelOf(tenant, 'user'), { account, user_info_sid: sid, platform })
  const secret = JSON.stringify([await hashPassword(password, CHEAP)])
  await tenant.db
    .updateTable('user')
    .set({ secret, must_change_password: false, password_changed_at: new Date().toISOString() })
    .where('sid', '=', user)
    .execute()
  const token = await openSession(tenant, { user, person: sid, company, platform: Number(platform) })
  return { token, sid, account, password, company, department, agency: more.agency_sid ? String(more.agency_sid) : null }
}

/** A session begins at the time in its UUID; that of the library ignores a day that a test has chosen. */
function uuidOfNow() {
  const now = Date.now().toString(16).padStart(12, '0')
  return `${now.slice(0, 8)}-${now.slice(8)}${randomUUIDv7().slice(13)}`
}

/** A token with which this account calls the API, as if it had signed in. */
export async function openSession(
  tenant: Tenant,
  { user, person, company, platform }: Record<'user' | 'person' | 'company', string> & { platform: number },
) {
  const token = newSecret('s')
  const now = new Date().toISOString()
  await tenant.db
    .insertInto('token')
    .values({
      sid: randomUUIDv7(),
      version: 1,
      name: 'test',
      kind: 'SESSION',
      family: uuidOfNow(),
      last_used_at: now,
      user_sid: user,
      hash: digest(token),
      platform,
      valid: true,
      created_at: now,
      updated_at: now,
      created_by: person,
      company_sid: company,
    })
    .execute()
  return token
}

export type TestServer = Awaited<ReturnType<typeof testServer>>
