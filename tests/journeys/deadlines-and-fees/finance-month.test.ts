// Finance at the end of a month: one VAT invoice for several bills, the file for the bank, and what the bank returns.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { todayIn, ZONE } from '../../../model/kit/days/clock.ts'
import { openBrowser } from '../../harness/browser.ts'
import { makerOf } from '../../harness/cases/granted-invention.ts'
import { digitalXml } from '../../harness/cases/vat-invoices.ts'
import { testServer } from '../../harness/server.ts'
import { inLanguagesOf, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const [manager, finance] = [await s.enrol('ip_manager'), await s.enrol('finance')]
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const made = makerOf(s.call, manager)
const agency_sid = await made('agency', {
  agency_name: '虚构甲代理机构',
  tax_no: '91110000FICT000001',
  bank_account: '0000-1',
  bank_name: '虚构银行',
})
const openPage = pageOpener(browser, address)

const WORDS = {
  zh: { read: '读取电子发票', share: /分开登记$/, left: '尚余 CNY 0.00', taken: '已登记', bank: '银行付款文件', result: '读取银行回单', agrees: '相符', record: '登记 1 项' },
  en: { read: 'Read VAT e-invoices', share: /^Share out VAT invoice/, left: 'Left CNY 0.00', taken: 'Recorded', bank: 'File for the bank', result: "Read the bank's result", agrees: 'Agrees', record: 'Record 1' },
} as const // oxfmt-ignore

for (const [lang, at] of [
  ['zh', 1],
  ['en', 2],
] as const)
  // oxfmt-ignore
  test(`[4.06] one VAT invoice is shared out to two bills, which are paid by the file of the bank (${lang})`, async () => {
    const words = WORDS[lang]
    const names = [`MONTH-${at}-1`, `MONTH-${at}-2`]
    const lines = [[{ service: 'X', amount: '1000.10', tax: '60.01' }], [{ service: 'X', amount: '33.33', tax: '2.00' }]]
    const bills = await Promise.all(names.map((invoice_no, one) => made('invoice', { invoice_no, agency_sid, bill_date: '2026-03-01', lines: lines[one] }))) // oxfmt-ignore
    await s.tenant.db.updateTable('invoice').set({ status: 'AUDITED' }).where('sid', 'in', bills).execute()
    const requested = await s.call('invoice/do/batch_transition', { sids: bills, transition: 'request_payment' }, { as: finance })
    assert.equal(requested.code, 0, requested.text)
    const number = `2699000000000000005${at}`
    const xml = digitalXml({ number, lines: [['*专利代理服务*代理费', '1033.43', '62.01']], total: ['1033.43', '62.01', '1095.44'] })

    const { page, complaints, go } = await openPage({ lang, as: finance })
    await go('/m/invoice')
    await page.getByRole('button', { name: words.read }).click()
    const reading = page.getByRole('dialog', { name: words.read })
    await reading.locator('input[type=file]').setInputFiles({ name: 'invoice.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) })
    await reading.getByText(words.left).waitFor()
    await reading.getByRole('button', { name: words.share }).click()
    await reading.getByRole('status').getByRole('link', { name: names[1] ?? '' }).waitFor()
    const kept = await s.tenant.db.selectFrom('invoice').select(['vat_invoice_no', 'vat_total', 'vat_tax', 'vat_whole']).where('sid', 'in', bills).orderBy('invoice_no').execute() // oxfmt-ignore
    assert.deepEqual(kept.map((one) => Object.values(one)), [[number, '1060.11', '60.01', '1095.44'], [number, '35.33', '2.00', '1095.44']]) // oxfmt-ignore

    await go('/annuities/payments')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words.bank }).click()])
    const [headings = [], ...rows] = ((await readXlsx(readFileSync(await file.path()))).sheets[0]?.rows ?? []) as unknown[][]
    assert.deepEqual(rows.map((row) => row.slice(2, 8)), [['虚构甲代理机构', '0000-1', '虚构银行', 1095.44, 'CNY', names.join(' ')]]) // oxfmt-ignore
    const answer = [headings, [...(rows[0] ?? []).slice(0, 10), lang === 'zh' ? '成功' : 'paid', `${todayIn(ZONE)}`, `T-${at}`]]
    const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: answer as string[][] }] }))
    await page.getByRole('button', { name: words.result }).click()
    const result = page.getByRole('dialog', { name: words.result })
    await result.locator('input[type=file]').setInputFiles({ name: 'bank.xlsx', mimeType: 'application/octet-stream', buffer })
    await result.getByText(words.agrees, { exact: true }).waitFor()
    await result.getByRole('button', { name: words.record, exact: true }).click()
    await result.getByText(words.taken, { exact: true }).waitFor()
    const paid = await s.tenant.db.selectFrom('invoice').select('status').where('sid', 'in', bills).execute()
    assert.deepEqual(paid.map(({ status }) => status), ['PAID', 'PAID']) // oxfmt-ignore
    assert.deepEqual(complaints, [])
  })

const IMPORT = {
  zh: { open: '导入账单明细', faulty: '有 1 行需要改正', no: '账单号', agency: '代理机构', date: '账单日期', make: '新建账单：1', back: '撤销付款', reason: /理由/ },
  en: { open: 'Import bill lines', faulty: 'Rows to be corrected: 1', no: 'Invoice no.', agency: 'Agency', date: 'Date', make: 'Create invoices: 1', back: 'Withdraw payment', reason: /Reason/ },
} as const // oxfmt-ignore

for (const [lang, at] of inLanguagesOf(import.meta.url, [
  ['zh', 1],
  ['en', 2],
] as const))
  // oxfmt-ignore
  test(`[4.06] a bill comes in as a table, each fault with its row and column; a payment that was none is withdrawn (${lang})`, async () => {
    const words = IMPORT[lang]
    const table = async (amount: unknown) => ({
      name: 'bill.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: [['案号', '费用名称', '金额'], ['NONE-1', '检索', amount as string]] }] })),
    })
    const { page, complaints, go } = await openPage({ lang, as: finance })
    await go('/m/invoice')
    await page.getByRole('button', { name: words.open }).click()
    const reading = page.getByRole('dialog', { name: words.open })
    await reading.locator('input[type=file]').first().setInputFiles(await table('1,50'))
    await reading.getByText(words.faulty).waitFor()
    assert.ok(await reading.getByRole('button', { name: words.make }).isDisabled())
    await reading.locator('input[type=file]').first().setInputFiles(await table('1.50'))
    await reading.getByLabel(words.no, { exact: true }).fill(`TABLE-${at}`)
    await reading.getByRole('combobox', { name: words.agency }).fill('虚构甲')
    await page.locator('.ant-select-item-option').filter({ hasText: '虚构甲代理机构' }).first().click()
    await reading.getByLabel(words.date, { exact: true }).fill('2026-03-01')
    await page.keyboard.press('Tab')
    await reading.getByRole('button', { name: words.make }).click()
    await page.getByRole('heading', { level: 1, name: `TABLE-${at}` }).waitFor()
    const bill = await s.tenant.db.selectFrom('invoice').select(['sid', 'total', 'undecided']).where('invoice_no', '=', `TABLE-${at}`).executeTakeFirstOrThrow()
    assert.deepEqual([bill.total, bill.undecided], ['1.50', 2])
    await s.tenant.db.updateTable('invoice').set({ status: 'AUDITED' }).where('sid', '=', bill.sid).execute()
    const requested = await s.call<{ payment_sid: { sid: string } }>('invoice/do/transition', { sid: bill.sid, transition: 'request_payment' }, { as: finance })
    const list = requested.data.payment_sid.sid
    assert.equal((await s.call('payment/do/pay', { sid: list, pay_date: `${todayIn(ZONE)}` }, { as: finance })).code, 0)
    await go(`/m/invoice/${bill.sid}`)
    await page.getByRole('button', { name: words.back }).click()
    const asked = page.getByRole('dialog', { name: words.back })
    await asked.getByLabel(words.reason).fill('银行退回')
    await asked.getByRole('button', { name: words.back }).click()
    await asked.waitFor({ state: 'hidden' })
    const { status } = await s.tenant.db.selectFrom('payment').select('status').where('sid', '=', list).executeTakeFirstOrThrow()
    assert.equal(status, 'DRAFT')
    assert.deepEqual(complaints, [])
    await page.close()
  })
