import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { runMonitor } from '../../../docketing/findings/monitor.ts'
import { seedTenants } from '../../../seed/seed.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0023-acknowledged-findings-in-new-words.ts'

const { server, tenant, call, enrol } = await testServer()
const { patent } = casesOf(call, await enrol('system_admin'))
const CODE = 'MISSING_NOTICE'

const read = (sid: unknown) =>
  tenant.db
    .selectFrom('finding')
    .select(['words', 'words_en', 'status', 'reason'])
    .where('case_sid', '=', String(sid))
    .where('code', '=', CODE)
    .executeTakeFirstOrThrow()
const set = (sid: unknown, values: { words: string; status?: 'ACKNOWLEDGED'; reason?: string }) =>
  tenant.db.updateTable('finding').set(values).where('case_sid', '=', String(sid)).where('code', '=', CODE).execute()

test('a finding that was acknowledged in its former words stays so, and is told in its present words from the next check on', async () => {
  const facts = { filing_date: '2024-01-10', se_entered_date: '2025-01-10', status: 'OA' }
  const [acknowledged, open] = [await patent(facts), await patent(facts)]
  const { words } = await read(acknowledged.sid)
  await set(acknowledged.sid, { words: 'former words', status: 'ACKNOWLEDGED', reason: 'known' })
  await set(open.sid, { words: 'former words' })
  // A migration names tables and columns as they were, so its handle knows no declarations.
  const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
  await up(db)
  await up(db)
  assert.equal((await read(open.sid)).words, 'former words')
  await runMonitor(tenant)
  const after = await read(acknowledged.sid)
  assert.deepEqual([after.words, after.status, after.reason], [words, 'ACKNOWLEDGED', 'known'])
  assert.deepEqual([(await read(open.sid)).words, (await read(open.sid)).status], [words, 'OPEN'])
})

test('its present words are there at the first start after the upgrade, in both languages, before any check', async () => {
  const one = await patent({ filing_date: '2024-01-10', se_entered_date: '2025-01-10', status: 'OA' })
  const { words, words_en } = await read(one.sid)
  await set(one.sid, { words: 'former words', status: 'ACKNOWLEDGED', reason: 'known' })
  await up(handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0])
  assert.equal((await read(one.sid)).words, null)
  await seedTenants(server)
  assert.deepEqual(await read(one.sid), { words, words_en, status: 'ACKNOWLEDGED', reason: 'known' })
})
