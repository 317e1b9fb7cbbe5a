// Each section of the navigation on its first day, before anything is entered: it opens, and says what belongs there and how it comes there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MENUS } from '../../../seed/menus/enterprise.ts'
import type { SeedMenu } from '../../../seed/menus/seed-menu.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, pageOpener } from '../../harness/visitor.ts'

const { app, enrol } = await testServer()
const admin = await enrol('system_admin')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const open = pageOpener(browser, address)

/** The home page, whose widgets are drawn when they are scrolled to, has a journey of its own. */
const SECTIONS = [
  'cms', 'works', 'domains', 'case_maintenance', 'fees', 'ic_layouts', 'indexing_tasks', 'indexing_desk', 'invoices', 'my_items', 'dealings', 'deadlines', 'patent_sync',
  'patents', 'project_list', 'project_monitor', 'project_excavation', 'search_libraries', 'retrieval_requests', 'risks', 'statistics', 'settings', 'tasks', 'tech_nodes', 'tech_map',
  'trademarks', 'notice_intake',
] as const // oxfmt-ignore

const flat = (menus: readonly SeedMenu[]): SeedMenu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])])
const all = flat(MENUS)
/** Its page, or the first of its pages. */
const pathOf = (code: string) => flat(all.filter((one) => one.code === code)).find(({ path }) => path)?.path ?? ''

for (const lang of languagesOf(import.meta.url))
  test(
    `[2.33] ${lang}: each section of the navigation is open on its first day, and an empty one says the first step`,
    { timeout: 600_000 },
    async () => {
      const { page, complaints, go, done } = await open({ lang, as: admin, width: 1280, height: 800 })
      const mute: string[] = []
      for (const code of SECTIONS) {
        await go(pathOf(code))
        await page.locator('h1').first().waitFor()
        await page.waitForFunction(() => document.querySelector('.ant-skeleton, .ant-spin-spinning') === null)
        const empty = page.locator('main .ant-empty').first()
        if ((await empty.count()) > 0 && (await empty.locator('p, button, a').count()) === 0) mute.push(`${code}: ${await empty.innerText()}`)
        if (complaints.length > 0) mute.push(`${code}: ${complaints.splice(0).join(' ')}`)
      }
      assert.deepEqual(mute, [])
      await done()
    },
  )

test('the completeness check that never ran says so, and not that every right has a deadline', async () => {
  const { page, complaints, go, done } = await open({ lang: 'en', as: admin })
  await go('/m/finding')
  await page.locator('.ant-empty').getByText('Not checked yet').waitFor()
  assert.equal(await page.getByText('Every right in force has a next deadline').count(), 0)
  assert.deepEqual(complaints, [])
  await done()
})
