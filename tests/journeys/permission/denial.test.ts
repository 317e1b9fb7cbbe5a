import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, visitor } from '../../harness/visitor.ts'
import { systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(s.tenant), modelOf(s.tenant, model), values)

const WORDS = {
  en: { update: 'Tag Change', scope: 'Tag Scope', all: 'All', limits: 'None: Further limits, Tag', denies: 'Denies', review: 'Review and save', save: 'Save', line: /Tag: Denies Change \(All\)/, role: /Denied by the role/ }, // oxfmt-ignore
  zh: { update: '标签 修改', scope: '标签 数据范围', all: '全部', limits: '无: 进一步限制, 标签', denies: '拒绝', review: '查看变更并保存', save: '保存', line: /标签：拒绝修改（全部）/, role: /被角色拒绝/ }, // oxfmt-ignore
} as const

for (const lang of languagesOf(import.meta.url))
  test(`a role denies a change on screen, and the explanation names it (${lang})`, async () => {
    const t = WORDS[lang]
    const role = await make('role', { code: `denies_${lang}`, name: `拒绝 ${lang}`, name_en: `Denying ${lang}`, platform: '1' })
    const engineer = await s.tenant.db.selectFrom('role').select('sid').where('code', '=', 'ip_engineer').executeTakeFirstOrThrow()
    const someone = await s.enrol('ip_engineer', { role_sids: [engineer.sid, role] })
    const { page, complaints, go, done } = await visit(`/m/role/${role}?tab=data`, { lang, as: admin, width: 1600 })
    await page.getByLabel(t.update, { exact: true }).check()
    await page.getByLabel(t.scope, { exact: true }).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: t.all }).last().click()
    await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: t.limits, exact: true }).click()
    const limits = page.getByRole('dialog')
    await limits.getByRole('checkbox', { name: t.denies }).check()
    assert.deepEqual(await seriousFaults(page), [])
    await page.keyboard.press('Escape')
    await limits.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: t.review }).click()
    await page.getByRole('dialog').getByText(t.line).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: t.save }).click()
    await page.getByRole('button', { name: t.review }).waitFor({ state: 'hidden' })
    await go(`/permission/explain?person=${someone.sid}&entity=tag`)
    await page.getByText(t.role).first().waitFor()
    assert.deepEqual(complaints, [])
    await done()
  })
