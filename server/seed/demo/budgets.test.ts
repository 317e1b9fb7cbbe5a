import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoPeople } from '../../../tests/harness/demo-people.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { yearIn, ZONE } from '../../../model/kit/days/clock.ts'

const { call, tenant } = await testServer({ demo: true })
const { finance } = await demoPeople(tenant, 'finance')

test('no budget of the demo company is exceeded on its first day, and that of the annual fees has something to show', async () => {
  const year = yearIn(ZONE)
  for (const each of [year, year + 1]) {
    const { data } = await call<{ record: { name: string; spent: string; level: string }[] }>('budget/do/use', { year: each }, { as: finance })
    assert.deepEqual(data.record.filter(({ level }) => level === 'OVER'), []) // oxfmt-ignore
    assert.ok(data.record.some(({ name, spent }) => name.includes('年费') && Number(spent) > 0))
  }
})
