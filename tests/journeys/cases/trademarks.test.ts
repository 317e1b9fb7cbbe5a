// The life of a trademark in a real browser, in both languages: entered, filed, examined, published, registered and renewed.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startJobs } from '../../../server/jobs/start.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

const { server, app, call, enrol } = await testServer()
const jobs = await startJobs(server)
const manager = await enrol('ip_manager')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
after(async () => {
  await jobs.stop()
})
const visit = visitor(browser, address)

async function make(model: string, values: object): Promise<string> {
  const { data, code, text } = await call<{ sid: string }>(`${model}/do/create`, { ...values }, { as: manager })
  assert.equal(code, 0, `${model}: ${text}`)
  return data.sid
}
const owner = await make('applicant', { name: '虚构商贸有限公司', applicant_kind: 'COMPANY', country: 'CN' })
await make('trademark', { title: '虚构之光', country: 'US', classes: [{ class_no: '9' }], applicants: [{ applicant_sid: owner }] })

const WORDS = {
  zh: { menu: '商标', create: '新建', pick: '选择类别', china: '中国', save: '保存', similar: '文字或读音相同、相近的商标', number: '申请号', filed: '申请日', published: '初审公告日', registered: '注册日', file: '递交申请', accept: '受理', publish: '初审公告', register: '核准注册', renew: '续展', renewed: '最近续展办理日', deadlines: '期限', renewal: '商标续展（第21–30年）', step: '注册' },
  en: { menu: 'Trademarks', create: 'New', pick: 'Pick classes', china: 'China', save: 'Save', similar: 'Marks with the same or similar words', number: 'Application no.', filed: 'Filing date', published: 'Published for opposition', registered: 'Registration date', file: 'Application filed', accept: 'Accepted', publish: 'Published for opposition', register: 'Registered', renew: 'Renewed', renewed: 'Last renewed on', deadlines: 'Deadlines', renewal: 'Trademark renewal, years 21–30', step: 'Registered' },
} as const // oxfmt-ignore

for (const [at, lang] of (['zh', 'en'] as const).entries())
  test(`${lang}: a trademark is entered, filed, examined, published, registered and renewed`, async () => {
    const words = WORDS[lang]
    const { page, complaints, done } = await visit('/m/trademark', { lang, as: manager })
    await page.locator('.ant-table-row', { hasText: '虚构之光' }).first().waitFor()
    await page
      .getByRole('link', { name: new RegExp(`${words.create}$`) })
      .or(page.getByRole('button', { name: new RegExp(`${words.create}$`) }))
      .first()
      .click()
    await page.locator('#title').fill('虚构之光')
    await page.getByRole('alert').filter({ hasText: words.similar }).waitFor()
    const country = page.locator('#country')
    await country.fill(words.china)
    await page.locator('.ant-select-item-option', { hasText: new RegExp(`^${words.china}$`) }).click()
    const picker = page.getByRole('combobox', { name: words.pick })
    for (const code of ['9', '42']) {
      await picker.fill(code)
      await page.locator('.ant-select-item-option', { hasText: new RegExp(`^${code} `) }).click()
    }
    await page.keyboard.press('Escape')
    await page.locator('.rows-editor textarea').first().fill('计算机；耳机')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.waitForURL(/m\/trademark\/[0-9a-f-]{36}/)
    const sid = /trademark\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    const entered = (await call(`trademark/${sid}`, undefined, { as: manager })).data
    assert.deepEqual(entered.nice_classes, ['9', '42'])
    await call('trademark/do/update', { sid, version: entered.version, applicants: [{ applicant_sid: owner }] }, { as: manager })
    await page.reload()
    const step = async (name: string, values: Readonly<Record<string, string>> = {}) => {
      await page.getByRole('button', { name, exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      for (const [label, value] of Object.entries(values)) {
        await dialog.getByLabel(label, { exact: false }).first().fill(value)
        await page.keyboard.press('Tab')
      }
      await dialog.locator('.ant-modal-footer .ant-btn-primary').click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await step(words.file, { [words.number]: `7000000${at}`, [words.filed]: '2015-01-05' })
    await step(words.accept)
    await step(words.publish, { [words.published]: '2015-11-27' })
    await step(words.register, { [words.registered]: '2016-02-28' })
    await page.locator('.life [aria-current=step]', { hasText: words.step }).waitFor()
    await step(words.renew, { [words.renewed]: '2026-01-05' })
    await page.getByRole('tab', { name: words.deadlines }).click()
    await page.locator('.ant-table-row', { hasText: words.renewal }).filter({ hasText: '2036' }).first().waitFor()
    assert.equal((await call(`trademark/${sid}`, undefined, { as: manager })).data.valid_to, '2036-02-27')
    const found = await call<{ total: number }>('finding/do/count', { iql: `case_sid = '${sid}' AND status = 'OPEN'` }, { as: manager })
    assert.equal(found.data.total, 0, 'a renewal with its day leaves nothing to settle')
    assert.deepEqual(complaints, [])
    await done()
  })
