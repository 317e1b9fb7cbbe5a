import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { boxWithin } from '../../../model/documents/text.ts'
import { pdfOf, protectedPdf, sheet, zipOf } from '../../../tests/harness/cases/papers.ts'
import { Refusal } from '../../errors.ts'
import { pictureOfPage, textOf } from './text.ts'

const folder = mkdtempSync(join(tmpdir(), 'innoe-text-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
function fileOf(content: string | Buffer): string {
  const path = join(folder, `file-${++count}`)
  writeFileSync(path, content)
  return path
}

const wordsOf = async (content: string | Buffer, mediaType: string) => (await textOf(fileOf(content), mediaType)).pages.map(({ text }) => text)

test('a PDF gives its text by page and line, with the place of each line', async () => {
  const pdf = pdfOf([
    [
      ['申请号：202310123456.6', 60, 100],
      ['发文日：2026年03月16日', 330, 100],
      ['第一次审查意见通知书', 200, 160],
    ],
    sheet('Second page, in English, with enough words to be read'),
  ])
  const found = await textOf(fileOf(pdf), 'application/pdf')
  assert.equal(found.how, 'embedded')
  assert.equal(found.truncated, false)
  assert.deepEqual(
    found.pages.map(({ lines }) => lines.map(({ text }) => text)),
    [['申请号：202310123456.6  发文日：2026年03月16日', '第一次审查意见通知书'], ['Second page, in English, with enough words to be read']],
  )
  const line = found.pages[0]?.lines[0]
  assert.ok(line?.box)
  const [left = 0, top = 0, width = 0] = boxWithin(line, line.text.indexOf('发文日'), line.text.length) ?? []
  assert.ok(Math.abs(left - 330 / 595) < 0.01, `${left}`)
  assert.ok(top > 0.09 && top < 0.13, `${top}`)
  assert.ok(width > 0.1 && left + width < 1, `${width}`)
})

test('a picture and a scanned page are recognised, with places and confidence', async () => {
  const pdf = fileOf(pdfOf([sheet('Application No. 18/123,456', 'Mailing date 03/16/2026', 'NON-FINAL OFFICE ACTION')]))
  const drawn = await pictureOfPage(pdf, 'application/pdf', 1, 2400)
  assert.equal((await sharp(drawn).metadata()).height, 2400)
  const found = await textOf(fileOf(await sharp(drawn).png().toBuffer()), 'image/png')
  assert.equal(found.how, 'ocr')
  const [page] = found.pages
  assert.match(page?.text ?? '', /18\/123,456/)
  assert.match(page?.text ?? '', /NON-FINAL OFFICE ACTION/)
  const line = page?.lines.find(({ text }) => text.includes('Mailing'))
  assert.ok((line?.confidence ?? 0) > 0.6 && (line?.box?.[1] ?? 0) > 0.1 && (line?.box?.[1] ?? 1) < 0.14, JSON.stringify(line))
})

const SPREADSHEET = {
  'xl/sharedStrings.xml': '<sst><si><t>发明名称</t></si><si><r><t>电</t></r><r><t>池</t></r></si></sst>',
  'xl/workbook.xml': '<workbook/>',
  '[Content_Types].xml':
    '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c><v>42</v></c></row></sheetData></worksheet>',
}
const documentOf = (body: string) => ({
  '[Content_Types].xml':
    '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  'word/document.xml': body,
})

test('text, tables, web pages, messages and office files give their text in their encodings', async () => {
  const zh = '审查意见通知书：请在收到本通知之日起的期限内答复'
  const gb = Buffer.from([0xc9, 0xea, 0xc7, 0xeb, 0xc8, 0xcb, 0xa3, 0xba, 0xd0, 0xe9, 0xb9, 0xb9, 0xb5, 0xc4, 0xb9, 0xab, 0xcb, 0xbe])
  const big5 = Buffer.from([0xb3, 0x6f, 0xac, 0x4f, 0xb5, 0xea, 0xba, 0x63, 0xaa, 0xba, 0xb3, 0x71, 0xaa, 0xbe])
  const rows: readonly (readonly [string | Buffer, string, RegExp])[] = [
    [zh, 'text/plain', /请在收到本通知之日起/],
    [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(zh, 'utf16le')]), 'text/plain', /^审查意见/],
    [gb, 'text/csv', /^申请人：虚构的公司$/],
    [big5, 'text/plain', /^這是虛構的通知$/],
    [
      '<html><head><title>Notice</title><style>p{}</style></head><body><p>一</p><p>二<script>no()</script></p></body></html>',
      'text/html',
      /^Notice\n一\n二$/,
    ],
    ['<?xml version="1.0"?><list><shenqingh>2023101234566</shenqingh></list>', 'text/xml', /shenqingh: 2023101234566/],
    [
      'Subject: =?utf-8?B?6YCa55+l?=\r\nFrom: a@example.test\r\nContent-Type: text/plain; charset=gb2312\r\nContent-Transfer-Encoding: base64\r\n\r\n1eLKx8Dt\r\n',
      'message/rfc822',
      /^通知\n/,
    ],
    [
      await zipOf(
        documentOf(
          '<w:document><w:body><w:p><w:r><w:t>权利</w:t></w:r><w:r><w:t>要求</w:t></w:r></w:p><w:p><w:r><w:t>1.</w:t></w:r></w:p></w:body></w:document>',
        ),
      ),
      'application/zip',
      /^权利要求\n1\.$/,
    ],
    [await zipOf(SPREADSHEET), 'application/zip', /^发明名称\t电池\t42/],
  ]
  for (const [content, type, wanted] of rows) assert.match((await wordsOf(content, type)).join('\n'), wanted)
})

test('a hostile file is refused with its reason, and the server goes on', async () => {
  const huge = Buffer.alloc(33)
  huge.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  huge.writeUInt32BE(30_000, 16)
  huge.writeUInt32BE(30_000, 20)
  huge.set([8, 2, 0, 0, 0], 24)
  const rows: readonly (readonly [string, string | Buffer, string, RegExp])[] = [
    ['a bomb', await zipOf(documentOf(`<w:document><w:t>${'0'.repeat(40 << 20)}`)), 'application/zip', /limits of reading/],
    ['a protected PDF', protectedPdf(), 'application/pdf', /password/],
    ['a huge picture', huge, 'image/png', /limits of reading|damaged/],
    ['a cut PDF', Buffer.from('%PDF-1.7\n1 0 obj <<'), 'application/pdf', /damaged/],
    ['a cut workbook', (await zipOf(SPREADSHEET)).subarray(0, 300), 'application/zip', /damaged|cannot be read from/],
    ['nothing', '', 'text/plain', /damaged/],
    ['an old document', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'application/msword', /cannot be read|damaged/],
  ]
  for (const [name, content, type, wanted] of rows)
    await assert.rejects(
      textOf(fileOf(content), type),
      (error) => error instanceof Refusal && error.name === 'unreadable' && wanted.test(error.words('en')),
      name,
    )
})

test('entities that an XML file declares are not expanded, and nothing outside it is read', async () => {
  const file =
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "spread"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><l><t>kept &b; &c;</t></l>'
  const [text = ''] = await wordsOf(file, 'text/xml')
  assert.match(text, /kept/)
  assert.doesNotMatch(text, /spread|root:/)
})
