// An award is made of a case and an event alone; the round of annuities and the rules are read by names and amounts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { GRANTED_INVENTION, makerOf } from '../../harness/cases/granted-invention.ts'
import { day } from '../../harness/day.ts'
import { testServer } from '../../harness/server.ts'
import { leave, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const manager = await s.enrol('ip_manager')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const openPage = pageOpener(await openBrowser(), address)
const made = makerOf(s.call, manager)
const inventor_sid = await made('inventor', { name: '虚构发明人' })

test('[1.08] a rule is made by names, and an award of a case and an event alone: its day, sum and shares follow', async () => {
  await made('patent', { ...GRANTED_INVENTION, title: '虚构散热器', case_no: 'AWARD-1', inventors: [{ inventor_sid, contribution_pct: '100' }] })
  const { page, complaints, go } = await openPage({ lang: 'zh', as: manager, width: 1280 })
  const choose = async (label: RegExp, typed: string, shown: string | RegExp) => {
    const box = page.getByRole('combobox', { name: label })
    await box.click()
    if (await box.isEditable()) await box.fill(typed)
    await page.locator('.ant-select-item-option').filter({ hasText: shown }).first().click()
  }
  await go('/m/award_rule/new')
  await page.getByRole('textbox', { name: '名称' }).fill('虚构授权奖')
  await choose(/事由/, '授权', '授权')
  await choose(/权利种类/, '专利', /^专利$/)
  await choose(/^类型/, '发明', /^发明/)
  await choose(/国家/, '中国', /^中国/)
  await page.getByLabel('金额', { exact: true }).fill('6000')
  await page.getByLabel('生效日').fill('2020-01-01')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('heading', { level: 1, name: '虚构授权奖' }).waitFor()
  await go('/m/award_rule')
  const row = page.getByRole('row').filter({ hasText: '虚构授权奖' })
  for (const text of ['授权', '专利', '发明', '中国', 'CNY 6,000.00'])
    await row
      .getByText(text, { exact: text !== '发明' })
      .first()
      .waitFor()
  await go('/m/award/new')
  await choose(/案件/, 'AWARD-1', 'AWARD-1')
  await choose(/事由/, '授权', '授权')
  await page.getByRole('button', { name: '保存' }).click()
  await page.waitForURL(/\/m\/award\/[0-9a-f-]{36}/)
  await page.getByText('CNY 6,000.00').first().waitFor()
  await page.getByText(day('-P2Y')).first().waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('the reviews of a round show each amount with its currency and its decimals, apart from the number of fees', async () => {
  const case_sid = await made('patent', { ...GRANTED_INVENTION, title: '虚构轮毂', case_no: 'ROUND-1' })
  await made('fee', { case_sid, fee_class: 'ANNUITY', fee_type: 'X', name: '虚构年费', due_date: day('P20D'), amount: '449080', currency: 'KRW' })
  await made('fee', { case_sid, fee_class: 'OFFICIAL', fee_type: 'X', name: '虚构官费', due_date: day('-P1Y'), amount: '980', currency: 'EUR', status: 'PAID', pay_date: day('-P1Y'), paid_amount: '980' }) // oxfmt-ignore
  const round = await made('annuity_round', { name: '虚构轮次', due_from: day('P10D'), due_to: day('P25D'), opinions_due: day('P5D') })
  assert.equal((await s.call('annuity_round/do/transition', { sid: round, transition: 'open' }, { as: manager })).code, 0)
  const { page, complaints, go } = await openPage({ lang: 'en', as: manager, width: 1280 })
  await go(`/m/annuity_round/${round}`)
  await page.getByRole('tab', { name: 'Case maintenance review' }).click()
  await page.getByRole('row').filter({ hasText: 'ROUND-1' }).getByText('KRW 449,080').waitFor()
  await go('/m/annuity_review')
  // What was paid, and for how many fees: two numbers that do not run into one another.
  await page.getByText('EUR 980.00 (1)', { exact: true }).waitFor()
  for (const heading of ['Amount', 'Cost so far', 'Value grade', 'Suggested', 'Opinion', 'Status']) {
    const box = await page.getByRole('columnheader', { name: heading }).boundingBox()
    assert.ok(box && box.x + box.width <= 1280, heading)
  }
  assert.deepEqual(complaints, [])
  await leave(page)
})
