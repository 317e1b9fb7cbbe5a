import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { startJobs } from '../../../server/jobs/start.ts'
import { systemContext } from '../../../server/records/context.ts'
import { deliverQueued } from '../../../server/webhooks/deliver.ts'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { casesOf } from '../../harness/cases/cases.ts'
import { openReceiver } from '../../harness/mail/receiver.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

process.env['INNOE_PRIVATE_TARGETS'] = 'allowed'
const receiver = await openReceiver()
receiver.answer.body = '{"errcode":0}'
const s = await testServer()
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const shots = process.env['INNOE_SHOTS']
const { make, patent } = casesOf(s.call, admin)

const WORDS = {
  zh: { name: '名称', url: '地址', secret: '签名密钥', events: '事件', model: '专利', created: '新建', save: '保存', test: '推送测试事件', queued: '测试事件已进入队列', deliveries: '推送', again: '再次推送', robot: '发送测试消息', sent: '已发送到群里', notices: '消息与摘要', daily: '每天', digest: '邮件摘要', language: '中文' },
  en: { name: 'Name', url: 'Address', secret: 'Signing secret', events: 'Events', model: 'Patent', created: 'Created', save: 'Save', test: 'Deliver a test event', queued: 'The test event is queued', deliveries: 'Deliveries', again: 'Deliver again', robot: 'Send a test message', sent: 'the message is in the group', notices: 'Notices and digest', daily: 'Every day', digest: 'Digest by mail', language: 'Chinese' },
} as const // oxfmt-ignore

for (const [lang, theme] of [
  ['zh', 'light'],
  ['en', 'dark'],
] as const)
  test(`a webhook is entered, tested, read and replayed; a robot is tested; a digest is asked for (${lang})`, async () => {
    const words = WORDS[lang]
    const { page, complaints, done } = await visit('/m/webhook/new', { lang, theme, width: 1280, height: 900, as: admin })
    await page.getByLabel(words.name, { exact: false }).first().fill(`虚构接收方 ${lang}`)
    await page.getByLabel(words.url, { exact: false }).first().fill(`${receiver.url}/in`)
    await page.getByLabel(words.secret, { exact: false }).first().fill('a secret of the receiver')
    await page.getByLabel(words.events, { exact: false }).first().click()
    await page.keyboard.type(`${words.model}`)
    await page.locator('.ant-cascader-menu-item', { hasText: words.created }).and(page.locator('.ant-cascader-menu-item', { hasText: new RegExp(`^${words.model} / `) })).first().click()
    await page.keyboard.press('Escape')
    if (shots) await page.screenshot({ path: `${shots}-webhook-form-${lang}.png`, fullPage: true })
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByRole('button', { name: words.test }).click()
    await page.getByText(words.queued).waitFor()
    const one = await patent({ title: '虚构装置' })
    await deliverQueued(systemContext(s.tenant))
    assert.ok(receiver.calls.some(({ body }) => body.includes(one.sid)))
    await page.getByRole('tab', { name: words.deliveries }).click()
    await page.getByRole('table').getByText('200').first().waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    if (shots) await page.screenshot({ path: `${shots}-webhook-${lang}.png`, fullPage: true })
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('button', { name: words.again }).click()
    await page.locator('.ant-message-success').last().waitFor()
    if (shots) await page.screenshot({ path: `${shots}-delivery-${lang}.png`, fullPage: true })

    const robot = await make('chat_robot', { name: `虚构群 ${lang}`, kind: 'WECOM', token: 'key', topics: ['DEADLINE'], gateway: `${receiver.url}/send` })
    await page.goto(`${address}/innoe-web/m/chat_robot/${robot.sid}`)
    await page.getByRole('button', { name: words.robot }).click()
    await page.getByText(words.sent).waitFor()
    if (shots) await page.screenshot({ path: `${shots}-robot-${lang}.png`, fullPage: true })

    await page.goto(`${address}/innoe-web/me?tab=notices`)
    await page.getByLabel(words.digest, { exact: false }).first().click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: words.daily }).click()
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.locator('.ant-message-success').waitFor()
    const kept = await s.tenant.db.selectFrom('notice_preference').select('digest').where('user_sid', '=', admin.sid).executeTakeFirst()
    assert.equal(kept?.digest, 'DAILY')
    assert.deepEqual(await seriousFaults(page), [])
    if (shots) await page.screenshot({ path: `${shots}-notices-${lang}.png`, fullPage: true })
    await page.reload()
    await page.getByText(words.language, { exact: true }).waitFor()
    await s.tenant.db.deleteFrom('notice_preference').execute()
    assert.deepEqual(complaints, [])
    await done()
  }) // oxfmt-ignore

test('the key of the EPO is entered and tested; a case is compared with its register, and what it says is shown beside ours', async () => {
  const jobs = await startJobs(s.server)
  after(() => jobs.stop())
  receiver.answer.body = '{"access_token":"token","expires_in":"1199"}'
  const { page, complaints, done } = await visit('/settings/offices', { lang: 'en', width: 1280, height: 900, as: admin })
  await page.getByLabel('Consumer key').fill('key')
  await page.getByLabel('Consumer secret').fill('a fictional secret')
  await page.getByLabel('Address', { exact: true }).fill(`${receiver.url}/3.2`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Test the sign-in' }).click()
  await page.getByText('The office accepts the key').waitFor()
  assert.equal(await page.getByLabel('Consumer secret').inputValue(), '')
  assert.deepEqual(await seriousFaults(page), [])

  receiver.answer.body = readFileSync(new URL('../../fixtures/offices/epo-register.xml', import.meta.url), 'utf8')
  const { sid } = await patent({ title: '虚构装置', country: 'EP', application_no: 'EP10167109.7', filing_date: '2010-06-24' })
  await page.goto(`${address}/innoe-web/patents/${sid}`)
  await page.getByRole('button', { name: 'Compare with the register' }).click()
  await page.getByText('1 compared, 1 with differences, 9 register events to decide').waitFor()
  await page.getByRole('tab', { name: 'Register events' }).click()
  const accept = 'Record as an official event'
  await page
    .getByRole('row', { name: /Intention to grant the patent/ })
    .getByRole('button', { name: accept })
    .click()
  await page.getByRole('dialog', { name: accept }).getByRole('button', { name: accept }).click()
  await page.getByText('Decided (1)').click()
  await page
    .getByRole('row', { name: /Intention to grant the patent/ })
    .getByRole('link', { name: /Intention to grant/ })
    .waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  const events = await s.tenant.db.selectFrom('official_event').select('code').where('case_sid', '=', sid).execute()
  assert.deepEqual(events, [{ code: 'EP4' }])
  await page.getByRole('button', { name: 'Show the official data' }).click()
  await page.getByRole('table').getByText('BLUETOOTH NETWORKING').first().waitFor()

  // The answer is about another application: nothing was compared, and the screen says so.
  const other = await patent({ title: '虚构装置', country: 'EP', application_no: 'EP10167110.5', filing_date: '2010-06-24' })
  await page.goto(`${address}/innoe-web/patents/${other.sid}`)
  await page.getByRole('button', { name: 'Compare with the register' }).click()
  await page.getByText('No case was compared with the register').waitFor()
  assert.deepEqual(complaints, [])
  await done()
})
