import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../harness/browser.ts'
import { type RunningServer, startServer } from '../../harness/running.ts'

let server: RunningServer
let browser: Browser

before(async () => {
  server = await startServer({ INNOE_DEMO: '0' })
  browser = await launchBrowser()
})
after(() => Promise.all([browser?.close(), server?.stop()]))

test('a new installation prints the first password only once', () => {
  assert.deepEqual(
    server.logins.map(({ account }) => account),
    ['admin'],
  )
})

for (const [locale, words] of [
  ['zh-CN', /登录/],
  ['en-US', /Sign in|Log in/i],
] as const) {
  test(`a new visitor with locale ${locale} sees the login page without browser errors`, async () => {
    const page = await (await browser.newContext({ locale })).newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${server.address}/`)
    await page.locator('input[type=password]').waitFor()
    assert.match(page.url(), /\/innoe-web\/login/)
    assert.match(await page.locator('body').innerText(), words)
    assert.deepEqual(complaints, [])
  })
}
