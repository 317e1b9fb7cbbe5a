import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { openBrowser } from '../harness/browser.ts'
import { testServer } from '../harness/server.ts'

const { app, call, enrol } = await testServer({ demo: true })
const admin = await enrol('system_admin')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
after(() => browser.close())

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
]
const session = {
  token: admin.token, refresh_token: '', login_time: '', expires_at: '2099-01-01T00:00:00Z', user_sid: admin.sid, avatar: null, company_sid: admin.company, must_change_password: false, platform: 1,
} // oxfmt-ignore

for (const [lang, theme] of [
  ['zh', 'light'],
  ['en', 'dark'],
] as const) {
  test(
    `no screen has a serious or critical fault of accessibility, nor a complaint of the browser: ${lang}, ${theme}`,
    { timeout: 240_000 },
    async () => {
      const context = await browser.newContext({
        locale: lang === 'zh' ? 'zh-CN' : 'en-US',
        colorScheme: theme,
        viewport: { width: 1440, height: 900 },
      })
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      const faults: string[] = []
      const look = async (path: string) => {
        await page.goto(`${address}/innoe-web${path}`)
        await page.waitForSelector('h1, input[type=password]')
        await page.waitForTimeout(600)
        const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
        for (const { id, impact, nodes } of violations)
          if (impact === 'serious' || impact === 'critical')
            faults.push(
              `${path} ${id}: ${nodes
                .map((node) => node.target.join(' '))
                .slice(0, 3)
                .join(' | ')}`,
            )
      }
      await look('/login')
      await context.addInitScript((kept) => localStorage.setItem('innoe.session', kept), JSON.stringify(session))
      for (const path of SCREENS) await look(path)
      assert.deepEqual(faults, [])
      assert.deepEqual(complaints, [])
      await context.close()
    },
  )
}
