// A record that an approval holds: what cannot be changed is not offered, and the screen says why.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, pageOpener } from '../../harness/visitor.ts'

const { app, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

const WORDS = {
  zh: { edit: '编辑', why: '“定稿”审批期间不能编辑', more: '更多操作', delete: '删除', urge: '催办', only: /审批结束前只能修改：备注/ },
  en: { edit: 'Edit', why: 'Cannot be edited while “Final draft approved” is being approved', more: 'More actions', delete: 'Delete', urge: 'Urge', only: /only these fields can be changed: Remark/ },
} as const // oxfmt-ignore

for (const lang of languagesOf(import.meta.url))
  test(
    `a record under approval is edited by nobody, except in the fields that a step opens to its person: ${lang}`,
    { timeout: 120_000 },
    async () => {
      const t = WORDS[lang]
      const starter = await enrol('ip_engineer', { name: `starter ${lang}` })
      const approver = await enrol('ip_manager', { name: `signer ${lang}` })
      const title = `Fictional device ${lang}`
      const level = {
        name: '经理审批',
        name_en: 'Manager',
        participants: [{ kind: 'PERSON', sid: approver.sid }],
        vote: 'ALL_PASS',
        opens: ['remark'],
      }
      const row = { code: `HELD_${lang.toUpperCase()}`, name: '定稿审批', name_en: 'Final draft', entity: 'patent', transition: 'ready', condition: `title CONTAINS '${title}'`, levels: [level] } // oxfmt-ignore
      const process = await call<{ sid: string }>('approval_process/do/create', row, { as: admin })
      assert.equal((await call('approval_process/do/publish', { sid: process.data.sid }, { as: admin })).code, 0, process.text)
      const made = await call<{ sid: string; version: number }>('patent/do/create', { title, country: 'CN', patent_type: 'INVENTION', owner_sid: starter.sid }, { as: starter }) // oxfmt-ignore
      const patent = `/patents/${made.data.sid}`

      const own = await openPage({ lang, as: starter })
      await own.go(patent)
      const edit = own.page.getByRole('button', { name: t.edit, exact: true })
      await edit.waitFor()
      assert.equal(await edit.isEnabled(), true)
      const { version } = (await call<{ version: number }>(`patent/${made.data.sid}`, undefined, { as: starter })).data
      await call('patent/do/transition', { sid: made.data.sid, transition: 'ready', version }, { as: starter })
      await own.go(patent)
      await own.page.locator('.approval-bar').waitFor()
      await own.page.getByRole('button', { name: t.edit, exact: true, disabled: true }).waitFor()
      assert.equal(await edit.getAttribute('title'), t.why)
      assert.equal(await own.page.locator('.fact-edit').count(), 0)
      await own.page.locator('h1').click()
      await own.page.keyboard.press('e')
      await own.page.locator('.ant-message').getByText(t.why).waitFor()
      assert.match(own.page.url(), new RegExp(`${made.data.sid}$`))
      await own.go(`${patent}/edit`)
      await own.page.locator('#page-content').getByRole('alert').getByText(t.why).waitFor()
      await own.page.clock.install()
      await own.load(patent)
      const urge = (disabled: boolean) => own.page.getByRole('button', { name: t.urge, exact: true, disabled })
      await urge(false).click()
      await urge(true).waitFor()
      await own.page.clock.fastForward('59:00')
      assert.equal(await urge(true).count(), 1)
      await own.page.clock.fastForward('01:30')
      await urge(false).waitFor() // the page was not loaded again
      await own.done()

      const deleting = await openPage({ lang, as: admin })
      await deleting.go(patent)
      await deleting.page.getByRole('button', { name: t.edit, exact: true, disabled: true }).waitFor()
      await deleting.page.getByRole('button', { name: t.more, exact: true }).click()
      await deleting.page.locator('.ant-dropdown-menu-item-disabled', { hasText: t.delete }).waitFor()
      await deleting.done()

      const signing = await openPage({ lang, as: approver })
      await signing.go(patent)
      await signing.page.locator('.approval-bar').waitFor()
      assert.equal(await signing.page.getByRole('button', { name: t.edit, exact: true }).isEnabled(), true)
      await signing.page.getByRole('button', { name: t.edit, exact: true }).click()
      await signing.page.getByRole('alert').getByText(t.only).waitFor()
      await signing.done()
    },
  )
