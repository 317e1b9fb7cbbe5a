import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import yauzl from 'yauzl'
import { sendFile, sendForm } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { createRow } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import { systemContext } from '../records/context.ts'

const { app, tenant, call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')
const leader = await enrol('dept_leader')
const ctx = systemContext(tenant)
const patent = await createRow(ctx, modelNamed(tenant.models, 'patent'), {
  case_no: 'D-1', title: '甲', patent_type: 'INVENTION', country: 'CN', status: 'SE', application_no: '202310123456.6', filing_date: '2023-02-20',
  owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department,
}) // oxfmt-ignore

const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'
const pdf = (text: string) => `${PDF}%${text}\n`

type Sent = { file: string | Uint8Array<ArrayBuffer>; name: string; fields?: Record<string, string> }
const send = ({ file, name, fields = {} }: Sent, token = manager.token) =>
  sendFile(app, { path: 'document/do/upload', token, file, name, fields: { case_sid: patent, ...fields } })
const fetchFile = (sid: string, headers: Record<string, string> = {}, token = manager.token) =>
  app.inject({ url: `/innoe-webapi/model/document/do/download/${sid}`, headers: { authorization: `Bearer ${token}`, ...headers } })

const OA = { doc_type: 'CN14', issue_date: '2026-03-16', serial_no: '2026031600001' }

test('[1.07] [2.31] an official document is named by the archive rule, and a second upload of it is its next version', async () => {
  const first = await send({ file: pdf('one'), name: '../通知书 (1).pdf', fields: OA })
  assert.equal(first.status, 200, first.message)
  assert.deepEqual(
    [first.data.file_name, first.data.original_name, first.data.direction, first.data.version_no, first.data.is_main, first.data.ext],
    ['D-1_第一次审查意见通知书_20260316.pdf', '通知书 (1).pdf', 'IN', 1, true, 'pdf'],
  )
  assert.match(first.data.hash, /^[0-9a-f]{64}$/)
  const second = await send({ file: pdf('two'), name: 'b.pdf', fields: { ...OA, version_remark: '更清晰' } })
  assert.deepEqual([second.data.version_no, second.data.is_main, second.data.file_name], [2, true, first.data.file_name])
  const { data } = await call<{ record: { sid: string; version_no: number; is_main: boolean }[] }>(
    `document/do/versions/${first.data.sid}`,
    undefined,
    { as: manager },
  )
  assert.deepEqual(
    data.record.map(({ version_no, is_main }) => [version_no, is_main]),
    [
      [2, true],
      [1, false],
    ],
  )
  await call('document/do/set_main', { sid: first.data.sid }, { as: manager })
  const after = await call<{ record: { version_no: number; is_main: boolean }[] }>(`document/do/versions/${second.data.sid}`, undefined, {
    as: manager,
  })
  assert.deepEqual(
    after.data.record.map(({ version_no, is_main }) => [version_no, is_main]),
    [
      [2, false],
      [1, true],
    ],
  )
  await call('document/do/set_main', { sid: second.data.sid }, { as: manager })
  await call(`document/do/delete/${second.data.sid}`, {}, { as: manager })
  const left = await call<{ record: { version_no: number; is_main: boolean }[] }>(`document/do/versions/${first.data.sid}`, undefined, {
    as: manager,
  })
  assert.deepEqual(
    left.data.record.map(({ version_no, is_main }) => [version_no, is_main]),
    [[1, true]],
  )
})

test('a filed office action opens its deadline', async () => {
  const rows = await tenant.db.selectFrom('deadline').select(['rule_id', 'status']).where('case_sid', '=', patent).execute()
  assert.ok(
    rows.some(({ rule_id }) => rule_id === 'CNP19'),
    JSON.stringify(rows),
  )
})

test('[2.31] a file is returned byte for byte, in full or in part, and is never opened in the page', async () => {
  const { data } = await send({ file: pdf('three'), name: '说明.pdf' })
  assert.equal(data.file_name, '说明.pdf')
  const whole = await fetchFile(data.sid)
  assert.deepEqual([whole.statusCode, whole.body, whole.headers['content-type']], [200, pdf('three'), 'application/pdf'])
  assert.match(String(whole.headers['content-disposition']), /^attachment; filename="__\.pdf"; filename\*=UTF-8''%E8%AF%B4%E6%98%8E\.pdf$/)
  const part = await fetchFile(data.sid, { range: 'bytes=1-3' })
  assert.deepEqual([part.statusCode, part.body, part.headers['content-range']], [206, 'PDF', `bytes 1-3/${pdf('three').length}`])
  assert.equal((await fetchFile(data.sid, { range: 'bytes=-6' })).body, pdf('three').slice(-6))
  assert.equal((await fetchFile(data.sid, { range: 'bytes=99999-' })).statusCode, 416)
  assert.equal((await fetchFile(data.sid, { 'if-none-match': String(whole.headers.etag) })).statusCode, 304)
})

for (const [name, file, why] of [
  ['picture.png', PDF, /不是 \.png 格式/],
  ['scan.tif', 'II', /不是 \.tif 格式/],
  ['setup.exe', 'MZ', /是程序/],
  ['notes.txt', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 62, 0]), /是程序/],
  ['empty.txt', '', /是空文件/],
  ['minutes.txt', 'a\0b', /不是 \.txt 格式/],
  ['list.csv', new Uint8Array([0x30, 0x2c, 0, 1, 2]), /不是 \.csv 格式/],
] as const)
  test(`[8.10] ${name} is refused: its content does not match its name, and the reason is said`, async () => {
    const { status, message, errors } = await send({ file, name })
    assert.deepEqual([status, message, why.exec(String(errors[0]?.reason)) !== null], [413, '上传失败，文件大小超出限制或格式错误', true])
  })

test('[5.18] a file above 50M is accepted with a warning', async () => {
  const large = new Uint8Array((50 << 20) + 1).fill(0x61)
  const { status, data } = await send({ file: large, name: 'log.txt' })
  assert.equal(status, 200)
  assert.match(data.warnings[0], /50M/)
})

test('documents of a class that a role does not see are not found by it', async () => {
  const { data } = await send({ file: pdf('opinion'), name: '意见.pdf', fields: { visibility: 'V6' } })
  assert.equal((await fetchFile(data.sid, {}, engineer.token)).statusCode, 404)
  assert.equal((await call(`document/${data.sid}`, undefined, { as: leader })).status, 404)
  assert.equal((await fetchFile(data.sid)).statusCode, 200)
  const { data: found } = await call<{ record: { sid: string }[]; total: number }>('document/do/search', { rows: 100 }, { as: engineer })
  assert.ok(found.total === found.record.length && !found.record.some(({ sid }) => sid === data.sid))
})

test('every fault of the fields is reported, and nothing is stored', async () => {
  const before = await tenant.db.selectFrom('document').select('sid').execute()
  const { status, errors } = await send({ file: PDF, name: 'a.pdf', fields: { doc_type: 'NOPE', issue_date: '2026-02-30' } })
  assert.equal(status, 400)
  assert.deepEqual(errors.map(({ field }: { field: string }) => field).sort(), ['doc_type', 'issue_date'])
  assert.equal((await tenant.db.selectFrom('document').select('sid').execute()).length, before.length)
})

test('a file without a case belongs to its owner and the company', async () => {
  const { status, data } = await sendFile(app, { path: 'document/do/upload', token: engineer.token, file: pdf('loose'), name: '附件.pdf' })
  assert.equal(status, 200)
  assert.deepEqual([data.file_name, data.case_sid], ['附件.pdf', null])
  assert.equal((await fetchFile(data.sid, {}, engineer.token)).body, pdf('loose'))
  assert.equal((await fetchFile(data.sid)).statusCode, 200)
  assert.equal((await fetchFile(data.sid, {}, (await enrol('finance')).token)).statusCode, 404)
})

for (const [name, kept] of [
  [`${'a'.repeat(254)}𠮷.txt`, `${'a'.repeat(251)}.txt`],
  [`${'𠮷'.repeat(200)}.txt`, `${'𠮷'.repeat(62)}.txt`],
  ['报告\u202Efdp.txt', '报告fdp.txt'],
  ['..\\..\\a.txt', 'a.txt'],
] as const) {
  test(`the name ${JSON.stringify(name).slice(0, 24)} is kept with whole, visible characters only`, async () => {
    const { status, data, message } = await send({ file: 'x', name })
    assert.equal(status, 200, message)
    assert.equal(data.original_name, kept)
    const { headers, statusCode } = await fetchFile(data.sid)
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-disposition']), /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.%!~-]+$/)
  })
}

test('a document cannot be renamed to a program file, by update or by upload', async () => {
  const made = await send({ file: 'x', name: 'note.txt' })
  for (const file_name of ['invoice.exe', 'a\u202Efdp.scr', 'x.HTA', 'run.bat']) {
    const renamed = await call('document/do/update', { sid: made.data.sid, file_name }, { as: manager })
    assert.deepEqual([renamed.status, renamed.errors[0]?.field], [400, 'file_name'], file_name)
    assert.equal((await send({ file: 'x', name: 'a.txt', fields: { file_name } })).status, 400, file_name)
  }
  assert.equal((await send({ file: 'x', name: `${'a'.repeat(300)}.bat` })).status, 413)
  const named = await call('document/do/update', { sid: made.data.sid, file_name: '会议/记录\u202E.txt' }, { as: manager })
  assert.equal(named.data.file_name, '会议_记录.txt')
})

test('[2.31] a file may be uploaded before its fields; any version identifies the document that it continues', async () => {
  const post = (path: string, parts: readonly (readonly [string, string | Blob])[]) => {
    const form = new FormData()
    for (const [name, value] of parts)
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, value, 'draft.pdf')
    return sendForm(app, { path, token: manager.token, form })
  }
  const file = (text: string) => new Blob([pdf(text)], { type: 'application/pdf' })
  const first = await post('document/do/upload', [
    ['file', file('first')],
    ['case_sid', patent],
  ])
  assert.equal(first.data.case_sid.sid, patent)
  const second = await post('document/do/create', [
    ['file', file('second')],
    ['sid', first.data.sid],
    ['version_remark', '修订'],
  ])
  assert.deepEqual([second.data.version_no, second.data.is_main, second.data.document_key], [2, true, first.data.document_key])
  assert.equal(
    (
      await post('document/do/upload', [
        ['file', file('third')],
        ['sid', crypto.randomUUID()],
      ])
    ).status,
    404,
  )
})

test('[2.31] a document cannot be created without its file', async () => {
  const { code, errors } = await call('document/do/create', { case_sid: patent, file_name: 'x.pdf' }, { as: manager })
  assert.equal(code, 500001)
  assert.deepEqual(
    errors.map(({ field, label }) => [field, label]),
    [['file', '文件']],
  )
})

test('[2.31] a new version has the case, kind, dates and visibility of earlier versions, whatever its name', async () => {
  const first = await send({
    file: pdf('dispute 1'),
    name: '争议.pdf',
    fields: { doc_type: 'CN14', issue_date: '2026-05-04', receive_date: '2026-05-05', serial_no: 'S-77', round_no: '2', visibility: 'V6' },
  })
  assert.equal(first.status, 200, first.message)
  const inherited = ['direction', 'issue_date', 'receive_date', 'serial_no', 'round_no', 'visibility', 'delivery_way'] as const
  const of = (row: Record<string, unknown>) => [
    ...inherited.map((code) => row[code]),
    (row.case_sid as { sid: string }).sid,
    (row.doc_type as { sid: string }).sid,
  ]
  const bare = (fields: Record<string, string>) =>
    sendFile(app, { path: 'document/do/upload', token: manager.token, file: pdf(JSON.stringify(fields)), name: 'n.pdf', fields })
  for (const fields of [
    { sid: first.data.sid },
    { document_key: first.data.document_key },
    { sid: first.data.sid, document_key: first.data.document_key },
    { case_sid: patent, doc_type: 'CN14', issue_date: '2026-05-04', serial_no: 'S-77' },
    { sid: first.data.sid, doc_type: 'CN14' },
  ]) {
    const { status, data, message } = await bare(fields)
    assert.equal(status, 200, message)
    assert.deepEqual([of(data), data.document_key], [of(first.data), first.data.document_key], JSON.stringify(fields))
    assert.equal((await fetchFile(data.sid, {}, engineer.token)).statusCode, 404)
  }
  const opened = await bare({ sid: first.data.sid, visibility: 'V2', receive_date: '2026-05-06' })
  assert.deepEqual([opened.data.visibility, opened.data.receive_date], ['V2', '2026-05-06'])
})

test('a new version neither leaves its case nor changes the main version of a document that the person cannot see', async () => {
  const other = await createRow(ctx, modelNamed(tenant.models, 'patent'), {
    case_no: 'D-2', title: '乙', patent_type: 'INVENTION', country: 'CN', owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department,
  }) // oxfmt-ignore
  const first = await send({ file: pdf('secret 1'), name: '密.pdf', fields: { visibility: 'V6' } })
  const crossed = await send({ file: pdf('secret 2'), name: '密.pdf', fields: { sid: first.data.sid, case_sid: other } })
  assert.deepEqual([crossed.status, crossed.errors?.[0]?.field], [400, 'case_sid'])
  const foreign = await send({ file: pdf('x'), name: 'x.pdf', fields: { case_sid: other } })
  assert.equal((await send({ file: pdf('y'), name: 'y.pdf', fields: { sid: first.data.sid, document_key: foreign.data.document_key } })).status, 404)
  for (const fields of [{ sid: first.data.sid }, { document_key: first.data.document_key }])
    assert.equal((await send({ file: pdf('z'), name: 'z.pdf', fields }, engineer.token)).status, 404)
  const shown = await send({ file: pdf('secret 3'), name: '密.pdf', fields: { sid: first.data.sid, visibility: 'V2' } })
  await call('document/do/set_main', { sid: first.data.sid }, { as: manager })
  assert.deepEqual(
    [
      (await send({ file: pdf('w'), name: 'w.pdf', fields: { sid: shown.data.sid } }, engineer.token)).status,
      (await call('document/do/set_main', { sid: shown.data.sid }, { as: engineer })).status,
    ],
    [400, 400],
  )
  const mains = await tenant.db
    .selectFrom('document')
    .select(['sid'])
    .where('document_key', '=', first.data.document_key)
    .where('is_main', '=', true)
    .execute()
  assert.deepEqual(
    mains.map(({ sid }) => sid),
    [first.data.sid],
  )
})

type Named = { record: { sid: string; path: string; size: number }[]; size: number }
const named = (body: Record<string, unknown>, as = manager) => call<Named>('document/do/archive_names', body, { as })
const paths = async (body: Record<string, unknown>) => (await named(body)).data.record.map(({ path }) => path)
const archive = (query: string, token = manager.token) =>
  app.inject({ url: `/innoe-webapi/model/document/do/archive?${query}`, headers: { authorization: `Bearer ${token}` } })

async function unpacked(bytes: Buffer) {
  const zip = await yauzl.fromBufferPromise(bytes)
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) files[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
  return files
}

test('[5.24] chosen documents are downloaded as one archive, under the names that were shown before', async () => {
  const one = await send({ file: 'first', name: 'a.txt', fields: { doc_type: 'CO06' } })
  const other = await send({ file: 'second', name: 'a.txt', fields: { file_name: 'same.txt' } })
  const third = await send({ file: 'third', name: 'b.txt' })
  const sids = [one, other, third].map(({ data }) => data.sid as string).join(',')
  const [folder, out] = ['D-1 甲/内部', 'D-1 甲/发文']
  assert.deepEqual(await paths({ sids }), [`${out}/D-1_补正书.txt`, `${folder}/same.txt`, `${folder}/b.txt`])
  assert.deepEqual((await paths({ sids, named: 'APPLICATION_NO', connector: 'HYPHEN' }))[0], `${out}/202310123456.6-补正书.txt`)
  const sent = await archive(`sids=${sids}&named=APPLICATION_NO&connector=HYPHEN`)
  assert.equal(sent.headers['content-type'], 'application/zip')
  assert.deepEqual(await unpacked(sent.rawPayload), {
    [`${out}/202310123456.6-补正书.txt`]: 'first',
    [`${folder}/same.txt`]: 'second',
    [`${folder}/b.txt`]: 'third',
  })
  const audited = await tenant.db.selectFrom('audit_entry').select('event').where('record_sid', '=', one.data.sid).execute()
  assert.deepEqual(audited, [{ event: 'DOWNLOADED' }])
})

test('[5.24] two documents with one name in an archive are numbered, and none that the person does not see is in it', async () => {
  const [one, other] = [
    await send({ file: '1', name: 'x.txt', fields: { doc_type: 'CO13' } }),
    await send({ file: '2', name: 'y.txt', fields: { doc_type: 'CO13' } }),
  ]
  const sids = `${one.data.sid},${other.data.sid}`
  const both = await paths({ sids, named: 'CASE_NO' })
  assert.equal(new Set(both).size, 2)
  assert.match(both[1] ?? '', /\(2\)\.txt$/)
  const hidden = await send({ file: 'opinion', name: 'z.txt', fields: { visibility: 'V6' } })
  const query = `${one.data.sid},${hidden.data.sid}`
  assert.equal((await named({ sids: query }, engineer)).status, 404)
  assert.equal((await archive(`sids=${query}`, engineer.token)).statusCode, 404)
  const many = Array.from({ length: 201 }, () => crypto.randomUUID()).join(',')
  assert.match((await named({ sids: many })).message ?? '', /200/)
})

test('[5.24] a receipt is filed by case number, fee and kind of receipt, and the receipts of two fees are two documents', async () => {
  const addFee = (fee_no: string, name: string, name_en: string, case_sid = patent) =>
    createRow(ctx, modelNamed(tenant.models, 'fee'), { fee_no, name, name_en, case_sid, amount: '900', due_date: '2026-05-01' })
  const [sixth, seventh] = [await addFee('F-1', '第6年年费', 'Renewal 6'), await addFee('F-2', '第7年年费', 'Renewal 7')]
  const receipt = { doc_type: 'CN45', issue_date: '2026-05-02' }
  const one = await send({ file: pdf('r6'), name: 'scan.pdf', fields: { ...receipt, fee_sid: sixth } })
  const other = await send({ file: pdf('r7'), name: 'scan.pdf', fields: { ...receipt, fee_sid: seventh } })
  const invoice = await send({ file: pdf('i7'), name: 'scan.pdf', fields: { ...receipt, fee_sid: seventh, voucher: 'INVOICE' } })
  const sent = [one, other, invoice]
  assert.deepEqual(sent.map(({ data }) => `${data.file_name} ${data.version_no}`), ['D-1_第6年年费_收据.pdf 1', 'D-1_第7年年费_收据.pdf 1', 'D-1_第7年年费_发票.pdf 1']) // oxfmt-ignore
  const again = await send({ file: pdf('r6, clearer'), name: 'scan.pdf', fields: { ...receipt, fee_sid: sixth, voucher: 'RECEIPT' } })
  assert.deepEqual([again.data.file_name, again.data.version_no], ['D-1_第6年年费_收据.pdf', 2])
  const sids = sent.map(({ data }) => data.sid as string).join(',')
  const within = (await paths({ sids, named: 'RECEIPT', connector: 'DOT' })).map((path) => path.split('/').at(-1))
  assert.deepEqual(within, ['D-1.第6年年费.收据.pdf', 'D-1.第7年年费.收据.pdf', 'D-1.第7年年费.发票.pdf'])
  const elsewhere = await createRow(ctx, modelNamed(tenant.models, 'patent'), {
    case_no: 'D-3', title: '丙', patent_type: 'INVENTION', country: 'CN', status: 'SE', owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department,
  }) // oxfmt-ignore
  const eighth = await addFee('F-3', '第8年年费', 'Renewal 8', elsewhere)
  const wrong = await send({ file: pdf('x'), name: 'scan.pdf', fields: { ...receipt, fee_sid: eighth } })
  assert.deepEqual([wrong.status, wrong.errors[0]?.field], [400, 'fee_sid'])
  await call('document/do/move', { sid: invoice.data.sid, case_sid: elsewhere }, { as: manager })
  type Moved = { file_name: string; fee_sid: unknown; voucher: unknown }
  const moved = await call<Moved>(`document/${invoice.data.sid}`, undefined, { as: manager })
  assert.deepEqual([moved.data.file_name, moved.data.fee_sid ?? null, moved.data.voucher ?? null], ['D-3_第7年年费_发票.pdf', null, null])
  const untyped = await send({ file: pdf('untyped'), name: 'scan.pdf', fields: { fee_sid: sixth } })
  await call('document/do/move', { sid: untyped.data.sid, case_sid: elsewhere }, { as: manager })
  assert.match((await call<Moved>(`document/${untyped.data.sid}`, undefined, { as: manager })).data.file_name, /^D-3_第6年年费_收据/)
})

test('[5.24] the connector that the administrators set stands in the names of what is filed', async () => {
  const admin = await enrol('system_admin')
  const connect = (name_connector: string | null) => call('/innoe-webapi/setting/limits/do/update', { name_connector }, { as: admin })
  assert.equal((await connect('SLASH')).status, 400)
  await connect('HYPHEN')
  const filed = await send({ file: pdf('h'), name: 'h.pdf', fields: { doc_type: 'CN38', issue_date: '2026-06-01' } })
  assert.equal(filed.data.file_name, 'D-1-专利权评价报告-20260601.pdf')
  await connect(null)
})

test('a file is shown to the scanner before it is kept: what it finds, and everything while it is away, is refused', async () => {
  const seen: string[] = []
  // As clamd speaks INSTREAM: chunks after their lengths until an empty one, then one line.
  const scanner = createServer((socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, Buffer.from(chunk)])
      if (!bytes.subarray(-4).equals(Buffer.alloc(4))) return
      assert.equal(bytes.subarray(0, 10).toString(), 'zINSTREAM\0')
      let text = ''
      for (let at = 10; bytes.readUInt32BE(at) > 0; at += 4 + bytes.readUInt32BE(at))
        text += bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at)).toString('latin1')
      seen.push(text)
      socket.end(text.includes('INFECTED') ? 'stream: Test.Signature FOUND\0' : 'stream: OK\0')
    })
  })
  await once(scanner.listen(0, '127.0.0.1'), 'listening')
  const { port } = scanner.address() as AddressInfo // it listens on a port
  process.env['INNOE_SCANNER'] = `tcp://127.0.0.1:${port}`
  try {
    const long = pdf('x'.repeat(200_000))
    assert.equal((await send({ file: long, name: 'clean.pdf' })).status, 200)
    assert.deepEqual(seen, [long])
    const found = await send({ file: pdf('INFECTED'), name: 'bad.pdf' })
    assert.deepEqual([found.status, found.message], [422, '文件含恶意内容（Test.Signature），未保存'])
    scanner.close()
    const away = await send({ file: pdf('y'), name: 'late.pdf' })
    assert.deepEqual([away.status, away.message], [503, '病毒扫描服务没有回答，文件未保存，请稍后再试或联系管理员'])
  } finally {
    delete process.env['INNOE_SCANNER']
    scanner.close()
  }
  assert.equal((await send({ file: pdf('z'), name: 'plain.pdf' })).status, 200)
})
