import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cell } from '../../model/import/values/cell.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')

async function personWith(code: string, verbs: string[], more: Record<string, unknown> = {}) {
  const make = async (model: string, body: object) => {
    const { data, status, message, errors } = await call<{ sid: string }>(`${model}/do/create`, body, { as: admin })
    assert.equal(status, 200, `${message} ${JSON.stringify(errors)}`)
    return data.sid
  }
  const role = await make('role', { code, name: code })
  await make('role_grant', { role_sid: role, entity: 'patent', verbs: ['get', 'search', 'count', ...verbs], data_scope: 'SELF', ...more })
  return enrol('inventor', { role_sids: [role], department_sid: manager.department })
}

const own = await personWith('own_cases', ['create', 'update', 'import'], { read_only_fields: ['remark', 'status', 'value_grade'] })
const mender = await personWith('mender', ['update', 'import'])

const HEADINGS = ['案号', '专利名称', '国家', '申请日', '备注', '价值等级']
const bookOf = (rows: readonly (readonly Cell[])[]) => workbook([HEADINGS, ...rows])

async function imported(rows: readonly (readonly Cell[])[], mode: string, as: Person) {
  const { status, data, message } = await sendFile(app, {
    path: 'patent/do/import',
    token: as.token,
    file: await bookOf(rows),
    name: 'n.xlsx',
    fields: { mode },
  })
  assert.equal(status, 200, message)
  return jobEnded(tenant, data.job_sid)
}

const caseOf = (case_no: string) => tenant.db.selectFrom('patent').selectAll().where('case_no', '=', case_no).executeTakeFirstOrThrow()

test('a column that the user may not fill is ignored with a note, and rejects no row', async () => {
  const file = await bookOf([['N-1', '我的案', 'CN', '2023-02-20', '不该写入', 'A']])
  const { data } = await sendFile(app, { path: 'patent/do/import_preview', token: own.token, file, name: 'n.xlsx' })
  const barred = data.columns.filter((column: { barred?: boolean }) => column.barred)
  assert.deepEqual(
    barred.map(({ heading }: { heading: string }) => heading),
    ['备注', '价值等级'],
  )
  assert.ok(!data.targets.some(({ code }: { code: string }) => code === 'remark'))
  assert.equal(data.ok, 1, JSON.stringify(data.problems))
  const job = await imported([['N-1', '我的案', 'CN', '2023-02-20', '不该写入', 'A']], 'skip', own)
  assert.deepEqual([job.ok, job.failed], [1, 0], JSON.stringify(job.errors))
  const { remark, value_grade, owner_sid, status } = await caseOf('N-1')
  assert.deepEqual([remark, value_grade, owner_sid, status], [null, null, own.sid, 'DRAFTING'])
})

test('no import mode reveals or changes a case hidden from the user', async () => {
  await imported([['N-2', '机密名称', 'CN', '2023-02-20', '', '']], 'skip', manager)
  for (const mode of ['skip', 'report', 'update']) {
    const job = await imported([['N-2', '改名', 'CN', '2024-01-01', '', '']], mode, own)
    assert.deepEqual([job.ok, job.failed], [0, mode === 'skip' ? 0 : 1], mode)
    assert.doesNotMatch(JSON.stringify(job), /机密名称/)
  }
  assert.equal((await caseOf('N-2')).title, '机密名称')
})

test('a case of the same number and title in a company that the user does not see keeps no row from being imported', async () => {
  const ctx = systemContext(tenant)
  const company_sid = await createRow(ctx, modelOf(tenant, 'company'), { company_name: '虚构他司' })
  const twin = { title: '同号同名', country: 'CN', patent_type: 'INVENTION', filing_date: '2023-02-20' }
  const theirs = await createRow(ctx, modelOf(tenant, 'patent'), { ...twin, case_no: 'N-9', company_sid, owner_sid: manager.sid })
  const job = await imported([['N-9', '同号同名', 'CN', '2023-02-20', '', '']], 'skip', manager)
  assert.deepEqual([job.ok, job.failed], [1, 0], JSON.stringify(job.errors))
  const made = await tenant.db.selectFrom('patent').select('company_sid').where('case_no', '=', 'N-9').where('sid', '!=', theirs).execute()
  assert.deepEqual(made, [{ company_sid: manager.company }])
})

test('an import changes only cases that the user may change, not all those on which another role gives another verb', async () => {
  await imported([['N-5', '他人的案', 'CN', '2023-02-20', '', '']], 'skip', manager)
  const roles = async (who: Person) => (await tenant.db.selectFrom('user_info').select('role_sids').where('sid', '=', who.sid).executeTakeFirstOrThrow()).role_sids ?? [] // oxfmt-ignore
  const mover = await personWith('mover', ['transition'], { data_scope: 'ALL' })
  const both = await enrol('inventor', { role_sids: [...(await roles(mender)), ...(await roles(mover))], department_sid: manager.department })
  const job = await imported([['N-5', '改名', 'CN', '2023-02-20', '', '']], 'update', both)
  assert.deepEqual([job.ok, job.failed], [0, 1])
  assert.equal((await caseOf('N-5')).title, '他人的案')
})

test('a user with only the update verb creates nothing', async () => {
  const job = await imported([['N-3', '新案', 'CN', '2023-02-20', '', '']], 'update', mender)
  assert.deepEqual([job.ok, job.failed], [0, 1])
  assert.match(JSON.stringify(job.errors), /无权新建/)
  const { status } = await sendFile(app, {
    path: 'patent/do/import',
    token: mender.token,
    file: await bookOf([['N-4', 'x', 'CN', '', '', '']]),
    name: 'n.xlsx',
  })
  assert.equal(status, 403)
})

test('two simultaneous imports of the same rows create each case once', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => [`T-${n}`, `同时 ${n}`, 'CN', '2023-02-20', '', ''])
  const [one, other] = await Promise.all([imported(rows, 'skip', manager), imported(rows, 'skip', manager)])
  assert.deepEqual([one.state, other.state], ['DONE', 'DONE'])
  const made = await tenant.db.selectFrom('patent').select('case_no').where('case_no', 'like', 'T-%').execute()
  assert.deepEqual([made.length, new Set(made.map((row) => row.case_no)).size], [300, 300])
})

test('a stopped import keeps its committed rows, and no partial ones', async () => {
  const rows = Array.from({ length: 1200 }, (_, n) => [`S-${n}`, `停 ${n}`, 'CN', '2023-02-20', '', ''])
  const { data } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file: await bookOf(rows), name: 's.xlsx' })
  for (let done = 0; done === 0; await wait(10))
    done = Number((await tenant.db.selectFrom('job').select('done').where('sid', '=', data.job_sid).executeTakeFirstOrThrow()).done)
  assert.equal((await call('job/do/cancel', { sid: data.job_sid }, { as: manager })).status, 200)
  const job = await jobEnded(tenant, data.job_sid)
  assert.equal(job.state, 'CANCELLED')
  const made = await tenant.db.selectFrom('patent').select('sid').where('case_no', 'like', 'S-%').execute()
  assert.equal(made.length, Number(job.ok))
  assert.ok(made.length < 1200)
  const docketed = await tenant.db.selectFrom('deadline').select('case_sid').distinct().where('case_sid', 'in', made.map(({ sid }) => sid)).execute() // oxfmt-ignore
  assert.equal(docketed.length, made.length)
  const again = await imported(rows, 'skip', manager)
  assert.equal(Number(again.ok) + made.length, 1200)
})
