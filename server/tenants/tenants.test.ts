import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { modelOf } from '../../tests/harness/engine.ts'
import { caller, testServer } from '../../tests/harness/server.ts'
import { exportTenant } from '../backup/tenant/export-tenant.ts'
import { importTenant } from '../backup/tenant/import-tenant.ts'
import { removeTenant } from '../backup/tenant/remove-tenant.ts'
import { StartFault } from '../config.ts'
import { roleOf } from '../database/bi/role-name.ts'
import { startJobs } from '../jobs/start.ts'
import { openServer } from '../open.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'
import { seedTenant } from '../seed/seed.ts'

const { app, call, enrolAt, server, tenant, url } = await testServer()
// Another process on the same database: an operator's command.
const beside = await openServer(server.config, url)
const jobs = await startJobs(server)
const folder = mkdtempSync(join(tmpdir(), 'innoe-tenants-'))
after(async () => {
  await jobs.stop()
  await beside.close()
  rmSync(folder, { recursive: true, force: true })
})

async function until(isSo: () => boolean | Promise<boolean>) {
  for (let n = 0; n < 100; n++) {
    if (await isSo()) return
    await wait(100)
  }
  assert.fail('it did not come about within ten seconds')
}

const fault = (words: RegExp) => (error: unknown) => error instanceof StartFault && words.test(error.message)

test('a tenant that another process adds is served at once: sign-in, records, files and jobs', async () => {
  let servedWhileFilled = true
  await beside.tenants.add('new-branch', ['New.example'], async (made) => {
    await seedTenant(made, false)
    await wait(100)
    servedWhileFilled = server.tenants.all.has('new-branch')
  })
  assert.equal(servedWhileFilled, false)
  await until(() => server.tenants.of('new.example').name === 'new-branch')
  assert.equal(server.tenants.of('NEW.example.').name, 'new-branch', 'with the dot of the root, too')
  const person = await enrolAt(server.tenants.of('new.example'), 'ip_manager')
  const as = { as: person, host: 'new.example' }
  const made = await call('patent/do/create', { title: '新租户的案件', country: 'CN', patent_type: 'INVENTION', company_sid: person.company }, as)
  assert.equal(made.code, 0, made.message)
  const asked = await call<{ job_sid: string }>('patent/do/export', { fl: ['case_no', 'title'], format: 'csv' }, as)
  assert.equal(asked.code, 0, asked.message)
  const { db } = server.tenants.of('new.example')
  await until(async () => (await db.selectFrom('job').select('state').executeTakeFirstOrThrow()).state === 'DONE')
  assert.equal((await caller(app)('patent/do/search', {}, { as: person })).status, 401, 'its people are not those of the default tenant')
})

test('a name, a schema or a host that is taken is refused, and nothing is left behind', async () => {
  await assert.rejects(() => beside.tenants.add('new-branch', ['second.example']), fault(/The tenant new-branch exists already/))
  await assert.rejects(() => beside.tenants.add('new_branch', ['second.example']), fault(/The tenant new-branch exists already/))
  await assert.rejects(() => beside.tenants.add('third', ['NEW.example']), fault(/The host NEW.example belongs to the tenant new-branch/))
  await assert.rejects(() => beside.tenants.add('Third "x', ['third.example']), fault(/The tenant name Third "x is invalid/))
  const { rows } = await sql<{ n: string }>`select count(*) as n from information_schema.schemata where schema_name like 't\\_%'`.execute(tenant.db)
  assert.equal(Number(rows[0]?.n), 3)
})

test('a tenant whose filling failed is not served, and can be removed', async () => {
  await assert.rejects(() => beside.tenants.add('broken', ['broken.example'], () => Promise.reject(new Error('no disk'))), /no disk/)
  const third = await openServer(server.config, url)
  assert.throws(() => third.tenants.of('broken.example'), /service_away/, 'its host does not lead to the default tenant')
  await third.close()
  await assert.rejects(() => beside.tenants.add('broken', ['broken.example']), fault(/left unfinished; if it was: innoe tenant remove broken/))
  await removeTenant(beside.pool, server.config.storageUrl, { name: 'broken', ...(await beside.tenants.forget('broken')) })
})

test('of a removal that broke off nothing comes back: the name stays taken until it is removed', async () => {
  await beside.tenants.add('twice', ['twice.example'], async (made) => void (await seedTenant(made, false)))
  await until(() => server.tenants.of('twice.example').name === 'twice')
  const first = server.tenants.of('twice.example')
  let heard = 0
  first.pubsub.subscribe('rung', () => heard++)
  await beside.tenants.forget('twice')
  await until(() => server.tenants.of('twice.example').name === 'default')
  await assert.rejects(() => beside.tenants.add('twice', ['twice.example']), fault(/former tenant twice held is not removed yet/))
  const { schema } = await beside.tenants.forget('twice')
  assert.equal(schema, 't_twice')
  await removeTenant(beside.pool, server.config.storageUrl, { name: 'twice', schema })
  const { name: reader } = await roleOf(tenant.db, schema)
  await sql`create role ${sql.id(reader)} login`.execute(tenant.db)
  const made = await beside.tenants.add('twice', ['twice.example'], async (fresh) => void (await seedTenant(fresh, false)))
  assert.equal((await roleOf(tenant.db, schema)).isThere, false, 'a role of BI tools that was left would read the new tenant')
  await until(() => server.tenants.of('twice.example').name === 'twice')
  const second = server.tenants.of('twice.example')
  assert.notEqual(second, first, 'its people, sessions and caches are its own')
  let rang = false
  second.pubsub.subscribe('rung', () => (rang = true))
  made.pubsub.publish('rung', null)
  await until(() => rang)
  assert.equal(heard, 0, 'the removed tenant hears nothing of it')
})

test('a tenant that is removed while it is filled is not told as added', async () => {
  const filling = beside.tenants.add('short', ['short.example'], async () => void (await beside.tenants.forget('short')))
  await assert.rejects(() => filling, fault(/short was removed while it was being filled/))
  await removeTenant(beside.pool, server.config.storageUrl, { name: 'short', schema: 't_short' })
})

test('a tenant moves by export and import, and is removed from where it was, while others are served', async () => {
  const from = server.tenants.of('new.example')
  const file = join(folder, 'branch.zip')
  await exportTenant(from, file)
  await beside.tenants.add('moved', ['moved.example'], async (fresh) => void (await importTenant(fresh, file)))
  await until(() => server.tenants.of('moved.example').name === 'moved')
  const titles = async (name: string) => (await server.tenants.of(name).db.selectFrom('patent').select('title').execute()).map(({ title }) => title)
  assert.deepEqual(await titles('moved.example'), ['新租户的案件'])

  const { schema } = await beside.tenants.forget('new-branch')
  await until(() => server.tenants.of('new.example').name === 'default')
  await removeTenant(beside.pool, server.config.storageUrl, { name: 'new-branch', schema })
  const { rows } = await sql<{ found: boolean }>`select exists (select from pg_namespace where nspname = ${schema}) as found`.execute(tenant.db)
  assert.equal(rows[0]?.found, false)
  assert.deepEqual(await titles('moved.example'), ['新租户的案件'])
  await createRow(systemContext(tenant), modelOf(tenant, 'patent_family'), { family_no: 'F-1' })
  await assert.rejects(() => beside.tenants.forget('default'), fault(/default tenant/))
  await assert.rejects(() => beside.tenants.forget('new-branch'), fault(/There is no tenant new-branch/))
})
