import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0024-receipts-of-own-companies.ts'

const { server, tenant } = await testServer()
// A migration names tables and columns as they were, so its handle knows no declarations.
const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
const shipped = await tenant.db
  .selectFrom('role_grant')
  .select(['sid', 'query'])
  .where('query', 'like', '%doc_type IS EMPTY%')
  .executeTakeFirstOrThrow()

for (const [what, before, after] of [
  ['that came before', "visibility = 'V4' AND doc_type IS EMPTY", shipped.query],
  ['that was changed', "visibility = 'V4' AND doc_type IS EMPTY AND title = 'x'", "visibility = 'V4' AND doc_type IS EMPTY AND title = 'x'"],
] as const)
  test(`the query of receipts ${what} is ${before === after ? 'left as it is' : 'limited to the companies of the person'}`, async () => {
    await tenant.db.updateTable('role_grant').set({ query: before }).where('sid', '=', shipped.sid).execute()
    await up(db)
    await up(db)
    const { query } = await tenant.db.selectFrom('role_grant').select('query').where('sid', '=', shipped.sid).executeTakeFirstOrThrow()
    assert.equal(query, after)
  })
