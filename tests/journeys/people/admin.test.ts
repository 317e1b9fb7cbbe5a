import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import sharp from 'sharp'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { signInAt } from '../../harness/sign-in/signing-in.ts'
import { visitor } from '../../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const engineer = await s.enrol('ip_engineer')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a1f2b' } })
    .png()
    .toBuffer()

test('[2.24] [3.08] [9.04] the administrator gives the system a name, a layout, a colour and a logo; everyone sees them', async () => {
  const { page, complaints, done } = await visit('/settings/look', { lang: 'en', as: admin })
  await page.getByLabel('System name').fill('Harbour IP')
  await page.getByLabel('Title of the login page').fill('Welcome to Harbour')
  await page.getByRole('radio', { name: 'Top' }).dispatchEvent('click')
  const logo = page.getByLabel('Logo', { exact: true })
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await png(400, 56) })
  await page.getByRole('alert').getByText('The picture is 400 × 56 pixels: too large').waitFor()
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await png(230, 56) })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.shell[data-layout="top"]').waitFor()
  await page.locator('.brand img[alt="Harbour IP"]').waitFor()
  assert.deepEqual(complaints, [])
  await done()
  const other = await visit('/login', { lang: 'en' })
  await other.page.getByRole('heading', { name: 'Welcome to Harbour' }).waitFor()
  await other.page.waitForFunction(() => document.querySelector<HTMLImageElement>('.login img.logo')?.naturalWidth === 230)
  assert.match(await other.page.title(), /Harbour IP/)
  assert.deepEqual(other.complaints, [])
  await other.done()
  const refused = await visit('/settings/look', { lang: 'en', as: engineer })
  await refused.page.getByRole('heading', { name: 'You do not have permission to view this' }).waitFor()
  await refused.done()
})

test('the administrator of one company finds its branding chosen, and changes that alone', async () => {
  const role = await s.call<{ sid: string }>('role/do/create', { code: 'branding', name: '虚构分公司管理员' }, { as: admin })
  const company = (await s.call<{ sid: string }>('company/do/create', { country: 'SG', company_name: '虚构分公司', company_name_en: 'Fictional Branch' }, { as: admin })).data.sid // oxfmt-ignore
  const role_sid = role.data.sid
  const granted = await s.call('role_grant/do/create', { role_sid, entity: 'company', verbs: ['get', 'search', 'update'], data_scope: 'COMPANY' }, { as: admin }) // oxfmt-ignore
  assert.equal(granted.code, 0, granted.text)
  const menu = await s.tenant.db.selectFrom('rbac_menu').select('sid').where('code', '=', 'look').executeTakeFirstOrThrow()
  assert.equal((await s.call('rbac_menu/do/bind_role', { role_sid, menu_sids: [menu.sid] }, { as: admin })).code, 0)
  const inventor = await s.tenant.db.selectFrom('role').select('sid').where('code', '=', 'inventor').executeTakeFirstOrThrow()
  const one = await s.enrol('inventor', { role_sids: [inventor.sid, role_sid], company_sid: company, department_sid: null })
  const { page, complaints, done } = await visit('/settings/look', { lang: 'en', as: one })
  await page.locator('.ant-select', { hasText: 'Fictional Branch' }).waitFor()
  await page.getByLabel('System name').fill('Branch IP')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForFunction(() => document.title.includes('Branch IP'))
  const service = page.getByRole('radiogroup', { name: 'Link to it on every page' })
  await service.getByRole('radio', { name: 'As above', checked: true }).waitFor({ state: 'attached' })
  await page.getByRole('radiogroup', { name: 'Navigation' }).getByRole('radio', { name: 'As above', checked: true }).waitFor({ state: 'attached' })
  assert.deepEqual(complaints, [])
  await done()
  const seen = await s.call<{ system_name?: string }>('/innoe-webapi/model/tenant/do/getTenantInfo')
  assert.notEqual(seen.data.system_name, 'Branch IP')
})

async function signIn(page: Page, account: string, password: string) {
  const answer = await page.waitForResponse((response) => response.url().endsWith('/innoe-passport/captcha') && response.ok())
  await answerCaptcha(page, answer, { account, password })
}

async function answerCaptcha(page: Page, answer: Response, { account, password }: { account: string; password: string }) {
  const { captcha_id } = ((await answer.json()) as { data: { captcha_id: string } }).data
  const row = await s.tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${captcha_id}`).executeTakeFirstOrThrow()
  await page.locator('#username').fill(account)
  await page.locator('#password').fill(password)
  await page.locator('#captcha').fill((row.value as { answer: string }).answer) // as the server keeps it
  await page.locator('.login-form button[type=submit]').click()
}

test('[4.03] an administrator creates a person, opens and resets the login, signs them out, hands over and re-employs them on screen', async () => {
  const { page, complaints, done } = await visit('/m/user_info/new', { lang: 'en', as: admin })
  await page.locator('#name').fill('Mo Ran')
  await page.getByRole('button', { name: 'Save' }).click()
  for (const field of ['E-mail', 'Department', 'Roles']) await page.locator('.ant-form-item-has-error', { hasText: field }).first().waitFor()
  await page.locator('#email').fill('mo.ran@example.test')
  for (const [field, name] of [['Department', 'IP Department'], ['Roles', 'Inventor']] as const) {
    await page.getByLabel(new RegExp(`^${field}( \\*)?$`)).fill(name)
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name }).first().click()
  } // oxfmt-ignore
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: /Mo Ran/ }).waitFor()
  await page.getByRole('button', { name: 'Open an account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User name').fill('mo.ran')
  await dialog.getByRole('button', { name: 'Open an account' }).click()
  await page.getByText(/must contain only letters, digits, @, _ and -/).waitFor()
  await dialog.getByLabel('User name').fill('mo_ran')
  await dialog.getByRole('button', { name: 'Open an account' }).click()
  const password = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: 'I have noted it' }).click()

  const theirs = await visit('/privacy', { lang: 'zh' })
  const login = signIn(theirs.page, 'mo_ran', password)
  await theirs.page.goto(`${address}/innoe-web/login`)
  await login
  await theirs.page.getByLabel('新密码', { exact: true }).waitFor()
  await theirs.page.getByLabel('原密码').fill(password)
  await theirs.page.getByLabel('新密码', { exact: true }).fill('Kp7-harbour')
  await theirs.page.getByLabel('确认新密码').fill('Kp7-harbour')
  await theirs.page.locator('form button[type=submit]').click()
  await theirs.page.getByText('Mo Ran').first().waitFor()
  assert.deepEqual(theirs.complaints, [])

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'End all sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click()
  await theirs.page.waitForURL(/\/login/)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Reset the password' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset the password' }).click()
  assert.notEqual(await page.getByRole('dialog').locator('code').innerText(), password)
  await page.getByRole('dialog').getByRole('button', { name: 'I have noted it' }).click()

  await page.getByRole('button', { name: 'Hand over' }).click()
  await page.getByText('There is nothing to hand over.').waitFor()
  await page.getByLabel('Recipient').fill(engineer.account.split('_')[0] ?? '')
  // Before the words are looked for, the one who leaves stands first.
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'ip_engineer' }).first().click()
  await page.getByLabel('The person leaves the company').check()
  await page.getByRole('button', { name: 'Hand over and mark as resigned' }).click()
  await page.getByRole('button', { name: 'Re-employ' }).click()
  await page.getByRole('button', { name: 'Hand over' }).waitFor()
  assert.deepEqual(
    complaints.filter((line) => !line.includes('400')),
    [],
  ) // the name that was refused
  await theirs.done()
  await done()
})

test('[1.11] the enterprise, its agencies and outsiders sign in, each to their own portal', async () => {
  const agent = await s.enrol('agent')
  const outsider = await s.enrol('inventor', { person_type: 'EXTERNAL' })
  for (const [who, end, sees, not] of [
    [engineer, 'Enterprise', 'Deadlines', 'Our agency'],
    [agent, 'Agency', 'Official events', 'Fees'],
    [outsider, 'Enterprise', 'Patents', 'Deadlines'],
  ] as const) {
    const { page, done } = await visit('/privacy', { lang: 'en' })
    await signInAt(page, address, s.tenant, { ...who, end })
    await page.waitForURL(/\/home$/)
    const menus = page.getByRole('navigation').first()
    await menus.getByText('Home').first().waitFor()
    const mine = await s.call<{ name_en: string; children: { name_en: string }[] }[]>('rbac_menu/do/search_my_menus', {}, { as: who })
    const names = mine.data.flatMap(({ name_en, children }) => [name_en, ...children.map((child) => child.name_en)])
    assert.ok(names.includes(sees), `${who.account} sees ${sees}`)
    assert.ok(!names.includes(not), `${who.account} does not see ${not}`)
    await done()
  }
})

test('[6.05] users see a changed menu after their next login', async () => {
  // Signing in again ends the session.
  const [before, after] = [await s.enrol('ip_engineer'), await s.enrol('ip_engineer')]
  const theirs = await visit('/home', { lang: 'en', as: before })
  const menus = theirs.page.getByRole('navigation').first()
  await menus.getByText('Parties').first().waitFor()
  const { data } = await s.call<{ record: { sid: string }[] }>('rbac_menu/do/search', { fl: ['sid'], iql: "code = 'parties'" }, { as: admin })
  await s.call('rbac_menu/do/update', { sid: data.record[0]?.sid, name_en: 'People and firms' }, { as: admin })
  await theirs.page.locator('a.brand').click()
  await menus.getByText('Parties').first().waitFor()
  await theirs.page.getByText('Your menus have changed.').waitFor()
  await theirs.page.getByRole('button', { name: 'Sign in again' }).click()
  await theirs.page.waitForURL(/\/login\?redirect=/)
  await theirs.done()
  const again = await visit('/home', { lang: 'en', as: after })
  await again.page.getByRole('navigation').first().getByText('People and firms').first().waitFor()
  await again.done()
})

test('[9.08] the browser keeps the personal settings made in it', async () => {
  const { page, done } = await visit('/home', { lang: 'en', as: engineer })
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitem', { name: 'Dark' }).click()
  await page.waitForFunction(() => document.documentElement.dataset['mode'] === 'dark')
  await page.reload()
  await page.waitForFunction(() => document.documentElement.dataset['mode'] === 'dark')
  assert.ok(await page.evaluate(() => Object.values(localStorage).some((kept) => String(kept).includes('dark'))))
  await done()
})

test('a deleted record is restored, a batch edit is undone, and the log lists both', async () => {
  const sids: string[] = []
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    const made = await s.call<{ sid: string }>('tag/do/create', { name }, { as: admin })
    sids.push(made.data.sid)
  }
  await s.call('tag/do/batch_update', { sids, changes: { remark: 'all of them' } }, { as: admin })
  await s.call(`tag/do/delete/${sids[2]}`, {}, { as: admin })

  const { page, complaints, done } = await visit('/m/tag/bin', { lang: 'en', as: admin })
  await page.getByRole('row', { name: /Gamma/ }).getByRole('button', { name: 'Restore' }).click()
  await page.getByText('The recycle bin is empty').waitFor()
  await page.goto(`${address}/innoe-web/batch-edit/history`)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').first().waitFor()
  const { data } = await s.call<{ record: { name: string; remark: string | null }[] }>(
    'tag/do/search',
    { fl: ['name', 'remark'], iql: "name IN ('Alpha', 'Beta', 'Gamma')" },
    { as: admin },
  )
  assert.deepEqual(data.record.map(({ remark }) => remark ?? null), [null, null, null]) // oxfmt-ignore

  await page.goto(`${address}/innoe-web/m/change_log?iql=${encodeURIComponent(`record_sid = '${sids[2]}'`)}`)
  const restored = page.getByRole('row', { name: /Tag.*Restored.*system_admin/ })
  await restored.waitFor()
  await restored.getByRole('link', { name: 'Gamma' }).click()
  await page.getByRole('heading', { level: 1, name: 'Gamma' }).waitFor()
  await page.getByRole('tab', { name: 'Changes' }).click()
  await page.getByText('all of them').first().waitFor()
  assert.deepEqual(complaints, [])
  await done()
})

for (const [lang, theme] of [
  ['zh', 'dark'],
  ['en', 'light'],
] as const) {
  test(`the administrator's screens have no serious accessibility fault: ${lang}, ${theme}`, async () => {
    for (const [path, sign] of [
      ['/settings/look', '.look-picture'],
      [`/m/user_info/${engineer.sid}`, '.facts'],
      ['/m/user/new', '.record-form'],
      ['/m/change_log', '.ant-table-row'],
      ['/me', '.facts'],
    ] as const) {
      const { page, done } = await visit(path, { lang, as: admin, theme })
      await page.locator(sign).first().waitFor()
      assert.deepEqual([path, ...(await seriousFaults(page))], [path])
      await done()
    }
  })
}
