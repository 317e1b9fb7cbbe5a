import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../context.ts'
import { createRow } from '../write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const admin = await enrol('system_admin')
const person = await enrol('inventor', { name: '人员甲（虚构）' })
const [known, other] = [await make('inventor', { name: '虚构甲', user_sid: person.sid }), await make('inventor', { name: '虚构乙' })]
const inventors = [
  { inventor_sid: known, contribution_pct: '60' },
  { inventor_sid: other, contribution_pct: '40' },
]
await make('patent', { title: '虚构案', country: 'CN', patent_type: 'INVENTION', company_sid: admin.company, owner_sid: admin.sid, inventors })
const search = (model: string, path: string) =>
  call<{ record: Record<string, unknown>[] }>(`${model}/do/search`, { fl: [path], iql: "title = '虚构案'" }, { as: admin, lang: 'en' })

for (const [model, path, expected] of [
  ['case', 'inventor_sids.name', ['虚构甲', '虚构乙']],
  ['case', 'inventor_sids.user_sid', [person.sid, null]],
  ['case', 'inventor_sids.user_sid.name', ['人员甲（虚构）', null]],
  ['case', 'inventor_sids.user_sid.department_sid.code', ['IP', null]],
  ['patent', 'inventors.inventor_sid.user_sid.name', ['人员甲（虚构）', null]],
] as const)
  test(`${path} of a ${model} gives the value of each record of the list`, async () => {
    const { status, data, text } = await search(model, path)
    assert.equal(status, 200, text)
    assert.deepEqual(data.record[0]?.[path], expected)
  })

test('a list within a list, and a field that does not exist, are refused by name', async () => {
  for (const path of ['inventor_sids.user_sid.role_sids.name', 'inventor_sids.user_sid.nothing']) {
    const { status, message } = await search('case', path)
    assert.equal(status, 400, path)
    assert.ok(message.includes(path) || message.includes('nothing'), message)
  }
})
