import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { ZONE } from '../../model/kit/days/clock.ts'
import { STATISTICS } from '../../seed/statistics.ts'
import type { Figures } from '../../model/statistics/definition.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'

const { app, tenant, call, enrol } = await testServer({ demo: true })
const [one, colleague, finance, admin] = [
  await enrol('ip_engineer'),
  await enrol('ip_engineer'),
  await enrol('finance'),
  await enrol('system_admin', { name: '管理员', name_en: 'Ada Administrator' }),
]
const [leader, agent] = [await enrol('dept_leader'), await enrol('agent')]
const board = await tenant.db.selectFrom('report').select('sid').where('code', '=', 'r_boardreport').executeTakeFirstOrThrow()
const role = (await tenant.db.selectFrom('role').select('sid').where('code', '=', 'finance').executeTakeFirstOrThrow()).sid

const DEFINITION = { entity: 'patent', name: 'By country', row_by: 'country', measure: 'COUNT', drawing: 'BAR' }
const make = (as: Person, more: Record<string, unknown> = {}) =>
  call<{ sid: string; code: string }>('statistic/do/create', { ...DEFINITION, ...more }, { as, lang: 'en' })
const seen = async (sid: string) => {
  const all = { one, colleague, finance, admin, agent }
  const answers = await Promise.all(Object.entries(all).map(async ([who, as]) => [who, (await call('statistic/do/compute', { sid }, { as })).status]))
  return answers.filter(([, status]) => status === 200).map(([who]) => who)
}

for (const [share, more, who] of [
  ['OWN', {}, ['one']],
  ['COMPANY', {}, ['one', 'colleague', 'finance', 'admin']],
  ['ROLES', { role_sids: [role] }, ['one', 'finance']],
] as const)
  test(`a statistic shared as ${share} is computed for ${who.join(', ')}`, async () => {
    const { data, message } = await make(one, { share, ...more })
    assert.ok(data?.sid, message)
    assert.deepEqual(await seen(data.sid), [...who])
  })

test('a person without the right to share keeps statistics for themselves; only an administrator gives one to everybody', async () => {
  assert.equal((await make(leader)).code, 0)
  assert.equal((await make(leader, { share: 'COMPANY' })).status, 400)
  assert.equal((await make(one, { share: 'SYSTEM' })).errors[0]?.field, 'share')
  assert.equal((await make(admin, { share: 'SYSTEM' })).code, 0)
})

test('only its maker or an administrator changes and deletes a shared statistic', async () => {
  const { data } = await make(one, { share: 'COMPANY' })
  assert.equal((await call('statistic/do/update', { sid: data.sid, name: 'x' }, { as: colleague })).errors[0]?.field, 'name')
  assert.equal((await call(`statistic/do/delete/${data.sid}`, {}, { as: colleague })).status, 403)
  assert.equal((await call('statistic/do/update', { sid: data.sid, name: 'Renamed' }, { as: one })).code, 0)
  assert.equal((await call(`statistic/do/delete/${data.sid}`, {}, { as: admin })).code, 0)
})

for (const [more, field] of [
  [{ entity: 'nothing' }, 'entity'],
  [{ row_by: 'applicants' }, 'row_by'],
  [{ column_by: 'country' }, 'column_by'],
  [{ column_by: 'nothing' }, 'column_by'],
  [{ measure: 'SUM' }, 'measure_field'],
  [{ measure: 'SUM', measure_field: 'title' }, 'measure_field'],
  [{ iql: 'country = ' }, 'iql'],
  [{ iql: 'ORDER BY title' }, 'iql'],
  [{ most: 101 }, 'most'],
  [{ share: 'ROLES' }, 'role_sids'],
] as const)
  test(`refused at its field: ${JSON.stringify(more)}`, async () => {
    const { status, errors } = await make(one, more)
    assert.deepEqual([status, errors.map((fault) => fault.field)], [400, [field]])
  })

test('the kinds of record that one may count are offered, cases first', async () => {
  const { data } = await call<{ code: string; is_case: boolean }[]>('statistic/do/entities', {}, { as: finance })
  assert.equal(data[0]?.is_case, true)
  const codes = data.map(({ code }) => code)
  assert.deepEqual([codes.includes('fee'), codes.includes('role_grant')], [true, false])
})

for (const { code, name_en, entity } of STATISTICS)
  test(`the statistic of the product “${name_en}” has figures over the demo data`, async () => {
    const { sid } = await tenant.db.selectFrom('statistic').select('sid').where('code', '=', code).executeTakeFirstOrThrow()
    for (const lang of ['zh', 'en'] as const) {
      const { data, message } = await call<Figures>('statistic/do/compute', { sid }, { as: admin, lang })
      assert.ok(data?.rows, message)
      assert.ok(data.rows.every(({ label }) => label !== ''))
    }
    assert.equal((await call('statistic/do/compute', { sid }, { as: finance })).status, entity === 'proposal' ? 403 : 200)
  })

const fileOf = (sid: string, as: Person) =>
  app.inject({
    method: 'GET',
    url: `/innoe-webapi/model/statistic/do/file/${sid}`,
    headers: { host: 'localhost', authorization: `Bearer ${as.token}`, 'accept-language': 'en' },
  })

test('the file holds the figures of its reader, needs the permission to export, and is recorded', async () => {
  const { sid } = await tenant.db.selectFrom('statistic').select('sid').where('code', '=', 's_filingsbyyear').executeTakeFirstOrThrow()
  const file = await fileOf(sid, admin)
  assert.equal(file.statusCode, 200)
  const { sheets } = await readXlsx(file.rawPayload)
  const rows = sheets[0]?.rows ?? []
  const { data } = await call<Figures>('statistic/do/compute', { sid }, { as: admin, lang: 'en' })
  assert.equal(rows.length, data.rows.length + 3)
  assert.equal(rows.at(-1)?.at(-1), Number(data.total[0]?.value))
  const entry = await tenant.db
    .selectFrom('audit_entry')
    .select(['event', 'entity', 'records'])
    .where('event', '=', 'EXPORTED')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  assert.deepEqual(entry, { event: 'EXPORTED', entity: 'case', records: data.rows.length + 1 })
  assert.equal((await fileOf(sid, leader)).statusCode, 403)
})

test('amounts of each currency are lines of their own in the file', async () => {
  const made = await make(admin, { name: 'Fees [a/b]', entity: 'fee', row_by: 'fee_class', measure: 'SUM', measure_field: 'amount' })
  const { sheets } = await readXlsx((await fileOf(made.data.sid, admin)).rawPayload)
  assert.equal(sheets[0]?.rows[1]?.[1], 'Currency')
  const last = sheets[0]?.rows.at(-1)
  assert.equal(typeof last?.[2], 'number')
})

const pdfOf = async (what: string, as: Person, lang = 'en') => {
  const file = await app.inject({
    method: 'GET',
    url: `/innoe-webapi/model/${what}`,
    headers: { host: 'localhost', authorization: `Bearer ${as.token}`, 'accept-language': lang },
  })
  return { status: file.statusCode, type: file.headers['content-type'], bytes: file.rawPayload, text: file.body }
}

async function textIn(bytes: Buffer): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, disableFontFace: true, verbosity: 0 }).promise
  const pages: string[] = []
  for (let at = 1; at <= pdf.numPages; at++) {
    const { items } = await (await pdf.getPage(at)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  return pages.join('\n').replace(/\s+/g, ' ')
}

test('a statistic is printed with its chart and the figures of its reader', async () => {
  const { sid } = await tenant.db.selectFrom('statistic').select('sid').where('code', '=', 's_filingsbyyear').executeTakeFirstOrThrow()
  const { status, type, bytes } = await pdfOf(`statistic/do/pdf/${sid}`, admin)
  assert.deepEqual([status, type], [200, 'application/pdf'])
  const { data } = await call<Figures>('statistic/do/compute', { sid }, { as: admin, lang: 'en' })
  const text = await textIn(bytes)
  for (const part of ['Filings per year by right', ...data.rows.map(({ label }) => label), String(data.total[0]?.value)])
    assert.ok(text.includes(part), part)
  assert.equal((await pdfOf(`statistic/do/pdf/${sid}`, leader)).status, 403)
})

test('[2.33] the board report has a title page, the parts of the product and what each reader may see; what they may not export is left out and said', async () => {
  const whole = await textIn((await pdfOf(`report/do/file/${board.sid}`, admin)).bytes)
  const parts = ['Board report', 'Contents', 'Live cases by office and kind', 'Overdue deadlines', 'Filings per year by right', 'Costs against budget', 'Annuities of the next 12 months'] // oxfmt-ignore
  for (const part of parts) assert.ok(whole.includes(part), part)
  assert.ok(!whole.includes('Not included: '), whole)
  assert.match(whole, /Over the records that Ada Administrator may see/)
  assert.ok(!whole.includes('管理员'), whole)
  assert.ok((await textIn((await pdfOf(`report/do/file/${board.sid}`, admin, 'zh')).bytes)).includes('董事会报告'))
  const own = await textIn((await pdfOf(`report/do/file/${board.sid}`, finance)).bytes)
  assert.ok(own.includes('Not included: You do not have permission'), own)
  const none = await pdfOf(`report/do/file/${board.sid}`, leader)
  assert.deepEqual([none.status, none.text.includes('nothing that you may see and export')], [400, true])
  const slides = await pdfOf(`report/do/slides/${board.sid}`, admin)
  assert.deepEqual([slides.status, slides.bytes.subarray(0, 2).toString()], [200, 'PK'])
  const noted = await call<{ record: { details: { format?: string } }[] }>('audit_entry/do/search', { iql: "event = 'EXPORTED' ORDER BY created_at DESC", rows: 1, fl: ['details'] }, { as: admin }) // oxfmt-ignore
  assert.equal(noted.data.record[0]?.details.format, 'pptx')
  assert.equal((await pdfOf(`report/do/slides/${board.sid}`, leader)).status, 400)
})

const makeReport = (as: Person, more: Record<string, unknown>) =>
  call<{ sid: string; parts: unknown[] }>(
    'report/do/create',
    { name: 'Own', parts: [{ kind: 'TEXT', heading: 'Only words' }], ...more },
    { as, lang: 'en' },
  )

test('a period limits the parts that name a date, and only them', async () => {
  const years = await make(admin, { name: 'Years', entity: 'patent', row_by: 'filing_date:year', drawing: 'TABLE', iql: 'filing_date IS NOT EMPTY' })
  const part = { kind: 'STATISTIC', statistic_sid: years.data.sid }
  const limited = await makeReport(admin, { period: 'LAST_YEAR', parts: [{ ...part, date_field: 'filing_date' }] })
  const free = await makeReport(admin, { period: 'LAST_YEAR', parts: [part] })
  const { data } = await call<Figures>('statistic/do/compute', { sid: years.data.sid }, { as: admin })
  const [first = ''] = data.rows.map(({ label }) => label)
  const yearsIn = async (sid: string) =>
    [...(await textIn((await pdfOf(`report/do/file/${sid}`, admin)).bytes)).matchAll(/(?<= )(\d{4})(?= )/g)].map(([year]) => year)
  assert.ok(data.rows.length > 2 && (await yearsIn(free.data.sid)).includes(first), 'all years')
  assert.ok(!(await yearsIn(limited.data.sid)).includes(first), 'those of the period')
})

for (const [parts, reason] of [
  [[], undefined],
  [[{ kind: 'STATISTIC' }], 'part 1: choose a statistic'],
  [[{ kind: 'TEXT', heading: 'x' }, { kind: 'LIST' }], 'part 2: choose a list'],
  [[{ kind: 'TEXT' }], 'part 1: give it a heading or a text'],
] as const)
  test(`a report with the parts ${JSON.stringify(parts)} is refused`, async () => {
    const { status, errors } = await makeReport(one, { parts })
    assert.deepEqual([status, errors[0]?.field], [400, 'parts'])
    if (reason) assert.equal(errors[0]?.reason, reason)
  })

test('a report names only what its maker may see, is their own until they share it, and only an administrator gives it to everybody', async () => {
  const hidden = await make(colleague, { share: 'OWN' })
  assert.equal((await makeReport(one, { parts: [{ kind: 'STATISTIC', statistic_sid: hidden.data.sid }] })).errors[0]?.field, 'parts')
  const title = await make(one, {})
  assert.equal(
    (await makeReport(one, { parts: [{ kind: 'STATISTIC', statistic_sid: title.data.sid, date_field: 'title' }] })).errors[0]?.field,
    'parts',
  )
  const { data } = await makeReport(one, {})
  assert.equal((await pdfOf(`report/do/file/${data.sid}`, one)).status, 200)
  assert.equal((await pdfOf(`report/do/file/${data.sid}`, colleague)).status, 404)
  assert.equal((await call('report/do/update', { sid: data.sid, share: 'SYSTEM' }, { as: one })).errors[0]?.field, 'share')
  assert.equal((await call('report/do/update', { sid: data.sid, share: 'COMPANY' }, { as: one })).code, 0)
  assert.equal((await pdfOf(`report/do/file/${data.sid}`, colleague)).status, 200)
  assert.equal((await call('report/do/update', { sid: data.sid, name: 'x' }, { as: colleague })).errors[0]?.field, 'name')
})

test('a report is not given to others while a part of it is for its maker alone', async () => {
  const { data: own } = await make(one, { name: 'Own figures', share: 'OWN' })
  const parts = [
    { kind: 'TEXT', heading: 'x' },
    { kind: 'STATISTIC', statistic_sid: own.sid },
  ]
  const [fault] = (await makeReport(one, { parts, share: 'COMPANY' })).errors
  assert.deepEqual([fault?.field, fault?.reason], ['share', 'part 2, “Own figures”, is only for its maker: share it first'])
  const { data: report } = await makeReport(one, { parts })
  const share = () => call('report/do/update', { sid: report.sid, share: 'COMPANY' }, { as: one })
  assert.equal((await share()).errors[0]?.field, 'share')
  assert.equal((await call('statistic/do/update', { sid: own.sid, share: 'COMPANY' }, { as: one })).code, 0)
  assert.equal((await share()).code, 0)
})

test('a list in a report bears who took it out, as a list that is exported', async () => {
  const view = await call<{ sid: string }>('saved_view/do/create', { name: 'All', entity: 'patent', iql: '' }, { as: admin })
  assert.equal(view.code, 0, view.message)
  const listed = await makeReport(admin, { parts: [{ kind: 'LIST', view_sid: view.data.sid }] })
  const day = `${Temporal.Now.plainDateISO(ZONE)}`
  const times = async (sid: string) => (await textIn((await pdfOf(`report/do/file/${sid}`, admin)).bytes)).split(day).length - 1
  assert.ok((await times(listed.data.sid)) > (await times((await makeReport(admin, {})).data.sid)))
})
