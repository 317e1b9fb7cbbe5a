// A record inherits values from another record: a new document version, the priorities of a related case. A needed record is not deleted.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { sendFile } from '../../harness/cases/exchange.ts'
import { testServer } from '../../harness/server.ts'
import { pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const manager = await s.enrol('ip_manager')
const inventor = await s.enrol('inventor')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const folder = mkdtempSync(join(tmpdir(), 'innoe-versions-'))
after(async () => {
  rmSync(folder, { recursive: true, force: true })
})
const openPage = pageOpener(browser, address)

const make = async (model: string, values: Record<string, unknown>) => {
  const { data, text } = await s.call<{ sid: string }>(`${model}/do/create`, values, { as: manager })
  assert.ok(data?.sid, `${model}: ${text}`)
  return data.sid
}
const patent = (title: string, more: object = {}) =>
  make('patent', { title, country: 'CN', patent_type: 'INVENTION', status: 'DRAFTING', owner_sid: manager.sid, ...more })

test('a new version of a document has the case, the type and the visibility of the document', async () => {
  const case_sid = await patent('A case with a dispute')
  const type = await s.tenant.db.selectFrom('document_type').select('sid').where('code', '=', 'CN14').executeTakeFirstOrThrow()
  const first = await sendFile(s.app, { path: 'document/do/upload', token: manager.token, file: 'first', name: 'settlement.txt', fields: { case_sid, visibility: 'V6', doc_type: type.sid } }) // oxfmt-ignore
  assert.equal(first.status, 200, first.message)
  const file = join(folder, 'settlement-signed.txt')
  writeFileSync(file, 'second')
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: manager })
  await go(`/patents/${case_sid}?tab=documents`)
  await page.getByRole('button', { name: 'V1' }).click()
  const drawer = page.locator('.ant-drawer')
  await drawer.getByRole('textbox', { name: 'Remark on the new version' }).fill('signed')
  await drawer.locator('input[type=file]').setInputFiles(file)
  await drawer.locator('.versions li').filter({ hasText: 'V2' }).filter({ hasText: 'signed' }).waitFor()
  const rows = await s.tenant.db.selectFrom('document').select(['version_no', 'case_sid', 'visibility', 'doc_type', 'version_remark', 'document_key']).where('case_sid', '=', case_sid).orderBy('version_no').execute() // oxfmt-ignore
  const [old, fresh] = rows
  assert.deepEqual(fresh, { ...old, version_no: 2, version_remark: 'signed' })
  assert.deepEqual([old?.visibility, old?.doc_type], ['V6', type.sid])
  assert.deepEqual(complaints, [])
  await done()
})

test('the relations of a case show the priority of its international application, and one click records it for the case', async () => {
  const wo = await patent('An international application', { country: 'WO', route: 'PCT_INTL', status: 'INTL_FILED', filing_date: '2025-06-10', designated: ['CN'] }) // oxfmt-ignore
  await make('priority', { case_sid: wo, priority_no: '63/456,789', priority_date: '2024-06-12', priority_country: 'US' })
  const cn = await patent('Its national phase', { route: 'PCT_NATIONAL' })
  const related = await s.call(
    'related_case/do/create',
    { earlier_sid: wo, later_sid: cn, relation_type: 'PCT', confirm: ['dates_differ'] },
    { as: manager },
  )
  assert.equal(related.status, 200, related.text)
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: manager })
  await go(`/patents/${cn}?tab=relations`)
  const row = page.getByRole('row').filter({ hasText: '63/456,789' })
  await row.getByText('Inherited from').waitFor()
  await row.getByRole('button', { name: 'Record as own' }).click()
  await row.getByText('Inherited from').waitFor({ state: 'detached' })
  assert.equal(await row.count(), 1)
  const own = await s.tenant.db.selectFrom('priority').select(['priority_no', 'priority_date', 'priority_country', 'to_complete']).where('case_sid', '=', cn).execute() // oxfmt-ignore
  assert.deepEqual(own, [{ priority_no: '63/456,789', priority_date: '2024-06-12', priority_country: 'US', to_complete: false }])
  assert.deepEqual(complaints, [])
  await done()
})

for (const [lang, confirm, refusal, gone] of [
  ['en', 'Delete', '“Needed” cannot be deleted: it is still used by Patent', 'Deleted: 2'],
  ['zh', /删\s*除/, '不能删除“Needed”：仍被专利引用', '已删除 2 条'],
] as const)
  test(`a batch deletion from the list is refused when one record is still in use, and that record is named (${lang})`, async () => {
    const [one, two] = [`Spare one ${lang}`, `Spare two ${lang}`]
    const needed = await s.tenant.db.selectFrom('applicant').select('sid').where('name', '=', 'Needed').executeTakeFirst()
    if (!needed) await patent('A case of it', { applicants: [{ applicant_sid: await make('applicant', { name: 'Needed' }) }] })
    for (const name of [one, two]) await make('applicant', { name })
    const { page, go, done } = await openPage({ lang, as: manager })
    await go('/m/applicant')
    const row = (name: string) => page.locator('.list-body .ant-table-row').filter({ hasText: name })
    for (const name of [one, 'Needed', two]) await row(name).getByRole('checkbox').check()
    const remove = async () => {
      await page.getByRole('toolbar').getByRole('button', { name: confirm }).click()
      await page.getByRole('dialog').getByRole('button', { name: confirm }).click()
    }
    await remove()
    await page.getByRole('alert').filter({ hasText: refusal }).waitFor()
    assert.equal(await row(one).count(), 1)
    await row(one).getByRole('checkbox').check()
    await row(two).getByRole('checkbox').check()
    if (await row('Needed').getByRole('checkbox').isChecked()) await row('Needed').getByRole('checkbox').uncheck()
    await remove()
    await page.getByText(gone).waitFor()
    await row(two).waitFor({ state: 'detached' })
    assert.deepEqual([await row(one).count(), await row('Needed').count()], [0, 1])
    await done()
  })

test('the API page shows a signed-in person the calls of their permissions only, and a visitor the calls of the product, an area at a time', async () => {
  const shown = async (as?: typeof inventor) => {
    const { page, go, done, complaints } = await openPage({ lang: 'en', as })
    await go('/login')
    await page.goto(`${address}/innoe-webapi/docs/?urls.primaryName=${encodeURIComponent('Accounts and permissions · 账号与权限')}`)
    const groups = page.locator('.opblock-tag')
    await groups.and(page.locator('[data-tag=passport]')).waitFor({ timeout: 60_000 })
    const shown = await groups.evaluateAll((all) => all.map((one) => one.getAttribute('data-tag') ?? ''))
    assert.deepEqual(complaints, [])
    await done()
    return shown
  }
  const [all, own] = [await shown(), await shown(inventor)]
  assert.deepEqual([all.includes('role_grant'), own.includes('role_grant')], [true, false])
  assert.ok(own.length > 0 && own.length < all.length && own.every((group) => all.includes(group)), `${own.length} of ${all.length}`)
})
