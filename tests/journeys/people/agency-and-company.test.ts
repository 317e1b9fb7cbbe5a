import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { signInAt } from '../../harness/sign-in/signing-in.ts'
import { visitor } from '../../harness/visitor.ts'
import { systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'

const s = await testServer()
const admin = await s.enrol('system_admin', { name: '总部管理员（虚构）' })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(s.tenant), modelOf(s.tenant, model), values)
const patent = (title: string, more: object) =>
  make('patent', { title, country: 'CN', patent_type: 'INVENTION', company_sid: admin.company, owner_sid: admin.sid, ...more })

test('a person of an agency sees the cases of that agency, and another agency’s case by its address is as one that does not exist', async () => {
  const [own, other] = [await make('agency', { agency_name: 'Fictional Lantern IP' }), await make('agency', { agency_name: 'Fictional Quarry IP' })]
  const agent = await s.enrol('agent', { agency_sid: own, name: 'Agent Fictional' })
  await patent('Case of Lantern', { agency_sid: own })
  const far = await patent('Case of Quarry', { agency_sid: other })
  await patent('Case without an agency', {})
  const { page, complaints, done } = await visit('/privacy', { lang: 'en' })
  await signInAt(page, address, s.tenant, { ...agent, end: 'Agency' })
  await page.waitForURL(/\/home$/)
  await page.goto(`${address}/innoe-web/patents`)
  await page.getByText('Case of Lantern').first().waitFor()
  for (const title of ['Case of Quarry', 'Case without an agency']) assert.equal(await page.getByText(title).count(), 0)
  const texts: string[] = []
  for (const sid of [far, '0190f0f0-0000-7000-8000-000000000000']) {
    await page.goto(`${address}/innoe-web/patents/${sid}`)
    await page.getByText('This record does not exist').first().waitFor()
    texts.push(await page.getByRole('main').innerText())
  }
  assert.equal(texts[0], texts[1])
  await page.goto(`${address}/innoe-web/my-items`)
  await page.getByRole('tab', { name: 'I created' }).waitFor()
  await page.getByText('No case here yet').waitFor()
  assert.equal(await page.getByRole('tab', { name: 'I invented' }).count(), 0) // who of an enterprise an inventor is, is hidden from it
  await page.goto(`${address}/innoe-web/organisation`)
  await page.getByRole('heading', { name: 'You do not have permission to view this' }).waitFor()
  assert.deepEqual(
    complaints.filter((line) => !line.includes('404') && !line.includes('403')),
    [],
  )
  await done()
})

test('the administrator of a sub-company sees that company only, and is refused in words a role above theirs and the head administrator’s password', async () => {
  const sub = await make('company', { company_name: '虚构子公司', parent_sid: admin.company })
  const lab = await make('department', { name: '虚构子公司研发部', company_sid: sub })
  const role = await make('role', { code: 'sub_admin', name: '子公司管理员', weight: 90 })
  await make('role_grant', { role_sid: role, entity: '*', verbs: ['*'], data_scope: 'ALL', within_company: sub })
  const theirs = await s.enrol('inventor', { role_sids: [role], company_sid: sub, department_sid: lab, name: '子公司管理员甲' })
  const colleague = await s.enrol('inventor', { company_sid: sub, department_sid: lab, name: '同事乙' })
  await patent('子公司案件（虚构）', { company_sid: sub })
  await patent('总部案件（虚构）', {})
  const headAccount = await s.tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', admin.sid).executeTakeFirstOrThrow()

  const { page, done } = await visit('/patents', { lang: 'zh', as: theirs })
  await page.getByText('子公司案件（虚构）').first().waitFor()
  assert.equal(await page.getByText('总部案件（虚构）').count(), 0)
  await page.goto(`${address}/innoe-web/m/user_info`)
  await page.getByText('同事乙').first().waitFor()
  assert.equal(await page.getByText('总部管理员（虚构）').count(), 0)

  await page.goto(`${address}/innoe-web/m/user_info/${colleague.sid}/edit`)
  await page.getByLabel('角色').fill('系统管理员')
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '系统管理员' }).first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /保\s*存/ }).click()
  await page.getByText('您不能授予“系统管理员”').first().waitFor()

  for (const path of [`/m/user_info/${admin.sid}`, `/m/user/${headAccount.sid}`]) {
    await page.goto(`${address}/innoe-web${path}`)
    await page.getByText('没有找到这条记录').first().waitFor()
    assert.equal(await page.getByRole('button', { name: '账号操作' }).count(), 0)
  }
  const reset = await s.call('user/do/password_reset', { sid: headAccount.sid }, { as: theirs })
  assert.ok([403, 404].includes(reset.status), reset.text)
  assert.ok(/[\p{Script=Han}]/u.test(reset.message), reset.text)
  await done()
})

test('a move in the chart is taken back while nobody else has changed the unit since', async () => {
  const company = await make('company', { company_name: 'Chart Works (fictional)' })
  const [lab, bench] = [
    await make('department', { name: 'Lab of the chart', company_sid: company }),
    await make('department', { name: 'Bench of the chart', company_sid: company }),
  ]
  const parentOf = async () =>
    (await s.tenant.db.selectFrom('department').select('parent_sid').where('sid', '=', bench).executeTakeFirstOrThrow()).parent_sid
  const { page, done } = await visit('/organisation', { lang: 'en', as: admin })
  const boxOf = async (sid: string) => {
    const node = page.locator(`.react-flow__node[data-id="${sid}"]`)
    await node.scrollIntoViewIfNeeded()
    return (await node.boundingBox()) ?? assert.fail(`${sid} is not drawn`)
  }
  const drag = async () => {
    await page.locator(`.react-flow__node[data-id="${bench}"]`).waitFor()
    const [from, onto] = [await boxOf(bench), await boxOf(lab)]
    await page.mouse.move(from.x + 4, from.y + 4)
    await page.mouse.down()
    await page.mouse.move(onto.x + 4, onto.y + 4, { steps: 8 })
    await page.mouse.up()
    await page.getByText('“Bench of the chart” now stands below “Lab of the chart”').waitFor()
    assert.equal(await parentOf(), lab)
  }
  await drag()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('“Bench of the chart” is back where it was').waitFor()
  assert.equal(await parentOf(), null)
  await drag()
  assert.equal((await s.call('department/do/update', { sid: bench, name: 'Bench of others' }, { as: admin })).code, 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('.ant-message-error').waitFor()
  assert.equal(await parentOf(), lab)
  await done()
})
