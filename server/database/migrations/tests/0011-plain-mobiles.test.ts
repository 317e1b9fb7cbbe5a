import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0011-plain-mobiles.ts'

const { server, tenant, enrol } = await testServer()

// A migration names tables and columns as they were, so its handle knows no declarations.
const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
const mobiles = {
  '+86 138 0000 0001': '13800000001',
  '0086-13800000002': '13800000002',
  '138(0000)0003': '13800000003',
  '１３８００００００04': '13800000004',
  '8613800000005': '13800000005',
  '13800000006': '13800000006',
  '+1 202 555 0100': '+1 202 555 0100',
  '010-6000 0000': '010-6000 0000',
}

test('mobile numbers lose separators and the code of the country; what is no Chinese mobile number stays as it is', async () => {
  const { sid } = await enrol('ip_engineer')
  for (const [before, after] of Object.entries(mobiles)) {
    await sql`update user_info set mobile = ${before} where sid = ${sid}`.execute(db)
    for (let turn = 0; turn < 2; turn++) {
      await up(db)
      const { rows } = await sql<{ mobile: string }>`select mobile from user_info where sid = ${sid}`.execute(db)
      assert.equal(rows[0]?.mobile, after)
    }
  }
})
