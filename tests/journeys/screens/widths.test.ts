// Each screen at the widths of a desktop, a laptop, a tablet and a phone. With PICTURES=<folder> the screens are also saved as pictures.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { unfit } from '../../harness/fit.ts'
import { testServer } from '../../harness/server.ts'
import { follow, pageOpener, settled } from '../../harness/visitor.ts'

const { app, call, enrol } = await testServer({ demo: true })
const admin = await enrol('system_admin')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

const first = async (model: string, iql = '') =>
  (await call<{ record: { sid: string }[] }>(`${model}/do/search`, { iql, rows: 1, fl: 'sid' }, { as: admin })).data.record.map(({ sid }) => sid)
const [granted, rule, fees] = [
  await first('patent', "status = 'GRANTED'"),
  await first('deadline_rule'),
  await first('fee', "fee_class = 'ANNUITY' AND status = 'PLANNED'"),
]
const paying = (await call<{ sid: string }>('payment/do/from_fees', { fee_sids: fees }, { as: admin })).data?.sid
const SCREENS: Readonly<Record<string, string>> = {
  home: '/home',
  deadlines: '/deadlines?owner=all&bucket=all',
  day: '/deadlines/day?owner=all',
  annuities: '/annuities',
  payments: '/annuities/payments',
  payment: `/m/payment/${paying}`,
  cases: '/patents',
  case: `/patents/${granted[0]}`,
  form: `/patents/${granted[0]}/edit`,
  rules: '/m/deadline_rule',
  rule: `/m/deadline_rule/${rule[0]}`,
  findings: '/m/finding',
  look: '/settings/look',
  roles: '/m/role',
}

// English words are the longer ones.
for (const [lang, theme, widths] of [
  ['zh', 'light', [390]],
  ['en', 'dark', [1280, 1100, 1024, 768, 390]],
] as const)
  test(`no text is cut without a tooltip, no page scrolls sideways, no control is covered: ${lang}, ${theme}`, { timeout: 400_000 }, async () => {
    const faults: string[] = []
    const { page, go, done } = await openPage({ lang, theme, as: admin })
    await go('/me')
    for (const [name, path] of Object.entries(SCREENS)) {
      await follow(page, path)
      await settled(page)
      await page.waitForSelector('h1')
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await settled(page)
        faults.push(...(await unfit(page)).map((fault) => `${name} ${width}: ${fault}`))
        const folder = process.env['PICTURES']
        if (folder) await page.screenshot({ path: join(folder, `${name}-${width}-${lang}-${theme}.png`) })
      }
    }
    await done()
    assert.deepEqual(faults, [])
  })

test('findings, fees of a payment list and groups of a list fit on a phone screen with readable text', async () => {
  const { page, go, done } = await openPage({ lang: 'en', as: admin, width: 390 })
  const widths = (table: string) =>
    page.locator(`${table} tbody tr.ant-table-row`).first().locator('td').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect())) // oxfmt-ignore
  for (const [path, table, words] of [
    ['/m/finding', '.page', 0],
    [`/annuities/payments?open=${paying}`, '.deadline-drawer', 0],
    ['/patents?group=country', '.group-table', 1],
  ] as const) {
    await go(path)
    await page.locator(`${table} tbody tr.ant-table-row`).first().waitFor()
    await page.waitForTimeout(600)
    const cells = await widths(table)
    assert.ok(cells.every(({ right }) => right <= 391) && (cells[words]?.width ?? 0) >= 130, `${path} ${JSON.stringify(cells)}`)
  }
  await done()
})
