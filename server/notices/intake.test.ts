import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { jobEnded, sendForm } from '../../tests/harness/cases/exchange.ts'
import { pdfOf, protectedPdf, sheet, zipOf } from '../../tests/harness/cases/papers.ts'
import { mailOf, nestedMail } from '../../tests/harness/mail/mails.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
const colleague = await enrol('ip_engineer')
const inventor = await enrol('inventor')
const ctx = systemContext(tenant)

const patentOf = (application_no: string, case_no: string, more: Record<string, unknown> = {}) =>
  createRow(ctx, modelNamed(tenant.models, 'patent'), {
    case_no, title: '虚构', patent_type: 'INVENTION', country: 'CN', status: 'SE', application_no, filing_date: '2023-02-20',
    owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department, ...more,
  }) // oxfmt-ignore
const patent = await patentOf('202310123456.6', 'N-1')

type Notice = { number?: string; title?: string; issued?: string; serial?: string; more?: string }
const lines = ({ number = '202310123456.6', title = '第一次审查意见通知书', issued = '2026年03月16日', serial, more = '' }: Notice) => [
  '国家知识产权局', `申请号：${number}`, ...(serial ? [`发文序列号：${serial}`] : []), `发文日：${issued}`, title, `虚构 ${more}`,
] // oxfmt-ignore
const pdf = (notice: Notice = {}) => pdfOf([sheet(...lines(notice))])

type Sent = readonly (readonly [name: string, content: string | Buffer])[]
type Row = Record<string, unknown> & { sid: string; state: string; version: number }

async function send(files: Sent, person: Person = manager) {
  const form = new FormData()
  for (const [name, content] of files) form.append('file', new File([new Uint8Array(Buffer.from(content as string))], name)) // a buffer is copied the same way
  return sendForm(app, { path: 'notice_intake/do/receive', token: person.token, form, lang: 'en' })
}

/** Sends the files and waits until they are read. */
async function received(files: Sent, person: Person = manager): Promise<Row[]> {
  const { status, data, message } = await send(files, person)
  assert.equal(status, 200, message)
  const job = await tenant.db.selectFrom('job').select('sid').where('kind', '=', 'INTAKE').orderBy('sid', 'desc').executeTakeFirstOrThrow()
  await jobEnded(tenant, job.sid)
  return Promise.all(data.record.map((sid: string) => rowOf(sid, person)))
}

async function rowOf(sid: string, person: Person = manager): Promise<Row> {
  const { data, status, message } = await call<Row>(`notice_intake/${sid}`, undefined, { as: person })
  assert.equal(status, 200, message)
  return data
}

async function one(name: string, content: string | Buffer, person: Person = manager): Promise<Row> {
  const [row] = await received([[name, content]], person)
  assert.ok(row)
  return row
}

const sidIn = (value: unknown) => (value as { sid: string } | null)?.sid // a link as the API answers it
const proposal = (row: Row) => ({
  sid: row.sid,
  case_sid: sidIn(row.case_sid),
  doc_type: sidIn(row.doc_type),
  issue_date: row.issue_date,
  serial_no: row.serial_no,
})
const accept = (row: Row, corrections: Record<string, unknown> = {}, as = manager) =>
  call<Row>('notice_intake/do/accept', { ...proposal(row), ...corrections }, { as })
const rulesOf = async (case_sid = patent) =>
  (
    await tenant.db
      .selectFrom('deadline')
      .select('rule_id')
      .where('case_sid', '=', case_sid)
      .where('deleted_at', 'is', null)

      .execute()
  ).map(({ rule_id }) => rule_id)
const eventsOf = (case_sid = patent) =>
  tenant.db
    .selectFrom('official_event')
    .select(['code', 'event_date', 'serial_no', 'document_sid'])
    .where('case_sid', '=', case_sid)
    .where('deleted_at', 'is', null)
    .execute()

test('a notice is read with the place of each fact; preview changes nothing, accepting files document, event and deadlines', async () => {
  const row = await one('通知书.pdf', pdf({ serial: '2026031600123450' }))
  assert.deepEqual(
    [row.state, row.office, row.number, sidIn(row.case_sid), row.issue_date, row.serial_no, row.how, row.pages],
    ['READY', 'CN', '202310123456.6', patent, '2026-03-16', '2026031600123450', 'embedded', 1],
  )
  const reading = row.reading as { number: { page: number; box: number[]; quote: string }[] } // as the reader writes it
  assert.equal(reading.number[0]?.page, 1)
  assert.ok((reading.number[0]?.box[1] ?? 0) > 0.1)

  const before = [await rulesOf(), await eventsOf()]
  const { data: preview } = await call<{ deadlines: { what: string; to: string; name_en: string }[] }>('notice_intake/do/preview', proposal(row), {
    as: manager,
  })
  assert.ok(
    preview.deadlines.some(({ what, to }) => what === 'NEW' && to === '2026-07-16'),
    JSON.stringify(preview),
  )
  assert.deepEqual([await rulesOf(), await eventsOf()], before)

  const accepted = await accept(row)
  assert.equal(accepted.status, 200, accepted.message)
  assert.equal(accepted.data.state, 'ACCEPTED')
  const [event] = await eventsOf()
  assert.deepEqual(
    [event?.code, event?.event_date, event?.serial_no, event?.document_sid],
    ['CN14', '2026-03-16', '2026031600123450', sidIn(accepted.data.document_sid)],
  )
  assert.ok((await rulesOf()).includes('CNP19'))
  const again = await accept(row)
  assert.deepEqual([again.status, /已处理|has been decided on/.test(again.text)], [400, true])
  const file = await app.inject({
    url: `/innoe-webapi/model/notice_intake/do/download/${row.sid}`,
    headers: { authorization: `Bearer ${manager.token}` },
  })
  assert.equal(file.statusCode, 200)
})

test('a notice is accepted with the day on which it was received: no impossible one, and a late one with its reason and a second person', async () => {
  const case_sid = await patentOf('202310123471.0', 'N-10')
  const row = await one('收到.pdf', pdf({ number: '202310123471.0' }))
  const due = async () => (await tenant.db.selectFrom('deadline').select(['official_due', 'rule_id']).where('case_sid', '=', case_sid).execute()).find(({ rule_id }) => rule_id === 'CNP19')?.official_due // oxfmt-ignore
  for (const [receive_date, field] of [
    ['2026-03-15', 'receive_date'],
    ['2099-03-15', 'receive_date'],
    ['2026-03-30', 'receipt_reason'],
  ]) {
    const refused = await accept(row, { receive_date })
    assert.deepEqual([refused.status, refused.errors.map((one) => one.field)], [400, [field]], refused.text)
  }
  const accepted = await accept(row, { receive_date: '2026-03-30', receipt_reason: '系统记录' })
  assert.equal(accepted.status, 200, accepted.text)
  assert.equal(await due(), '2026-07-16')
  const [open] = await tenant.db.selectFrom('date_confirmation').select(['sid', 'due_after', 'reason']).where('case_sid', '=', case_sid).execute()
  assert.deepEqual([open?.due_after, open?.reason], ['2026-07-30', '系统记录'])
})

test('the same file and the same notice are seen as received twice; accepting it again files a version and records no second event', async () => {
  const file = await one('copy.pdf', pdf({ serial: '2026031600123450' }))
  assert.deepEqual([file.state, file.twice_of !== null], ['TWICE', true])
  const scanned = await one('other-file.pdf', pdf({ serial: '2026031600123450', more: 'other file' }))
  assert.deepEqual([scanned.state, scanned.twice_event !== null], ['TWICE', true])
  const filed = await accept(scanned)
  assert.equal(filed.status, 200, filed.message)
  const document = await call<Row>(`document/${sidIn(filed.data.document_sid)}`, undefined, { as: manager })
  assert.equal(document.data.version_no, 2)
  assert.equal((await eventsOf()).length, 1)
  const rejected = await call<Row>('notice_intake/do/reject', { sid: file.sid, reason: 'copy' }, { as: manager })
  assert.deepEqual([rejected.data.state, rejected.data.reason], ['REJECTED', 'copy'])
})

test('after its event and document are deleted a notice may be accepted anew with corrections', async () => {
  const other = await patentOf('202310123457.0', 'N-2')
  const row = await one('a.pdf', pdf({ number: '202310123457.0', serial: '2026031600123451', title: '手续合格通知书' }))
  const { data } = await accept(row, { issue_date: '2026-03-17' })
  assert.deepEqual(
    (await eventsOf(other)).map(({ event_date }) => event_date),
    ['2026-03-17'],
  )
  const event = await tenant.db.selectFrom('official_event').select('sid').where('case_sid', '=', other).executeTakeFirstOrThrow()
  const removed = await call(`official_event/do/delete/${event.sid}`, {}, { as: manager })
  assert.equal(removed.status, 200, removed.message)
  const gone = await call(`document/do/delete/${sidIn(data.document_sid)}`, {}, { as: manager })
  assert.equal(gone.status, 200, gone.message)
  assert.equal((await rulesOf(other)).includes('CNP19'), false)
  assert.equal((await rowOf(row.sid)).state, 'UNSURE')
  const anew = await accept(row, { serial_no: '2026031600123459' })
  assert.equal(anew.status, 200, anew.message)
  assert.deepEqual(
    (await eventsOf(other)).map(({ event_date, serial_no }) => [event_date, serial_no]),
    [['2026-03-16', '2026031600123459']],
  )
})

test('a notice without a known number has no case; one with two dates or without a date is unsure', async () => {
  const rows = await received([
    ['unknown.pdf', pdf({ number: '202399999999.3' })],
    ['no-number.pdf', pdfOf([sheet('国家知识产权局', '第一次审查意见通知书', '发文日：2026年03月16日')])],
    ['no-date.pdf', pdfOf([sheet('国家知识产权局', '申请号：202310123456.6', '驳回决定')])],
    ['two-dates.pdf', pdfOf([sheet('国家知识产权局', '申请号：202310123456.6', '发文日：2026年04月16日', '发文日：2026年04月17日', '驳回决定')])],
    ['no notice.pdf', pdfOf([sheet('An ordinary letter (fictional)')])],
  ])
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['NO_CASE', 'NO_CASE', 'UNSURE', 'UNSURE', 'NO_CASE'],
  )
  const { status, text } = await call('notice_intake/do/accept', { ...proposal(rows[2] as Row), issue_date: null }, { as: manager }) // five were sent
  assert.deepEqual([status, /issue_date/.test(text)], [400, true])
})

test('pictures, XML, messages and archives are read; the list of an electronic package speaks for its papers', async () => {
  const number = '202310123458.5'
  await patentOf(number, 'N-3')
  const list = `<?xml version="1.0" encoding="GBK"?><DATA_BUS><TONGZHISXJ><SHUXINGXX><FAWENXLH>2026032000123450</FAWENXLH><SHENQINGH>2023101234585</SHENQINGH><FAWENR>20260320</FAWENR></SHUXINGXX></TONGZHISXJ></DATA_BUS>`
  const mail = ['From: a@example.com', 'To: b@example.com', 'Subject: notice', 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', '', ...lines({ number, title: '驳回决定' })].join('\r\n') // oxfmt-ignore
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const rows = await received([
    ['package.zip', await zipOf({ 'P1/list.xml': list, 'P1/110401/notice.pdf': pdfOf([sheet('国家知识产权局', '办理登记手续通知书')]) })],
    ['notice.eml', mail],
    ['empty.png', picture],
    ['forwarded.eml', mailOf({ subject: 'see attached', files: [{ name: 'attached.pdf', content: pdf({ number, title: '补正通知书' }) }, { name: 'logo.png', content: picture }] })], // oxfmt-ignore
  ])
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['READY', 'READY', 'NO_CASE', 'READY'],
  )
  assert.deepEqual([rows[3]?.original_name, rows[3]?.packed_in], ['attached.pdf', 'forwarded.eml'])
  assert.deepEqual([rows[0]?.packed_in, rows[0]?.serial_no, rows[0]?.issue_date], ['package.zip', '2026032000123450', '2026-03-20'])
})

/** A small picture whose header states 30,000 pixels on each side. */
async function hugePicture(): Promise<Buffer> {
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  png.writeUInt32BE(30_000, 16)
  png.writeUInt32BE(30_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

test('hostile files are skipped or marked unreadable with a reason, and never stop the others', async () => {
  const bomb = await zipOf({ 'a.txt': Buffer.alloc(40 << 20) })
  const entities =
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;"><!ENTITY x SYSTEM "file:///etc/passwd">]><a>&c;&x;</a>'
  const huge = await hugePicture()
  const { status, data, message } = await send([
    ['bomb.zip', bomb],
    ['torn.zip', (await zipOf({ 'a.txt': 'a' })).subarray(0, 60)],
    ['program.exe', Buffer.from('MZ\u0090\u0000')],
    ['none.zip', await zipOf({ 'a.bin': 'a' })],
    ['empty.pdf', ''],
  ])
  assert.equal(status, 200, message)
  assert.deepEqual(data.record, [])
  assert.deepEqual(
    data.skipped.map(({ name }: { name: string }) => name),
    ['bomb.zip', 'torn.zip', 'program.exe', 'none.zip', 'empty.pdf'],
  )
  assert.match(data.skipped[0].reason, /too many or too large/)
  const rows = await received([
    ['locked.pdf', protectedPdf()],
    ['entities.xml', entities],
    ['huge.png', huge],
    ['../../good.pdf', pdf({ number: '202310123458.5', title: '驳回决定', more: 'good' })],
  ])
  assert.deepEqual(
    rows.map(({ state, original_name }) => [state, original_name]),
    [
      ['UNREADABLE', 'locked.pdf'],
      ['NO_CASE', 'entities.xml'],
      ['UNREADABLE', 'huge.png'],
      ['TWICE', 'good.pdf'],
    ],
  )
  assert.match(String(rows[0]?.reason_en), /password|protected/i)
  assert.ok(!JSON.stringify(rows[1]).includes('root:'))
})

test('a notice is seen by those who see its case; one without a case by its sender and the people of the company', async () => {
  const secret = await patentOf('202310123459.X', 'N-4', { owner_sid: inventor.sid })
  const row = await one('b.pdf', pdf({ number: '202310123459.X', title: '驳回决定' }))
  assert.equal(sidIn(row.case_sid), secret)
  assert.equal((await send([['c.pdf', pdf()]], inventor)).status, 403)
  for (const path of [`notice_intake/${row.sid}`, `notice_intake/do/page/${row.sid}/1`, `notice_intake/do/download/${row.sid}`])
    assert.ok([403, 404].includes((await call(path, undefined, { as: inventor })).status), path)
  assert.ok([403, 404].includes((await accept(row, {}, inventor)).status))
  const [unfiled] = await received([['d.pdf', pdf({ number: '202399999998.5' })]])
  assert.equal((await rowOf(unfiled?.sid ?? '', colleague)).state, 'NO_CASE')
  const unknown = await accept(row, { case_sid: '019a0000-0000-7000-8000-000000000000' })
  assert.ok([400, 404].includes(unknown.status), unknown.text)
  for (const path of ['notice_intake/do/create', 'notice_intake/do/import']) {
    const refused = await call(path, { original_name: 'x' }, { as: manager })
    assert.ok(refused.status >= 400 && refused.status < 500, path)
  }
})

test('a message nested too deep is skipped with a reason; the limits hold for all archives of a message together', async () => {
  const half = await zipOf({ ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}.bin`, 'x'])), 'a.txt': 'x' })
  const { status, data, message } = await send([
    ['deep.eml', nestedMail(40)],
    ['two.eml', mailOf({ subject: 'archives', files: [{ name: 'one.zip', content: half }, { name: 'other.zip', content: half }] })],
  ]) // oxfmt-ignore
  assert.equal(status, 200, message)
  assert.deepEqual(
    data.skipped.map(({ name, reason }: { name: string; reason: string }) => [name, reason]),
    [
      ['deep.eml', 'the message is damaged, or has too many levels'],
      ['other.zip', 'the archive has too many or too large files'],
    ],
  )
})

/** A manager whose further role denies viewing of the entities. */
async function denied(name: string, entities: readonly string[]): Promise<Person> {
  const make = (model: string, values: Record<string, unknown>) => createRow(ctx, modelNamed(tenant.models, model), values)
  const role = await make('role', { code: name, name, name_en: name, weight: 1 })
  for (const entity of entities)
    await make('role_grant', { role_sid: role, denies: true, entity, verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
  const own = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'ip_manager').executeTakeFirstOrThrow()
  return enrol('ip_manager', { role_sids: [own.sid, role] })
}

test('the preview of a notice tells of deadlines and fees only what its reader may see', async () => {
  const of = await patentOf('202310123460.2', 'N-5')
  const row = await one('f.pdf', pdf({ number: '202310123460.2', serial: '2026031600123460', title: '办理登记手续通知书' }))
  assert.equal(sidIn(row.case_sid), of)
  const preview = async (as: Person) => {
    const { data, status, message } = await call<{ deadlines: unknown[]; fees: number }>('notice_intake/do/preview', proposal(row), { as })
    assert.equal(status, 200, message)
    return [data.deadlines.length > 0, data.fees > 0]
  }
  assert.deepEqual(await preview(manager), [true, true])
  assert.deepEqual(await preview(await denied('no_deadlines', ['deadline'])), [false, true])
  assert.deepEqual(await preview(await denied('no_fees', ['fee'])), [true, false])
})

test('a date named in the notice later than the rule gives is told before accepting: a second person confirms it', async () => {
  const of = await patentOf('10-2023-0175876', 'N-6', { country: 'KR', filing_date: '2023-12-06' })
  const paper = pdfOf([sheet('출원번호 10-2023-0175876', '발송일자: 2025.10.31.', '제출기일: 2026.02.28.', '지 식 재 산 처', '의견제출통지서')])
  const row = await one('kr.pdf', paper)
  const type = await tenant.db.selectFrom('document_type').select('sid').where('code', '=', 'KR1').executeTakeFirstOrThrow()
  const body = { sid: row.sid, case_sid: of, doc_type: type.sid, issue_date: '2025-10-31' }
  const preview = async (set_due: string) => (await call<{ waits: string | null; deadlines: { to: string }[] }>('notice_intake/do/preview', { ...body, set_due }, { as: manager, lang: 'en' })).data // oxfmt-ignore
  const [later, same] = [await preview('2026-02-28'), await preview('2025-12-31')]
  assert.match(later.waits ?? '', /31 Dec 2025 → 03 Mar 2026/)
  assert.ok(later.deadlines.some(({ to }) => to === '2025-12-31'))
  assert.equal(same.waits, null)
})

test('a page of the notice is drawn as a picture; a page that it does not have is refused', async () => {
  const row = await one('e.pdf', pdf({ number: '202310123459.X', title: '视为撤回通知书' }))
  const get = (path: string) =>
    app.inject({ url: `/innoe-webapi/model/notice_intake/do/${path}`, headers: { authorization: `Bearer ${manager.token}` } })
  const page = await get(`page/${row.sid}/1`)
  assert.deepEqual([page.statusCode, page.headers['content-type']], [200, 'image/webp'])
  assert.ok(((await sharp(page.rawPayload).metadata()).height ?? 0) > 800)
  for (const none of ['2', '0', '51', 'x']) {
    const { statusCode } = await get(`page/${row.sid}/${none}`)
    assert.ok(statusCode >= 400 && statusCode < 500, `${none}: ${statusCode}`)
  }
})

test('a filing receipt accepted with its number and filing date files the case; of a case past that step nothing is asked', async () => {
  const party = await createRow(ctx, modelNamed(tenant.models, 'applicant'), { name: '虚构申请人', country: 'CN', company_sid: manager.company })
  const maker = await createRow(ctx, modelNamed(tenant.models, 'inventor'), { name: '虚构发明人', company_sid: manager.company })
  const people = { applicants: [{ applicant_sid: party }], inventors: [{ inventor_sid: maker }] }
  const ready = { status: 'READY', filing_date: null, application_no: null }
  const sid = await createRow(ctx, modelNamed(tenant.models, 'patent'), {
    case_no: 'N-FILED', title: '虚构', patent_type: 'INVENTION', country: 'CN', owner_sid: manager.sid, company_sid: manager.company,
    department_sid: manager.department, ...people, ...ready,
  }) // oxfmt-ignore
  const receipt = [...lines({ number: '202610001234.0', title: '专利申请受理通知书', issued: '2026年03月20日' }), '申请日：2026年03月16日']
  const row = await one('受理.pdf', pdfOf([sheet(...receipt)]))
  const reading = row.reading as { filing_date: { value: string }[] } // as the reader writes it
  assert.deepEqual([row.state, row.number, reading.filing_date[0]?.value], ['NO_CASE', '202610001234.0', '2026-03-16'])
  const given = { ...proposal(row), case_sid: sid }
  const facts = { application_no: row.number, filing_date: '2026-03-16' }
  type Preview = { asked: string[]; stays: string | null }
  const preview = (more: object) => call<Preview>('notice_intake/do/preview', { ...given, ...more }, { as: manager })
  assert.deepEqual((await preview({})).data.asked, ['application_no', 'filing_date'])
  const filed = (await preview(facts)).data
  assert.deepEqual([filed.asked, filed.stays], [['application_no', 'filing_date'], null])
  const accepted = await accept(row, { case_sid: sid, ...facts })
  assert.equal(accepted.status, 200, accepted.message)
  const { data } = await call<Row>(`patent/${sid}`, undefined, { as: manager })
  assert.deepEqual([data.status, data.application_no, data.filing_date], ['FILED', '202610001234.0', '2026-03-16'])
  assert.deepEqual((await call<Preview>('notice_intake/do/preview', { ...proposal(row), case_sid: patent }, { as: manager })).data?.asked ?? [], [])
})
