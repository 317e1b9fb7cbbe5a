import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
let jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager', { name: '经理', name_en: 'Mary Manager' })
const inventor = await enrol('inventor')

const FL = [
  'case_no',
  'title',
  'patent_type',
  'country',
  'status',
  'application_no',
  'filing_date',
  'applicants',
  'inventors',
  'ipc',
  'owner_sid',
  'claims_count',
  'early_publication',
  'tags',
  'abstract',
]

test.before(async () => {
  const rows = [
    ['案号', '专利名称', '国家/地区', '申请号', '申请日', '申请人', '发明人', 'IPC', '权利要求数', '标签', '摘要'],
    [
      'E-1',
      '电池<sub>2</sub>',
      'CN',
      '202310123456.6',
      '2023-02-20',
      '甲公司；乙大学',
      '张三；李四',
      'H01M 10/0525; H01M 4/38',
      12,
      '重点; 海外',
      '第一行\n"第二行", 完',
    ],
    ['E-2', '=1+1', 'US', '18/123,456', '2023-03-01', 'Acme Inc.', 'Ann Lee', '', null, '', ''],
  ]
  const { data } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file: await workbook(rows), name: 'a.xlsx' })
  const job = await jobEnded(tenant, data.job_sid)
  assert.equal(job.ok, 2, JSON.stringify(job.errors))
})

async function exported(body: Record<string, unknown>, as: Person = manager, lang: 'zh' | 'en' | 'ja' = 'zh', model = 'patent') {
  const heard = lang === 'ja' ? { headers: { 'accept-language': 'ja,en;q=0.5' } } : { lang }
  const { data, status, message } = await call<{ job_sid: string }>(`${model}/do/export`, body, { as, ...heard })
  assert.equal(status, 200, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.equal(job.state, 'DONE', String(job.message))
  const file = await app.inject({ url: String(job.result_url), headers: { authorization: `Bearer ${as.token}` } })
  return { job, file, bytes: new Uint8Array(file.rawPayload) }
}

async function firstPage(data: Uint8Array): Promise<string> {
  const pdf = await getDocument({ data, useSystemFonts: false, disableFontFace: true, verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

test('[2.28] an export imports again to the same records', async () => {
  const before = await tenant.db.selectFrom('patent').selectAll().orderBy('case_no').execute()
  const { bytes, job } = await exported({ fl: FL, iql: 'case_no LIKE "E-%" ORDER BY case_no' })
  assert.deepEqual([job.total, job.done, job.ok], [2, 2, 2])
  const { data } = await sendFile(app, {
    path: 'patent/do/import',
    token: manager.token,
    file: bytes,
    name: 'again.xlsx',
    fields: { mode: 'update' },
  })
  const again = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([again.ok, again.failed, again.message], [0, 0, '新建 0，更新 0，跳过 2，未导入 0'], JSON.stringify(again.errors))
  assert.deepEqual(await tenant.db.selectFrom('patent').selectAll().orderBy('case_no').execute(), before)
})

test('headings and options are in the language of the caller, and dates are date cells', async () => {
  const { bytes } = await exported({ fl: FL, iql: 'case_no = "E-1"' }, manager, 'en')
  const [headings, row] = (await readXlsx(bytes)).sheets[0]?.rows ?? []
  assert.deepEqual(headings?.slice(0, 5), ['Case no.', 'Title', 'Type', 'Country/office', 'Status'])
  assert.deepEqual(row?.slice(0, 5), ['E-1', '电池2', 'Invention', 'China', 'Filed'])
  assert.deepEqual(row?.[6], new Date('2023-02-20T00:00:00Z'))
  assert.deepEqual([row?.[7], row?.[8]], ['甲公司\n乙大学', '张三\n李四'])
})

test('a text that begins like a formula is written as text in a CSV file', async () => {
  const { file } = await exported({ fl: 'case_no,title,abstract', iql: 'case_no LIKE "E-%" ORDER BY case_no', format: 'csv' })
  assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8')
  const lines = file.body.split('\r\n')
  assert.equal(lines[0], '\ufeff案号,名称,摘要')
  assert.equal(lines[1], 'E-1,电池2,"第一行\n""第二行"", 完"')
  assert.match(file.body, /E-2,'=1\+1,/)
})

test('[2.28] a list leaves as JSON lines for other programs: the values of the API by the codes of their fields', async () => {
  const body = { fl: 'case_no,title,filing_date,owner_sid', iql: 'case_no LIKE "E-%" ORDER BY case_no', format: 'jsonl' }
  const { file, job } = await exported(body)
  assert.deepEqual([file.headers['content-type'], job.done], ['application/x-ndjson', 2])
  assert.match(String(file.headers['content-disposition']), /\.jsonl/)
  const lines = file.body.trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>) // oxfmt-ignore
  assert.deepEqual(lines.map(({ case_no, title }) => [case_no, title]), [['E-1', '电池2'], ['E-2', '=1+1']]) // oxfmt-ignore
  assert.equal(lines[0]?.['filing_date'], '2023-02-20')
  assert.deepEqual(Object.keys(lines[0] ?? {}), ['case_no', 'title', 'filing_date', 'owner_sid'])
})

test('[6.03] a list is printed as a PDF of at most 5,000 rows, with its filter, columns, order and language, and the name of who took it out', async () => {
  const body = { fl: ['case_no', 'title', 'early_publication', 'claims_count'], iql: 'case_no LIKE "E-%" ORDER BY case_no DESC', format: 'pdf' }
  await tenant.db.updateTable('company').set({ company_name_en: 'Fictional Works' }).where('sid', '=', manager.company).execute()
  const { file, bytes, job } = await exported(body, manager, 'en')
  assert.deepEqual([file.headers['content-type'], job.done], ['application/pdf', 2])
  assert.match(String(file.headers['content-disposition']), /\.pdf/)
  const text = await firstPage(bytes)
  assert.match(text, /Patent.*2 records on \d{4}-\d\d-\d\d.*Case no\. Title.*E-2 =1\+1 No.*E-1 电池2 No 12/s)
  assert.match(text, /Fictional Works/)
  assert.match(text, /Made by Mary Manager on \d{4}.*Mary Manager \d{4}-/)
  const wide = await call('patent/do/export', { fl: Object.keys(modelOf(tenant, 'patent').fields).filter((code) => /_date$|_no$/.test(code)).slice(0, 21), format: 'pdf' }, { as: manager, lang: 'en' }) // oxfmt-ignore
  assert.deepEqual([wide.status, /at most 20 columns/.test(wide.message)], [400, true], wide.message)
  assert.equal((await call('patent/do/export', { format: 'pdf' }, { as: inventor })).status, 403)
})

test('[6.03] a workbook names who took it out, with their account, at the foot of its pages and among its properties', async () => {
  const { bytes } = await exported({ fl: ['case_no', 'title'], iql: 'case_no LIKE "E-%"', group: 'title' }, manager, 'en')
  const { sheets, properties } = await readXlsx(bytes)
  assert.deepEqual([sheets.length, properties?.creator], [2, `Mary Manager (${manager.account})`])
  for (const { headerFooter } of sheets) assert.equal(headerFooter?.oddFooter, `&CMary Manager (${manager.account}) ${systemContext(tenant).today}`)
})

const makeRow = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)

test('a printed list of fees is in groups, with totals that are exact and apart for each currency', async () => {
  const own = { owner_sid: manager.sid, company_sid: manager.company }
  const case_sid = await makeRow('patent', { title: '费用清单（虚构）', country: 'CN', patent_type: 'INVENTION', ...own })
  for (const [due_date, status, currency, amount, local] of [
    ['2032-05-01', 'TO_PAY', 'CNY', '1000.10', '1000.10'],
    ['2031-05-01', 'PLANNED', 'JPY', '7000', '350.01'],
    ['2032-06-01', 'TO_PAY', 'CNY', '0.20', '0.20'],
    ['2033-07-01', 'TO_PAY', 'USD', '5.00', '35.50'],
  ] as const) {
    const sid = await makeRow('fee', { case_sid, fee_class: 'OFFICIAL', fee_type: 'PRINTED', due_date, status, currency, amount, company_sid: manager.company }) // oxfmt-ignore
    await tenant.db.updateTable('fee').set({ status, amount_local: local, local_currency: 'CNY' }).where('sid', '=', sid).execute()
  }
  const iql = "fee_type = 'PRINTED' ORDER BY due_date"
  const print = async (more: Record<string, unknown>) => firstPage((await exported({ fl: ['due_date', 'amount', 'amount_local'], iql, format: 'pdf', ...more }, manager, 'en', 'fee')).bytes) // oxfmt-ignore
  const whole = await print({ group: 'status', totals: true })
  assert.match(whole, /4 records on.*Status: To pay \(3\).*2032-05-01 1,000\.10 .*2032-06-01 0\.20 .*2033-07-01 5\.00 35\.50.*Subtotal CNY 1,000\.30 ?USD 5\.00 ?CNY 1,035\.80/s) // oxfmt-ignore
  assert.match(whole, /Status: Planned \(1\).*2031-05-01 .*Subtotal JPY 7,000 ?CNY 350\.01.*Total \(4\) CNY 1,000\.30 ?JPY 7,000 ?USD 5\.00 ?CNY 1,385\.81/s) // oxfmt-ignore
  const byYear = await print({ group: 'due_date:year' })
  assert.match(byYear, /\(by year\): 2031 \(1\).*: 2032 \(2\).*: 2033 \(1\)/s)
  assert.doesNotMatch(byYear, /otal/)
  assert.match(await print({ group: 'case_sid.country' }), /China \(4\)/)
  assert.match(await print({ totals: true }), /4 records(?!.*Subtotal).*Total \(4\)/s)
  assert.match(await print({ fl: ['amount'], totals: true }), /Total \(4\) ?CNY 1,000\.30/)
  const { bytes } = await exported({ fl: ['fee_no', 'due_date', 'amount'], iql, group: 'status', totals: true }, manager, 'en', 'fee')
  const [records, totals] = (await readXlsx(bytes)).sheets
  assert.equal(records?.rows.length, 5)
  assert.deepEqual([totals?.name, totals?.rows], ['Totals', [
    ['Group: Status', 'Records in the group', 'Amount added up', 'Currency of the sum', 'Sum'],
    ['To pay', 3, 'Amount', 'CNY', 1000.3], ['To pay', 3, 'Amount', 'USD', 5], ['Planned', 1, 'Amount', 'JPY', 7000],
    ['Total', 4, 'Amount', 'CNY', 1000.3], ['Total', 4, 'Amount', 'JPY', 7000], ['Total', 4, 'Amount', 'USD', 5],
  ]]) // oxfmt-ignore
  const again = await sendFile(app, { path: 'fee/do/import', token: manager.token, file: bytes, name: 'again.xlsx', fields: { mode: 'update' } })
  const job = await jobEnded(tenant, again.data.job_sid)
  assert.deepEqual([job.ok, job.failed, job.message], [0, 0, '新建 0，更新 0，跳过 4，未导入 0'], JSON.stringify(job.errors))
})

test('a printed record with several values is in the group of each of them', async () => {
  const { bytes } = await exported({ fl: ['case_no', 'title'], iql: 'case_no LIKE "E-%"', format: 'pdf', group: 'tags' })
  const text = await firstPage(bytes)
  assert.match(text, /共 2 条.*有多个值的记录/s)
  for (const heading of ['标签：重点（1 条）', '标签：海外（1 条）', '标签：（空）（1 条）'])
    assert.ok(text.includes(heading), `${heading} in ${text}`)
  assert.equal(text.match(/E-1/g)?.length, 2)
})

test('a printed list and its groups have the names of the reader, also where an import would not tell them apart', async () => {
  const people = [
    await makeRow('inventor', { name: '张三丰', name_en: 'Zhang San' }),
    await makeRow('inventor', { name: '章伞', name_en: 'Zhang San' }),
  ]
  const inventors = people.map((inventor_sid) => ({ inventor_sid, contribution_pct: '50' }))
  await makeRow('patent', { case_no: 'N-1', title: '壳体', country: 'CN', patent_type: 'INVENTION', owner_sid: manager.sid, company_sid: manager.company, inventors }) // oxfmt-ignore
  const body = { fl: ['case_no', 'inventors'], iql: 'case_no = "N-1"', format: 'pdf', group: 'inventors.inventor_sid' }
  const text = await firstPage((await exported(body, manager, 'en')).bytes)
  assert.equal(text.match(/Inventors: Zhang San \(1\)/g)?.length, 2, text)
  assert.doesNotMatch(text, /章伞|张三丰/)
})

test('[6.03] a printed list is neither grouped by a hidden field nor totalled where the currency is hidden', async () => {
  const role_sid = await makeRow('role', { code: 'prints_little', name: '打印部分字段', weight: 10 })
  const verbs = ['get', 'search', 'count', 'export']
  await makeRow('role_grant', { role_sid, entity: 'fee', verbs, data_scope: 'ALL', hidden_fields: ['status', 'currency'] })
  const narrow = await enrol('inventor', { role_sids: [role_sid] })
  const body = { fl: ['due_date', 'amount', 'amount_local'], iql: "fee_type = 'PRINTED'", format: 'pdf' }
  const refused = await call('fee/do/export', { ...body, group: 'status' }, { as: narrow })
  assert.deepEqual([refused.status, refused.message.includes('status')], [400, true], refused.message)
  const text = await firstPage((await exported({ ...body, totals: true }, narrow, 'en', 'fee')).bytes)
  assert.match(text, /Total \(4\) CNY 1,385\.81/)
  assert.doesNotMatch(text, /1,000\.30|JPY|USD/)
  const csv = await call('fee/do/export', { ...body, format: 'csv', totals: true }, { as: manager, lang: 'en' })
  assert.deepEqual([csv.status, /neither groups nor totals/.test(csv.message)], [400, true], csv.message)
})

test('[6.03] an export without permission is refused, and an unreadable field cannot be exported', async () => {
  assert.equal((await call('patent/do/export', {}, { as: inventor })).status, 403)
  const { status, message } = await call('patent/do/export', { fl: ['case_no', 'secret_thing'] }, { as: manager })
  assert.equal(status, 400)
  assert.match(message, /secret_thing/)
})

test('[6.03] a field hidden from a role is refused in its exports, and left out of an export without a list of fields', async () => {
  const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
  const role_sid = await make('role', { code: 'exports_little', name: '导出部分字段', weight: 10 })
  await make('role_grant', { role_sid, entity: 'patent', verbs: ['get', 'search', 'count', 'export'], data_scope: 'ALL', hidden_fields: ['title'] })
  const narrow = await enrol('inventor', { role_sids: [role_sid] })
  const asked = await call('patent/do/export', { fl: ['case_no', 'title'] }, { as: narrow })
  assert.equal(asked.status, 400, asked.text)
  assert.match(asked.message, /title/)
  const { bytes } = await exported({ iql: "case_no = 'E-1'" }, narrow)
  const text = JSON.stringify((await readXlsx(bytes)).sheets[0]?.rows)
  assert.match(text, /E-1/)
  assert.doesNotMatch(text, /电池/)
})

test('[6.03] an export requires the permission to search as well', async () => {
  const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
  for (const [verbs, status] of [
    [['get', 'count', 'export'], 403],
    [['get', 'count', 'export', 'search'], 200],
  ] as const) {
    const role_sid = await make('role', { code: `exports_${verbs.length}`, name: '导出', weight: 10 })
    await make('role_grant', { role_sid, entity: 'patent', verbs: [...verbs], data_scope: 'ALL' })
    const as = await enrol('inventor', { role_sids: [role_sid] })
    assert.equal((await call('patent/do/export', { fl: ['case_no'], format: 'csv' }, { as })).status, status)
  }
})

test('an invalid query is refused immediately, before a job starts', async () => {
  const { status, code } = await call('patent/do/export', { iql: 'title ==' }, { as: manager })
  assert.deepEqual([status, code], [400, 400])
})

test('[9.07] an installation limits the number of records in one export', async () => {
  const { data } = await call<{ total: number }>('patent/do/count', {}, { as: manager })
  const ask = async (most: number) => {
    process.env['INNOE_MAX_EXPORTED'] = String(most)
    const { status, text } = await call('patent/do/export', { fl: ['case_no'] }, { as: manager })
    delete process.env['INNOE_MAX_EXPORTED']
    return [status, text.includes(String(most))]
  }
  assert.ok(data.total > 1)
  assert.deepEqual([await ask(data.total - 1), (await ask(data.total))[0]], [[400, true], 200])
})

test('[6.03] an export whose permission is withdrawn while it waits, or whose rows have become too many, writes no file', async () => {
  const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
  const { total } = (await call<{ total: number }>('patent/do/count', {}, { as: manager })).data
  const waiting = async (code: string, meanwhile: (grant: string) => Promise<unknown>) => {
    const role_sid = await make('role', { code, name: code, weight: 10 })
    const verbs = ['get', 'search', 'count', 'export']
    const grant = await make('role_grant', { role_sid, entity: 'patent', verbs, data_scope: 'ALL', export_max: total })
    const as = await enrol('inventor', { role_sids: [role_sid] })
    await jobs.stop()
    const { data, status, text } = await call<{ job_sid: string }>('patent/do/export', { fl: ['case_no'], format: 'csv' }, { as })
    assert.equal(status, 200, text)
    await meanwhile(grant)
    jobs = await startJobs(server)
    return jobEnded(tenant, data.job_sid)
  }
  const admin = await enrol('system_admin')
  const update = (values: Record<string, unknown>) => call('role_grant/do/update', values, { as: admin })
  const withdrawn = await waiting('withdrawn', (sid) => update({ sid, verbs: ['get', 'search', 'count'] }))
  assert.deepEqual([withdrawn.state, withdrawn.result_url], ['FAILED', null])
  const grown = await waiting('grown', () =>
    make('patent', { title: '又一件', country: 'CN', patent_type: 'INVENTION', owner_sid: manager.sid, company_sid: manager.company }),
  )
  assert.deepEqual([grown.state, grown.result_url], ['FAILED', null])
})

test('a field of stored structure, which no cell can hold, is refused as a column', async () => {
  const answer = await call('deadline/do/export', { fl: ['name', 'explanation'], format: 'csv' }, { as: manager, lang: 'en' })
  assert.equal(answer.status, 400)
  assert.match(answer.message, /explanation/)
  assert.equal((await call('deadline/do/export', { fl: ['name'], format: 'csv' }, { as: manager })).code, 0)
})

test('[7.22] a file has the words by which the tenant calls a field and a model, and an import knows them', async () => {
  const admin = await enrol('system_admin')
  const wordIn = (language: string, record: unknown) => call('i18n/front/sync', { language, record }, { as: admin })
  await call('i18n/front/languages', { languages: [{ code: 'ja', name: '日本語', fallback: 'en' }] }, { as: admin })
  await wordIn('zh', [
    { key: 'patent', text: '专利案' },
    { key: 'patent.title', text: '题目' },
  ])
  await wordIn('en', [{ key: 'user_info.job_number', text: 'Badge' }])
  await wordIn('ja', [{ key: 'patent.title', text: '発明の名称' }])
  const fl = ['title', 'owner_sid.job_number', 'case_no']
  const headings = async (lang: 'zh' | 'en' | 'ja') => {
    const { sheets } = await readXlsx((await exported({ fl, iql: "case_no = 'E-1'" }, manager, lang)).bytes)
    return [sheets[0]?.name, ...(sheets[0]?.rows[0] ?? [])]
  }
  assert.deepEqual(await headings('zh'), ['专利案', '题目', 'IPR 负责人 / 工号', '案号'])
  assert.deepEqual(await headings('en'), ['Patent', 'Title', 'Responsible IP engineer / Badge', 'Case no.'])
  assert.deepEqual(await headings('ja'), ['Patent', '発明の名称', 'Responsible IP engineer / Badge', 'Case no.'])
  const { data } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file: await workbook([['案号', '题目'], ['E-1', '电池']]), name: 'b.xlsx', fields: { mode: 'update' } }) // oxfmt-ignore
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.ok, job.errors ?? []], [1, []])
  await wordIn('zh', [{ key: 'patent', text: '' }, { key: 'patent.title', text: '' }]) // oxfmt-ignore
})
