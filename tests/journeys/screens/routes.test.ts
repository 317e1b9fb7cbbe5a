import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { arrives, says, visitor } from '../../harness/visitor.ts'

const s = await testServer()
const cloud = await testServer({ edition: 'cloud' })
const engineer = await s.enrol('ip_engineer')
const inventor = await s.enrol('inventor')
const home = await s.app.listen({ port: 0, host: '127.0.0.1' })
const inCloud = await cloud.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

const visit = visitor(browser, home)
const visitCloud = visitor(browser, inCloud)

test('[2.01] every address under /innoe-web/ belongs to the client, and back returns to the previous page', async () => {
  const { page, complaints, done } = await visit('/patents', { lang: 'en', as: engineer })
  await says(page, 'Patents')
  await page.locator('a.brand').click()
  await arrives(page, '/home')
  await page.goBack()
  await says(page, 'Patents')
  await page.reload()
  await says(page, 'Patents')
  assert.deepEqual(complaints, [])
  await done()
})

for (const lang of ['zh', 'en'] as const) {
  const inWords = (zh: string, en: string) => (lang === 'zh' ? zh : en)

  test(`[2.02] /login asks for name, password and captcha: ${lang}`, async () => {
    const { page, complaints, done } = await visit('/login', { lang })
    await page.getByLabel(inWords('用户名', 'User name')).waitFor()
    await page.getByLabel(inWords('密码', 'Password'), { exact: true }).waitFor()
    await page.getByLabel(inWords('验证码', 'Captcha'), { exact: true }).waitFor()
    await page.getByRole('button', { name: inWords('登录', 'Log in'), exact: true }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), inWords('zh-CN', 'en'))
    assert.deepEqual(complaints, [])
    await done()
  })

  test(`[2.03] the entry redirects a signed-in person to the home page and anyone else to login: ${lang}`, async () => {
    const known = await visit('/', { lang, as: engineer })
    await arrives(known.page, '/home')
    await says(known.page, new RegExp(inWords('ip_engineer', 'ip_engineer')))
    await known.done()
    const unknown = await visit('/', { lang })
    await arrives(unknown.page, '/login')
    await unknown.done()
  })

  test(`[2.04] /redirect/… redirects to the path with its query, and never outside the client: ${lang}`, async () => {
    const { page, done } = await visit('/redirect/m/tag?q=cooling&page=1', { lang, as: engineer })
    await page.waitForURL(/\/innoe-web\/m\/tag\?q=cooling/)
    await says(page, inWords('标签', 'Tags'))
    await done()
    const astray = await visit('/redirect/%2F%2Felsewhere.test/x', { lang, as: engineer })
    await arrives(astray.page, '/404')
    await astray.done()
  })

  for (const [number, path, words] of [
    ['[2.05]', '/404', inWords('没有找到这个页面', 'Page not found')],
    ['[2.06]', '/403', inWords('您没有权限查看', 'You do not have permission to view this')],
    ['[2.07]', '/412', inWords('不能同时登录企业端和代理端', 'Enterprise and agency cannot be used at once')],
    ['[2.08]', '/movetopc', inWords('请在电脑上打开', 'Please open this on a computer')],
    ['[2.09]', '/privacy', inWords('隐私说明', 'Privacy')],
  ] as const) {
    test(`${number} [2.13] ${path} is public and shows its purpose: ${lang}`, async () => {
      for (const as of [undefined, engineer]) {
        const { page, complaints, done } = await visit(path, { lang, as })
        await says(page, words)
        await arrives(page, path)
        assert.deepEqual(complaints, [])
        await done()
      }
    })
  }

  test(`[2.10] [2.13] single sign-on passes all parameters to the server and reports a missing configuration: ${lang}`, async () => {
    const context = await browser.newContext({ locale: lang === 'zh' ? 'zh-CN' : 'en-US' })
    const page = await context.newPage()
    const sent = page.waitForRequest((request) => request.url().endsWith('/innoe-openapi/iam_auth/sso'))
    await page.goto(`${home}/innoe-web/sso/auth/oidc/head-office?code=abc&state=x%20y`)
    assert.deepEqual((await sent).postDataJSON(), { type: 'oidc', identity: 'head-office', code: 'abc', state: 'x y' })
    await says(page, inWords('单点登录', 'Single sign-on'))
    await page.getByRole('alert').getByText(inWords('单点登录', 'Single sign-on is not set up here')).waitFor()
    await context.close()
  })

  test(`[2.11] /batch-edit/history accepts its query and requires a session: ${lang}`, async () => {
    const { page, done } = await visit('/batch-edit/history?model=patent', { lang, as: engineer })
    await says(page, inWords('批量编辑记录', 'Batch edit history'))
    await arrives(page, '/batch-edit/history?model=patent')
    await done()
    const unknown = await visit('/batch-edit/history?model=patent', { lang })
    await arrives(unknown.page, `/login?redirect=${encodeURIComponent('/batch-edit/history?model=patent')}`)
    await unknown.done()
  })

  test(`[2.12] [2.13] /jump2cloud exists only in the cloud edition: ${lang}`, async () => {
    const here = await visit('/jump2cloud', { lang })
    await arrives(here.page, '/404')
    await here.done()
    const there = await visitCloud('/jump2cloud?client_id=7', { lang })
    await says(there.page, inWords('前往云端', 'Continue in the cloud'))
    assert.match((await there.page.getByRole('link', { name: inWords('登录', 'Log in') }).getAttribute('href')) ?? '', /\/login\?client_id=7$/)
    await there.done()
  })

  test(`[2.15] an unknown path redirects to /404: ${lang}`, async () => {
    for (const [path, as] of [
      ['/no/such/place', engineer],
      [`/m/tag/${'0'.repeat(8)}-0000-7000-8000-000000000000/what`, engineer],
    ] as const) {
      const { page, done } = await visit(path, { lang, as })
      await says(page, inWords('没有找到这个页面', 'Page not found'))
      await arrives(page, '/404')
      await page.getByRole('navigation').first().waitFor()
      await done()
    }
  })
}

test('[2.14] any other address without a session redirects to login, and login returns to that address', async () => {
  const { page, done } = await visit('/m/tag?q=a%26b#here', { lang: 'en' })
  await arrives(page, `/login?redirect=${encodeURIComponent('/m/tag?q=a%26b#here')}`)
  const answer = await page.waitForResponse((response) => response.url().endsWith('/innoe-passport/captcha') && response.ok())
  const { captcha_id } = ((await answer.json()) as { data: { captcha_id: string } }).data
  const row = await s.tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${captcha_id}`).executeTakeFirstOrThrow()
  await page.locator('#username').fill(engineer.account)
  await page.locator('#password').fill(engineer.password)
  await page.locator('#captcha').fill((row.value as { answer: string }).answer) // as the server keeps it
  await page.locator('.login-form button[type=submit]').click()
  await page.waitForURL(/\/innoe-web\/m\/tag\?q=a%26b/)
  await says(page, 'Tags')
  await done()
})

test('[2.15] paths that start with /_app_/ are not handled and cause no redirect', async () => {
  for (const as of [undefined, engineer]) {
    const { page, done } = await visit('/_app_/designer?x=1', { lang: 'en', as })
    await page.waitForLoadState('networkidle')
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/innoe-web/_app_/designer?x=1')
    assert.equal(await page.getByRole('heading', { name: 'Page not found' }).count(), 0)
    await done()
  }
})

test('[2.16] login adds the permitted menus of a person, and menus without permission are absent', async () => {
  const menus = (page: Page) => page.getByRole('navigation')
  const mine = await visit('/home', { lang: 'en', as: engineer })
  await menus(mine.page).getByText('Deadlines').first().waitFor()
  await mine.done()
  const theirs = await visit('/home', { lang: 'en', as: inventor })
  await menus(theirs.page).getByText('Patents').first().waitFor()
  assert.equal(await menus(theirs.page).getByText('Deadlines').count(), 0)
  await theirs.done()
})
