import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const as = await enrol('ip_engineer')

type Row = Record<string, unknown> & { sid: string; priorities: Record<string, unknown>[] }
const US = { priority_no: 'US18/123456', priority_date: '2025-03-10', priority_country: 'US' }
const JP = { priority_no: '特願2025-012345', priority_date: '2025-05-20', priority_country: 'JP' }
const filing = { title: '一件', patent_type: 'INVENTION', country: 'CN', route: 'PARIS', status: 'FILED', filing_date: '2026-03-02' }
const give = (body: Record<string, unknown>) => call<Row>('patent/do/create', { ...filing, ...body }, { as, lang: 'en' })
const change = (body: Record<string, unknown>) => call<Row>('patent/do/update', body, { as, lang: 'en' })
const claimsOf = ({ data }: { data: Row }) => data.priorities.map(({ seq, priority_no, priority_date }) => [seq, priority_no, priority_date])
const rules = async (sid: string) =>
  (await call<{ record: Row[] }>('deadline/do/search', { iql: `case_sid = '${sid}'`, fl: 'rule_id', rows: 100 }, { as })).data.record.map(
    ({ rule_id }) => rule_id,
  )

test('a case sent with its priorities is computed with them at once', async () => {
  const made = await give({ priorities: [US, JP] })
  assert.equal(made.code, 0, made.text)
  assert.deepEqual(claimsOf(made), [
    [1, '18/123,456', '2025-03-10'],
    [2, '特願2025-012345', '2025-05-20'],
  ])
  assert.equal(made.data.earliest_priority_date, '2025-03-10')
  const due = await rules(made.data.sid)
  assert.ok(due.includes('CNP03') && due.includes('CNP08'))
  assert.ok(!due.includes('PAR01'), 'it was never a first filing')
})

test('an update replaces the list: named claims stay, the others are deleted', async () => {
  const { data } = await give({ priorities: [US, JP] })
  const kept = data.priorities[1]?.sid
  const admin = await enrol('system_admin')
  assert.equal((await call('date_confirmation/do/set_rule', { two_people: false }, { as: admin })).code, 0)
  const changed = await change({ sid: data.sid, priorities: [{ ...JP, priority_no: 'JP2025-012345', das_code: 'A1B2' }] })
  assert.equal(changed.code, 0, changed.text)
  assert.deepEqual(
    changed.data.priorities.map(({ sid, seq, das_code }) => [sid, seq, das_code]),
    [[kept, 1, 'A1B2']],
  )
  assert.equal(changed.data.earliest_priority_date, '2025-05-20')
  const moved = await change({ sid: data.sid, priorities: [{ sid: kept, priority_date: '2025-06-20' }] })
  assert.deepEqual(claimsOf(moved), [[1, '特願2025-012345', '2025-06-20']])
  assert.equal((await change({ sid: data.sid, title: '另名' })).data.earliest_priority_date, '2025-06-20', 'unnamed, it is left alone')
  assert.deepEqual(claimsOf(await change({ sid: data.sid, priorities: [] })), [])
})

test('an invalid claim is refused with its place, and nothing is written', async () => {
  const bad = await give({ title: '不成', priorities: [US, { ...JP, priority_date: '2024-01-01' }] })
  assert.equal(bad.status, 400)
  assert.equal(bad.errors[0]?.field, 'priorities.1.priority_date')
  const missing = await give({ title: '不成', priorities: [{ priority_no: 'US18/123457' }] })
  assert.deepEqual(missing.errors.map(({ field }) => field).toSorted(), ['priorities.0.priority_country', 'priorities.0.priority_date'])
  for (const priorities of ['US', [1], {}]) assert.equal((await give({ priorities })).status, 400)
  assert.equal((await give({ priorities: [{ ...US, colour: 'red' }] })).status, 400)
  const { data } = await call<{ total: number }>('patent/do/count', { iql: "title = '不成'" }, { as })
  assert.equal(data.total, 0)
})

test('a priority of another case is refused', async () => {
  const [one, other] = [await give({ priorities: [US] }), await give({ priorities: [{ ...US, priority_no: 'US18/654321' }] })]
  const taken = await change({ sid: other.data.sid, priorities: [{ sid: one.data.priorities[0]?.sid }] })
  assert.equal(taken.status, 400)
})

test('the schema and the API description contain the claims', async () => {
  const schema = await call<{ inline: unknown }>('patent/do/schema', undefined, { as })
  assert.deepEqual(schema.data.inline, [{ code: 'priorities', model: 'priority', by: 'case_sid' }])
  const { text } = await call('/innoe-webapi/openapi.json', undefined, { as })
  const body = JSON.parse(text).paths['/innoe-webapi/model/patent/do/create'].post.requestBody.content['application/json'].schema.allOf[1]
  assert.deepEqual(Object.keys(body.properties), ['priorities', 'confirm'])
})
