import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../model/kit/days/clock.ts'
import { isNamedIn } from '../../model/fees/vat-invoices/vat-invoice.ts'
import type { ReadVatInvoice } from '../../model/fees/vat-invoices/vat-invoice-actions.ts'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { sendForm } from '../../tests/harness/cases/exchange.ts'
import { pdfOf, protectedPdf, sheet, zipOf } from '../../tests/harness/cases/papers.ts'
import { digitalXml, earlierXml, type MadeInvoice, ofdOf, printedPdf, taggedOfd } from '../../tests/harness/cases/vat-invoices.ts'
import { testServer, type Person } from '../../tests/harness/server.ts'
import { statedInText } from './read-pdf.ts'

const { app, call, enrol, tenant } = await testServer()
const manager = await enrol('ip_manager')
const inventor = await enrol('inventor')
const { ask, make } = casesOf(call, manager, 'en')
const today = `${Temporal.Now.plainDateISO(ZONE)}`
const agency = await make('agency', { agency_name: '虚构甲代理机构', tax_no: '91110000FICT000001' })
await tenant.db.updateTable('company').set({ uscc: '91110000FICT000002' }).where('sid', '=', manager.company).execute()

let made = 0
const numberOf = () => `2691200000${String(++made).padStart(10, '0')}`
const ONE: Omit<MadeInvoice, 'number'> = { lines: [['*专利代理服务*代理费', '3000.00', '180.00']], total: ['3000.00', '180.00', '3180.00'] }
const PRINTED = { ...ONE, remark: 'CASE-0001' }

type Files = readonly (readonly [name: string, content: string | Buffer])[]
type Answer = { record: ReadVatInvoice[]; skipped: { name: string; reason: string }[] }

async function send(files: Files, person: Person = manager) {
  const form = new FormData()
  for (const [name, content] of files) form.append('file', new File([new Uint8Array(Buffer.from(content as string))], name)) // a buffer is copied the same way
  return sendForm(app, { path: 'invoice/do/read_vat_invoices', token: person.token, form, lang: 'en' })
}

async function read(...files: Files): Promise<Answer> {
  const { status, data, message } = await send(files)
  assert.equal(status, 200, message)
  return data as Answer
}

async function only(name: string, content: string | Buffer): Promise<ReadVatInvoice> {
  const { record, skipped } = await read([name, content])
  assert.deepEqual(skipped, [])
  assert.equal(record.length, 1)
  return record[0] as ReadVatInvoice // just counted
}

const take = (one: ReadVatInvoice, invoice_sid?: string, by = manager) =>
  ask('invoice/do/take_vat_invoice', { files: one.files.map(({ sid }) => sid), ...(invoice_sid && { invoice_sid }) }, by)
const bill = (amount: string, tax: string, more: Record<string, unknown> = {}) =>
  make('invoice', { invoice_no: `B-${++made}`, agency_sid: agency.sid, bill_date: today, bill_type: 'AGENCY', lines: [{ service: 'X', amount, tax }], ...more }) // oxfmt-ignore

test('[4.06] the same invoice is read alike from both schemas of XML, from OFD with and without an attachment, and from PDF with and without one', async () => {
  const number = numberOf()
  const invoice = { number, ...PRINTED }
  const attachedPdf = pdfOf([sheet('Fictional invoice')], '', { name: 'einvoice.xml', content: digitalXml(invoice) })
  for (const [name, content] of [
    ['a.xml', digitalXml(invoice)],
    ['b.xml', earlierXml(invoice)],
    ['c.ofd', await ofdOf(earlierXml(invoice))],
    ['d.ofd', await taggedOfd(invoice)],
    ['e.pdf', attachedPdf],
    ['f.pdf', printedPdf(invoice)],
  ] as const) {
    const one = await only(name, content)
    const { code, date, seller, buyer, amount, tax, total, ours } = one
    assert.deepEqual(
      { number: one.number, code, date, seller, buyer, amount, tax, total, ours },
      {
        number,
        code: null,
        date: '2026-03-02',
        seller: { name: '虚构甲代理机构', tax_no: '91110000FICT000001' },
        buyer: { name: '虚构科技有限公司', tax_no: '91110000FICT000002' },
        amount: '3000.00',
        tax: '180.00',
        total: '3180.00',
        ours: true,
      },
      name,
    )
    assert.deepEqual(one.agency, { sid: agency.sid, name: '虚构甲代理机构' }, name)
    assert.equal(one.lines[0]?.name, '*专利代理服务*代理费', name)
    assert.equal(one.lines[0]?.amount, '3000.00', name)
  }
  const early = await only('g.xml', earlierXml({ ...PRINTED, number: '12345678', code: '011001900111' }))
  assert.deepEqual([early.number, early.code], ['12345678', '011001900111'])
})

test('[4.06] an invoice is proposed for the bill of its seller with its amount, recorded there with its files, and refused a second time by name', async () => {
  const due = await bill('3000.07', '180.00')
  await bill('500', '30')
  const invoice = {
    number: numberOf(),
    ...ONE,
    lines: [['*专利代理服务*代理费', '3000.07', '180.00']],
    total: ['3000.07', '180.00', '3180.07'],
  } as const
  const { record } = await read(['发票.xml', digitalXml(invoice)], ['发票.ofd', await ofdOf(earlierXml(invoice))], ['发票.pdf', printedPdf(invoice)])
  const one = record[0] as ReadVatInvoice // its three files are one invoice
  assert.deepEqual([record.length, one.files.map(({ name }) => name)], [1, ['发票.xml', '发票.ofd', '发票.pdf']])
  assert.deepEqual(one.proposals[0], {
    sid: due.sid,
    invoice_no: due.invoice_no,
    status: 'UNPROCESSED',
    total: '3180.07',
    services: '3180.07',
    covered: null,
    why: ['TOTAL', 'SELLER'],
    sure: true,
  })
  const taken = await take(one, due.sid)
  assert.equal(taken.code, 0, taken.text)
  const { vat_invoice_no, vat_date, vat_total, vat_seller, attachments } = taken.data
  assert.deepEqual([vat_invoice_no, vat_date, vat_total, vat_seller], [invoice.number, '2026-03-02', '3180.07', '虚构甲代理机构'])
  assert.deepEqual(
    (attachments as Row[]).map(({ name }) => name),
    ['发票.xml', '发票.ofd', '发票.pdf'],
  )
  const again = await only('again.xml', digitalXml(invoice))
  assert.deepEqual([again.recorded, again.proposals], [{ sid: due.sid, name: due.invoice_no }, []])
  const twice = await take(again)
  assert.match(twice.text, new RegExp(`${invoice.number} is recorded already on invoice “${String(due.invoice_no)}”`))
  const full = await only('other.xml', digitalXml({ ...invoice, number: numberOf() }))
  assert.match((await take(full, due.sid)).text, /the VAT invoices total 6360\.14, more than the 3180\.07 of the bill/)
})

test('[4.06] an invoice without a bill becomes one, line by line, about the cases that it names', async () => {
  const patent = await make('patent', { title: '虚构', patent_type: 'INVENTION', country: 'CN', agency_sid: agency.sid })
  const lines = [
    [`*专利代理服务*代理费 ${String(patent.case_no)}`, '2000.00', '120.00'],
    ['*鉴证咨询服务*检索费', '1000.00', '60.00'],
  ] as const
  const one = await only('new.xml', digitalXml({ number: numberOf(), lines, total: ['3000.00', '180.00', '3180.00'] }))
  const { data, code, text } = await take(one)
  assert.equal(code, 0, text)
  assert.deepEqual([data.invoice_no, data.total, data.vat_invoice_no, (data.agency_sid as Row).sid, data.bill_date], [one.number, '3180.00', one.number, agency.sid, '2026-03-02']) // oxfmt-ignore
  assert.deepEqual((data.lines as Row[]).map(({ amount, tax }) => [amount, tax]), [['2000.00', '120.00'], ['1000.00', '60.00']]) // oxfmt-ignore
  assert.deepEqual(
    (data.case_sids as Row[]).map(({ sid }) => sid),
    [patent.sid],
  )
})

test('[4.06] a buyer that is none of our companies, and an unknown seller, are said', async () => {
  const strange = await only('x.xml', digitalXml({ number: numberOf(), ...ONE, seller: ['虚构未知公司', '91110000FICT000009'], buyer: ['虚构他人公司', '91110000FICT000008'] })) // oxfmt-ignore
  assert.deepEqual([strange.ours, strange.agency, strange.proposals], [false, null, []])
})

test('[4.06] a zip gives its invoices; hostile, damaged and foreign files are refused each by its reason', async () => {
  const xml = (more: Partial<MadeInvoice> = {}) => digitalXml({ number: numberOf(), ...ONE, ...more })
  const good = xml()
  const many = await read(['all.zip', await zipOf({ '一月/a.xml': good, 'b.txt': 'x', '__MACOSX/c.xml': good, 'copy.xml': good })])
  assert.deepEqual([many.record.length, many.skipped.map(({ reason }) => reason)], [1, ['it is the same file as a.xml']])
  const bomb = `<a>${' '.repeat(12 << 20)}</a>`
  const refused: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ['entity.xml', `<!DOCTYPE EInvoice [<!ENTITY a "b">]>${xml()}`, /declares a document type or entities/],
    ['entity.ofd', await ofdOf(`<!DOCTYPE a SYSTEM "file:///etc/passwd">${xml()}`), /declares a document type or entities/],
    ['bomb.ofd', await zipOf({ 'OFD.xml': bomb, 'b.xml': bomb }), /too much content/],
    ['deep.xml', '<a>'.repeat(100) + '</a>'.repeat(100), /too much content/],
    ['cut.xml', xml().slice(0, 400), /damaged/],
    ['broken.pdf', '%PDF-1.7\nnothing', /damaged/],
    ['locked.pdf', protectedPdf(), /password/],
    ['other.pdf', pdfOf([sheet('A letter about nothing')]), /no VAT invoice was found/],
    ['other.xml', '<note>hello</note>', /no VAT invoice was found/],
    ['broken.ofd', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(60)]), /damaged/],
    ['broken.zip', 'PK', /damaged/],
    ['nothing.zip', await zipOf({ 'a.txt': 'x' }), /no XML, OFD or PDF/],
    ['table.xlsx', 'x', /no XML, OFD or PDF/],
    ['sum.xml', xml({ total: ['3000.00', '180.00', '3180.01'] }), /do not add up to the total 3180\.01/],
    ['red.xml', xml({ lines: [], total: ['-3000.00', '-180.00', '-3180.00'] }), /red-letter/],
    ['number.xml', xml({ number: '123' }), /invoice number of 8 or 20 digits/],
    ['code.xml', earlierXml({ number: '12345678', ...ONE }), /no invoice code/],
    ['day.xml', xml({ date: '2026-02-30' }), /no date/],
    ['blank.xml', xml({ date: `2026${' '.repeat(80_000)}x` }), /no date/],
    ['tax.xml', xml({ total: ['', '', '3180.00'] }), /fewer than two of amount, tax and total/],
    ['less.xml', xml({ total: ['3000.00', '', '2900.00'] }), /do not add up/],
  ]
  const began = performance.now()
  const { record, skipped } = await read(...refused.map(([name, content]) => [name, content] as const))
  assert.deepEqual(record, [])
  for (const [name, , reason] of refused) assert.match(skipped.find((one) => one.name === name)?.reason ?? 'read', reason, name)
  statedInText([`(小写)${' '.repeat(80_000)}x`, `小${'\n'.repeat(80_000)}写`, `开票日期${' '.repeat(80_000)}2026`])
  assert.ok(performance.now() - began < 6000, `took ${performance.now() - began} ms`)
})

test('[4.06] of amount, tax and total a missing one is worked out; stars and 免税 are no tax', async () => {
  for (const [total, expected] of [
    [
      ['3000.00', '', '3180.00'],
      ['3000.00', '180.00', '3180.00'],
    ],
    [
      ['3000.00', '180.00', ''],
      ['3000.00', '180.00', '3180.00'],
    ],
    [
      ['', '180.00', '3180.00'],
      ['3000.00', '180.00', '3180.00'],
    ],
    [
      ['', '***', '3180.00'],
      ['3180.00', '0.00', '3180.00'],
    ],
    [
      ['3180.00', '免税', ''],
      ['3180.00', '0.00', '3180.00'],
    ],
  ] as const) {
    const one = await only('a.xml', digitalXml({ number: numberOf(), lines: [], total }))
    assert.deepEqual([one.amount, one.tax, one.total], expected, String(total))
  }
})

test('[4.06] a case is named by its whole number only', async () => {
  const [one, other] = [await make('patent', { title: '虚构', patent_type: 'INVENTION', country: 'CN' }), await make('patent', { title: '虚构', patent_type: 'INVENTION', country: 'CN' })] // oxfmt-ignore
  const lines = [[`代理费 ${String(one.case_no)}-1`, '2000.00', '120.00'], [`代理费 ${String(other.case_no)}.`, '1000.00', '60.00']] as const // oxfmt-ignore
  const read = await only('a.xml', digitalXml({ number: numberOf(), lines, total: ['3000.00', '180.00', '3180.00'], remark: `${String(one.case_no)}; ${String(other.case_no)}` })) // oxfmt-ignore
  const { data, text } = await take(read)
  assert.deepEqual((data.case_sids as Row[]).map(({ sid }) => sid), [other.sid], text) // oxfmt-ignore
  for (const [said, named] of [
    ['about CN-2024-0001.', true],
    ['CN-2024-0001-1', false],
    ['XCN-2024-0001', false],
    ['案号CN-2024-0001费', true],
    ['A/CN-2024-0001', false],
    ['ZLCN-2024-0001', true],
  ] as const)
    // oxfmt-ignore
    assert.equal(isNamedIn(said, 'cn-2024-0001'), named, said)
})

test('[4.06] several invoices cover one bill to the cent, also when they come at once; a cent more is refused', async () => {
  const due = await bill('3000.02', '180.00')
  const part = async (amount: string, tax: string, total: string) =>
    only('part.xml', digitalXml({ number: numberOf(), lines: [['*专利代理服务*代理费', amount, tax]], total: [amount, tax, total] }))
  const two = [await part('1000.01', '60.00', '1060.01'), await part('1000.00', '60.00', '1060.00')]
  const answers = await Promise.all(two.map(async (one) => take(one, due.sid)))
  assert.deepEqual(answers.map(({ code }) => code), [0, 0], answers.map(({ text }) => text).join('\n')) // oxfmt-ignore
  const half = (await call<Row>(`invoice/${due.sid}`, undefined, { as: manager })).data
  assert.deepEqual([half.vat_covered, half.vat_missing, (half.vat_further as Row[]).length], ['2120.01', '1060.01', 1])
  assert.match((await take(await part('1000.02', '60.00', '1060.02'), due.sid)).text, /total 3180\.03, more than the 3180\.02 of the bill/)
  const over = await part('1000.02', '60.00', '1060.02')
  assert.equal(over.proposals.some(({ sid }) => sid === due.sid), false, 'a bill that would be exceeded is not proposed') // oxfmt-ignore
  const rest = await part('1000.01', '60.00', '1060.01')
  const [best] = rest.proposals
  assert.deepEqual([best?.sid, best?.covered, best?.why, best?.sure], [due.sid, '2120.01', ['REST', 'SELLER'], true])
  assert.equal((await take(rest, due.sid)).code, 0)
  const whole = (await call<Row>(`invoice/${due.sid}`, undefined, { as: manager })).data
  assert.deepEqual([whole.vat_covered, whole.vat_missing, (whole.vat_keys as Row[]).length], ['3180.02', '0.00', 3])
  const again = await only('again.xml', digitalXml({ number: rest.number, ...ONE }))
  assert.equal(again.recorded?.sid, due.sid)
  assert.match((await take(again)).text, /is recorded already/)
})

test('[4.06] a voided bill takes no invoice and frees its own, and a bill in another currency takes none', async () => {
  const [first, second] = [await bill('3000', '180'), await bill('3000', '180')]
  const invoice = digitalXml({ number: numberOf(), ...ONE })
  assert.equal((await take(await only('a.xml', invoice), first.sid)).code, 0)
  const voided = await ask('invoice/do/transition', { sid: first.sid, transition: 'void', reason: 'Fictitious' })
  assert.equal(voided.code, 0, voided.text)
  const again = await only('a.xml', invoice)
  assert.equal(again.recorded, null)
  const taken = await take(again, second.sid)
  assert.equal(taken.code, 0, taken.text)
  const other = await only('b.xml', digitalXml({ number: numberOf(), ...ONE }))
  assert.match((await take(other, first.sid)).text, /is void or refused/)
  const dollars = await bill('3000', '180', { currency: 'USD' })
  assert.match((await take(other, dollars.sid)).text, /is not in CNY/)
})

const share = (one: ReadVatInvoice, parts: readonly (readonly [invoice_sid: string, total: string])[]) =>
  ask('invoice/do/take_vat_invoice', { files: one.files.map(({ sid }) => sid), parts: parts.map(([invoice_sid, total]) => ({ invoice_sid, total })) })
const billAs = async (sid: string) => (await call<Row>(`invoice/${sid}`, undefined, { as: manager })).data
const THREE: Omit<MadeInvoice, 'number'> = { lines: [['*专利代理服务*代理费', '66.67', '4.00']], total: ['66.67', '4.00', '70.67'] }

test('[4.06] one VAT invoice is shared out to several bills to the cent; its number stands on each with its part, and no part twice', async () => {
  const bills = [await bill('11.11', '0.67'), await bill('22.22', '1.33'), await bill('33.34', '2.00')]
  const [a, b, c] = bills.map(({ sid }) => sid) as [string, string, string]
  const invoice = await only('all.xml', digitalXml({ number: numberOf(), ...THREE, remark: bills.map(({ invoice_no }) => invoice_no).join('、') }))
  const proposed = invoice.sharing.filter(({ share: part }) => part !== null).map(({ sid, share: part }) => [sid, part])
  assert.deepEqual(proposed.toSorted(), [[a, '11.78'], [b, '23.55'], [c, '35.34']].toSorted()) // oxfmt-ignore
  assert.match((await share(invoice, [[a, '11.78'], [b, '23.55'], [c, '35.33']])).text, /The parts total 70\.66; the VAT invoice has 70\.67/) // oxfmt-ignore
  assert.match((await share(invoice, [[a, '11.78'], [a, '58.89']])).text, /Each bill has one part/) // oxfmt-ignore
  assert.match((await share(invoice, [[a, '0'], [b, '70.67']])).text, /must be above 0/) // oxfmt-ignore
  assert.match((await share(invoice, [[a, '11.79'], [b, '23.55'], [c, '35.33']])).text, /more than the 11\.78 of the bill/) // oxfmt-ignore
  assert.equal((await billAs(b)).vat_invoice_no, null, 'nothing is recorded where one part is refused')
  const taken = await share(invoice, [[a, '11.78'], [b, '23.55'], [c, '35.34']]) // oxfmt-ignore
  assert.equal(taken.code, 0, taken.text)
  const rows = await Promise.all([a, b, c].map(billAs))
  assert.deepEqual(
    rows.map((row) => [
      row.vat_invoice_no,
      row.vat_amount,
      row.vat_tax,
      row.vat_total,
      row.vat_whole,
      row.vat_missing,
      (row.attachments as Row[]).length,
    ]),
    [['11.11', '0.67', '11.78'], ['22.22', '1.33', '23.55'], ['33.34', '2.00', '35.34']].map((part) => [invoice.number, ...part, '70.67', '0.00', 1]), // oxfmt-ignore
  )
  const again = await only('again.xml', digitalXml({ number: invoice.number, ...THREE }))
  assert.equal(again.recorded?.name, rows.map((row) => row.invoice_no).join(', '))
  assert.match((await share(again, [[a, '11.78'], [b, '58.89']])).text, /is recorded already on/) // oxfmt-ignore
  const alone = await ask('invoice/do/update', { sid: (await bill('100', '0')).sid, vat_invoice_no: invoice.number, vat_total: '1' })
  assert.match(alone.text, /is recorded already/)
  const more = await ask('invoice/do/update', {
    sid: (await bill('100', '0')).sid,
    vat_invoice_no: invoice.number,
    vat_total: '0.01',
    vat_whole: '70.67',
  })
  assert.match(more.text, /the parts of \d+ total 70\.68, more than the 70\.67 of the VAT invoice/)
  const other = await ask('invoice/do/update', { sid: (await bill('100', '0')).sid, vat_invoice_no: invoice.number, vat_total: '1', vat_whole: '80' })
  assert.match(other.text, /has the total 70\.67 on another bill, not 80\.00/)
})

test('[4.06] a voided bill gives its part of a shared VAT invoice back, and another one takes exactly that', async () => {
  const [a, b, next] = [await bill('50.00', '3.00'), await bill('16.67', '1.00'), await bill('16.67', '1.00')]
  const invoice = await only('all.xml', digitalXml({ number: numberOf(), ...THREE }))
  assert.equal((await share(invoice, [[a.sid, '53.00'], [b.sid, '17.67']])).code, 0) // oxfmt-ignore
  const voided = await ask('invoice/do/transition', { sid: b.sid, transition: 'void', reason: 'Fictitious' })
  assert.equal(voided.code, 0, voided.text)
  const again = await only('again.xml', digitalXml({ number: invoice.number, ...THREE }))
  assert.deepEqual([again.recorded, again.open], [null, '17.67'])
  assert.match((await take(again)).text, /record the remaining 17\.67 on a bill/)
  const taken = await take(again, next.sid)
  assert.equal(taken.code, 0, taken.text)
  assert.deepEqual([taken.data.vat_total, taken.data.vat_whole, taken.data.vat_missing], ['17.67', '70.67', '0.00'])
  assert.notEqual((await only('third.xml', digitalXml({ number: invoice.number, ...THREE }))).recorded, null)
  // Of a tax that does not divide, what is left goes to the part that is recorded again.
  const uneven = { number: numberOf(), lines: [['*专利代理服务*代理费', '29.00', '1.00'] as const], total: ['29.00', '1.00', '30.00'] as const }
  const equal = [await bill('9.67', '0.33'), await bill('9.67', '0.33'), await bill('9.67', '0.33'), await bill('9.67', '0.33')]
  const [first, second, third, later] = equal.map(({ sid }) => sid) as [string, string, string, string]
  assert.equal((await share(await only('uneven.xml', digitalXml(uneven)), [[first, '10.00'], [second, '10.00'], [third, '10.00']])).code, 0) // oxfmt-ignore
  assert.equal((await ask('invoice/do/transition', { sid: first, transition: 'void', reason: 'Fictitious' })).code, 0)
  const last = await take(await only('uneven again.xml', digitalXml(uneven)), later)
  assert.deepEqual([(await billAs(second)).vat_tax, (await billAs(third)).vat_tax, last.data.vat_tax], ['0.33', '0.33', '0.34'])
})

test('[4.06] two who share one VAT invoice out at once record it once', async () => {
  const bills = [await bill('66.67', '4.00'), await bill('66.67', '4.00'), await bill('66.67', '4.00'), await bill('66.67', '4.00')].map(
    ({ sid }) => sid,
  )
  const invoice = await only('all.xml', digitalXml({ number: numberOf(), ...THREE }))
  const [a, b, c, d] = bills as [string, string, string, string]
  const answers = await Promise.all([share(invoice, [[a, '35.33'], [b, '35.34']]), share(invoice, [[c, '35.33'], [d, '35.34']])]) // oxfmt-ignore
  assert.deepEqual(answers.map(({ code }) => code === 0).toSorted(), [false, true], answers.map(({ text }) => text).join('\n')) // oxfmt-ignore
})

test('[4.06] bills of the buyer are proposed, a new bill is made for the buyer or not at all, and cases of others are not found by their number', async () => {
  const admin = await enrol('system_admin')
  const company = { company_name: '虚构分公司', country: 'SG', parent_sid: manager.company }
  const branch = (await call<Row>('company/do/create', company, { as: admin })).data.sid
  await tenant.db.updateTable('company').set({ uscc: '91110000FICT000007' }).where('sid', '=', branch).execute()
  const elsewhere = await enrol('ip_manager', { company_sid: branch })
  const lines = [['*专利代理服务*代理费', '4100.00', '246.00']] as const
  const invoice = { lines, total: ['4100.00', '246.00', '4346.00'] } as const
  const theirs = await bill('4100', '246', { company_sid: branch })
  assert.deepEqual(
    (await only('a.xml', digitalXml({ number: numberOf(), ...invoice }))).proposals.filter(({ sid }) => sid === theirs.sid),
    [],
  )
  const forBranch = { ...invoice, buyer: ['虚构分公司', '91110000FICT000007'] } as const
  const one = await only('b.xml', digitalXml({ number: numberOf(), ...forBranch }))
  assert.deepEqual([one.proposals[0]?.sid, one.proposals[0]?.sure], [theirs.sid, true])
  const own = await make('patent', { title: '虚构', patent_type: 'INVENTION', country: 'CN' })
  const named = await only('c.xml', digitalXml({ number: numberOf(), ...forBranch, remark: String(own.case_no) }))
  const { data, code, text } = await take(named)
  assert.equal(code, 0, text)
  assert.deepEqual([(data.company_sid as Row).sid, (data.lines as { case_ref: unknown }[]).map(({ case_ref }) => case_ref)], [branch, [null]])
  const { data: sent } = await send([['d.xml', digitalXml({ number: numberOf(), ...invoice })]], elsewhere)
  assert.match((await take((sent as Answer).record[0] as ReadVatInvoice, undefined, elsewhere)).text, /outside your companies/) // the one that was sent
})

test('[4.06] a file beyond a limit is skipped, and the others are read', async () => {
  const good = digitalXml({ number: numberOf(), ...ONE })
  const large = await read(['large.pdf', Buffer.alloc((20 << 20) + 1, 'x')], ['good.xml', good])
  assert.deepEqual([large.record.length, large.skipped], [1, [{ name: 'large.pdf', reason: 'it is larger than 20 MB' }]])
  const many = await read(['good.xml', good], ...Array.from({ length: 51 }, (_, at) => [`${at}.xml`, '<note/>'] as const))
  assert.deepEqual([many.record.length, many.skipped.filter(({ reason }) => /at most 50/.test(reason)).map(({ name }) => name)], [1, ['49.xml', '50.xml']]) // oxfmt-ignore
  const archive = (from: number) => zipOf(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${from + at}.xml`, '<note/>'])))
  const twice = await read(['a.zip', await archive(0)], ['b.zip', await archive(30)], ['good.xml', good])
  assert.deepEqual([twice.record.length, twice.skipped.find(({ name }) => name === 'b.zip')?.reason], [1, 'the archive has too many or too large files']) // oxfmt-ignore
  const half = `<a>${'<b/>'.repeat(30_000)}</a>`
  const { skipped } = await read(['wide.ofd', await zipOf({ 'a.xml': half, 'b.xml': half })])
  assert.match(skipped[0]?.reason ?? '', /too much content/)
})

test('[4.06] only who may change invoices reads and records them, and only files that this person sent', async () => {
  assert.equal((await send([['a.xml', digitalXml({ number: numberOf(), ...ONE })]], inventor)).status, 403)
  const one = await only('a.xml', digitalXml({ number: numberOf(), ...ONE }))
  const colleague = await enrol('ip_engineer')
  assert.notEqual((await take(one, undefined, colleague)).code, 0)
  assert.equal((await take(one)).code, 0)
  assert.notEqual((await ask('invoice/do/take_vat_invoice', { files: [manager.sid] }, manager)).code, 0)
})
