import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomUUIDv7 } from 'node:crypto'
import { systemContext } from '../../../server/records/context.ts'
import { insertRows } from '../../../server/records/write/write.ts'
import { openBrowser } from '../../harness/browser.ts'
import { dealingServer } from '../../harness/cases/dealings.ts'
import { modelOf } from '../../harness/engine.ts'
import { visitor } from '../../harness/visitor.ts'

const { app, tenant, admin, make, ok, owner, patents, take } = await dealingServer()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)

test('[1.09] rights are added to a transfer by pasted numbers, and each right shows it with its former and new owners', async () => {
  const [us, them] = [await owner('虚构转出公司'), await owner('虚构受让公司')]
  const rights = await patents(3, [{ applicant_sid: us }])
  const numbers = await Promise.all(rights.map(async (sid) => String((await ok(`patent/${sid}`)).case_no)))
  const sid = await make('transfer', { title: '虚构转让合同', assignors: [{ applicant_sid: us }], assignees: [{ applicant_sid: them }] })
  const { page, done, complaints } = await visit(`/m/transfer/${sid}?tab=dealings`, { lang: 'en', as: admin })
  await page.getByRole('button', { name: 'Add by pasted numbers' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(numbers.join('\n'))
  await page.getByRole('button', { name: /^Search/ }).click()
  await page.getByRole('button', { name: 'Add 3' }).click()
  await page.getByText('3 in total').waitFor()
  await take('transfer', sid, 'sign', { sign_date: '2026-03-02', contract_no: 'ZR-虚构-1' })
  await page.goto(`${address}/innoe-web/m/transfer/${sid}`)
  await page.getByRole('button', { name: /^Recorded/ }).click()
  const asked = page.getByRole('dialog')
  await asked.getByLabel(/Recorded on/).fill('2026-05-06')
  await page.keyboard.press('Tab')
  assert.equal(await asked.getByText(/export licence/).count(), 0, 'not asked for where none is needed')
  await asked.getByRole('button', { name: /^Recorded/ }).click()
  await asked.waitFor({ state: 'hidden' })
  await page.goto(`${address}/innoe-web/patents/${rights[0]}?tab=dealings`)
  await page.getByRole('heading', { name: 'History of owners' }).waitFor()
  const table = page.getByRole('table').last()
  for (const text of ['虚构转出公司', '虚构受让公司', 'ZR-虚构-1']) assert.ok((await table.textContent())?.includes(text), text)
  const bare = { case_sid: rights[0], effective_date: '1990-01-01', company_sid: admin.company, version: 1, valid: true }
  const earlier = Array.from({ length: 60 }, () => ({ ...bare, sid: randomUUIDv7() }))
  await insertRows(systemContext(tenant), modelOf(tenant, 'owner_change'), earlier)
  await page.reload()
  await page.getByText('1–50 of 61').waitFor()
  await page.getByRole('listitem', { name: '2' }).click()
  await page.getByText('51–61 of 61').waitFor()
  assert.deepEqual(complaints, [])
  await done()
})

test('[1.09] the risk matrix shows all degrees of impact on a phone', async () => {
  await make('risk', { title: '虚构风险', risk_type: 'NON_USE', likelihood: 5, impact: 5 })
  const { page, done, complaints } = await visit('/risks/matrix', { lang: 'en', as: admin, width: 390 })
  const last = page.getByRole('columnheader').last()
  await last.waitFor()
  const shown = await page.getByRole('link', { name: 'Risks: 1' }).boundingBox()
  const end = await last.evaluate((cell) => cell.getBoundingClientRect().right)
  assert.ok(end <= 390 && shown !== null && shown.x + shown.width <= 390, `the last degree ends at ${end}`)
  assert.deepEqual(complaints, [])
  await done()
})
