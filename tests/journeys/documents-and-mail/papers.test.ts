import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { sendFile, workbook } from '../../harness/cases/exchange.ts'
import { unfit } from '../../harness/fit.ts'
import { pdfOf, sheet, zipOf } from '../../harness/cases/papers.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, pageOpener } from '../../harness/visitor.ts'

const { app, call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const made = await call<{ sid: string }>('patent/do/create', { title: '虚构电池', country: 'CN', patent_type: 'INVENTION' }, { as: manager })
const case_sid = made.data.sid

const WORD = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  'word/document.xml':
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>一种虚构的电池</w:t></w:r></w:p></w:body></w:document>',
}
const MAIL = [
  'From: sender@example.test',
  'Subject: =?utf-8?B?5a6h5p+l5oSP6KeB?=',
  'MIME-Version: 1.0',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>正文</p><script>alert(1)</script><img src="https://pictures.example.test/pixel.gif" onerror="alert(2)">',
].join('\r\n')
const HOSTILE = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(3)"><image href="https://pictures.example.test/x.png"/></svg>'
const scan = await sharp({ create: { width: 60, height: 160, channels: 3, background: '#336' } }).raw().toBuffer() // oxfmt-ignore
const tif = sharp(scan, { raw: { width: 60, height: 160, channels: 3, pageHeight: 80 } }).tiff()

const FILES: readonly (readonly [string, string | Uint8Array])[] = [
  ['公告.svg', HOSTILE],
  ['来信.eml', MAIL],
  ['材料.zip', await zipOf({ '附件/说明.txt': '压缩包中的文字' })],
  ['扫描.tif', await tif.toBuffer()],
  ['费用.csv', Buffer.from('cda8d6aacae92cbdf0b6ee0ab5dad2bbb4ceccecc6f82c313030300a', 'hex')],
  ['清单.xlsx', await workbook([['案号', '名称'], ['P1', '电池']])],
  ['说明书.docx', await zipOf(WORD)],
  ['通知书.pdf', pdfOf([sheet('First office action', 'Fictional application 1'), sheet('Second page')])],
] // oxfmt-ignore
// The list shows the newest first.
for (const [name, file] of FILES) {
  const bytes = typeof file === 'string' ? file : new Uint8Array(file)
  const sent = await sendFile(app, { path: 'document/do/upload', token: manager.token, name, file: bytes, fields: { case_sid } })
  assert.equal(sent.status, 200, `${name}: ${sent.message}`)
}

const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

const body = (page: Page) => page.locator('.viewer-body')
const frame = (page: Page) => body(page).frameLocator('iframe[sandbox=""]')
const isDrawn = (page: Page) =>
  page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-page="1"] canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    return pixels?.some((value, at) => at % 4 === 0 && value < 80) ?? false
  })

/** What is seen of each file, in the order of the list. */
const SEEN: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  [
    '通知书.pdf',
    async (page) => {
      await isDrawn(page)
      await body(page).getByText('Fictional application 1').waitFor({ state: 'attached' })
      await page.keyboard.press('PageDown')
      await body(page).getByText('Second page').waitFor({ state: 'attached' })
    },
  ],
  ['说明书.docx', (page) => frame(page).getByText('一种虚构的电池').waitFor()],
  ['清单.xlsx', (page) => body(page).getByRole('cell', { name: '电池', exact: true }).waitFor()],
  ['费用.csv', (page) => body(page).getByRole('cell', { name: '第一次天气' }).waitFor()],
  [
    '扫描.tif',
    async (page) => {
      await body(page).locator('[data-page="2"] img').waitFor()
      await page.waitForFunction(() => document.querySelector<HTMLImageElement>('[data-page="2"] img')?.naturalWidth === 60)
    },
  ],
  [
    '材料.zip',
    async (page) => {
      await body(page).getByRole('button', { name: /附件\/说明\.txt/ }).click() // oxfmt-ignore
      await body(page).getByText('压缩包中的文字').waitFor()
      await page.locator('.viewer-name button').click()
      await body(page).getByRole('button', { name: /附件\/说明\.txt/ }).waitFor() // oxfmt-ignore
    },
  ],
  ['来信.eml', (page) => frame(page).getByText('正文').waitFor()],
  ['公告.svg', (page) => body(page).getByText(HOSTILE).waitFor()],
]
/** Accessibility is not asked of frames without scripts, in which the checker cannot run. */
const CHECKED = new Set(['通知书.pdf', '清单.xlsx', '扫描.tif', '材料.zip'])

for (const [lang, theme, width] of [
  ['zh', 'light', 1280],
  ['en', 'dark', 390],
] as const)
  test(`[2.31] the documents of a case are read one after the other, and nothing in them runs or is fetched: ${lang}, ${theme}, ${width} px`, async () => {
    const { page, go, complaints, done } = await openPage({ lang, theme, width, as: manager })
    const [dialogs, requests, faults]: [string[], string[], string[]] = [[], [], []]
    page.on('dialog', (dialog) => (dialogs.push(dialog.message()), void dialog.dismiss()))
    page.on('request', (request) => void (request.url().includes('example.test') && requests.push(request.url())))
    await go(`/patents/${case_sid}`)
    await page.getByRole('tab', { name: lang === 'zh' ? '文件' : 'Documents' }).click()
    await page.locator('button.file', { hasText: '通知书.pdf' }).click()
    for (const [name, look] of SEEN) {
      await page.locator('.viewer-name', { hasText: name }).waitFor()
      await look(page)
      if (CHECKED.has(name)) faults.push(...(await seriousFaults(page)), ...(await unfit(page)))
      await page.keyboard.press(']')
    }
    await page.keyboard.press('Escape')
    await body(page).waitFor({ state: 'detached' })
    await page.locator('button.file', { hasText: '通知书.pdf' }).waitFor() // only the viewer was left
    assert.deepEqual([dialogs, requests, faults], [[], [], []])
    // The session of the test is written into each frame, also into those that may keep nothing.
    assert.deepEqual(complaints.filter((line) => !line.includes('sandboxed')), []) // oxfmt-ignore
    await done()
  })

for (const lang of languagesOf(import.meta.url))
  test(`several files are dropped at once: what is refused is named with its reason, and the others are not sent again, in ${lang}`, async () => {
    const words =
      lang === 'zh'
        ? { upload: '上传', added: '已上传 2 个文件', refused: '坏.tif：内容不是 .tif 格式：文件可能已损坏，或改过扩展名', title: '上传 1 个文件' }
        : {
            upload: 'Upload',
            added: '2 files uploaded',
            refused: '坏.tif: has content that is not of the format .tif: it is damaged, or its extension was changed',
            title: 'Upload 1 file',
          }
    const created = await call<{ sid: string }>(
      'patent/do/create',
      { title: `拖放 ${lang}`, country: 'CN', patent_type: 'INVENTION' },
      { as: manager },
    )
    const { page, go, done } = await openPage({ lang, as: manager })
    await go(`/patents/${created.data.sid}?tab=documents`)
    const files = await page.evaluateHandle(() => {
      const dropped = new DataTransfer()
      for (const [name, text] of [['甲.txt', 'a'], ['坏.tif', 'b'], ['乙.txt', 'c']] as const) dropped.items.add(new File([text], name)) // oxfmt-ignore
      return dropped
    })
    await page.locator('.ant-upload-drag .ant-upload-btn').dispatchEvent('drop', { dataTransfer: files })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('乙.txt').waitFor()
    await dialog.getByRole('button', { name: words.upload }).click()
    await dialog.getByText(words.refused).waitFor()
    await page.getByText(words.added).waitFor()
    await dialog.getByText(words.title).waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    await dialog.getByRole('button', { name: words.upload }).click()
    await dialog.getByText(words.refused).waitFor()
    const iql = `case_sid = '${created.data.sid}'`
    const kept = await call<{ record: { file_name: string; version_no: number }[] }>('document/do/search', { iql, fl: 'file_name,version_no' }, { as: manager }) // oxfmt-ignore
    assert.deepEqual(kept.data.record.map(({ file_name, version_no }) => `${file_name} ${version_no}`).toSorted(), ['乙.txt 1', '甲.txt 1'].toSorted()) // oxfmt-ignore
    await done()
  })

test('[1.07] documents are downloaded together; one is checked out, compared, remarked, returned and moved to another case', async () => {
  const [first, second] = ['一种电池\n包括正极。', '一种锂电池\n包括正极。']
  const other = await call<{ sid: string }>('patent/do/create', { title: '另一虚构案件', country: 'CN', patent_type: 'INVENTION' }, { as: manager })
  const sent = await sendFile(app, { path: 'document/do/upload', token: manager.token, name: '草稿.txt', file: first, fields: { case_sid } })
  await sendFile(app, { path: 'document/do/upload', token: manager.token, name: '草稿.txt', file: second, fields: { sid: sent.data.sid } })
  const { page, go, complaints, done } = await openPage({ lang: 'zh', theme: 'light', width: 1280, as: manager })
  await go(`/patents/${case_sid}`)
  await page.getByRole('tab', { name: '文件' }).click()
  await page.getByRole('checkbox', { name: '选择 草稿.txt' }).check()
  await page.getByRole('checkbox', { name: '选择 费用.csv' }).check()
  await page.getByRole('button', { name: '打包下载（2）' }).click()
  await page.getByRole('listitem').filter({ hasText: '虚构电池/内部/草稿.txt' }).waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载', exact: true }).click()
  assert.equal((await saved).suggestedFilename(), '文件.zip')
  await page.getByRole('row', { name: /草稿\.txt/ }).getByRole('button', { name: /V2/ }).click() // oxfmt-ignore
  await page.getByRole('button', { name: '签出' }).click()
  await page.getByText(/^已由.+签出$/).waitFor()
  await page.getByRole('button', { name: '比较 V1' }).click()
  await page.locator('.comparison ins', { hasText: /^锂$/ }).waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '修改 V1 的备注' }).click()
  await page.getByRole('textbox', { name: '版本备注', exact: true }).fill('初稿')
  await page.keyboard.press('Enter')
  await page.locator('.version-what', { hasText: '初稿' }).waitFor()
  await page.getByRole('button', { name: '归还' }).click()
  await page.getByRole('button', { name: '移到另一案件' }).click()
  await page.getByRole('combobox').fill('另一虚构')
  await page.getByTitle(/另一虚构案件/).click()
  await page.getByRole('button', { name: '移动', exact: true }).click()
  await page.getByText('文件已移动').waitFor()
  await go(`/patents/${other.data.sid}`)
  await page.getByRole('tab', { name: '文件' }).click()
  await page.locator('button.file', { hasText: '草稿.txt' }).waitFor()
  assert.deepEqual(complaints, [])
  await done()
})

for (const lang of languagesOf(import.meta.url))
  test(`a document is made from a template on the page of the case, in ${lang}`, async () => {
    const words =
      lang === 'zh'
        ? { open: '由模板生成文件', name: '官费付款申请单', make: '生成文件', title: '名称' }
        : { open: 'Document from a template', name: 'Request for payment of official fees', make: 'Make document', title: 'Title' }
    const { page, complaints, go, done } = await openPage({ lang, as: manager })
    await go(`/patents/${case_sid}?tab=documents`)
    await page.getByRole('button', { name: words.open }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').fill(words.name)
    await page.getByTitle(words.name, { exact: true }).click()
    await dialog.getByRole('row', { name: /虚构电池/ }).waitFor()
    await seriousFaults(page).then((faults) => assert.deepEqual(faults, []))
    await dialog.getByRole('button', { name: words.make }).click()
    await page
      .getByRole('button', { name: new RegExp(`_${words.name}`) })
      .first()
      .waitFor()
    assert.deepEqual(complaints, [])
    await done()
  })
