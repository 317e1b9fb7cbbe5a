import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { GRANTED_INVENTION, GRANTED_NUMBER, makerOf } from '../../harness/cases/granted-invention.ts'
import { digitalXml } from '../../harness/cases/vat-invoices.ts'
import { testServer } from '../../harness/server.ts'
import { day } from '../../harness/day.ts'
import { leave, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const engineer = await s.enrol('ip_engineer')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

const made = makerOf(s.call, engineer)

/** A granted invention whose next annuity is due in a month. */
const applicant_sid = await made('applicant', { name: 'Example Technology' })
const inventor_sid = await made('inventor', { name: 'Wang Inventor' })
const patent = await made('patent', {
  title: 'Heat sink for batteries', ...GRANTED_INVENTION, application_no: GRANTED_NUMBER,
  applicants: [{ applicant_sid }], inventors: [{ inventor_sid, contribution_pct: '100' }], owner_sid: engineer.sid,
}) // oxfmt-ignore

const openPage = pageOpener(browser, address)
const signedIn = (lang: 'zh' | 'en') => openPage({ lang, as: engineer })
const row = (page: Page, text: string) => page.locator('.worklist-table .ant-table-row', { hasText: text })

test('an annuity is decided with one click, put on a payment list, exported and paid, and the next annuity appears', async () => {
  const { page, complaints, go } = await signedIn('en')
  await go('/annuities')
  const fee = row(page, 'Annual fee, year 6')
  await fee.waitFor()
  const pay = fee.getByRole('button', { name: 'Pay', exact: true })
  await pay.click()
  await page.waitForFunction(() => document.querySelector('.decide button.on')?.textContent === 'Pay')
  await fee.getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Put on a payment list' }).click()
  const dialog = page.getByRole('dialog')
  const total = await dialog.locator('.sums b').innerText()
  const released = Promise.withResolvers<void>()
  await page.route(/assets\/payments-screen/, (route) => released.promise.then(() => route.continue()))
  await dialog.getByRole('button', { name: 'Put on a payment list' }).click()
  await page.getByText(/Put on payment list JF/).waitFor()
  await dialog.waitFor({ state: 'hidden' }) // not there to say that the fees are left out of another list
  released.resolve()
  await page.waitForURL(/annuities\/payments\?open=/)
  const drawer = page.locator('.deadline-drawer')
  await drawer.getByText(/^JF\d{9}$/).waitFor()
  assert.ok((await drawer.innerText()).includes(total), total)
  await drawer.getByRole('button', { name: 'Export the payment file' }).click()
  await page.getByRole('menuitem', { name: 'Listing in English' }).waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: "For the office's payment site (in Chinese)" }).click()]) // oxfmt-ignore
  const [sheet] = (await readXlsx(readFileSync(await file.path()))).sheets
  assert.match(file.suggestedFilename(), /^JF\d{9}\.xlsx$/)
  assert.equal(sheet?.rows[1]?.[2], '第6年年费')
  await drawer.getByRole('button', { name: 'Confirm paid' }).click()
  await page
    .getByRole('dialog', { name: /Confirm that JF/ })
    .getByLabel(/Receipt no/)
    .fill('R-2026-1')
  await page
    .getByRole('dialog', { name: /Confirm that JF/ })
    .getByRole('button', { name: 'Confirm paid' })
    .click()
  await page.getByText(/is recorded as paid/).waitFor()
  await drawer.locator('input[type=file]').setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await drawer.getByRole('button', { name: /receipt\.pdf/ }).first().waitFor() // oxfmt-ignore
  await page.reload()
  const [kept] = await Promise.all([page.waitForEvent('download'), drawer.getByTitle(/receipt\.pdf/).click()])
  assert.equal(readFileSync(await kept.path(), 'utf8'), '%PDF-1.4')
  await go(`/m/payment/${new URL(page.url()).searchParams.get('open')}`)
  await page.locator('.fact', { hasText: 'Totals' }).getByText(total.replace('CNY ', '').trim()).waitFor() // oxfmt-ignore
  const { data } = await s.call<{ record: { annuity_year: number; status: string; voucher_no: string | null }[] }>(
    'fee/do/search',
    { iql: `case_sid = '${patent}' AND annuity_year IN (6, 7) ORDER BY annuity_year ASC`, fl: ['annuity_year', 'status', 'voucher_no'] },
    { as: engineer },
  )
  assert.deepEqual(
    data.record.map(({ annuity_year, status, voucher_no }) => [annuity_year, status, voucher_no]),
    [
      [6, 'PAID', 'R-2026-1'],
      [7, 'PLANNED', null],
    ],
  )
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('a payment file that the office would reject is refused with its reasons', async () => {
  const { page, go } = await signedIn('en')
  const bare = await made('patent', {
    case_no: 'BARE-7',
    title: 'Case without a number',
    country: 'CN',
    patent_type: 'INVENTION',
    status: 'DRAFTING',
  })
  const due = { case_sid: bare, fee_class: 'OFFICIAL', fee_type: 'X', due_date: day('P20D'), amount: '10' }
  const fee_sids = [
    await made('fee', { ...due, name: 'Search', currency: 'CNY' }),
    await made('fee', { ...due, name: 'Translation', currency: 'USD' }),
  ]
  const { data } = await s.call<{ sid: string }>('payment/do/from_fees', { fee_sids }, { as: engineer })
  const released = Promise.withResolvers<void>()
  await page.route('**/fee/do/search', (route) => released.promise.then(() => route.continue()))
  await go(`/annuities/payments?open=${data.sid}`)
  await page.locator('.deadline-drawer .ant-skeleton').waitFor()
  assert.equal(
    await page
      .locator('.deadline-drawer')
      .getByText(/No data/)
      .count(),
    0,
  )
  released.resolve()
  await page.locator('.deadline-drawer').getByRole('button', { name: 'Export the payment file' }).click()
  await page.getByRole('menuitem', { name: /payment site/ }).click()
  await page.getByText(/no application number: BARE-7; the list mixes currencies \(CNY, USD\)/).waitFor()
  await leave(page)
})

test('of a selection in two currencies, one without a number, a list takes the lines that one payment file can hold', async () => {
  const due = { fee_class: 'OFFICIAL', fee_type: 'PART', due_date: day('P25D'), amount: '10' }
  const bare = await made('patent', { title: 'No number yet', country: 'CN', patent_type: 'INVENTION', status: 'DRAFTING' })
  const wanted = await made('fee', { ...due, case_sid: patent, name: 'Part one', currency: 'CNY' })
  await made('fee', { ...due, case_sid: patent, name: 'Part two', currency: 'USD' })
  await made('fee', { ...due, case_sid: bare, name: 'Part three', currency: 'CNY' })
  const { page, go } = await signedIn('en')
  await go(`/annuities?which=all&month=${due.due_date.slice(0, 7)}`)
  for (const name of ['Part one', 'Part two', 'Part three']) await row(page, name).getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Put on a payment list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('CNY (2)').click()
  await dialog.getByRole('checkbox', { name: 'Leave out 1 case without an application number' }).check()
  await dialog.getByText(/^Put 1 fee on/).waitFor()
  await dialog.getByRole('button', { name: 'Put on a payment list' }).click()
  await page.waitForURL(/annuities\/payments\?open=/)
  const { data } = await s.call<{ record: { sid: string }[] }>(
    'fee/do/search',
    { iql: "fee_type = 'PART' AND status = 'PAYING'", fl: ['sid'] },
    { as: engineer },
  )
  assert.deepEqual(
    data.record.map(({ sid }) => sid),
    [wanted],
  )
  await leave(page)
})

test('a list whose amounts have grown since it was written is confirmed with the sums of the day of payment', async () => {
  const late = await made('patent', {
    title: 'Late heat sink', country: 'CN', patent_type: 'INVENTION', status: 'GRANTED',
    filing_date: day('-P6Y2M12D'), grant_date: day('-P3Y'), grant_no: 'CN117654321B', owner_sid: engineer.sid,
  }) // oxfmt-ignore
  const iql = `case_sid = '${late}' AND fee_class = 'ANNUITY' AND annuity_year = 7`
  const { data: found } = await s.call<{ record: { sid: string }[] }>('fee/do/search', { iql, fl: ['sid'] }, { as: engineer })
  const [{ sid } = { sid: '' }] = found.record
  const { data: list } = await s.call<{ sid: string }>('payment/do/from_fees', { fee_sids: [sid] }, { as: engineer })
  await s.tenant.db.updateTable('fee').set({ surcharge: '0' }).where('sid', '=', sid).execute()
  await s.tenant.db.updateTable('payment').set({ totals: JSON.stringify([{ currency: 'CNY', amount: '2000.00' }]) }).where('sid', '=', list.sid).execute() // oxfmt-ignore
  const { page, complaints, go } = await signedIn('en')
  await go(`/annuities/payments?open=${list.sid}`)
  await page.locator('.deadline-drawer').getByRole('button', { name: 'Confirm paid' }).click()
  const dialog = page.getByRole('dialog', { name: /Confirm that JF/ })
  await dialog.getByText('1 fee costs something else than the list says (CNY 2,000.00 in total)').waitFor()
  await dialog.locator('.sums').getByText('CNY 2,200.00').waitFor()
  await dialog.getByRole('button', { name: 'Confirm paid' }).click()
  await page.getByText(/is recorded as paid/).waitFor()
  const { data: fee } = await s.call<{ paid_amount: string }>(`fee/${sid}`, undefined, { as: engineer })
  assert.equal(Number(fee.paid_amount), 2200)
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('PatKostG 7: a German annuity past its due date names the last day without a surcharge and the last day with one', async () => {
  const german = await made('patent', {
    title: 'Heat sink of Munich', country: 'DE', patent_type: 'INVENTION', status: 'SE', filing_date: day('-P4Y2M'),
    applicants: [{ applicant_sid }], inventors: [{ inventor_sid, contribution_pct: '100' }], owner_sid: engineer.sid,
  }) // oxfmt-ignore
  for (const [lang, short, whole] of [
    ['en', /No surcharge until \d/, /No surcharge until .+, with surcharge until \d/],
    ['zh', /前（含）不加收/, /前（含）不加收，.+ 前（含）加收滞纳金/],
  ] as const) {
    const { page, go } = await signedIn(lang)
    for (const path of ['/annuities?month=free', `/m/patent/${german}?tab=fees`]) {
      await go(path)
      const fee = page.locator('.ant-table-row', { hasText: lang === 'en' ? 'Annual fee, year 5' : '第5年年费' })
      await fee.waitFor()
      assert.match(await fee.innerText(), short)
      assert.doesNotMatch(await fee.innerText(), /overdue|逾期 \d/)
    }
    await page.locator('.next-due-what', { hasText: whole }).waitFor()
    await leave(page)
  }
})

test('files of a VAT invoice are dropped on the list of invoices, read, and recorded on the proposed one', async () => {
  const agency_sid = await made('agency', { agency_name: '虚构甲代理机构', tax_no: '91110000FICT000001' })
  const line = { service: 'Drafting', amount: '3000', tax: '180' }
  const bill = await made('invoice', { invoice_no: 'FICT-1', agency_sid, bill_date: '2026-03-01', lines: [line] })
  const number = '26990000000000000042'
  const xml = digitalXml({ number, lines: [['*专利代理服务*代理费', '3000.00', '180.00']], total: ['3000.00', '180.00', '3180.00'] })
  const { page, complaints, go } = await signedIn('en')
  await go('/m/invoice')
  await page.getByText('FICT-1').waitFor()
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'invoice.xml'))
    data.items.add(new File(['nothing'], 'broken.xml'))
    return data
  }, xml)
  await page.locator('.ant-table').first().dispatchEvent('drop', { dataTransfer: dropped })
  const dialog = page.getByRole('dialog', { name: 'Read VAT e-invoices' })
  await dialog.getByText('authenticity is not checked').waitFor()
  await dialog.getByText(/^broken\.xml/).waitFor()
  await dialog.getByText(number).waitFor()
  await dialog.getByText('FICT-1 · CNY 3,180.00 · same total, same seller').waitFor()
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await dialog.getByRole('status').getByRole('link', { name: 'FICT-1' }).click()
  await page.waitForURL((url) => url.pathname.endsWith(`/m/invoice/${bill}`))
  await page.getByText(number).first().waitFor()
  await page.getByText('invoice.xml').first().waitFor()
  assert.deepEqual(complaints, [])
})
