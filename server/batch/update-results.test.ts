import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { jobEnded } from '../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { server, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
const ctx = systemContext(tenant)
const make = (model: string, values: Record<string, unknown>) => createRow(ctx, modelOf(tenant, model), values)

const COUNT = 130
for (let at = 0; at < COUNT; at++) await make('tag', { name: `标签 ${String(at).padStart(3, '0')}` })

type Results = { total: number; changeable: number; most: number; job_sid: string; batch_sid: string }
const ask = (path: string, body: Record<string, unknown>, as: Person = manager) => call<Results>(path, body, { as, lang: 'en' })
const IQL = "name LIKE '标签 %'"
const colours = async () => {
  const rows = await tenant.db.selectFrom('tag').select(['colour']).where('name', 'like', '标签 %').execute()
  return Map.groupBy(rows, ({ colour }) => String(colour))
}

test('[9.07] all results of a query are changed once their number is confirmed, and one undo reverts the change', async () => {
  const { data: counted } = await ask('tag/do/results', { iql: IQL })
  assert.deepEqual([counted.total, counted.changeable, counted.most], [COUNT, COUNT, 5000])
  const other = await ask('tag/do/update_results', { iql: IQL, total: COUNT - 1, changes: { colour: '#ff0000' } })
  assert.deepEqual(
    [other.status, other.message],
    [400, `The results have changed: ${COUNT - 1} were confirmed, there are now ${COUNT}. Please confirm again`],
  )
  const before = await colours()
  const { data, message } = await ask('tag/do/update_results', { iql: IQL, total: COUNT, changes: { colour: '#ff0000' } })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.total, job.ok, job.failed], ['DONE', COUNT, COUNT, 0], String(job.message))
  assert.equal((await colours()).get('#ff0000')?.length, COUNT)
  const kept = await ask(`batch_edit/do/search`, { iql: `sid = '${data.batch_sid}'`, fl: 'query,edited_fields,count_ok' })
  const { record } = kept.data as unknown as { record: Record<string, unknown>[] }
  assert.deepEqual(record[0] && [record[0].query, record[0].edited_fields, record[0].count_ok], [{ iql: IQL }, { colour: '#ff0000' }, COUNT])
  const undone = await ask('batch_edit/do/undo', { sid: data.batch_sid })
  assert.equal(undone.status, 200, undone.text)
  const undo = await jobEnded(tenant, undone.data.job_sid)
  assert.deepEqual([undo.state, undo.ok, undo.total], ['DONE', COUNT, COUNT], String(undo.message))
  assert.deepEqual(await colours(), before)
  assert.match((await ask('batch_edit/do/undo', { sid: data.batch_sid })).message, /already been undone/)
})

test('[2.11] the undo of a large batch is all or none where a record has changed since, unless the person leaves out what changed', async () => {
  const before = await colours()
  const { data } = await ask('tag/do/update_results', { iql: IQL, total: COUNT, changes: { colour: '#0000ff' } })
  await jobEnded(tenant, data.job_sid)
  const tag = await tenant.db.selectFrom('tag').select('sid').where('name', '=', '标签 007').executeTakeFirstOrThrow()
  assert.equal((await ask('tag/do/update', { sid: tag.sid, colour: '#123456' })).status, 200)
  const undone = await ask('batch_edit/do/undo', { sid: data.batch_sid })
  const undo = await jobEnded(tenant, undone.data.job_sid)
  assert.equal(undo.state, 'FAILED')
  assert.match(String(undo.message), /have changed since.*标签 007/)
  assert.equal((await colours()).get('#0000ff')?.length, COUNT - 1)
  const others = await jobEnded(tenant, (await ask('batch_edit/do/undo', { sid: data.batch_sid, leave_changed: true })).data.job_sid)
  assert.deepEqual([others.state, others.total, others.ok, others.failed], ['DONE', COUNT, COUNT - 1, 1])
  assert.match(String(others.message), /Undone; changed since and left as they are: .*标签 007/)
  assert.equal((await colours()).get('#123456')?.length, 1)
  assert.match((await ask('batch_edit/do/undo', { sid: data.batch_sid, leave_changed: true })).message, /already been undone/)
  const back = await ask('tag/do/update', { sid: tag.sid, colour: null })
  assert.equal(back.status, 200, back.text)
  assert.deepEqual(await colours(), before)
})

test('records that already have the values are not counted as changed, here as in the batch edit history', async () => {
  const half = "name LIKE '标签 1%'"
  const { data: some } = await ask('tag/do/results', { iql: half })
  const change = async (iql: string, total: number) => {
    const { data } = await ask('tag/do/update_results', { iql, total, changes: { colour: '#00ff00' } })
    return { batch: data.batch_sid, ...(await jobEnded(tenant, data.job_sid)) }
  }
  const [first, rest] = [await change(half, some.total), await change(IQL, COUNT)]
  assert.deepEqual([first.ok, rest.ok, rest.done, rest.failed], [some.total, COUNT - some.total, COUNT, 0])
  const { count_ok } = await tenant.db.selectFrom('batch_edit').select('count_ok').where('sid', '=', rest.batch).executeTakeFirstOrThrow()
  assert.equal(count_ok, COUNT - some.total)
  for (const { batch } of [rest, first]) {
    const undone = await ask('batch_edit/do/undo', { sid: batch })
    assert.equal(undone.status, 200)
    if (undone.data.job_sid) await jobEnded(tenant, undone.data.job_sid)
  }
})

test('[9.07] an installation limits the number of results in one change', async () => {
  process.env['INNOE_MAX_SELECTED'] = '129'
  const { status, text } = await ask('tag/do/update_results', { iql: IQL, total: COUNT, changes: { colour: '#ff0000' } })
  delete process.env['INNOE_MAX_SELECTED']
  assert.equal(status, 400)
  assert.match(text, /129/)
})

test('records that a person sees but may not change are counted and left unchanged', async () => {
  const [reads, changes] = [
    await make('role', { code: 'reads_tags', name: '看标签', weight: 10 }),
    await make('role', { code: 'changes_some_tags', name: '改部分标签', weight: 10 }),
  ]
  await make('role_grant', { role_sid: reads, entity: 'tag', verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
  await make('role_grant', { role_sid: changes, entity: 'tag', verbs: ['get', 'update'], data_scope: 'CUSTOM', query: "name LIKE '标签 00%'" })
  const narrow = await enrol('inventor', { role_sids: [reads, changes] })
  const { data: counted } = await ask('tag/do/results', { iql: IQL }, narrow)
  assert.deepEqual([counted.total, counted.changeable], [COUNT, 10])
  const { data, message } = await ask('tag/do/update_results', { iql: IQL, total: COUNT, changes: { colour: '#0000ff' } }, narrow)
  assert.ok(data?.job_sid, message)
  assert.equal((await jobEnded(tenant, data.job_sid)).ok, 10)
  assert.equal((await colours()).get('#0000ff')?.length, 10)
  const none = await ask('tag/do/update_results', { iql: "name = '标签 100'", total: 1, changes: { colour: '#0000ff' } }, narrow)
  assert.equal(none.status, 403, none.text)
})

test('a refused record is named with its reason, and the others are changed', async () => {
  const parent = await make('tech_node', { name: '根', name_en: 'Root', code: 'ROOT1' })
  const nodes = [await make('tech_node', { name: '甲', code: 'A1' }), await make('tech_node', { name: '乙', code: 'B1' })]
  const iql = `sid IN ('${parent}', '${nodes.join("', '")}')`
  const { data, message } = await ask('tech_node/do/update_results', { iql, total: 3, changes: { parent_sid: parent } })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.ok, job.failed], ['DONE', 2, 1], String(job.message))
  const [error] = job.errors as { record: string; reason: string }[]
  assert.match(String(error?.record), /Root/, 'the English name, for who asked in English')
  assert.notEqual(error?.reason, '')
})

for (const [changes, words] of [
  [{}, /must name at least one field/],
  [{ nothing: 1 }, /nothing/],
  [{ colour: 'red' }, /#RRGGBB/],
] as const)
  test(`refused at once: ${JSON.stringify(changes)}`, async () => {
    const { status, text } = await ask('tag/do/update_results', { iql: IQL, total: COUNT, changes })
    assert.equal(status, 400)
    assert.match(text, words)
  })

const LATE = "name LIKE '提醒 %'"
const transition = (body: Record<string, unknown>, as: Person = manager) => ask('deadline/do/transition_results', { iql: LATE, ...body }, as)

test('one transition of all results runs as a job, once their number is confirmed; a refused record is named, and the others are done', async () => {
  const case_sid = await make('patent', {
    title: '许多期限',
    country: 'CN',
    patent_type: 'INVENTION',
    owner_sid: manager.sid,
    company_sid: manager.company,
  })
  for (let at = 0; at < COUNT; at++)
    await make('deadline', {
      case_sid,
      name: `提醒 ${at}`,
      official_due: '2031-01-01',
      company_sid: manager.company,
      ...(at === 7 && { status: 'DONE' }),
    })
  const { data: counted } = await ask('deadline/do/results', { iql: LATE, verb: 'transition' })
  assert.deepEqual([counted.total, counted.changeable], [COUNT, COUNT])
  const other = await transition({ total: COUNT + 1, transition: 'complete' })
  assert.match(other.message, /The results have changed/)
  const unknown = await transition({ total: COUNT, transition: 'finish' })
  assert.match(unknown.text, /no transition finish/)
  const { data, message } = await transition({ total: COUNT, transition: 'complete', fields: { handled_reason: '年底清理' } })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.ok, job.failed], ['DONE', COUNT - 1, 1], String(job.message))
  assert.match(JSON.stringify(job.errors), /提醒 7.*not possible/)
  const rows = await tenant.db.selectFrom('deadline').select(['status', 'handled_reason']).where('name', 'like', '提醒 %').execute()
  assert.equal(rows.filter(({ status, handled_reason }) => status === 'DONE' && handled_reason === '年底清理').length, COUNT - 1)
})

test('a person who may only read deadlines cannot change their state', async () => {
  const leader = await enrol('dept_leader')
  const { status } = await transition({ total: COUNT, transition: 'reopen' }, leader)
  assert.equal(status, 403)
})
