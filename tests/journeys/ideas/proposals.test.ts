import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, visitor } from '../../harness/visitor.ts'
import { systemContext } from '../../../server/records/context.ts'
import { keepSetting } from '../../../server/records/settings/settings.ts'
import { createRow } from '../../../server/records/write/create.ts'

const s = await testServer()
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(s.tenant), modelOf(s.tenant, model), values)

const WORDS = {
  en: { view: 'Tag View', review: 'Review and save', save: 'Save', waits: /Not in effect yet/, rule: 'Two people for permission changes', withdraw: 'Withdraw', confirm: 'Confirm', own: /You proposed this/, ask: /Check the changes below/, line: /Role “Journey en”: Tag: View/, done: 'Confirmed', ruleLine: /Turn off “Two people/, refuse: 'Refuse', remark: 'Decision remark', refused: 'Refused' }, // oxfmt-ignore
  zh: { view: '标签 查看', review: '查看变更并保存', save: '保存', waits: /尚未生效/, rule: '权限变更须两人', withdraw: '撤回', confirm: '确认', own: /由您提出/, ask: /请核对以下变更/, line: /角色“Journey zh”：标签：查看/, done: '已确认', ruleLine: /关闭“权限变更须两人”/, refuse: '不同意', remark: '确认说明', refused: '未同意' }, // oxfmt-ignore
} as const

for (const lang of languagesOf(import.meta.url))
  test(`a permission that one administrator saves waits until another confirms it on screen (${lang})`, async () => {
    const t = WORDS[lang]
    const [first, second] = [await s.enrol('system_admin'), await s.enrol('system_admin')]
    const role = await make('role', { code: `journey_${lang}`, name: `Journey ${lang}`, platform: '1' })
    await keepSetting(systemContext(s.tenant), 'permission.two_people', false)
    const { page, complaints, go, done } = await visit('/m/permission_proposal', { lang, as: first, width: 1600 })
    await page.getByRole('switch', { name: t.rule }).click()
    await page.getByRole('switch', { name: t.rule, checked: true }).waitFor()
    await go(`/m/role/${role}?tab=data`)
    await page.getByLabel(t.view, { exact: true }).check()
    await page.getByRole('button', { name: t.review }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.save }).click()
    await page.getByText(t.waits).first().waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel(t.view, { exact: true }).isChecked(), false)
    await page.getByRole('link', { name: t.line }).waitFor()
    await go('/m/permission_proposal')
    await page.getByRole('link', { name: t.line }).click()
    await page.getByText(t.own).waitFor()
    await page.getByRole('button', { name: t.withdraw }).waitFor()
    assert.equal(await page.getByRole('button', { name: t.confirm, exact: true }).count(), 0)
    const where = new URL(page.url()).pathname.replace('/innoe-web', '')
    await go('/m/permission_proposal')
    await page.getByRole('switch', { name: t.rule }).click()
    await page.getByText(t.waits).first().waitFor()
    await page.getByRole('switch', { name: t.rule, checked: true }).waitFor()
    assert.deepEqual(complaints.filter((line) => !line.includes('409')), []) // oxfmt-ignore
    await done()

    const theirs = await visit(where, { lang, as: second })
    await theirs.page.getByText(t.ask).waitFor()
    await theirs.page.getByRole('main').getByText(t.line).first().waitFor()
    assert.deepEqual(await seriousFaults(theirs.page), [])
    await theirs.page.getByRole('button', { name: t.confirm, exact: true }).click()
    await theirs.page.getByRole('dialog').getByRole('button', { name: t.confirm, exact: true }).click()
    await theirs.page.getByRole('main').getByText(t.done).first().waitFor()
    const grant = await s.tenant.db.selectFrom('role_grant').select('entity').where('role_sid', '=', role).executeTakeFirst()
    assert.equal(grant?.entity, 'tag')
    await theirs.go('/m/permission_proposal')
    await theirs.page.getByRole('link', { name: t.ruleLine }).first().click()
    await theirs.page.getByRole('button', { name: t.refuse }).click()
    await theirs.page.getByRole('dialog').getByLabel(t.remark).fill('虚构 fictional')
    await theirs.page.getByRole('dialog').getByRole('button', { name: t.refuse }).click()
    await theirs.page.getByRole('main').getByText(t.refused).first().waitFor()
    assert.deepEqual(theirs.complaints, [])
    await theirs.done()
  })
