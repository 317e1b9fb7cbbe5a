import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const manager = await s.enrol('ip_manager')
const colleague = await s.enrol('ip_engineer', { name: '林同事', name_en: 'Lin Colleague' })
await s.enrol('inventor', { name: '林发明', name_en: 'Lin Inventor' })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)
const { data: patent } = await s.call<{ sid: string }>(
  'patent/do/create',
  { title: 'Case with notes', country: 'CN', patent_type: 'INVENTION', owner_sid: manager.sid },
  { as: manager },
)

test('a note mentions a colleague with access to the case, who gets a notification; only the author may edit the note', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: manager })
  await go(`/patents/${patent.sid}?tab=notes`)
  await page.getByText('No notes yet').waitFor()
  const box = page.getByLabel('Write a note')
  await box.fill('Please check ')
  await box.press('End')
  const slow = Promise.withResolvers<void>()
  await page.route('**/case_note/do/people**', async (route) => {
    if (!/"text":"L/.test(route.request().postData() ?? '')) await slow.promise // what “@” alone finds comes last
    await route.continue()
  })
  await box.pressSequentially('@Lin')
  await page.getByRole('option', { name: 'Lin Colleague' }).or(page.locator('.ant-mentions-dropdown li', { hasText: 'Lin Colleague' })).first().waitFor() // oxfmt-ignore
  assert.equal(await page.getByText('Lin Inventor').count(), 0)
  const late = page.waitForResponse((answer) => answer.url().includes('/case_note/do/people'))
  slow.resolve()
  await (await late).finished()
  await page.waitForTimeout(200)
  assert.deepEqual(await page.locator('.ant-mentions-dropdown li').allInnerTexts(), ['Lin Colleague'])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.locator('.note', { hasText: 'Please check @Lin Colleague' })
  await note.waitFor()
  await note.getByRole('button', { name: 'Edit note' }).click()
  await page.locator('.note-list').getByLabel('Write a note').fill('Please check again @Lin Colleague')
  await page.locator('.note-list').getByRole('button', { name: 'Save' }).click()
  await page.locator('.note', { hasText: 'Please check again' }).waitFor()
  await go(`/patents/${patent.sid}?tab=timeline`)
  await page.locator('.timeline-line .of-note', { hasText: 'Please check again' }).waitFor()
  assert.deepEqual(complaints, [])
  await done()

  const theirs = await openPage({ lang: 'zh', as: colleague })
  await theirs.go('/home')
  await theirs.page.getByRole('button', { name: /消息/ }).click()
  await theirs.page.getByText(/的备注中提到了您/).click()
  const seen = theirs.page.locator('.note', { hasText: 'Please check again' })
  await seen.waitFor()
  assert.equal(await seen.getByRole('button').count(), 0)
  assert.deepEqual(theirs.complaints, [])
  await theirs.done()
})

test('people of the same name are told apart by their departments, and only the chosen one is notified; names are found within a Chinese sentence', async () => {
  const department = await s.call<{ sid: string }>(
    'department/do/create',
    { name: '第二部', code: 'D2', company_sid: manager.company },
    { as: await s.enrol('system_admin') },
  )
  assert.ok(department.data?.sid, department.text)
  const first = await s.enrol('ip_engineer', { name: '张三' })
  const chosen = await s.enrol('ip_engineer', { name: '张三', department_sid: department.data.sid })
  const { page, complaints, go, done } = await openPage({ lang: 'zh', as: manager })
  await go(`/patents/${patent.sid}?tab=notes`)
  const box = page.getByRole('textbox', { name: '写备注' })
  await box.click()
  await page.keyboard.insertText('请')
  await page.keyboard.press('@')
  await page.keyboard.insertText('张三')
  await page.keyboard.press('Shift') // an input method ends with a key, too
  const offered = page.locator('.ant-mentions-dropdown li')
  await offered.filter({ hasText: '第二部' }).waitFor()
  assert.equal(await offered.count(), 2)
  if (!(await offered.first().innerText()).includes('第二部')) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('核对期限')
  await page.getByRole('button', { name: '添加备注' }).click()
  await page.locator('.note', { hasText: '请 @张三 核对期限' }).waitFor()
  const told = async (as: typeof first) =>
    (await s.call<{ record: { title: string }[] }>('notification/do/search', { fl: 'title', rows: 9 }, { as })).data.record.filter(({ title }) =>
      title.includes('备注中提到了您'),
    ).length
  assert.deepEqual([await told(first), await told(chosen)], [0, 1])
  assert.deepEqual(complaints, [])
  await done()
})
