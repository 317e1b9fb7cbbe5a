// A software copyright, a paper and a trade secret in a real browser, in both languages: from the form to the last state.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startJobs } from '../../../server/jobs/start.ts'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { type Lang, languagesOf, visitor } from '../../harness/visitor.ts'

const { server, app, call, enrol } = await testServer()
const jobs = await startJobs(server)
const engineer = await enrol('ip_engineer')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
after(async () => {
  await jobs.stop()
})
const visit = visitor(browser, address)

async function make(model: string, values: object): Promise<string> {
  const { data, code, text } = await call<{ sid: string }>(`${model}/do/create`, { ...values }, { as: engineer })
  assert.equal(code, 0, `${model}: ${text}`)
  return data.sid
}
const owners = [{ applicant_sid: await make('applicant', { name: '虚构科技有限公司', applicant_kind: 'COMPANY', country: 'CN' }) }]
const author = await make('inventor', { name: '虚构作者' })

type Values = Readonly<Record<string, string>>
/** A transition by its label; `files`: the fields that take one; `choices`: the option of a field. */
type Step = {
  zh: string
  en: string
  values?: Readonly<Record<Lang, Values>>
  files?: Readonly<Record<Lang, readonly string[]>>
  choices?: Readonly<Record<Lang, Values>>
}
type Life = { title: string; form?: Values; also: object; steps: readonly Step[]; state: Readonly<Record<Lang, string>>; ended: string }

const on = (zh: string, en: string, date: string) => ({ zh: { [zh]: date }, en: { [en]: date } })
const FILES = { zh: ['源程序鉴别材料', '文档鉴别材料'], en: ['Source code deposit', 'Manual deposit'] }
const LIVES: Readonly<Record<string, Life>> = {
  software: {
    title: '虚构之光软件',
    form: { version_no: 'V1.0' },
    also: { owners, complete_date: '2023-05-06' },
    steps: [
      { zh: '材料齐备，送审', en: 'Material complete', files: FILES },
      { zh: '递交登记申请', en: 'Application submitted', values: on('递交日', 'Submitted', '2023-06-01') },
      { zh: '受理', en: 'Accepted', values: on('受理日', 'Accepted', '2023-06-08') },
      { zh: '补正通知', en: 'Correction notice' },
      { zh: '已补正', en: 'Correction answered' },
      { zh: '核准登记', en: 'Registered', values: { zh: { 登记号: '2023SR9000011', 登记日: '2023-08-01' }, en: { 'Registration no.': '2023SR9000012', Registered: '2023-08-01' } } }, // oxfmt-ignore
      { zh: '撤销登记', en: 'Registration revoked', values: on('结案日', 'Closed on', '2024-02-01') },
    ],
    state: { zh: '登记撤销', en: 'Registration revoked' },
    ended: 'SW_REVOKED',
  },
  paper: {
    title: '虚构方法研究',
    also: { authors: [{ inventor_sid: author, corresponding: true }] },
    steps: [
      { zh: '提交保密审查', en: 'Send for secrecy review' },
      { zh: '投稿', en: 'Submitted', choices: { zh: { 保密审查结论: '通过' }, en: { 'Result of the secrecy review': 'Passed' } }, values: { zh: { '期刊/会议': '虚构学报', 投稿日: '2024-03-04' }, en: { 'Journal or conference': 'Fictitious Journal', Submitted: '2024-03-04' } } }, // oxfmt-ignore
      { zh: '录用', en: 'Accepted', values: on('录用日', 'Accepted', '2024-04-08') },
      { zh: '发表', en: 'Published', values: on('发表日', 'Published', '2024-05-06') },
    ],
    state: { zh: '已发表', en: 'Published' },
    ended: 'PUBLISHED',
  },
  trade_secret: {
    title: '虚构热处理工艺',
    also: { holders: owners, protective_measures: ['NDA', 'ACCESS'] },
    steps: [
      { zh: '送审', en: 'Send for review' },
      { zh: '定密', en: 'Protect', values: on('保密起始日', 'Secret from', '2024-03-04') },
      { zh: '复审，继续保密', en: 'Reviewed, stays secret', values: on('上次复审日', 'Last reviewed', '2025-03-03') },
      { zh: '解密', en: 'Declassify', values: on('结案日', 'Closed on', '2025-06-02') },
    ],
    state: { zh: '已解密', en: 'Declassified' },
    ended: 'DECLASSIFIED',
  },
}
const WORDS = { zh: { create: '新建', save: '保存', more: '更多流转' }, en: { create: 'New', save: 'Save', more: 'More steps' } } as const
const FILE = { name: 'deposit.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }

/** Takes a transition as a person does: its button or its line among further steps, the fields of its dialog, and the confirmation. */
async function take(page: Page, lang: Lang, { [lang]: name, values, files, choices }: Step) {
  const button = page.getByRole('button', { name, exact: true }).first()
  const more = page.getByRole('button', { name: WORDS[lang].more }).first()
  await button.or(more).first().waitFor()
  if (await button.isVisible()) await button.click()
  else {
    await more.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  for (const [label, value] of Object.entries(values?.[lang] ?? {})) {
    await dialog.getByLabel(label, { exact: false }).first().fill(value)
    await page.keyboard.press('Tab')
  }
  for (const [label, option] of Object.entries(choices?.[lang] ?? {})) {
    await dialog.locator('.ant-form-item', { hasText: label }).locator('.ant-select').first().click()
    await page.locator('.ant-select-item-option', { hasText: new RegExp(`^${option}$`) }).click()
  }
  for (const label of files?.[lang] ?? []) {
    const item = dialog.locator('.ant-form-item', { hasText: label })
    await item.locator('input[type=file]').setInputFiles(FILE)
    await item.getByText(FILE.name).first().waitFor()
  }
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click()
  await dialog.waitFor({ state: 'hidden' })
}

for (const lang of languagesOf(import.meta.url))
  for (const [kind, { title: name, form = {}, also, steps, state, ended }] of Object.entries(LIVES))
    test(`${lang}: a ${kind.replace('_', ' ')} goes from its form to its last state, and its page is accessible`, async () => {
      const title = `${name} ${lang}`
      const { page, complaints, done } = await visit(`/m/${kind}/new`, { lang, as: engineer })
      await page.locator('#title').fill(title)
      for (const [code, value] of Object.entries(form)) await page.locator(`#${code}`).fill(value)
      await page.getByRole('button', { name: WORDS[lang].save, exact: true }).click()
      await page.waitForURL(new RegExp(`m/${kind}/[0-9a-f-]{36}`))
      const sid = /\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
      const { version } = (await call<{ version: number }>(`${kind}/${sid}`, undefined, { as: engineer })).data
      const changed = await call(`${kind}/do/update`, { sid, version, ...also }, { as: engineer })
      assert.equal(changed.status, 200, changed.text)
      if (kind === 'trade_secret') await make('secret_point', { case_sid: sid, point_no: 1, name: '虚构温度曲线', content: '虚构内容' })
      await page.reload()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      for (const step of steps) await take(page, lang, step)
      await page.locator('.record-head, main').getByText(state[lang]).first().waitFor()
      assert.equal((await call<{ status: string }>(`${kind}/${sid}`, undefined, { as: engineer })).data.status, ended)
      assert.deepEqual(await seriousFaults(page), [])
      assert.deepEqual(complaints, [])
      await done()
    })

test('the recycle bin of a right with a page of its own opens, and is no record', async () => {
  for (const model of ['trade_secret', 'trademark', 'proposal']) {
    const { page, complaints, done } = await visit(`/m/${model}/bin`, { lang: 'en', as: engineer })
    await page.getByText('The recycle bin is empty').waitFor()
    assert.deepEqual(complaints, [], model)
    await done()
  }
})
