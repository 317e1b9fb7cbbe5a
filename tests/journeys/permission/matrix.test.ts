import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { readFile } from 'node:fs/promises'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, says, visitor } from '../../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)

const WORDS = {
  en: { matrix: 'Permission matrix', engineer: 'IP engineer', manager: 'IP manager', compare: /Compare permissions \(2\)/, only: 'Only differences', export: 'Export to Excel', patent: 'Patent', menus: /^Functions/, annuities: 'Fees Annuities', data: 'Data' }, // oxfmt-ignore
  zh: { matrix: '权限矩阵', engineer: 'IP 工程师', manager: 'IP 经理', compare: /比较权限 \(2\)/, only: '仅看差异', export: '导出 Excel', patent: '专利', menus: /^功能权限/, annuities: '费用 年费管理', data: '数据权限' }, // oxfmt-ignore
} as const

const nameOf = async (code: string, lang: 'zh' | 'en') => {
  const row = await s.tenant.db.selectFrom('role').select(['name', 'name_en']).where('code', '=', code).executeTakeFirstOrThrow()
  return String(lang === 'en' ? row.name_en : row.name)
}

for (const lang of languagesOf(import.meta.url))
  test(`two roles are selected in the list, compared in the matrix and exported (${lang})`, async () => {
    const t = WORDS[lang]
    const [engineer, manager] = [await nameOf('ip_engineer', lang), await nameOf('ip_manager', lang)]
    const { page, complaints, done } = await visit('/m/role', { lang, as: admin, width: 1600 })
    for (const name of [engineer, manager]) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
    await page.getByRole('button', { name: t.compare }).click()
    await says(page, t.matrix)
    await page.getByRole('columnheader', { name: engineer }).waitFor()
    await page.getByRole('columnheader', { name: manager }).waitFor()
    const rows = page.getByRole('tabpanel').getByRole('row')
    await page.getByRole('switch', { name: t.only }).waitFor()
    const fewer = await rows.count()
    await page.getByRole('switch', { name: t.only }).click()
    await page.waitForFunction((few) => document.querySelectorAll('[role="tabpanel"] tr').length > few, fewer)
    await rows.filter({ hasText: t.patent }).first().waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    await page.getByRole('tab', { name: t.menus }).click()
    await page.getByRole('tabpanel').getByRole('cell', { name: t.annuities, exact: true }).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: t.export }).click()])
    const { sheets } = await readXlsx(await readFile(await file.path()))
    assert.equal(sheets[0]?.name, t.data)
    assert.equal(sheets[0]?.rows[0]?.length, 4)
    assert.deepEqual(complaints, [])
    await done()
  })
