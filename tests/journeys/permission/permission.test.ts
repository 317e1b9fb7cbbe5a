import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, says, visitor } from '../../harness/visitor.ts'
import { systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const engineer = await s.enrol('ip_engineer', { name: 'Asking Ai' })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)

const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(s.tenant), modelOf(s.tenant, model), values)
const elsewhere = await make('company', { company_name: 'Fictional Faraway Ltd', simple_name: 'Faraway' })
const far = await make('patent', { title: 'Far lamp', country: 'CN', patent_type: 'INVENTION', company_sid: elsewhere, owner_sid: admin.sid })

for (const lang of languagesOf(import.meta.url))
  test(`two clicks from the page of a person show why they cannot see a case (${lang})`, async () => {
    const { page, complaints, done } = await visit(`/m/user_info/${engineer.sid}`, { lang, as: admin })
    await page.getByRole('button', { name: lang === 'en' ? 'Permissions' : '权限说明' }).click()
    await says(page, lang === 'en' ? 'Permissions explained' : '权限说明')
    await page.getByRole('button', { name: lang === 'en' ? 'Patent' : '专利', exact: true }).click()
    await page.getByRole('heading', { name: lang === 'en' ? 'Permissions of the roles' : '相关的角色权限' }).waitFor()
    await page.getByLabel(lang === 'en' ? 'Record' : '记录', { exact: true }).fill('Far lamp')
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'Far lamp' }).click()
    await page
      .getByText(lang === 'en' ? /has this record in its scope/ : /其范围都不含此记录/)
      .first()
      .waitFor()
    await page
      .getByText(/Faraway/)
      .first()
      .waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    assert.deepEqual(complaints, [])
    await done()
  })

/** As the harness names a person of this account. */
const administrator = admin.account.replace(/_(?=\d+$)/, ' ')

test('two clicks on a case list who may see it, and why somebody may not, only for readers of roles', async () => {
  const { page, complaints, done } = await visit(`/patents/${far}`, { lang: 'en', as: admin })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Who may see this' }).click()
  const answer = page.locator('.explain')
  await answer.getByRole('button', { name: administrator }).waitFor()
  await page.getByLabel('Filter by name').fill('asking')
  const row = answer.getByRole('row').filter({ has: page.getByRole('button', { name: 'Asking Ai' }) })
  await row.getByText(/has this record in its scope/).waitFor()
  assert.equal(await answer.getByRole('button', { name: administrator }).count(), 0)
  assert.deepEqual(await seriousFaults(page), [])
  assert.deepEqual(complaints, [])
  await done()
  const other = await visit(`/permission/explain?person=${admin.sid}`, { lang: 'en', as: engineer })
  await other.page.getByRole('heading', { name: /do not have permission/ }).waitFor()
  await other.done()
})
