// Whatever people write, as a name, a text or the name of a file, is shown as text: no page makes an element, an address or a script of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { MENUS } from '../../../seed/menus/enterprise.ts'
import type { SeedMenu } from '../../../seed/menus/seed-menu.ts'
import { startJobs } from '../../../server/jobs/start.ts'
import { openBrowser } from '../../harness/browser.ts'
import { fillTenant } from '../../harness/fill-tenant.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, pageOpener } from '../../harness/visitor.ts'

const HOSTILE = '"><img src=x onerror="innoeHit=1"><svg onload="innoeHit=2"></svg><a href="javascript:innoeHit=3">'
/** What the product itself reads: codes, queries, addresses, names of accounts. */
const READ_BY_THE_PRODUCT =
  /(^|_)(sid|code|key|iql|query|path|alias|pattern|lang|language|currency|country|office|account|version|hash|mime|type|kind|storage|protocol|config|status|state|event|no|number|id|claim|scopes|digits|address|email|url|token|entity|field|verb|category|mode|platform|reference|symbol|class|unit)(_|$)/

const s = await testServer()
const jobs = await startJobs(s.server)
await fillTenant(s.app, s.tenant)
await jobs.stop() // they would read the texts
const admin = await s.enrol('system_admin')

/** In every table, in each field that holds what people write. */
async function writeHostileTexts() {
  const written = new Map<string, number>()
  for (const model of s.tenant.models.all.values()) {
    if (model.derived || /^(rbac_|dictionary|deadline_rule|fee_schedule|role_grant|setting)/.test(model.name)) continue
    for (const [name, field] of Object.entries(model.fields)) {
      const isFree = (field.type === 'string' || field.type === 'text') && !('pattern' in field && field.pattern) && !field.read_from
      const max = 'max' in field && typeof field.max === 'number' ? field.max : 255
      if (!isFree || READ_BY_THE_PRODUCT.test(name) || max < HOSTILE.length) continue
      const { numAffectedRows = 0n } =
        await sql`update ${sql.table(model.name)} set ${sql.ref(name)} = ${HOSTILE} || right(sid::text, 8) where ${sql.ref(name)} is not null`
          .execute(s.tenant.db)
          .catch(() => ({ numAffectedRows: 0n })) // a check of the database that asks for another form
      if (numAffectedRows > 0n) written.set(model.name, (written.get(model.name) ?? 0) + Number(numAffectedRows))
    }
  }
  return written
}

const written = await writeHostileTexts()
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const openPage = pageOpener(await openBrowser(), address)

const pathsOf = (menus: readonly SeedMenu[]): string[] =>
  menus.flatMap((menu) => [
    ...('path' in menu && menu.path ? [String(menu.path)] : []),
    ...('children' in menu && menu.children ? pathsOf(menu.children) : []),
  ])

/** What a text would have become, if it were not one. */
const foundIn = (page: Page) =>
  page.evaluate(() => ({
    hit: (globalThis as { innoeHit?: number }).innoeHit ?? 0,
    made: document.querySelectorAll('img[src="x"], svg[onload], a[href^="javascript:" i], [onerror]').length,
    shown: document.body.innerText.includes('onerror="innoeHit=1"'),
  }))

for (const lang of languagesOf('hostile-text.test.ts'))
  test(`hostile texts and names of files are shown as text in every list and on every record, ${lang}`, { timeout: 600_000 }, async () => {
    const texts = [...written.values()].reduce((total, rows) => total + rows, 0)
    assert.ok(texts > 200, String(texts))
    const { page, load, go, done } = await openPage({ lang, as: admin })
    await load('/home')
    const details: string[] = []
    for (const model of written.keys()) {
      const { rows } = await sql<{ sid: string }>`select sid from ${sql.table(model)} limit 1`.execute(s.tenant.db)
      details.push(...rows.map(({ sid }) => (model === 'patent' ? `/patents/${sid}` : `/m/${model}/${sid}`)))
    }
    const found: string[] = []
    const shown: string[] = []
    for (const path of [...new Set(pathsOf(MENUS)), ...details]) {
      await go(path)
      const seen = await foundIn(page)
      if (seen.hit || seen.made) found.push(`${path} ${JSON.stringify(seen)}`)
      if (seen.shown) shown.push(path)
    }
    assert.deepEqual(found, [])
    assert.ok(shown.length > 40, `shown as text on ${shown.length} of them: ${shown.join(' ')}`)
    await page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), HOSTILE)
    assert.equal((await foundIn(page)).made, 3, 'it would be found')
    await done()
  })
