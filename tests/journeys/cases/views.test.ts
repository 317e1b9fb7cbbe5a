import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { leave, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const engineer = await s.enrol('ip_engineer', { name: 'Mei Engineer' })
const finance = await s.enrol('finance')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

for (const [title, status] of [
  ['Heat sink for batteries', 'DRAFTING'],
  ['Hinge', 'REVIEWING'],
] as const) {
  const { message, code } = await s.call('patent/do/create', { title, status, country: 'CN', patent_type: 'UTILITY' }, { as: engineer })
  assert.equal(code, 0, message)
}

const openPage = pageOpener(browser, address)
const signedIn = (as: typeof engineer) => openPage({ lang: 'en', as, height: 800 })

test('a list is saved as a view, shared, set as default, changed and deleted; a colleague can use it but not change it', async () => {
  const { page, complaints, go } = await signedIn(engineer)
  const rows = page.locator('.list-body .ant-table-row')
  await go('/patents?f.status=DRAFTING')
  await page.getByText('Heat sink for batteries').first().waitFor()
  await page.getByRole('button', { name: 'Save as view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as view' })
  await dialog.getByLabel('View name').fill('Drafts')
  await dialog.getByLabel('Everyone in my company').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('tab', { name: 'Drafts' }).waitFor()
  await page.waitForURL(/\?view=[0-9a-f-]{36}$/)
  const acts = page.getByRole('button', { name: 'This view' })
  await acts.click()
  await page.getByRole('menuitem', { name: 'Set as default view' }).click()
  await page.waitForResponse((response) => /user_define_config\/do\/(create|update)/.test(response.url()) && response.ok())
  await go('/patents')
  await page.getByRole('tab', { name: 'Drafts', selected: true }).waitFor()
  await rows.first().waitFor()
  assert.equal(await rows.count(), 1)
  await page.getByRole('tab', { name: 'All', exact: true }).click()
  await page.getByText('Hinge').first().waitFor()
  assert.match(page.url(), /view=all/)

  const other = await signedIn(finance)
  await other.go('/patents')
  const shared = other.page.getByRole('tab', { name: 'Drafts' })
  await shared.click()
  await other.page.getByText('Hinge').waitFor({ state: 'hidden' })
  assert.equal(await other.page.locator('.list-body .ant-table-row').count(), 1)
  await other.page.getByRole('button', { name: 'This view' }).click()
  assert.deepEqual(await other.page.locator('.ant-dropdown').getByRole('menuitem').allInnerTexts(), ['Set as default view'])
  assert.deepEqual(other.complaints, [])
  await leave(other.page)

  await page.getByRole('tab', { name: 'Drafts' }).click()
  await acts.click()
  await page.getByRole('menuitem', { name: 'Rename or share…' }).click()
  const change = page.getByRole('dialog', { name: 'Rename or share…' })
  await change.getByLabel('View name').fill('In the works')
  await change.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('tab', { name: 'In the works' }).waitFor()
  await acts.click()
  await page.getByRole('menuitem', { name: 'Delete this view' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete this view' }).click()
  await page.getByRole('tab', { name: 'In the works' }).waitFor({ state: 'detached' })
  await page.getByText('Hinge').first().waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('whoever reads in a further language changes who has a view of the product, and leaves its names as they are', async () => {
  const admin = await s.enrol('system_admin')
  assert.equal((await s.call('i18n/front/languages', { languages: [{ code: 'ja', name: '日本語', fallback: 'en' }] }, { as: admin })).code, 0)
  const worded = await s.call('i18n/front/sync', { language: 'ja', record: [{ key: 'view:patent.live', text: '存続中の権利' }] }, { as: admin })
  assert.equal(worded.code, 0, worded.text)
  const namesOf = () => s.tenant.db.selectFrom('saved_view').select(['name', 'name_en']).where('code', '=', 'patent.live').executeTakeFirstOrThrow()
  const before = await namesOf()
  const { page, complaints, go } = await openPage({ lang: 'en', as: admin, height: 800, fresh: true })
  await page.context().addInitScript(() => localStorage.setItem('innoe.further', 'ja'))
  await go('/patents')
  await page.getByRole('tab', { name: '存続中の権利' }).click()
  await page.getByRole('button', { name: 'This view' }).click()
  await page.getByRole('menuitem', { name: 'Rename or share…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename or share…' })
  assert.equal(await dialog.getByLabel('View name').inputValue(), 'In force')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const after = await namesOf()
  assert.deepEqual([after.name, after.name_en], [before.name, before.name_en])
  assert.deepEqual(complaints, [])
  await page.context().close()
})

test('an applicant with an existing name in another spelling is reported before its creation', async () => {
  const made = await s.call('applicant/do/create', { name: 'Example Technology' }, { as: engineer })
  assert.equal(made.code, 0)
  const { page, complaints, go } = await signedIn(engineer)
  await go('/m/applicant/new')
  await page.locator('#name').fill('example  TECHNOLOGY')
  const warning = page.locator('.ant-alert', { hasText: 'An applicant with this name already exists' })
  await warning.getByRole('link', { name: 'Example Technology' }).waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('permitted users undo a transition, and a case without a transition offers no undo', async () => {
  const manager = await s.enrol('ip_manager')
  const fresh = await s.call<{ sid: string }>(
    'patent/do/create',
    { title: 'Latch', status: 'DRAFTING', country: 'CN', patent_type: 'UTILITY' },
    { as: engineer },
  )
  const { page, complaints, go } = await signedIn(manager)
  const undo = page.getByRole('button', { name: 'Undo the last step' })
  await go(`/patents/${fresh.data.sid}`)
  await page.getByRole('tab', { name: 'Changes' }).waitFor()
  assert.equal(await undo.count(), 0)
  const moved = await s.call('patent/do/transition', { sid: fresh.data.sid, transition: 'review' }, { as: engineer })
  assert.equal(moved.code, 0, moved.message)
  await go(`/patents/${fresh.data.sid}`)
  await undo.waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
  const other = await signedIn(engineer)
  let asked = 0
  other.page.on('request', (request) => (asked += Number(request.url().endsWith('/patent/do/undoable'))))
  await other.go(`/patents/${fresh.data.sid}`)
  await other.page.getByRole('tab', { name: 'Changes' }).click()
  await other.page.getByText('Latch').first().waitFor()
  assert.equal(asked, 0)
  assert.equal(await other.page.getByRole('button', { name: 'Undo the last step' }).count(), 0)
  await leave(other.page)
})

test('a query is edited as rows or as text, and each form updates the other', async () => {
  const { page, complaints, go } = await signedIn(engineer)
  await go('/patents')
  await page.getByRole('button', { name: 'Advanced' }).click()
  const text = page.getByRole('textbox', { name: 'Query' })
  await text.fill("title CONTAINS 'Hinge' OR status = 'READY'")
  const values = page.locator('.condition')
  await values.nth(1).getByText('Ready to file').waitFor()
  await values.nth(0).getByRole('textbox', { name: 'Value' }).fill('Latch')
  assert.equal(await text.inputValue(), 'title CONTAINS "Latch" OR status IN ("READY")')
  await values
    .nth(1)
    .getByRole('button', { name: /Remove the condition/ })
    .click()
  await page.locator('.advanced').getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/iql=/)
  await page.locator('.list-body .ant-table-row', { hasText: 'Hinge' }).waitFor({ state: 'detached' })
  await page.locator('.list-body .ant-table-row', { hasText: 'Latch' }).waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})
