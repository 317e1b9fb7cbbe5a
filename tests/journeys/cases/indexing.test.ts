// Two people index publications independently, the arbiter decides where they differ; and the technology map counts the cases of its nodes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { type Lang, visitor } from '../../harness/visitor.ts'

const { app, call, enrol } = await testServer()
const [manager, anna, ben] = [await enrol('ip_manager'), await enrol('ip_engineer'), await enrol('inventor')]
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)

async function make(model: string, values: object): Promise<string> {
  const { data, code, text } = await call<{ sid: string }>(`${model}/do/create`, values, { as: manager })
  assert.equal(code, 0, `${model}: ${text}`)
  return data.sid
}

const WORDS = {
  zh: { submit: '提交，下一篇', done: '已全部标引', yes: '是' },
  en: { submit: 'Submit, next', done: 'All is indexed', yes: 'Yes' },
} as const

async function indexOne(page: Page, lang: Lang, choice: string) {
  await page.getByRole('radio', { name: choice }).click()
  await page.getByRole('radio', { name: WORDS[lang].yes }).click()
  await page.getByRole('button', { name: WORDS[lang].submit }).click()
}

test('[1.10] two people index without seeing each other, the arbiter decides, and the task is finished', async () => {
  const items = [{ publication_no: 'CN900000001A', item_title: '虚构旋翼' }, { publication_no: 'CN900000002A', item_title: '虚构电池' }] // oxfmt-ignore
  const library_sid = await make('search_library', { lib_name: '虚构专题', items })
  const index_fields = [
    { code: 'field', label: '领域', label_en: 'Field', kind: 'OPTION', choices: '旋翼; 电池', required: true },
    { code: 'own', label: '与本公司有关', label_en: 'Concerns us', kind: 'YES_NO' },
  ]
  const indexers = [anna, ben].map(({ sid }) => ({ user_sid: sid }))
  const sid = await make('indexing_task', { title: '虚构标引', library_sid, double_blind: true, index_fields, indexers, guide: '按权利要求判断' })
  const taken = await call('indexing_task/do/transition', { sid, transition: 'assign', due_date: '2090-05-06' }, { as: manager })
  assert.equal(taken.code, 0, taken.text)
  for (const [as, lang, second] of [[anna, 'zh', '电池'], [ben, 'en', '旋翼']] as const) {
    const { page, complaints, done } = await visit('/indexing', { lang, as })
    await page.getByText('按权利要求判断').waitFor()
    await page.getByRole('heading', { name: /CN900000001A/ }).waitFor()
    await indexOne(page, lang, '旋翼')
    await page.getByRole('heading', { name: /CN900000002A/ }).waitFor()
    await indexOne(page, lang, second)
    await page.getByText(lang === 'zh' ? '没有待标引的文献' : /All is indexed|Nothing to index/).or(page.getByText(WORDS[lang].done)).first().waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    assert.deepEqual(complaints, [])
    await done()
  }
  const { page, complaints, done } = await visit(`/m/indexing_task/${sid}`, { lang: 'zh', as: manager })
  await page.getByRole('tab', { name: '标引结果' }).click()
  await page.getByText('一致率 50%').waitFor()
  const differing = page.locator('.index-item', { hasText: 'CN900000002A' })
  await differing.getByRole('radio', { name: '电池' }).click()
  await differing.getByRole('button', { name: '裁定', exact: true }).click()
  await differing.locator('.part-head').getByText('已裁定').waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  assert.deepEqual(complaints, [])
  await done()
  const finished = await call('indexing_task/do/transition', { sid, transition: 'finish', close_date: '2026-03-02' }, { as: manager })
  assert.equal(finished.code, 0, finished.text)
}) // oxfmt-ignore

test('[1.10] the technology map offers the first node, then counts cases by year, and a number opens them', async () => {
  const empty = await visit('/technology', { lang: 'en', as: manager })
  await empty.page.getByRole('button', { name: 'New technical node' }).waitFor()
  await empty.done()
  const top = await make('tech_node', { code: 'A', name: '飞行平台', name_en: 'Airframe' })
  const below = await make('tech_node', { code: 'A1', name: '旋翼', name_en: 'Rotors', parent_sid: top })
  const patent = (tech: string, filing_date: string) =>
    make('patent', { title: '虚构装置', country: 'CN', patent_type: 'INVENTION', filing_date, tech_node_sids: [tech] })
  for (const [tech, day] of [[top, '2024-05-06'], [below, '2024-06-03'], [below, '2025-02-03']] as const) await patent(tech, day)
  const { page, complaints, done } = await visit('/technology', { lang: 'en', as: manager })
  await page.locator('.sunburst svg').waitFor()
  await page.getByText('Matrix', { exact: true }).click()
  const row = page.getByRole('row', { name: /Airframe/ })
  await row.waitFor()
  assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['2', '1', '3'])
  await page.getByRole('combobox', { name: 'Kind of right' }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: 'Patent' }).first().click()
  assert.deepEqual(await seriousFaults(page), [])
  await row.getByRole('link', { name: '2', exact: true }).click()
  await page.waitForURL(/\/patents\?iql=/)
  await page.getByText('2024').first().waitFor()
  assert.deepEqual(complaints, [])
  await done()
}) // oxfmt-ignore
