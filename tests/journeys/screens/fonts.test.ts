import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

const s = await testServer()
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

/** The fonts that really draw the text of an element: of the system, or loaded by the page. */
async function fontsOf(page: Page, selector: string) {
  const tools = await page.context().newCDPSession(page)
  await tools.send('DOM.enable')
  await tools.send('CSS.enable')
  const { root } = await tools.send('DOM.getDocument')
  const { nodeId } = await tools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId })
  await tools.detach()
  return fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? 'loaded by the page' : familyName))
}

for (const family of ['sans-serif', 'system-ui', 'monospace', "'DejaVu Sans'"])
  test(`the test browser draws ${family} with the font of its own package, whatever fonts the machine has`, async () => {
    const page = await browser.newPage()
    await page.setContent(`<p style="font-family: ${family}">Patents 2026</p>`)
    assert.deepEqual(await fontsOf(page, 'p'), ['Open Sans'])
    await page.close()
  })

for (const lang of ['zh', 'en'] as const)
  test(`a page draws its text with the font that the client ships: ${lang}`, async () => {
    const { page, done } = await visitor(browser, address)('/login', { lang, fresh: true })
    await page.locator('.login-form button[type=submit]').waitFor()
    await page.evaluate(() => document.fonts.ready)
    for (const selector of ['h1', 'label[for=username]', '.login-form button[type=submit]'])
      assert.deepEqual(await fontsOf(page, selector), ['loaded by the page'], selector)
    await done()
  })
