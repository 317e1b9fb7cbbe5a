import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { newPfx } from '../../harness/pfx.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const shots = process.env['INNOE_SHOTS']
const file = { name: 'agent.pfx', mimeType: 'application/x-pkcs12', buffer: Buffer.from(newPfx(), 'base64') }

const WORDS = {
  zh: { name: '名称', owner: '负责人', password: '证书密码', save: '保存', notPfx: '只接受 .pfx 文件', wrong: '与证书文件不符', set: '已设置' },
  en: {
    name: 'Name',
    owner: 'Person responsible',
    password: 'Password of the file',
    save: 'Save',
    notPfx: 'Only .pfx files are taken',
    wrong: 'does not open the certificate file',
    set: 'set',
  },
} as const

for (const [lang, theme] of [
  ['zh', 'light'],
  ['en', 'dark'],
] as const)
  test(`[5.16] an administrator uploads a digital certificate and reads whose it is (${lang})`, async () => {
    const words = WORDS[lang]
    const { page, complaints, done } = await visit('/m/digital_certificate/new', { lang, theme, as: admin })
    await page.getByRole('textbox', { name: new RegExp(`^${words.name}`) }).fill(`虚构证书 ${lang}`)
    const owner = page.getByLabel(words.owner)
    await owner.click()
    await owner.pressSequentially('system_admin')
    await page.locator('.ant-select-item-option').first().click()
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ ...file, name: 'agent.p12' })
    await page.getByText(words.notPfx).waitFor()
    await input.setInputFiles(file)
    await page.getByText('agent.pfx').waitFor()
    await page.getByLabel(words.password).fill('wrong')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByText(words.wrong).first().waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    if (shots) await page.screenshot({ path: `${shots}-certificate-form-${lang}-${theme}.png`, fullPage: true })
    await page.getByLabel(words.password).fill('Test1')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByText('CN=Fictional Agent, O=Fictional Harbour Ltd').first().waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    if (shots) await page.screenshot({ path: `${shots}-certificate-${lang}-${theme}.png`, fullPage: true })
    assert.deepEqual(
      complaints.filter((line) => !line.includes('400')), // the browser logs the refused form itself
      [],
    )
    await done()
  })
