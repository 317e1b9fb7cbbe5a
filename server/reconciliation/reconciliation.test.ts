// Docket lists of agencies, uploaded as spreadsheets and compared with ours, through the API.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendForm, workbook } from '../../tests/harness/cases/exchange.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { asking, type Person, testServer } from '../../tests/harness/server.ts'
import type { Cell } from '../../model/import/values/cell.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { endUnread } from './end-unread.ts'
import { createRow } from '../records/write/create.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')
const [manager, engineer, inventor] = [await enrol('ip_manager'), await enrol('ip_engineer'), await enrol('inventor')]
const ctx = systemContext(tenant)
const make = (model: string, row: object) => createRow(ctx, modelOf(tenant, model), { company_sid: manager.company, ...row })
const agency_sid = await make('agency', { agency_name: '虚构云帆知识产权代理', email: 'docket@yunfan.example' })
const other = await make('agency', { agency_name: '虚构别家代理' })

type Row = Record<string, unknown> & { sid: string }
const { ask, ok } = asking(call, engineer)
const patent = (title: string, application_no: string, more: object = {}) =>
  make('patent', {
    title, application_no, agency_sid, country: 'CN', patent_type: 'INVENTION', status: 'SE', filing_date: '2023-02-20',
    owner_sid: engineer.sid, department_sid: engineer.department, ...more,
  }) // oxfmt-ignore
const dueOn = (case_sid: string, name: string, official_due: string) => make('deadline', { case_sid, name, official_due, owner_sid: engineer.sid })

const alike = await patent('一种虚构的水泵', '202310123456.6', { case_no: 'DK-1' })
const differing = await patent('一种虚构的阀门', '202310123457.0', { case_no: 'DK-2', agency_ref: 'YF-002' })
const byRef = await patent('一种虚构的滤芯', '202310123458.5', { case_no: 'DK-3', agency_ref: 'YF-003' })
const forgotten = await patent('一种虚构的电机', '202310123459.X', { case_no: 'DK-4' })
await patent('一种别家的电机', '202310123460.2', { case_no: 'DK-5', agency_sid: other })
await patent('一种失效的电机', '202310123461.7', { case_no: 'DK-6', status: 'TERMINATED' })
const dueAlike = await dueOn(alike, '虚构答复审查意见', '2027-03-02')
const dueDiffers = await dueOn(differing, '虚构提交补正', '2027-04-05')

/** As an agency writes it: a title above, its own number first, other names of columns, mixed spellings. */
const LIST: readonly (readonly Cell[])[] = [
  ['虚构云帆知识产权代理 · 在办案件清单'],
  ['序号', '我方案号', '贵方案号', '发明创造名称', '专利申请号', '申请日期', '下一步', '官方绝限'],
  [1, 'YF-001', 'DK-1', '一种虚构的水泵', 'CN202310123456.6', '2023.02.20', '答复第一次审查意见', '2027/3/2'],
  [2, 'YF-002', 'DK-2', '一种虚构的阀门装置', '2023101234570', '2023-02-21', '补正', '2027/4/15'],
  [3, 'YF-003', '', '一种虚构的滤芯', '', '2023-02-20', '答复第一次审查意见', '2027-05-06'],
  [4, 'YF-009', '', '一种对方才有的传感器', '202310999999.4', '2023-06-01', '', ''],
] // oxfmt-ignore

async function send(rows: readonly (readonly Cell[])[], fields: Record<string, string> = {}, as: Person = engineer) {
  const form = new FormData()
  for (const [key, value] of Object.entries({ agency_sid, kind: 'patent', ...fields })) form.append(key, value)
  form.append('file', new File([await workbook(rows)], '云帆在办清单.xlsx'))
  return sendForm(app, { path: 'docket_list/do/compare', token: as.token, form, lang: 'en' })
}

async function compare(rows: readonly (readonly Cell[])[]): Promise<Row> {
  const { status, data, message } = await send(rows)
  assert.equal(status, 200, message)
  await jobEnded(tenant, data.job_sid)
  return ok(`docket_list/${data.sid}`)
}

const FL = [
  'sid',
  'result',
  'status',
  'field',
  'what_en',
  'theirs',
  'ours',
  'ours_en',
  'case_sid',
  'deadline_sid',
  'row_no',
  'waits',
  'note_en',
  'task_sid',
]
async function linesOf(list: Row): Promise<Row[]> {
  const { record } = await ok<{ record: Row[] }>('docket_line/do/search', { fl: FL, iql: `list_sid = '${list.sid}' ORDER BY row_no`, rows: 100 })
  return record
}
const caseOf = ({ case_sid }: Row) => (case_sid as { sid: string } | null)?.sid
const oneOf = (lines: readonly Row[], result: string, field?: string) => {
  const found = lines.filter((line) => line.result === result && (!field || line.field === field))
  assert.equal(found.length, 1, `${result} ${field}: ${JSON.stringify(lines)}`)
  return found[0] as Row // as just counted
}
const take = (sid: string, transition: string, more: object = {}, as: Person = engineer) =>
  ask('docket_line/do/transition', { sid, transition, ...more }, as)

const list = await compare(LIST)
const lines = await linesOf(list)

test('[2.33] a list of an agency is matched by any number; each value and deadline that differs, and what either side lacks, is a line', () => {
  assert.deepEqual([list.status, list.row_count], ['OPEN', 4], JSON.stringify(list))
  const shown = lines.map((line) => [line.result, line.field ?? null, line.theirs ?? null, line.ours ?? null, caseOf(line) ?? null])
  const expected = [
    ['DIFFERENT', 'title', '一种虚构的阀门装置', '一种虚构的阀门', differing],
    ['DIFFERENT', 'filing_date', '2023-02-21', '2023-02-20', differing],
    ['DIFFERENT', 'deadline', '2027-04-15 补正', '2027-04-05 虚构提交补正', differing],
    ['DIFFERENT', 'deadline', '2027-05-06 答复第一次审查意见', null, byRef],
    ['NOT_OURS', null, '一种对方才有的传感器', null, null],
    ['NOT_THEIRS', null, null, null, forgotten],
  ]
  for (const one of expected) assert.ok(shown.some((line) => JSON.stringify(line) === JSON.stringify(one)), `${JSON.stringify(one)}\n${JSON.stringify(shown, null, 1)}`)
  assert.ok(!lines.some((line) => line.row_no === 1 && line.result === 'DIFFERENT'), 'the first row is alike')
  assert.equal(list.not_ours, 1)
  const [headings] = [list.columns as { heading: string; field: string | null }[]]
  assert.deepEqual(headings.map(({ field }) => field), [null, 'agency_ref', 'case_no', 'title', 'application_no', 'filing_date', 'docket_name', 'docket_due']) // oxfmt-ignore
}) // oxfmt-ignore

test('[2.33] theirs is taken over as a change of whoever takes it, a deadline too, and a case that only they have is made', async () => {
  assert.equal((await take(oneOf(lines, 'DIFFERENT', 'title').sid, 'accept', {}, inventor)).status, 403)
  assert.equal((await take(oneOf(lines, 'DIFFERENT', 'title').sid, 'accept')).data.status, 'ACCEPTED')
  assert.equal((await ok(`patent/${differing}`)).title, '一种虚构的阀门装置')
  const log = await tenant.db.selectFrom('change_log').select('created_by').where('record_sid', '=', differing).orderBy('created_at', 'desc').executeTakeFirstOrThrow()
  assert.equal(log.created_by, engineer.sid)
  const [lacking] = lines.filter((line) => line.field === 'deadline' && line.ours === null)
  const taken = await take(String(lacking?.sid), 'accept')
  const added = await ok(`deadline/${(taken.data.deadline_sid as { sid: string }).sid}`)
  assert.deepEqual([added.official_due, added.name], ['2027-05-06', '答复第一次审查意见'])
  const layout = await ok('page_layout/do/create', { entity: 'patent', name: '要求级别', form: { groups: [{ fields: [{ code: 'importance', required: true }] }], hidden: [] } }, admin) // oxfmt-ignore
  await ok('page_layout/do/publish', { sid: layout.sid }, admin)
  const made = await take(oneOf(lines, 'NOT_OURS').sid, 'accept')
  assert.equal(made.data.status, 'ACCEPTED', made.text)
  await ok('page_layout/do/unpublish', { sid: layout.sid }, admin)
  const whole = await ok(`patent/${caseOf(made.data)}`)
  assert.deepEqual([whole.title, whole.application_no, (whole.agency_sid as { sid: string }).sid, whole.agency_ref], ['一种对方才有的传感器', '202310999999.4', agency_sid, 'YF-009']) // oxfmt-ignore
}) // oxfmt-ignore

test('[2.33] a later day of a deadline waits for a second person, and the line says so', async () => {
  const [moved] = lines.filter((line) => line.field === 'deadline' && line.ours !== null)
  const taken = await take(String(moved?.sid), 'accept')
  assert.equal(taken.data.status, 'ACCEPTED', taken.text)
  assert.equal(taken.data.waits, true)
  assert.equal((await ok(`deadline/${dueDiffers}`)).official_due, '2027-04-05')
  assert.equal((await ok(`deadline/${dueAlike}`)).official_due, '2027-03-02')
  const waiting = async () => {
    const { record } = await ok<{ record: Row[] }>('date_confirmation/do/search', { fl: ['sid'], iql: `case_sid = '${differing}' AND status = 'PROPOSED'` }, manager)
    return String(record[0]?.sid)
  }
  await ok('date_confirmation/do/transition', { sid: await waiting(), transition: 'refuse', decided_reason: '虚构：未见原件' }, manager)
  const refused = await ok(`docket_line/${moved?.sid}`)
  assert.deepEqual([refused.status, refused.waits, refused.decided_by ?? null], ['OPEN', false, null])
  assert.equal((await take(String(moved?.sid), 'accept')).data.waits, true)
  await ok('date_confirmation/do/transition', { sid: await waiting(), transition: 'confirm', decided_reason: '虚构：已核对原件' }, manager)
  const confirmed = await ok(`docket_line/${moved?.sid}`)
  assert.deepEqual([confirmed.status, confirmed.waits], ['ACCEPTED', false])
  assert.equal((await ok(`deadline/${dueDiffers}`)).official_due, '2027-04-15')
}) // oxfmt-ignore

test('[2.33] ours is kept with a reason; many lines are asked in one task, with the text of a mail', async () => {
  const filed = oneOf(lines, 'DIFFERENT', 'filing_date')
  assert.deepEqual((await take(filed.sid, 'keep')).errors.map(({ field }) => field), ['decision_reason']) // oxfmt-ignore
  const body = { sid: list.sid, line_sids: [filed.sid, oneOf(lines, 'NOT_THEIRS').sid], due_date: '2027-01-15', language: 'zh' }
  assert.equal((await ask('docket_list/do/ask', body, inventor)).status, 403)
  const asked = await ok<{ task_sid: string; to: string; subject: string; body: string }>('docket_list/do/ask', body)
  assert.equal(asked.to, 'docket@yunfan.example')
  assert.match(asked.body, /申请日：贵方 2023-02-21；我方 2023-02-20/)
  assert.match(asked.body, /DK-4.*贵方清单没有/)
  const task = await ok(`task/${asked.task_sid}`)
  assert.match(String(task.description), /2023-02-21/)
  assert.equal((await ok(`docket_line/${filed.sid}`)).status, 'ASKED')
  const kept = await take(filed.sid, 'keep', { decision_reason: '虚构：以受理通知书为准' })
  assert.equal(kept.data.status, 'KEPT')
  assert.equal((await take(oneOf(lines, 'NOT_THEIRS').sid, 'accept')).status, 400)
})

test('[2.33] the result is kept and its cases are seen only by those who see the case; nothing is written by hand', async () => {
  assert.equal((await ask(`docket_list/${list.sid}`, undefined, inventor)).status, 403)
  assert.equal((await ask('docket_line/do/create', { result: 'SAME' })).code === 0, false)
  assert.equal((await ask('docket_line/do/update', { sid: lines[0]?.sid, theirs: 'x' })).code === 0, false)
  const { total } = await ok<{ total: number }>('docket_list/do/count', { iql: `agency_sid = '${agency_sid}'` }, manager)
  assert.equal(total, 1)
})

test('a list that is none is kept with the reason, and another kind or agency is refused', async () => {
  const none = await compare([['只有一格']])
  assert.equal(none.status, 'FAILED')
  assert.match(String(none.reason_en), /empty|heading/)
  for (const [fields, field] of [
    [{ kind: 'nothing' }, 'kind'],
    [{ kind: 'user_info' }, 'kind'],
    [{ agency_sid: manager.sid }, 'agency_sid'],
  ] as const) {
    const { status, errors } = await send(LIST, fields)
    assert.deepEqual([status, errors.map((one: { field: string }) => one.field)], [400, [field]])
  }
  assert.equal((await send(LIST, {}, inventor)).status, 403)
})

test('all differences that may be taken are taken at once; what cannot is named and stays', async () => {
  await patent('一种授权的虚构电机', '202310123462.1', { case_no: 'DK-7', status: 'GRANTED', grant_date: '2024-05-06' })
  const again = await compare([
    ['贵方案号', '申请号', '名称', '申请日', '法律状态'],
    ['DK-1', '202310123456.6', '一种虚构的水泵（改）', '2023-02-20', '实审'],
    ['DK-7', '202310123462.1', '一种授权的虚构电机', '2023-02-20', '实审'],
    ['DK-3', '202310123458.5', '一种虚构的滤芯（改）', '2023-02-20', '实审'],
  ])
  const open = (await linesOf(again)).filter((line) => line.status === 'OPEN' && line.result === 'DIFFERENT')
  assert.deepEqual(open.map(({ field }) => field).toSorted(), ['status', 'title', 'title'])
  type Each = { done: number; failed: number; record: { ok: boolean; message?: string }[] }
  const taken = await ok<Each>('docket_line/do/batch_transition', { sids: open.map(({ sid }) => sid), transition: 'accept', each: true })
  assert.deepEqual([taken.done, taken.failed], [2, 1], JSON.stringify(taken))
  assert.match(taken.record.find((one) => !one.ok)?.message ?? '', /state changes by a step of the case/)
  assert.equal((await ok(`patent/${alike}`)).title, '一种虚构的水泵（改）')
})

const HEAD = ['贵方案号', '我方案号', '申请号', '名称', '申请日', '下一步', '官方绝限']

test('what was recorded after the comparison is not overwritten by what the list said before', async () => {
  const sid = await patent('一种虚构的风机', '202310123470.6', { case_no: 'DK-10' })
  const due = await dueOn(sid, '虚构补正', '2027-06-01')
  const found = await linesOf(await compare([HEAD, ['DK-10', '', '202310123470.6', '一种虚构的风机（旧）', '2023-02-20', '补正', '2027-05-20']]))
  await ok('patent/do/update', { sid, title: '一种虚构的风机（新）' })
  await ok('deadline/do/update', { sid: due, official_due: '2027-05-25' })
  for (const field of ['title', 'deadline']) {
    const { status, text } = await take(oneOf(found, 'DIFFERENT', field).sid, 'accept')
    assert.equal(status, 400, text)
    assert.match(text, /changed since the list was compared/)
  }
  assert.equal((await ok(`patent/${sid}`)).title, '一种虚构的风机（新）')
  assert.equal((await ok(`deadline/${due}`)).official_due, '2027-05-25')
})

test('a deadline that is done with us is not taken over; the question to the agency says what differs', async () => {
  const sid = await patent('一种虚构的滤网', '202310123471.0', { case_no: 'DK-11' })
  const due = await dueOn(sid, '虚构补正', '2027-06-01')
  await ok('deadline/do/transition', { sid: due, transition: 'complete', done_date: '2026-01-05' })
  const again = await compare([HEAD, ['DK-11', '', '202310123471.0', '一种虚构的滤网', '2023-02-20', '补正', '2027-06-01']])
  const line = oneOf(await linesOf(again), 'DIFFERENT', 'deadline')
  const taken = await take(line.sid, 'accept')
  assert.equal(taken.status, 400, taken.text)
  assert.match(taken.text, /no longer open with us/)
  const asked = await ok<{ body: string }>('docket_list/do/ask', { sid: again.sid, line_sids: [line.sid], due_date: '2027-01-15', language: 'en' })
  assert.match(asked.body, /with us this deadline is done/)
})

test('the deadline of a case that only they have is shown and comes with the case, which is checked at once; an unreadable day is a line', async () => {
  const found = await linesOf(
    await compare([
      HEAD,
      ['', 'YF-101', '202410999991.2', '一种虚构的探头', '2024-05-06', '答复第一次审查意见', '2026-12-10'],
      ['', 'YF-102', '202410999992.7', '一种虚构的支架', '2024-05-06', '答复', '下月'],
    ]),
  )
  const [dated] = found.filter(({ result, row_no }) => result === 'NOT_OURS' && row_no === 2)
  assert.match(String(dated?.note_en), /2026-12-10/)
  assert.equal(oneOf(found, 'UNCLEAR').theirs, '下月')
  const made = await take(String(dated?.sid), 'accept')
  assert.equal(made.data.status, 'ACCEPTED', made.text)
  const added = await ok(`deadline/${(made.data.deadline_sid as { sid: string }).sid}`)
  assert.deepEqual([added.official_due, added.name, caseOf(added)], ['2026-12-10', '答复第一次审查意见', caseOf(made.data)])
  const issues = await tenant.db.selectFrom('finding').select('sid').where('case_sid', '=', caseOf(made.data) ?? '').execute() // oxfmt-ignore
  assert.ok(issues.length > 0, 'the new case is checked')
})

test('nothing is decided in a reconciliation that is closed; its lines go and come back with it', async () => {
  await patent('一种虚构的托架', '202310123472.5', { case_no: 'DK-12' })
  const shut = await compare([HEAD, ['DK-12', '', '202310123472.5', '一种虚构的托架（改）', '2023-02-20', '', '']])
  const line = oneOf(await linesOf(shut), 'DIFFERENT', 'title')
  await ok('docket_list/do/transition', { sid: shut.sid, transition: 'close' })
  assert.match((await take(line.sid, 'accept')).text, /closed or deleted/)
  const body = { sid: shut.sid, line_sids: [line.sid], due_date: '2027-01-15', language: 'en' }
  assert.match((await ask('docket_list/do/ask', body)).text, /closed or deleted/)
  await ok(`docket_list/do/delete/${shut.sid}`, {}, manager)
  assert.deepEqual(await linesOf(shut), [])
  await ok('docket_list/do/restore', { sids: [shut.sid] }, manager)
  assert.ok((await linesOf(shut)).length > 0)
})

test('a list whose job has ended without a result says so', async () => {
  const { data } = await send([HEAD, ['DK-12', '', '202310123472.5', '一种虚构的托架', '2023-02-20', '', '']])
  await jobEnded(tenant, data.job_sid)
  await tenant.db.updateTable('docket_list').set({ status: 'READING' }).where('sid', '=', data.sid).execute()
  await tenant.db.updateTable('job').set({ state: 'RUNNING' }).where('sid', '=', data.job_sid).execute()
  await endUnread(ctx)
  assert.equal((await ok(`docket_list/${data.sid}`)).status, 'READING')
  await tenant.db.updateTable('job').set({ state: 'CANCELLED' }).where('sid', '=', data.job_sid).execute()
  await endUnread(ctx)
  const ended = await ok(`docket_list/${data.sid}`)
  assert.equal(ended.status, 'FAILED')
  assert.match(String(ended.reason_en), /cancelled or failed/)
})

test('rows of one case that say the same deadline are one difference, and each side is said in both languages', async () => {
  const sid = await patent('一种虚构的卡箍', '202310123473.X', { case_no: 'DK-13' })
  await make('deadline', {
    case_sid: sid,
    name: '虚构补正',
    name_en: 'Fictitious rectification',
    official_due: '2027-06-01',
    owner_sid: engineer.sid,
  })
  const row = ['DK-13', '', '202310123473.X', '一种虚构的卡箍', '2023-02-20', '补正', '2027-05-20']
  const found = (await linesOf(await compare([HEAD, row, row]))).filter((line) => caseOf(line) === sid)
  const line = oneOf(found, 'DIFFERENT')
  assert.deepEqual([line.ours, line.ours_en], ['2027-06-01 虚构补正', '2027-06-01 Fictitious rectification'])
})

test('a line is seen by those who see its case and may read its field in clear, and of no case by those of the company', async () => {
  const sid = await patent('一种虚构的弯头', '202310123474.4', { case_no: 'DK-14' })
  const again = await compare([
    HEAD,
    ['DK-14', '', '202310123474.4', '一种虚构的弯头（改）', '2023-02-21', '', ''],
    ['', 'YF-201', '202410999993.1', '一种虚构的接头', '2024-05-06', '', ''],
  ])
  const role = await createRow(ctx, modelOf(tenant, 'role'), { code: 'narrow', name: '虚构专员', name_en: 'Fictional clerk', platform: '1' })
  for (const entity of ['patent', 'docket_line']) {
    const hidden_fields = entity === 'patent' ? ['filing_date'] : []
    await createRow(ctx, modelOf(tenant, 'role_grant'), {
      role_sid: role,
      entity,
      verbs: ['get', 'search', 'count'],
      data_scope: 'COMPANY',
      hidden_fields,
    })
  }
  const company_sid = await createRow(ctx, modelOf(tenant, 'company'), { company_name: '虚构别家公司' })
  const seenBy = async (as: Person) => {
    const iql = `list_sid = '${again.sid}' AND result IN ('DIFFERENT', 'NOT_OURS')`
    const { record } = await ok<{ record: Row[] }>('docket_line/do/search', { fl: ['result', 'field', 'case_sid'], iql, rows: 100 }, as)
    return record.map((line) => line.field ?? line.result).toSorted()
  }
  assert.deepEqual(await seenBy(engineer), ['NOT_OURS', 'filing_date', 'title'])
  assert.deepEqual(await seenBy(await enrol('ip_engineer', { role_sids: [role] })), ['NOT_OURS', 'title'])
  assert.deepEqual(await seenBy(await enrol('ip_engineer', { company_sid })), [])
  assert.ok(sid)
})

test('a row that may mean two of our cases counts as naming both; a case that we record with another agency is a difference', async () => {
  const european = (publication_no: string) => patent('一种虚构的同名件', '', { application_no: null, country: 'EP', publication_no })
  const duplicates = [await european('EP3456789A1'), await european('EP3456789A3')]
  const away = await patent('一种别家的虚构件', '202310123477.8', { case_no: 'DK-16', agency_sid: other })
  const found = await linesOf(
    await compare([
      ['贵方案号', '申请号', '名称', '公开号', '国家', '申请日'],
      ['', '', '一种虚构的同名件', 'EP3456789B1', 'EP', '2023-02-20'],
      ['DK-16', '202310123477.8', '一种别家的虚构件', '', 'CN', '2023-02-20'],
    ]),
  )
  assert.equal(found.filter(({ result }) => result === 'UNCLEAR').length, 1, JSON.stringify(found))
  assert.deepEqual(found.filter((line) => duplicates.includes(String(caseOf(line)))), []) // oxfmt-ignore
  const line = oneOf(found.filter((one) => caseOf(one) === away), 'DIFFERENT', 'agency_sid') // oxfmt-ignore
  assert.deepEqual([line.theirs, line.ours], ['虚构云帆知识产权代理', '虚构别家代理'])
  assert.equal((await take(line.sid, 'accept')).data.status, 'ACCEPTED')
  assert.equal(((await ok(`patent/${away}`)).agency_sid as { sid: string }).sid, agency_sid)
})
