import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendFile } from '../harness/cases/exchange.ts'
import { trialServer } from '../harness/cases/trial-right.ts'

const { app, call, enrol } = await trialServer()
const admin = await enrol('system_admin')

async function ok<T = { sid: string }>(path: string, body?: unknown): Promise<T> {
  const { status, data, message, errors } = await call<T>(path, body, { as: admin })
  assert.equal(status, 200, `${path}: ${message} ${JSON.stringify(errors)}`)
  return data
}
let made = 0
const variety = (more: Record<string, unknown> = {}) =>
  ok('plant_variety/do/create', { case_no: `V-${++made}`, denomination: '金穗', crop_kind: 'CEREAL', office: 'CN', filed_on: '2024-05-06', ...more })

/** One of each record that belongs to a case. */
async function childrenOf(case_sid: string): Promise<Record<string, string>> {
  const earlier = await variety({ filed_on: '2024-01-02' })
  const { status, data, message } = await sendFile(app, { path: 'document/do/upload', token: admin.token, file: 'text', name: 'a.txt', fields: { case_sid } }) // oxfmt-ignore
  assert.equal(status, 200, message)
  const make = async (model: string, values: Record<string, unknown>) => (await ok(`${model}/do/create`, values)).sid
  return {
    deadline: await make('deadline', { case_sid, name: '期限', official_due: '2031-01-01' }),
    fee: await make('fee', { case_sid, name: '费用', fee_type: 'X', fee_class: 'OTHER', due_date: '2031-01-01' }),
    priority: await make('priority', { case_sid, priority_no: '18/400,001', priority_date: '2024-01-02', priority_country: 'US' }),
    official_event: await make('official_event', { case_sid, code: 'CN14', name: '来文', event_date: '2024-06-01' }),
    related_case: await make('related_case', { earlier_sid: earlier.sid, later_sid: case_sid, relation_type: 'DIV' }),
    document: String(data.sid ?? data.record?.[0]?.sid ?? data[0]?.sid),
  }
}

const isThere = async (model: string, sid: string) => (await call(`${model}/${sid}`, undefined, { as: admin })).status === 200
const total = async (model: string, iql = '') => (await ok<{ total: number }>(`${model}/do/count`, { iql })).total
const totalOf = (model: string, sid: string) => total(model, `${model === 'related_case' ? 'later_sid' : 'case_sid'} = '${sid}'`)

test('children of a case are deleted and restored with it, and their totals are kept', async () => {
  const { sid } = await variety()
  const children = await childrenOf(sid)
  const names = Object.keys(children)
  const before = new Map(await Promise.all(names.map(async (name) => [name, await total(name)] as const)))
  const own = new Map(await Promise.all(names.map(async (name) => [name, await totalOf(name, sid)] as const)))
  await ok(`plant_variety/do/delete/${sid}`, {})
  for (const [name, child] of Object.entries(children)) {
    assert.equal(await isThere(name, child), false, name)
    assert.equal(await total(name), (before.get(name) ?? 0) - (own.get(name) ?? 0), name)
  }
  await ok('plant_variety/do/restore', { sids: [sid] })
  for (const [name, child] of Object.entries(children)) {
    assert.equal(await isThere(name, child), true, name)
    assert.equal(await total(name), before.get(name), name)
  }
  assert.equal((await ok<{ earliest_claim: string }>(`plant_variety/${sid}`)).earliest_claim, '2024-01-02')
})

test('a child deleted before its case stays deleted when the case is restored', async () => {
  const { sid } = await variety()
  const children = await childrenOf(sid)
  await ok(`fee/do/delete/${children.fee}`, {})
  await ok(`plant_variety/do/delete/${sid}`, {})
  await ok('plant_variety/do/restore', { sids: [sid] })
  assert.deepEqual([await isThere('fee', children.fee ?? ''), await isThere('deadline', children.deadline ?? '')], [false, true])
})

type Found = { record: { sid: string; matched: string; name: string }[] }
type Batch = { found: { value: string; record: { sid: string }[] }[]; not_found: string[] }

test('a case is found by a number, a part of a number or its text, within its kind and among all cases', async () => {
  const { sid } = await variety({ case_no: 'ZX-77001', denomination: '秋收三号', application_no: 'CNA 2023-4567.8' })
  const { sid: other } = await ok('patent/do/create', { case_no: 'ZX-77002', title: '秋收机', patent_type: 'INVENTION', country: 'CN' })
  for (const model of ['plant_variety', 'case'])
    for (const [text, matched] of [
      ['CNA20234567.8', 'number'],
      ['ZX-77001', 'number'],
      ['234567', 'part'],
      ['秋收三号', 'words'],
    ] as const) {
      const [first] = (await ok<Found>(`${model}/do/find`, { text })).record
      assert.deepEqual([first?.sid, first?.matched], [sid, matched], `${model} ${text}`)
      assert.equal(first?.name, 'ZX-77001 秋收三号')
    }
  const both = (await ok<Found>('case/do/find', { text: '秋收' })).record.map((one) => one.sid)
  assert.deepEqual(both.sort(), [sid, other].sort())
  assert.deepEqual((await ok<Found>('patent/do/find', { text: 'ZX-77001' })).record, [])
})

test('a batch of numbers is looked up within one kind and among all cases', async () => {
  const { sid } = await variety({ case_no: 'ZX-88001', application_no: 'CNA 2023-9999.8' })
  const { sid: other } = await ok('patent/do/create', { case_no: 'ZX-88002', title: '收割机', patent_type: 'INVENTION', country: 'CN' })
  const values = ['CNA20239999.8', 'ZX-88002', 'ZX-00000']
  const own = await ok<Batch>('plant_variety/do/batch_search', { values })
  assert.deepEqual([own.found.map(({ record }) => record[0]?.sid), own.not_found], [[sid], ['ZX-88002', 'ZX-00000']])
  const all = await ok<Batch>('case/do/batch_search', { values })
  assert.deepEqual([all.found.map(({ record }) => record[0]?.sid), all.not_found], [[sid, other], ['ZX-00000']])
})
