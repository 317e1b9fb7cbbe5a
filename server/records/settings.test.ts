import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../tests/harness/server.ts'
import { keepSetting, readSetting, takeSetting } from './settings.ts'

const { tenant, other } = await testServer()
const changedAt = async () =>
  (await tenant.db.selectFrom('setting').select('updated_at').where('key', '=', 'test.one').executeTakeFirst())?.updated_at

test('a setting is stored for its tenant and replaced; an equal value is not written again', async () => {
  assert.equal(await readSetting(tenant, 'test.one'), undefined)
  await keepSetting(tenant, 'test.one', { a: [1] })
  const first = await changedAt()
  await keepSetting(tenant, 'test.one', { a: [1] })
  assert.deepEqual([await readSetting(tenant, 'test.one'), await changedAt()], [{ a: [1] }, first])
  await keepSetting(tenant, 'test.one', null)
  assert.equal(await readSetting(tenant, 'test.one'), null)
  assert.equal(await readSetting(other, 'test.one'), undefined)
})

test('of two callers that take a setting concurrently, one gets it', async () => {
  await keepSetting(tenant, 'test.two', 'secret')
  const taken = await Promise.all([takeSetting(tenant, 'test.two'), takeSetting(tenant, 'test.two')])
  assert.deepEqual(
    taken.filter((one) => one !== undefined),
    ['secret'],
  )
})
