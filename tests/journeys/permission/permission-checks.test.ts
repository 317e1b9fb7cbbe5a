import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'
import { systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'

const s = await testServer()
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(s.tenant), modelOf(s.tenant, model), values)

test('an administrator saves a check on screen, and after a changed role the screens of permissions name the role that breaks it', async () => {
  const admin = await s.enrol('system_admin')
  const someone = await s.enrol('inventor', { name: 'Fictional Fan' })
  await make('patent', { title: 'Fictional secret keel', country: 'CN', patent_type: 'INVENTION', company_sid: admin.company, owner_sid: admin.sid })
  const { page, complaints, go, done } = await visit('/m/permission_check/new', { lang: 'en', as: admin })
  await page.locator('#name').fill('Fan sees no keel')
  for (const [label, name] of [['Person', 'Fictional Fan'], ['Case', 'Fictional secret keel']] as const) {
    await page.getByLabel(new RegExp(`^${label}( \\*)?$`)).fill(name)
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name }).first().click()
  } // oxfmt-ignore
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fan sees no keel' }).waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('As expected').first().waitFor()
  const role = await make('role', { code: 'reads_all', name: '虚构查阅人', name_en: 'Fictional reader', weight: 5 })
  await make('role_grant', { role_sid: role, entity: 'patent', verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
  assert.equal((await s.call('user_info/do/update', { sid: someone.sid, role_sids: [role] }, { as: admin })).code, 0)
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Fictional Fan may: View. Fictional reader (All)').waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  await go('/permission/explain')
  await page.getByText('Permission checks that do not hold: 1').waitFor()
  await page.getByRole('link', { name: 'Show them' }).click()
  await page.getByRole('link', { name: 'Fan sees no keel' }).waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  assert.deepEqual(complaints, [])
  await done()
})
