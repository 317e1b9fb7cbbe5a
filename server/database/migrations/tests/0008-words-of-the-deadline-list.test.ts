import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0008-words-of-the-deadline-list.ts'

const { server, tenant } = await testServer()

// A migration names tables and columns as they were, so its handle knows no declarations.
const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
const stored = async () =>
  (await sql<{ key: string; value: unknown }>`select key, value from setting where key like 'i18n.%' order by key`.execute(db)).rows

test('texts of the deadline list that a tenant changed move to the present keys, and no other text changes', async () => {
  const english = {
    'desk.title': 'Our deadlines',
    'desk.all': 'Open',
    'deadlineList.all': 'Every open one',
    'annuity.toDesk': 'Fees',
    'desktop.x': 'x',
    patent: 'Case',
  }
  for (const [key, value] of [
    ['i18n.en', english],
    ['i18n.zh', {}],
  ] as const)
    // oxfmt-ignore
    await sql`insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)`.execute(db)
  await up(db)
  const moved = [
    {
      key: 'i18n.en',
      value: {
        'deadlineList.title': 'Our deadlines',
        'deadlineList.all': 'Every open one',
        'annuity.open': 'Fees',
        'desktop.x': 'x',
        patent: 'Case',
      },
    },
    { key: 'i18n.zh', value: {} },
  ]
  assert.deepEqual(await stored(), moved)
  await up(db)
  assert.deepEqual(await stored(), moved)
})
