import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const admin = await enrol('system_admin')
const engineer = await enrol('ip_engineer')

type Row = Record<string, unknown> & { sid: string; content: Record<string, unknown> }
const read = async (model: string, sid: string) => (await call<Row>(`${model}/${sid}`, undefined, { as: admin })).data
const one = async (model: string, iql: string) => {
  const { data } = await call<{ record: Row[] }>(`${model}/do/search`, { fl: ['sid'], iql, rows: 1 }, { as: admin })
  return read(model, data.record[0]?.sid ?? assert.fail(iql))
}
const versions = async (model: string, iql: string) => (await call<{ total: number }>(`${model}/do/count`, { iql }, { as: admin })).data.total

for (const [model, iql, of, from, to, wrong, content] of [
  [
    'deadline_rule',
    "rule_id = 'CNP19' AND valid_to IS EMPTY AND rule_version = 1", // a rule of one version
    (row: Row) => `rule_id = '${String(row.rule_id)}'`,
    'valid_from',
    'valid_to',
    { source: 7 },
    (row: Row) => ({ ...row.content, version: 2, valid_from: '2031-01-01', valid_to: undefined }),
  ],
  [
    'fee_schedule',
    'to_date IS EMPTY',
    (row: Row) => `fee_code = '${String(row.fee_code)}' AND name = '${String(row.name)}'`,
    'from_date',
    'to_date',
    { base: 'ten' },
    (row: Row) => ({ ...row.content, from_date: '2031-01-01', to_date: null }),
  ],
] as const) {
  test(`a refused new version of ${model} leaves the old one in force`, async () => {
    const before = await one(model, iql)
    const count = await versions(model, of(before))
    const refused = await call(`${model}/do/new_version`, { sid: before.sid, content: { ...content(before), ...wrong } }, { as: admin })
    assert.deepEqual([refused.status, refused.code], [400, 500005], refused.text)
    const after = await read(model, before.sid)
    assert.deepEqual([after.version, after[to], await versions(model, of(before))], [before.version, before[to], count])
  })

  test(`a new version of ${model} begins on the day after the old one ends`, async () => {
    const before = await one(model, iql)
    const { data, text } = await call<Row>(`${model}/do/new_version`, { sid: before.sid, content: content(before) }, { as: admin })
    assert.deepEqual([data[from], (await read(model, before.sid))[to]], ['2031-01-01', '2030-12-31'], text)
    const undone = await call(`${model}/do/delete`, { sid: data.sid }, { as: admin })
    assert.equal(undone.code, 0)
  })

  test(`a user without permission to change ${model} cannot make a new version`, async () => {
    const before = await one(model, `sid != '${admin.sid}'`)
    assert.equal((await call(`${model}/do/new_version`, { sid: before.sid, content: content(before) }, { as: engineer })).status, 403)
  })
}
