import assert from 'node:assert/strict'
import { test } from 'node:test'
import { misnamed, seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { follow, pageOpener, settled } from '../../harness/visitor.ts'

const { app, call, enrol } = await testServer({ demo: true })
const admin = await enrol('system_admin')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

const { data } = await call<{ record: { sid: string }[] }>('patent/do/search', { iql: "status = 'OA'", rows: 1 }, { as: admin })
const SCREENS = [
  '/home',
  '/patents',
  `/patents/${data.record[0]?.sid}`,
  '/patents/new',
  '/deadlines',
  '/annuities',
  '/import',
  '/jobs',
  '/m/company',
  '/m/deadline_rule',
  '/deadlines?view=calendar',
  '/annuities/payments',
  '/annuities/years',
  '/approvals',
  '/my-items',
  '/m/trademark',
  '/m/document',
  '/m/finding',
  '/m/user_info',
  '/m/role',
  '/m/approval_process/new',
  '/statistics',
  '/reports',
  '/ideas',
  '/settings/look',
  '/organisation',
  '/me',
]
/** What libraries say in English and nothing replaces yet: login loads no more than it needs, pages are skipped by icons whose item has the words, and the names of demo companies are Chinese. */
const KNOWN = [
  /^\/login icon /,
  /icon “(double-right|ellipsis)”/,
  /ant-color-picker-clear/,
  /react-flow__controls-/,
  /is named “(虚构集团|Fictional Technology Group): /,
]
const openPage = pageOpener(browser, address)

// What the other theme may change is the contrast, of the parts that all screens share: there every second one is looked at.
for (const [lang, theme, rules, nth] of [
  ['zh', 'light', undefined, 1],
  ['en', 'dark', ['color-contrast'], process.env['INNOE_BOTH_LANGUAGES'] ? 1 : 2],
] as const) {
  test(
    `no screen has a serious or critical accessibility fault, an icon that is read in English, a button without a name in the language, or a browser error: ${lang}, ${theme}`,
    { timeout: 400_000 },
    async () => {
      const faults: string[] = []
      const complaints: string[] = []
      for (const [as, paths] of [
        [undefined, ['/login']],
        [admin, SCREENS.filter((_, at) => at % nth === 0)],
      ] as const) {
        const opened = await openPage({ lang, theme, as })
        await opened.go(paths[0] ?? '')
        for (const path of paths) {
          await follow(opened.page, path)
          await settled(opened.page)
          await opened.page.waitForSelector('h1, input[type=password]')
          faults.push(...(await seriousFaults(opened.page, rules)).map((fault) => `${path} ${fault}`))
          faults.push(
            ...(await misnamed(opened.page, lang)).map((fault) => `${path} ${fault}`).filter((fault) => !KNOWN.some((one) => one.test(fault))),
          )
        }
        complaints.push(...opened.complaints)
        await opened.done()
      }
      assert.deepEqual(faults, [])
      assert.deepEqual(complaints, [])
    },
  )
}

test('a home without cases, a wide list without rows and the account menu are accessible', { timeout: 200_000 }, async () => {
  const newcomer = await enrol('inventor')
  const { page, go, done } = await openPage({ lang: 'en', theme: 'light', as: newcomer })
  await page.setViewportSize({ width: 1024, height: 800 })
  await go('/home')
  await page.locator('.none-yet a').waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: /^Account menu of \S/ }).waitFor()
  await done()
  const wide = await openPage({ lang: 'en', theme: 'light', as: admin })
  await wide.page.setViewportSize({ width: 1024, height: 800 })
  await wide.go('/patents?q=nothingatall')
  await wide.page.locator('.ant-table-body[tabindex="0"]').waitFor()
  assert.deepEqual(await seriousFaults(wide.page), [])
  await wide.done()
})
