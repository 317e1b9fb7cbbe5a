import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { signInAt } from '../../harness/sign-in/signing-in.ts'
import { visitor } from '../../harness/visitor.ts'
import { presentDay, systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(s.tenant), modelOf(s.tenant, model), values)
const patent = (title: string, more: object) =>
  make('patent', { title, country: 'CN', patent_type: 'INVENTION', company_sid: admin.company, owner_sid: admin.sid, ...more })

/** A required field has an asterisk after its label. */
async function pick(page: Page, label: string, name: string) {
  const box = page.getByLabel(new RegExp(`^${label}( \\*)?$`))
  await box.fill(name)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name }).first().click()
}

test('a joiner is entered with department and role, signs in with the first password, changes it, and sees the menus and cases of both', async () => {
  const department = await make('department', { name: '虚构研究部', company_sid: admin.company })
  await patent('虚构研究部的案件', { department_sid: department })
  await patent('别的部门的案件', { department_sid: admin.department })

  const { page, complaints, done } = await visit('/m/user_info/new', { lang: 'zh', as: admin })
  await page.locator('#name').fill('何虚构')
  await page.locator('#email').fill('he.xugou@example.test')
  await pick(page, '部门', '虚构研究部')
  await pick(page, '角色', '部门负责人')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /保\s*存/ }).click()
  await page.getByRole('heading', { level: 1, name: /何虚构/ }).waitFor()
  await page.getByRole('main').getByText('部门负责人').first().waitFor()
  await page.getByRole('button', { name: '开通账号' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('登录名').fill('he_xugou')
  await dialog.getByRole('button', { name: '开通账号' }).click()
  const password = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: '已记下' }).click()
  assert.deepEqual(complaints, [])
  await done()

  assert.equal((await s.call('/innoe-webapi/model/tenant/do/update', { layout: 'left' }, { as: admin })).code, 0)
  const theirs = await visit('/privacy', { lang: 'zh' })
  await signInAt(theirs.page, address, s.tenant, { account: 'he_xugou', password })
  await theirs.page.getByRole('heading', { name: '请先修改密码' }).waitFor()
  await theirs.page.goto(`${address}/innoe-web/patents`)
  await theirs.page.getByRole('heading', { name: '请先修改密码' }).waitFor()
  await theirs.page.getByLabel('原密码').fill(password)
  await theirs.page.getByLabel('新密码', { exact: true }).fill('Kp7-harbour')
  await theirs.page.getByLabel('确认新密码').fill('Kp7-harbour')
  await theirs.page.getByRole('button', { name: '修改并继续' }).click()
  await theirs.page.getByText('虚构研究部的案件').first().waitFor()
  assert.equal(await theirs.page.getByText('别的部门的案件').count(), 0)
  assert.deepEqual(await menusShown(theirs.page, ['案件', '提案', '著作权与成果', '期限', '费用', '法规']), ['首页', '我的事项', '待办任务', '待办审批', '公告', '案件', '专利', '商标', '文档', '统计分析', '统计报告', '共享给我的', '提案', '我的提案', '全部提案', '待我评审', '从提案到授权', '著作权与成果', '软件著作权', '作品著作权', '布图设计', '论文', '科技成果', '技术秘密', '期限', '期限监控', '按日查看', '费用', '案件维护', '年费评审轮次', '我的奖酬', '法规', '期限规则', '工作日历', '文件类型', '任务进度']) // oxfmt-ignore
  // Before the password was changed, every other call was refused.
  assert.deepEqual(theirs.complaints.filter((line) => !line.includes('403')), []) // oxfmt-ignore
  await theirs.done()
})

/** The names in the menu at the side, from the top, with these groups opened. */
async function menusShown(page: Page, groups: readonly string[]): Promise<string[]> {
  const menus = page.getByRole('navigation').first()
  for (const group of groups) {
    const title = menus.locator('.ant-menu-submenu-title').filter({ hasText: group })
    if ((await title.getAttribute('aria-expanded')) !== 'true') await title.click()
    await menus.locator('.ant-menu-submenu-open').filter({ hasText: group }).waitFor()
  }
  const names = await menus.locator('.ant-menu-title-content').allInnerTexts()
  return names.map((name) => name.trim()).filter(Boolean)
}

test('a leaver’s work and roles are counted, all is handed over, the account closes, and the successor sees the cases', async () => {
  const role = await make('role', { code: 'annuity_clerk', name: '虚构年费岗', name_en: 'Fictional annuity clerk', weight: 5 })
  const engineer = await s.tenant.db.selectFrom('role').select('sid').where('code', '=', 'ip_engineer').executeTakeFirstOrThrow()
  const leaver = await s.enrol('ip_engineer', { name: '虚构离任者', name_en: 'Leaving Fictional', role_sids: [engineer.sid, role] })
  const successor = await s.enrol('dept_leader', { name: 'Successor Fictional', department_sid: await make('department', { name: '虚构接收部', company_sid: admin.company }) }) // oxfmt-ignore
  const keel = await patent('Fictional keel', { owner_sid: leaver.sid, department_sid: successor.department })
  await patent('Fictional rudder', { owner_sid: leaver.sid, department_sid: successor.department })
  await make('deadline', {
    case_sid: keel,
    name: '答复',
    name_en: 'Fictional reply',
    kind: 'ACTION',
    official_due: presentDay(),
    owner_sid: leaver.sid,
  })
  await make('user_info', { name: 'Junior Fictional', leader_sid: leaver.sid, company_sid: admin.company })

  const theirs = await visit('/home', { lang: 'en', as: leaver })
  await theirs.page.getByRole('navigation').first().getByText('Home').first().waitFor()
  const { page, complaints, done } = await visit(`/m/user_info/${leaver.sid}`, { lang: 'en', as: admin })
  await page.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over the work of Leaving Fictional' })
  await dialog.getByText('Responsible for 4 in total:').waitFor()
  const rows = (await dialog.locator('tbody tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' ').match(/^\D+\d/)?.[0])
  assert.deepEqual(rows, ['Cases 2', 'Open deadlines 1', 'People led 1'])
  await dialog.getByText('Fictional annuity clerk: held by nobody else').waitFor()
  await dialog.getByText(/^IP engineer: /).waitFor()
  await dialog.getByLabel('Recipient', { exact: true }).fill('Successor')
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'Successor Fictional' }).first().click()
  await dialog.getByLabel('The person leaves the company').check()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('columnheader', { name: 'Will move' }).waitFor()
  await dialog.getByRole('button', { name: 'Hand over and mark as resigned' }).click()
  await page.getByRole('button', { name: 'Re-employ' }).waitFor()
  assert.deepEqual(complaints, [])
  await done()

  await theirs.page.waitForURL(/\/login/)
  await signInAt(theirs.page, address, s.tenant, leaver)
  await theirs.page.getByText('The account is disabled').first().waitFor()
  await theirs.done()
  const after = await visit('/patents', { lang: 'en', as: successor })
  await after.page.getByText('Fictional keel').first().waitFor()
  await after.page.getByText('Fictional rudder').first().waitFor()
  await after.page.goto(`${address}/innoe-web/deadlines`)
  await after.page.getByText('Fictional reply').first().waitFor()
  await after.done()

  // Employed again, the account stays closed until it is reopened.
  const again = await visit(`/m/user_info/${leaver.sid}`, { lang: 'en', as: admin })
  await again.page.getByRole('button', { name: 'Re-employ' }).click()
  await again.page.getByRole('button', { name: 'Hand over' }).waitFor()
  await again.page.getByRole('button', { name: 'Account', exact: true }).click()
  await again.page.getByRole('menuitem', { name: 'Reopen the account' }).click()
  await again.page.getByRole('dialog').getByRole('button', { name: 'Reopen the account' }).click()
  await again.page.getByText('Account reopened').waitFor()
  assert.deepEqual(again.complaints, [])
  await again.done()
  const back = await visit('/privacy', { lang: 'en' })
  await signInAt(back.page, address, s.tenant, leaver)
  await back.page.waitForURL(/\/home$/)
  await back.done()
})
