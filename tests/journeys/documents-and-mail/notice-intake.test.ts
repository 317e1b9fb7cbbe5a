// Notices of many files and folders are dropped at once, and worked off as a list.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startJobs } from '../../../server/jobs/start.ts'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { casesOf } from '../../harness/cases/cases.ts'
import { pdfOf, sheet } from '../../harness/cases/papers.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, pageOpener } from '../../harness/visitor.ts'

const { server, app, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
const { patent } = casesOf(call, manager)
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

const WORDS = {
  zh: { failed: /2 个文件未能上传/, again: '重新上传', skipped: '1 个文件未收下', empty: '0.pdf：是空文件', received: '已收到 2 份，正在读取', list: '收到的通知书', accepted: /已接收/, folder: '选择文件夹' },
  en: { failed: /2 files could not be uploaded/, again: 'Upload again', skipped: '1 file was not taken', empty: '0.pdf: is empty', received: '2 notices received; now being read', list: 'Received notices', accepted: /^Accepted/, folder: 'Choose a folder' },
} as const // oxfmt-ignore

for (const lang of languagesOf(import.meta.url))
  test(
    `a folder of notices is dropped: what fails is uploaded again alone, and each notice is accepted by a key (${lang})`,
    { timeout: 180_000 },
    async () => {
      const words = WORDS[lang]
      await patent({ title: '虚构收件装置', case_no: `DROP-${lang}`, status: 'SE', application_no: '202310123456.6', filing_date: '2023-02-20' })
      const folder = folderOf(lang)
      const { page, complaints, go, done } = await openPage({ lang, as: manager })
      await go('/m/notice_intake')
      await page.getByRole('button', { name: words.folder }).waitFor()
      let uploads = 0
      await page.route('**/notice_intake/do/receive', (route) => (++uploads === 2 ? route.abort() : route.continue()))
      await dropOn(page, '.intake-drop', folder)
      await page.getByText(words.failed).waitFor()
      await page.getByText(words.skipped).waitFor()
      await page.getByText(words.empty).waitFor()
      assert.deepEqual(await seriousFaults(page), [])
      await page.getByRole('button', { name: words.again }).click()
      await page.getByText(words.received).waitFor()
      assert.equal(uploads, 3)
      const list = page.getByRole('navigation', { name: words.list })
      const first = list.getByRole('button', { name: new RegExp(`DROP-${lang}`) }).first()
      await first.click({ timeout: 90_000 }) // those that came before it are read first
      await page.locator('.intake-form .ant-tag-success').first().waitFor()
      const before = await list.getByRole('button').count()
      assert.equal(before, 21)
      await page.locator('.intake-form [aria-live] table').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText(words.accepted).first().waitFor()
      await page.waitForFunction((count) => document.querySelectorAll('.intake-rows li').length === count, before - 1)
      assert.deepEqual(complaints.filter((line) => !line.includes('ERR_FAILED')), []) // oxfmt-ignore
      await done()
    },
  )

/** Twenty letters, two notices in a folder of their own, an empty file, and what a desktop leaves. */
function folderOf(lang: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'innoe-drop-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const later = join(folder, '来文')
  mkdirSync(later)
  const lines = ['国家知识产权局', '申请号：202310123456.6', '发文日：2026年03月16日', '第一次审查意见通知书', `虚构 ${lang}`]
  writeFileSync(join(later, '1.pdf'), pdfOf([sheet(...lines)]))
  writeFileSync(join(later, '2.txt'), `letter of an unknown case ${lang}`)
  writeFileSync(join(folder, '.DS_Store'), 'x')
  writeFileSync(join(folder, '0.pdf'), '')
  for (let no = 1; no <= 19; no++) writeFileSync(join(folder, `${no}.txt`), `letter ${no} ${lang}`)
  return folder
}

/** As the desktop drops it: a script of the page cannot make the entry of a folder. */
async function dropOn(page: Page, selector: string, path: string) {
  const box = await page.locator(selector).first().boundingBox()
  assert.ok(box)
  const { send } = await page.context().newCDPSession(page).then((session) => ({ send: session.send.bind(session) })) // oxfmt-ignore
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await send('Input.dispatchDragEvent', { type, x: box.x + box.width / 2, y: box.y + box.height / 2, data })
}
