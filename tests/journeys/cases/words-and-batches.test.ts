import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { inLanguagesOf, visitor } from '../../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const manager = await s.enrol('ip_manager')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const shots = process.env['INNOE_SHOTS']
const themes = inLanguagesOf(import.meta.url, [['zh', 'light'], ['en', 'dark']] as const) // oxfmt-ignore

const WORDS = {
  zh: { search: '搜索文字或代码', change: '改动', chinese: '中文', english: '英文', save: '保存', own: '自定义', back: '恢复产品文字', strange: '产品文字中没有占位符 {{rows}}' },
  en: { search: 'Search texts or keys', change: 'Change', chinese: 'Chinese', english: 'English', save: 'Save', own: 'Own', back: 'Restore the text of the product', strange: 'The text of the product has no {{rows}}' },
} as const // oxfmt-ignore

for (const [lang, theme] of themes)
  test(`[7.23] an administrator changes a word of a screen and of an entity, and takes both back (${lang})`, async () => {
    const w = WORDS[lang]
    const { page, complaints, done } = await visit('/settings/words', { lang, theme, as: admin })
    const dialog = page.getByRole('dialog')
    const box = lang === 'zh' ? w.chinese : w.english
    const find = async (key: string) => {
      await page.getByRole('searchbox', { name: w.search }).fill(key)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `${w.change} ${key}`, exact: true }).click()
    }
    await find('batch.count')
    await dialog.getByRole('textbox', { name: box }).fill('{{rows}} x')
    await dialog.getByText(w.strange).waitFor()
    assert.equal(await dialog.getByRole('button', { name: w.save, exact: true }).isDisabled(), true)
    await dialog.getByRole('textbox', { name: box }).fill('{{count}} 虚构')
    if (shots) await page.screenshot({ path: `${shots}-word-${lang}-${theme}.png` })
    await dialog.getByRole('button', { name: w.save, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await find('tag')
    await dialog.getByRole('textbox', { name: box }).fill('虚构词')
    await dialog.getByRole('button', { name: w.save, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText(w.own, { exact: true }).first().waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    if (shots) await page.screenshot({ path: `${shots}-words-${lang}-${theme}.png` })
    await page.goto(`${address}/innoe-web/m/tag/new`)
    await page.getByRole('heading', { level: 1, name: '虚构词' }).waitFor()
    await page.goto(`${address}/innoe-web/settings/words?which=changed`)
    await page.getByRole('button', { name: `${w.change} tag`, exact: true }).click()
    await dialog.getByRole('button', { name: w.back }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: `${w.change} tag`, exact: true }).waitFor({ state: 'hidden' })
    assert.deepEqual(complaints, [])
    await done()
  })

test('[7.23] Japanese is added from a file: chosen in the shell, it words the menus and the patents, and what it lacks is English', async () => {
  const { page, complaints, done } = await visit('/settings/words', { lang: 'en', as: admin })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Import translations' }).click()
  await dialog.locator('input[type=file]').setInputFiles(fileURLToPath(new URL('../../../seed/languages/ja.json', import.meta.url)))
  await dialog.getByText(/^\d+ new, 0 changed, 0 as they are$/).waitFor()
  assert.deepEqual(await dialog.getByText(/^Not imported/).allInnerTexts(), [])
  await dialog.getByRole('button', { name: /^Import [\d,]+ texts$/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(/ of [\d,]+ translated$/).waitFor()
  if (shots) await page.screenshot({ path: `${shots}-language-words.png` })
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('menuitem', { name: '日本語' }).click()
  await page.getByRole('button', { name: '日本語' }).waitFor()
  await page.goto(`${address}/innoe-web/patents`)
  await page.getByRole('heading', { level: 1, name: '特許' }).waitFor()
  await page.getByText('期限', { exact: true }).first().waitFor()
  await page.getByText('存続中の権利', { exact: true }).first().waitFor()
  if (shots) await page.screenshot({ path: `${shots}-language-list.png` })
  await page.goto(`${address}/innoe-web/patents/new`)
  await page.getByRole('heading', { level: 1, name: '特許の新規作成' }).waitFor()
  await page.getByRole('textbox', { name: '発明の名称' }).waitFor()
  await page.getByLabel('出願日').first().fill('2026/03/05')
  if (shots) await page.screenshot({ path: `${shots}-language-form.png` })
  assert.deepEqual(complaints, [])
  await done()
})

const BATCH = {
  zh: { toolbar: '批量操作', edit: '批量编辑', choose: '选择要修改的字段', field: '备注', append: '追加', preview: '预览变更', out: '排除这些记录', save: '保存 1 条' },
  en: { toolbar: 'Batch actions', edit: 'Edit', choose: 'Choose the fields to change', field: 'Remark', append: 'Append', preview: 'Preview changes', out: 'Leave these out', save: 'Save (1)' },
} as const // oxfmt-ignore

for (const [lang, theme] of themes)
  test(`[2.11] a batch appends to remarks: the refused record is named and left out (${lang})`, async () => {
    const b = BATCH[lang]
    const make = async (name: string, remark: string) => (await s.call<{ sid: string }>('tag/do/create', { name, remark }, { as: manager })).data.sid
    const [long, short] = [await make(`${lang}长`, '长'.repeat(253)), await make(`${lang}短`, '虚构')]
    const { page, complaints, done } = await visit('/m/tag', { lang, theme, as: manager })
    for (const text of [`${lang}长`, `${lang}短`]) await page.locator('.list-body .ant-table-row', { hasText: text }).getByRole('checkbox').check()
    await page.getByRole('toolbar', { name: b.toolbar }).getByRole('button', { name: b.edit }).click()
    const dialog = page.getByRole('dialog')
    const chooser = dialog.getByRole('combobox', { name: b.choose })
    await chooser.click()
    await page.locator('.ant-select-item-option:visible', { hasText: new RegExp(`^${b.field}$`) }).click()
    await dialog.locator('.ant-drawer-title').click()
    if (shots) await page.screenshot({ path: `${shots}-batch-values-${lang}-${theme}.png` })
    await dialog.getByText(b.append, { exact: true }).click()
    await dialog.locator('form').getByRole('textbox').first().fill('虚构的后缀')
    await dialog.getByRole('button', { name: b.preview }).click()
    await dialog.getByRole('button', { name: b.out }).waitFor()
    if (shots) await page.screenshot({ path: `${shots}-batch-${lang}-${theme}.png` })
    await dialog.getByRole('button', { name: b.out }).click()
    await dialog.getByRole('button', { name: b.out }).waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: b.save }).last().click()
    await dialog.waitFor({ state: 'hidden' })
    const remarkOf = async (sid: string) => (await s.call<{ remark: string }>(`tag/${sid}`, undefined, { as: manager })).data.remark
    assert.deepEqual([await remarkOf(long), await remarkOf(short)], ['长'.repeat(253), '虚构虚构的后缀'])
    assert.deepEqual(complaints, [])
    await done()
  })
