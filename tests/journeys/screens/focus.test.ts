// By keyboard alone, a dialog or drawer opens, Escape closes it, and the focus returns to its opener.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { pageOpener } from '../../harness/visitor.ts'

const { app, call, enrol } = await testServer({ demo: true })
const admin = await enrol('system_admin')
const leaver = await enrol('ip_engineer', { name: 'Leaving Lin' })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

const first = async (model: string, iql = '') => {
  const { data } = await call<{ record: { sid: string }[] }>(`${model}/do/search`, { iql, rows: 1, fl: 'sid' }, { as: admin })
  return data.record[0]?.sid ?? assert.fail(`no ${model}`)
}
const granted = await first('patent', "status = 'GRANTED'")
const fee = await first('fee', "fee_class = 'ANNUITY' AND status = 'PLANNED'")
await call('payment/do/from_fees', { fee_sids: [fee] }, { as: admin })

// The page, what opens the dialog or drawer there, and the keys that open it.
const OPENED: readonly (readonly [path: string, opener: string | RegExp, keys?: string])[] = [
  [`/m/user_info/${leaver.sid}`, 'Hand over'],
  ['/patents', 'Batch search'],
  ['/patents', /^Columns/],
  ['/patents', 'Batch search', 'Control+k'],
  ['/patents', 'Batch search', '?'],
  ['/deadlines?owner=all', 'New deadline'],
  [`/patents/${granted}`, 'Record official document'],
  [`/patents/${granted}?tab=relations`, 'Add a priority'],
  [`/patents/${granted}?tab=relations`, 'Relate a case'],
  ['/annuities/payments', /^JF\d+$/],
]

for (const [path, opener, keys = 'Enter'] of OPENED)
  test(`Escape closes the dialog that ${keys} on “${opener}” opens on ${path.replace(/[0-9a-f-]{36}/, '…')}, and the focus returns`, async () => {
    const { page, go, done } = await openPage({ lang: 'en', as: admin })
    await go(path)
    const button = page.getByRole('button', { name: opener }).first()
    await button.focus()
    await page.keyboard.press(keys)
    const dialog = page.locator('.ant-modal:visible, .ant-drawer-open .ant-drawer-section:visible').first()
    await dialog.waitFor()
    await page.waitForTimeout(400)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    const isBack = await button.evaluate(async (one) => {
      for (let at = 0; at < 60 && document.activeElement !== one; at++) await new Promise((next) => setTimeout(next, 50))
      return document.activeElement === one ? 'back' : document.activeElement?.outerHTML.slice(0, 200)
    })
    assert.equal(isBack, 'back')
    await done()
  })
