import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { arrives, languagesOf, says, visitor } from '../../harness/visitor.ts'

const s = await testServer()
const engineer = await s.enrol('ip_engineer')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)

const MENUS = '**/model/rbac_menu/do/search_my_menus'

/** A page whose menu call gets this response: as from a failing server or proxy. */
async function troubled(lang: 'zh' | 'en', status: number, body: string) {
  const visited = await visit('/privacy', { lang, as: engineer })
  await visited.page.route(MENUS, (route) => route.fulfill({ status, contentType: 'application/json', body }))
  await toTags(visited.page)
  return visited
}

const toTags = (page: Page) => page.goto(`${address}/innoe-web/m/tag`)
const notice = (page: Page) => page.locator('.ant-notification-notice')
const envelope = (code: number, message: string, more = {}) => JSON.stringify({ code, message, request_id: 'r-1', ...more })

for (const lang of languagesOf(import.meta.url)) {
  const inWords = (zh: string, en: string) => (lang === 'zh' ? zh : en)

  for (const [what, status, code, words] of [
    ['[8.02] 400 shows the server’s words', 400, 400, 'Said by the server'],
    ['[8.02] 403 shows the server’s words', 403, 403, 'Said by the server'],
    ['[8.03] 499 is shown as a busy network', 499, 499, inWords('网络繁忙，请刷新重试', 'The network is busy. Please refresh and try again')],
    ['[8.03] any other status is shown as a server error', 500, 500, inWords('服务器错误，请稍后再试', 'Server error, please try later')],
    ['[8.01] a database error is shown as a server error', 500, 500002, inWords('服务器错误，请稍后再试', 'Server error, please try later')],
  ] as const) {
    test(`${what}: ${lang}`, async () => {
      const { page, done } = await troubled(lang, status, envelope(code, 'Said by the server'))
      await notice(page).getByText(words, { exact: true }).waitFor()
      await done()
    })
  }

  test(`[8.06] [8.07] a screen with its own fault display also redirects to login or to the notice of two portals: ${lang}`, async () => {
    for (const [status, code, place] of [
      [412, 412, /\/412$/],
      [503, 502014, /\/login/],
    ] as const) {
      const { page, done } = await visit('/privacy', { lang, as: engineer })
      await page.route('**/model/tag/do/search', (route) =>
        route.fulfill({ status, contentType: 'application/json', body: envelope(code, 'in the list') }),
      )
      await toTags(page)
      await page.waitForURL(place)
      await done()
    }
  })

  test(`[8.01] [8.03] a response from a broken proxy is shown as a server error, not as raw text: ${lang}`, async () => {
    const { page, done } = await troubled(lang, 502, '<html>Bad gateway</html>')
    await notice(page).getByText(inWords('服务器错误，请稍后再试', 'Server error, please try later'), { exact: true }).waitFor()
    assert.equal(await page.getByText('Bad gateway').count(), 0)
    await done()
  })

  test(`[8.01] the page reports a missing network: ${lang}`, async () => {
    const { page, done } = await visit('/privacy', { lang, as: engineer })
    await page.route(MENUS, (route) => route.abort('connectionrefused'))
    await toTags(page)
    await notice(page).getByText(inWords('网络服务异常', 'Service Network Error')).waitFor()
    await done()
  })

  test(`[8.02] 404 shows no notice, because the screen reports the missing record: ${lang}`, async () => {
    const { page, done } = await visit('/m/tag/00000000-0000-7000-8000-000000000000', { lang, as: engineer })
    await says(page, inWords('没有找到这条记录，或您无权查看', 'This record does not exist, or you may not see it'))
    assert.equal(await notice(page).count(), 0)
    await done()
  })

  test(`[8.02] 401 shows no notice and redirects to login: ${lang}`, async () => {
    const { page, done } = await visit('/m/tag', { lang, as: { ...engineer, token: 'innoe_s_unknown' } })
    await arrives(page, `/login?redirect=${encodeURIComponent('/m/tag')}`)
    assert.equal(await notice(page).count(), 0)
    await done()
  })

  for (const code of [500001, 500005]) {
    test(`[8.04] ${code} names each field with its reason: ${lang}`, async () => {
      const errors = [
        { field: 'name', label: 'Name', reason: 'is too long' },
        { field: 'group', label: 'Group', reason: 'is not known' },
      ]
      const { page, done } = await troubled(lang, 400, envelope(code, 'Refused', { errors }))
      await notice(page)
        .getByText(`Name${inWords('：', ': ')}is too long`)
        .waitFor()
      await notice(page)
        .getByText(`Group${inWords('：', ': ')}is not known`)
        .waitFor()
      await done()
    })
  }

  test(`[8.04] [5.25] a refused form names the field and the reason, and focuses the field: ${lang}`, async () => {
    const { page, complaints, done } = await visit('/m/tag/new', { lang, as: engineer })
    await page.getByRole('button', { name: inWords('保存', 'Save') }).click()
    const summary = page.locator('.fault-list')
    await summary.getByText(inWords('名称', 'Name')).waitFor()
    await summary.getByRole('button').first().click()
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'name')
    assert.deepEqual(complaints, [])
    await done()
  })

  test(`[8.06] 502014 reports that the service is unavailable, then redirects to login: ${lang}`, async () => {
    const { page, done } = await troubled(lang, 503, envelope(502014, 'away'))
    await notice(page).getByText(inWords('服务异常', 'Service exception')).waitFor()
    assert.match(page.url(), /\/m\/tag$/)
    await page.waitForURL(/\/innoe-web\/login/)
    await done()
  })

  test(`[8.07] 412 redirects to the notice of two portals: ${lang}`, async () => {
    const { page, done } = await troubled(lang, 412, envelope(412, 'both ends'))
    await arrives(page, '/412')
    await says(page, inWords('不能同时登录企业端和代理端', 'Enterprise and agency cannot be used at once'))
    await done()
  })

  test(`[8.08] a click on the notice copies the raw error and confirms it: ${lang}`, async () => {
    const raw = envelope(400, 'Said by the server')
    const { page, done } = await troubled(lang, 400, raw)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await notice(page).getByText('Said by the server').click()
    await page.getByText(inWords('已复制错误原文', 'Raw error copied')).waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), raw)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    // The same by keyboard.
    await notice(page)
      .getByRole('button', { name: inWords('复制错误原文', 'Copy the raw error') })
      .focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction((text) => navigator.clipboard.readText().then((kept) => kept === text), raw)
    await done()
  })

  test(`[7.01] every call goes to /innoe-… with the header bundle: ${lang}`, async () => {
    const { page, done } = await visit('/home', { lang, as: engineer })
    const calls: { path: string; headers: Record<string, string> }[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (['fetch', 'xhr'].includes(request.resourceType())) calls.push({ path: pathname, headers: request.headers() })
    })
    const found = page.waitForResponse((response) => response.url().endsWith('/model/patent/do/search'))
    await page.goto(`${address}/innoe-web/patents`)
    await found
    const ours = calls.filter(({ path }) => !path.startsWith('/innoe-web/'))
    assert.ok(ours.length > 3)
    for (const { path, headers } of ours) {
      assert.match(path, /^\/innoe-/)
      assert.equal(headers['accept-language'], inWords('zh-CN', 'en'))
      assert.match(headers['x-request-id'] ?? '', /^[0-9a-f]{32}$/)
      assert.equal(headers['x-event-source'], 'web')
    }
    const search = ours.find(({ path }) => path.endsWith('/model/patent/do/search'))
    assert.equal(search?.headers['authorization'], `Bearer ${engineer.token}`)
    assert.equal(search?.headers['x-resource-code'], 'patents')
    await done()
  })
}
