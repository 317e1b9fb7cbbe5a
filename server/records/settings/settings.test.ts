import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'
import { startOn } from '../../../tests/harness/today.ts'
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

test('only one of two concurrent callers can take a setting', async () => {
  await keepSetting(tenant, 'test.two', 'secret')
  const taken = await Promise.all([takeSetting(tenant, 'test.two'), takeSetting(tenant, 'test.two')])
  assert.deepEqual(
    taken.filter((one) => one !== undefined),
    ['secret'],
  )
})

test('a setting is dated by the clock of the process, not of the database', async () => {
  startOn('2031-05-06')
  await keepSetting(tenant, 'test.one', { a: [2] })
  await keepSetting(tenant, 'test.three', 'new')
  const rows = await tenant.db.selectFrom('setting').select('updated_at').where('key', 'in', ['test.one', 'test.three']).execute()
  assert.deepEqual(rows.map(({ updated_at }) => updated_at.slice(0, 10)), ['2031-05-06', '2031-05-06']) // oxfmt-ignore
})
