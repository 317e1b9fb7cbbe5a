import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { digest } from '../../../server/auth/session/secrets.ts'
import { startJobs } from '../../../server/jobs/start.ts'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { says, visitor } from '../../harness/visitor.ts'

const s = await testServer()
const jobs = await startJobs(s.server)
after(() => jobs.stop())
const admin = await s.enrol('system_admin')
const there = await s.enrolAt(s.other, 'system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const shots = process.env['INNOE_SHOTS']

const BI = {
  zh: { create: '开放访问', withdraw: '撤回访问', once: '请立即复制密码：只显示这一次', password: '当前密码', confirm: '验证' },
  en: { create: 'Give access', withdraw: 'Withdraw access', once: 'Copy the password now: it is shown only once', password: 'Current password', confirm: 'Confirm' },
} as const // oxfmt-ignore

const away = { as: there, host: 'other.test' }
for (const lang of ['zh', 'en'])
  for (const [model, values] of [
    ['role', { code: `packed_${lang}`, name: `打包角色 ${lang}`, name_en: `Packed role ${lang}` }],
    ['dictionary', { code: `packed_${lang}`, name: `打包字典 ${lang}` }],
    ['award_rule', { name: `打包奖励 ${lang}`, award_type: 'FILING', amount: '800.00', valid_from: '2026-01-01' }],
  ] as const) {
    const { code, text } = await s.call(`${model}/do/create`, values, away)
    assert.equal(code, 0, text)
  }
const packed = await s.app.inject({
  url: '/innoe-webapi/model/configuration_pack/do/download',
  headers: { host: 'other.test', authorization: `Bearer ${there.token}` },
})
assert.equal(packed.statusCode, 200)
const file = (lang: string) => ({ name: `pack-${lang}.zip`, mimeType: 'application/zip', buffer: packed.rawPayload })

const WORDS = {
  zh: {
    ...{ title: '配置包', make: '打包', makeTitle: '打包本公司的配置', download: '下载配置包', upload: '上传配置包', apply: /^应用所选/ },
    ...{ confirm: '应用配置包', done: /已应用：新增/, back: '回退', role: '角色', line: /角色 新增/, rolledBack: '已回退', fresh: '新增' },
  },
  en: {
    ...{ title: 'Configuration pack', make: 'Pack', makeTitle: 'Pack the configuration of the company', download: 'Download the pack' },
    ...{ upload: 'Upload a pack', apply: /^Apply \d+ chosen/, confirm: 'Apply the configuration pack', done: /Applied: \d+ new/ },
    ...{ back: 'Roll back', role: 'Role', line: /Role \d+ new/, rolledBack: 'Rolled back', fresh: 'New' },
  },
} as const

for (const [lang, theme] of [
  ['zh', 'light'],
  ['en', 'dark'],
] as const)
  test(`[4.02] a pack is made, uploaded, previewed by row, applied by a job and rolled back whole (${lang})`, async () => {
    const w = WORDS[lang]
    const { page, complaints, done } = await visit('/m/configuration_pack', { lang, theme, as: admin })
    const shoot = async (name: string) => {
      assert.deepEqual(await seriousFaults(page), [], name)
      if (shots) await page.screenshot({ path: `${shots}-${name}-${lang}-${theme}.png`, fullPage: true })
    }
    await page.getByRole('button', { name: w.make, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: w.makeTitle })
    await dialog.getByRole('checkbox', { name: new RegExp(`^${w.role} \\d`) }).waitFor()
    await shoot('make-pack')
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: w.download }).click()
    assert.match((await saved).suggestedFilename(), /\.zip$/)
    await dialog.waitFor({ state: 'hidden' })

    await page.locator('input[type=file]').setInputFiles(file(lang))
    await says(page, `pack-${lang}.zip`)
    await page.getByRole('button', { name: w.line }).click()
    const row = page.getByRole('row', { name: new RegExp(`打包角色 ${lang}`) })
    await row.getByText(w.fresh, { exact: true }).waitFor()
    await shoot('preview')
    // The role of the other language stays out.
    const others = page.getByRole('row', { name: new RegExp(`打包角色 ${lang === 'zh' ? 'en' : 'zh'}`) })
    if ((await others.count()) > 0) await others.getByRole('checkbox').uncheck()
    await page.getByRole('button', { name: w.apply }).click()
    await page.getByRole('dialog').getByRole('button', { name: w.confirm }).click()
    await page.getByText(w.done).waitFor()
    await shoot('applied')
    const kept = async () => (await s.tenant.db.selectFrom('role').select('code').where('code', 'like', 'packed_%').where('deleted_at', 'is', null).execute()).map(({ code }) => code) // oxfmt-ignore
    assert.deepEqual(await kept(), [`packed_${lang}`])
    const { pack_status } = await s.tenant.db.selectFrom('company').select('pack_status').where('sid', '=', admin.company).executeTakeFirstOrThrow()
    assert.equal(pack_status, 'SUCCESS')

    await page.getByRole('button', { name: w.back, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: w.back, exact: true }).click()
    await page.getByText(w.rolledBack, { exact: true }).first().waitFor()
    await shoot('rolled-back')
    assert.deepEqual(await kept(), [])
    assert.deepEqual(complaints, [])
    await done()
  })

test('[2.28] an administrator starts the export of everything and finds it among the jobs', async () => {
  const { page, complaints, done } = await visit('/settings/whole-export', { lang: 'en', as: admin })
  await page.getByRole('button', { name: 'Start the export' }).click()
  await page.getByRole('status').getByRole('link', { name: 'Jobs' }).click()
  await page.getByText(/\d+ rows exported/).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).first().click()
  assert.match((await saved).suggestedFilename(), /\.zip$/)
  assert.deepEqual(complaints, [])
  await done()
})

for (const [lang, theme, width] of [
  ['zh', 'light', 1280],
  ['en', 'dark', 390],
] as const)
  test(`an administrator gives BI tools access, confirms who they are, reads the password once and withdraws it (${lang})`, async () => {
    const w = BI[lang]
    if (s.server.tenants.all.has('other')) await s.server.tenants.forget('other') // of several tenants, the operator gives access
    const long = { created_at: '2026-01-01T00:00:00Z', family: null, confirmed_at: null }
    await s.tenant.db.updateTable('token').set(long).where('hash', '=', digest(admin.token)).execute()
    const { page, complaints, done } = await visit('/settings/bi', { lang, theme, width, as: admin })
    const shoot = async (name: string) => shots && page.screenshot({ path: `${shots}-bi-${name}-${lang}.png`, fullPage: true })
    await page.getByRole('checkbox').waitFor()
    await shoot('none')
    assert.ok(await page.getByRole('button', { name: w.create }).isDisabled())
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: w.create }).click()
    await page.getByRole('dialog').getByLabel(w.password).fill(admin.password)
    await shoot('confirm')
    await page.getByRole('dialog').getByRole('button', { name: w.confirm }).click()
    await page.getByText(w.once).waitFor()
    assert.match((await page.locator('.ant-alert code').textContent()) ?? '', /^[\w-]{32}$/)
    await page.getByText(/_bi_default$/).waitFor()
    await shoot('given')
    assert.deepEqual(await seriousFaults(page), [])
    await page.getByRole('button', { name: w.withdraw }).click()
    await page.getByRole('dialog').getByRole('button', { name: w.withdraw }).click()
    await page.getByRole('checkbox').waitFor()
    await page.getByText(w.once).waitFor({ state: 'detached' })
    // The call that asks who it is.
    assert.deepEqual(complaints.filter((one) => !one.includes('403')), []) // oxfmt-ignore
    await done()
  })
