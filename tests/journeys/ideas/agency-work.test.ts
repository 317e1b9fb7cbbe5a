import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { casesOf } from '../../harness/cases/cases.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const { make, done, patent } = casesOf(s.call, admin)
const agency = await make('agency', { agency_name: '虚构代理机构' })
const engineer = await s.enrol('ip_engineer')
const agent = await s.enrol('agent', { agency_sid: agency.sid })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const shots = process.env['INNOE_SHOTS']

test('[1.07] an agency acknowledges an instruction on its page of the case and submits a draft; the engineer accepts it', async () => {
  const { sid: case_sid } = await patent({ title: '虚构散热结构', agency_sid: agency.sid, owner_sid: engineer.sid })
  const { sid } = await done('agency_instruction/do/create', { case_sid, instructions: '独立权利要求尽量概括' }, engineer)
  await done('agency_instruction/do/transition', { sid, transition: 'send', agency_user_sid: agent.sid, draft_due: '2027-03-01' }, engineer)

  const theirs = await visit(`/m/patent/${case_sid}?tab=agency`, { lang: 'zh', theme: 'light', width: 1280, height: 900, as: agent, platform: 2 })
  const { page } = theirs
  await page.goto(`${address}/innoe-web/m/patent/${case_sid}`)
  await page.getByRole('tab', { name: '代理协作' }).click()
  await page.getByText('独立权利要求尽量概括').waitFor()
  await page.getByRole('button', { name: '确认收到' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认收到' }).click()
  await page.getByRole('button', { name: '提交稿件' }).click()
  const dialog = page.getByRole('dialog', { name: '提交稿件' })
  await dialog.locator('input[type=file]').setInputFiles({ name: '初稿.txt', mimeType: 'text/plain', buffer: Buffer.from('权利要求 1') })
  await dialog.getByLabel('给审稿人的说明').fill('请确认权利要求 1')
  await dialog.getByRole('button', { name: '提交稿件' }).click()
  await page.getByText('待审稿').first().waitFor()
  await page.getByRole('button', { name: '初稿.txt V1' }).waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  if (shots) await page.screenshot({ path: `${shots}-agency-zh.png`, fullPage: true })
  assert.deepEqual(theirs.complaints, [])
  await theirs.done()

  const ours = await visit(`/m/patent/${case_sid}?tab=agency`, { lang: 'en', theme: 'dark', width: 1280, height: 900, as: engineer })
  await ours.page.getByText('请确认权利要求 1').waitFor()
  await ours.page.getByRole('button', { name: 'Accept the draft' }).click()
  await ours.page.getByRole('dialog').getByRole('button', { name: 'Accept the draft' }).click()
  await ours.page.getByText('Draft accepted').first().waitFor()
  assert.deepEqual(await seriousFaults(ours.page), [])
  if (shots) await ours.page.screenshot({ path: `${shots}-agency-en.png`, fullPage: true })
  await ours.done()
})
