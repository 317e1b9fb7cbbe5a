// One tenant comes back as it stood, and no other is touched.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../tests/harness/server.ts'
import { StartFault } from '../../config.ts'
import type { Tenant } from '../../records/context.ts'
import { secretKeys } from '../../records/settings/secret-keys.ts'
import { seedTenant } from '../../seed/seed.ts'
import { storageOf } from '../../storage/tenant-storage.ts'
import { backUp } from '../backup.ts'
import { filesOf } from '../files.ts'
import { backUpTenant, restoreTenant } from './backup-tenant.ts'
import { exportTenant } from './export-tenant.ts'
import { removeTenant } from './remove-tenant.ts'

const { server, tenant, url, enrolAt } = await testServer()
const folder = mkdtempSync(join(tmpdir(), 'innoe-tenant-backup-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const files = filesOf(server.config.storageUrl)
const hosts = ['acme.example']
const acme = await server.tenants.add('acme', hosts, async (made) => void (await seedTenant(made, false)))
await enrolAt(acme, 'ip_manager')
await acme.db.insertInto('setting').values({ key: 'mail', value: JSON.stringify({ password: acme.keys.seal({ tenant: 'acme', model: 'setting', field: 'mail', sid: '1' }, 'of the mailbox') }) }).execute() // oxfmt-ignore
// A field that is not published any more, and one that a later release left, keep their columns.
await sql`alter table patent add column no_longer_declared text`.execute(acme.db)
await sql`insert into patent (sid, title, no_longer_declared) values (gen_random_uuid(), '虚构案件', 'kept \\N')`.execute(acme.db)
await storageOf(acme).put('document/one', Readable.from(['the paper of acme']), 'text/plain')
const LAST = '0025-handovers-name-all-recipients'

const isFault = (words: RegExp) => (error: unknown) => error instanceof StartFault && words.test(error.words('en'))
const at = (name: string) => join(folder, name)
const seed = (made: Tenant) => seedTenant(made, false)
const asked = { name: 'acme', hosts, seed }

async function rowsOf({ db, schema }: Tenant) {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = ${schema} order by 1`.execute(db)
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`select row_to_json(r)::text as line from ${sql.table(name)} as r order by 1`.execute(db)
    all[name] = rows.map(({ line }) => line.replace(/,"folded":(true|false)/, '')) // whether a job has added it up meanwhile
  }
  return all
}

async function remove() {
  const forgotten = await server.tenants.forget('acme')
  await removeTenant(server.pool, server.config.storageUrl, { name: 'acme', ...forgotten })
  assert.equal(await storageOf(acme).size('document/one'), undefined)
}

function restored(): Tenant {
  const found = server.tenants.all.get('acme')
  assert.ok(found)
  return found
}

const before = await rowsOf(acme)
const others = await rowsOf(tenant)

test('a tenant is restored from its backup: every row, also of columns that nothing declares, accounts, keys and documents; no other tenant is touched', async () => {
  const made = await backUpTenant(server, acme, at('acme.zip'))
  assert.deepEqual([made.schemas, made.documents], [['t_acme'], 1])
  await assert.rejects(restoreTenant(server, at('acme.zip'), asked), isFault(/acme exists already/))
  assert.equal(server.tenants.all.get('acme'), acme, 'a refusal touches nothing')
  await remove()
  await restoreTenant(server, at('acme.zip'), asked)
  assert.deepEqual(await rowsOf(restored()), before)
  assert.equal(server.tenants.of('acme.example').name, 'acme')
  assert.equal(await text(await storageOf(restored()).get('document/one')), 'the paper of acme')
  assert.deepEqual(await rowsOf(tenant), others)
  await sql`update patent set title = '改过'`.execute(restored().db)
  const { rows } = await sql<{ title: string }>`select title from "case"`.execute(restored().db)
  assert.deepEqual(rows, [{ title: '改过' }], 'heads of cases follow again')
})

test('a tenant is restored out of a backup of the whole installation', async () => {
  await sql`update patent set title = '虚构案件'`.execute(restored().db)
  await backUp(url, files, at('all.zip'))
  await remove()
  await assert.rejects(restoreTenant(server, at('all.zip'), { ...asked, name: 'nobody' }), isFault(/has no t_nobody; it has t_acme, /))
  await restoreTenant(server, at('all.zip'), asked)
  assert.deepEqual((await rowsOf(restored()))['patent'], before['patent'])
  assert.deepEqual((await rowsOf(restored()))['user'], before['user'])
})

test('a backup of an earlier release is brought up as at a start, one of a later release is refused, and nothing of it is left', async () => {
  await sql`delete from migration where name = ${LAST}`.execute(restored().db)
  await backUpTenant(server, restored(), at('earlier.zip'))
  await sql`insert into migration (name, timestamp) values (${LAST}, '1'), ('9999-later', '1')`.execute(restored().db)
  await backUpTenant(server, restored(), at('later.zip'))
  await remove()
  await assert.rejects(restoreTenant(server, at('later.zip'), asked), isFault(/newer than this program/))
  await restoreTenant(server, at('earlier.zip'), asked)
  const { rows } = await sql<{ name: string }>`select name from migration where name >= ${LAST}`.execute(restored().db)
  assert.deepEqual(rows, [{ name: LAST }])
  assert.deepEqual((await rowsOf(restored()))['patent'], before['patent'])
})

test('keys that this installation cannot decrypt are told before anything is made, and are restored only by force', async () => {
  await backUpTenant(server, restored(), at('keys.zip'))
  await remove()
  const elsewhere = {
    ...server,
    tenants: { ...server.tenants, of: () => ({ ...tenant, keys: secretKeys(['another secret, as long as it must be']) }) },
  }
  await assert.rejects(restoreTenant(elsewhere, at('keys.zip'), asked), isFault(/another INNOE_SECRET/))
  assert.equal(server.tenants.all.get('acme'), undefined)
  await restoreTenant(elsewhere, at('keys.zip'), { ...asked, force: true })
  assert.ok(restored())
})

test('neither the default tenant nor an export is taken for a tenant to restore', async () => {
  await assert.rejects(backUpTenant(server, tenant, at('default.zip')), isFault(/with the whole installation/))
  await exportTenant(restored(), at('export.zip'))
  await assert.rejects(restoreTenant(server, at('export.zip'), { ...asked, name: 'another' }), isFault(/is not a backup/))
})
