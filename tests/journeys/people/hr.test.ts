import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { workbook } from '../../harness/cases/exchange.ts'
import { ENTERPRISE, operations, personalToken, scimCaller, USER } from '../../harness/sign-in/scim.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, visitor } from '../../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const folder = mkdtempSync(join(tmpdir(), 'innoe-hr-'))
after(async () => {
  rmSync(folder, { recursive: true, force: true })
})
const visit = visitor(browser, address)
const make = (model: string, values: Record<string, unknown>) =>
  createRow(systemContext(s.tenant), modelOf(s.tenant, model), { company_sid: admin.company, ...values })

test('the screen of HR synchronisation shows the token, each change with old and new values, and refusals with their reason', async () => {
  const scim = scimCaller(s, await personalToken(s, admin, 'Directory'))
  const { body } = await scim('POST', '/Users', { schemas: [USER], userName: 'ada@example.test', displayName: 'Fictional Ada', title: 'Engineer' })
  await scim(
    'PATCH',
    `/Users/${body.id}`,
    operations({ op: 'replace', path: 'title', value: 'Manager' }, { op: 'replace', path: `${ENTERPRISE}:department`, value: 'Nowhere' }),
  )
  await scim('PATCH', `/Users/${body.id}`, operations({ op: 'replace', path: 'active', value: 'False' }))
  await scim('PATCH', `/Users/${body.id}`, operations({ op: 'add', path: 'roles', value: [{ value: 'no_such_role' }] }))
  for (const lang of languagesOf(import.meta.url)) {
    const { page, complaints, done } = await visit('/settings/hr', { lang, as: admin })
    await page.getByRole('cell', { name: 'Directory' }).waitFor()
    await page.getByText(`${address}/scim/v2`).waitFor()
    await page.getByText('Engineer', { exact: true }).first().waitFor()
    await page.getByText(lang === 'en' ? 'department “Nowhere” is unknown' : '部门“Nowhere”不存在').waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    if (process.env['INNOE_PICTURES']) await page.screenshot({ path: `${process.env['INNOE_PICTURES']}/hr-${lang}.png`, fullPage: true })
    await page
      .getByRole('navigation', { name: lang === 'en' ? 'Result' : '结果' })
      .getByRole('link', { name: lang === 'en' ? 'Refused' : '已拒绝' })
      .click()
    await page.getByText('no_such_role').waitFor()
    assert.equal(await page.getByText('Manager', { exact: true }).count(), 0)
    await page.getByRole('link', { name: lang === 'en' ? 'All changes' : '全部记录' }).click()
    await page.getByText('no_such_role').first().waitFor()
    if (process.env['INNOE_PICTURES']) await page.screenshot({ path: `${process.env['INNOE_PICTURES']}/hr-list-${lang}.png` })
    assert.deepEqual(complaints, [])
    await done()
  }
})

test('an import by job number shows old and new values of each person, and those whom the file lacks', async () => {
  await make('user_info', { name: 'Fictional Ann', job_number: 'K-1', email: 'old@example.test' })
  await make('user_info', { name: 'Fictional Ben', job_number: 'K-2' })
  const file = join(folder, 'people.xlsx')
  writeFileSync(
    file,
    await workbook([
      ['Job number', 'Name', 'E-mail'],
      ['K-1', 'Fictional Ann', 'new@example.test'],
    ]),
  )
  const { page, done } = await visit('/import?model=user_info', { lang: 'en', as: admin })
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /Next/ }).click()
  await page.getByRole('radio', { name: /Update/ }).click()
  await page.getByRole('tab', { name: 'Changed records (1)' }).click()
  await page.getByRole('row', { name: 'E-mail old@example.test new@example.test', exact: true }).waitFor()
  if (process.env['INNOE_PICTURES']) await page.screenshot({ path: `${process.env['INNOE_PICTURES']}/import-changes.png` })
  assert.deepEqual(await seriousFaults(page), [])
  await page.getByRole('tab', { name: 'Not in the file (1)' }).click()
  await page.getByRole('link', { name: 'Fictional Ben' }).waitFor()
  if (process.env['INNOE_PICTURES']) await page.screenshot({ path: `${process.env['INNOE_PICTURES']}/import-absent.png` })
  await done()
})
