import assert from 'node:assert/strict'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import yazl from 'yazl'
import { sendFile } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { readSheet } from './workbook/sheet.ts'

const { app, enrol } = await testServer()
const manager = await enrol('ip_manager')
const folder = mkdtempSync(join(tmpdir(), 'innoe-bomb-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const WORKBOOK =
  '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>'
const RELATIONS =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'

const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
const ROOT =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>'

/** A workbook with this sheet, which is streamed since it may be huge. */
async function workbookWith(name: string, sheet: Iterable<string>, book = WORKBOOK) {
  const zip = new yazl.ZipFile()
  zip.addBuffer(Buffer.from(TYPES), '[Content_Types].xml')
  zip.addBuffer(Buffer.from(ROOT), '_rels/.rels')
  zip.addBuffer(Buffer.from(book), 'xl/workbook.xml')
  zip.addBuffer(Buffer.from(RELATIONS), 'xl/_rels/workbook.xml.rels')
  zip.addReadStream(Readable.from(sheet), 'xl/worksheets/sheet1.xml')
  zip.end()
  const path = join(folder, name)
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

function* blanks(megabytes: number) {
  yield '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
  for (let n = 0; n < megabytes; n++) yield ' '.repeat(1 << 20)
  yield '</sheetData></worksheet>'
}

test('[8.10] a workbook that would unpack to hundreds of megabytes is refused before unpacking', async () => {
  const path = await workbookWith('bomb.xlsx', blanks(400))
  const file = readFileSync(path)
  assert.ok(file.length < 1 << 20)
  const { status, message } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file: new Uint8Array(file), name: 'bomb.xlsx' })
  assert.deepEqual([status, message], [413, '上传失败，文件大小超出限制或格式错误'])
})

test('an invalid sheet ends its worker thread, not the server', async () => {
  const path = await workbookWith('broken.xlsx', ['<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>unclosed'])
  const file = new Uint8Array(readFileSync(path))
  const { status } = await sendFile(app, { path: 'patent/do/import_preview', token: manager.token, file, name: 'broken.xlsx' })
  assert.ok([400, 413].includes(status), String(status))
})

test('a cell far to the right does not create millions of cells', async () => {
  const path = await workbookWith('wide.xlsx', [
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="XFD1" t="inlineStr"><is><t>x</t></is></c><c r="A1" t="inlineStr"><is><t>a</t></is></c></row></sheetData></worksheet>',
  ])
  for await (const [row] of readSheet(path, 0)) assert.ok((row?.cells.length ?? 0) <= 300)
})

// What would run on for ever fails; how long an answer takes depends on the machine.
const BOUNDED = { timeout: 120_000 }

test('an endless list of sheets is read in bounded time', BOUNDED, async () => {
  const path = await workbookWith('sheets.xlsx', ['<worksheet/>'], `<workbook>${'<sheet '.repeat(100_000)}`)
  const { status } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file: new Uint8Array(readFileSync(path)), name: 'a.xlsx' })
  assert.equal(status, 415)
})

test('cells of a million characters do not block, and entities are not resolved', BOUNDED, async () => {
  const cells = (row: number, texts: readonly string[]) =>
    `<row r="${row}">${texts.map((text, at) => `<c r="${String.fromCharCode(65 + at)}${row}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`).join('')}</row>`
  const headings = ['专利名称', '国家', '申请日', '发明人', 'IPC', '法律状态', '生物保藏', '优先权号', '申请号']
  const fillers = [' ', '0', ',', '[:', '(', 'expired', '1/', '2024-', 'CN']
  const long = fillers.map((filler, at) => `1${(fillers[(at + 3) % fillers.length] ?? '').repeat(300_000)}${filler}x`)
  const path = await workbookWith('cells.xlsx', [
    '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>',
    ...[headings, long, fillers.map((filler) => filler.repeat(300_000)), headings.map(() => '&f;&b;')].map((texts, at) => cells(at + 1, texts)),
    '</sheetData></worksheet>',
  ])
  const sent = { path: 'patent/do/import_preview', token: manager.token, file: new Uint8Array(readFileSync(path)), name: 'a.xlsx' }
  const { status, data, message } = await sendFile(app, sent)
  assert.equal(status, 200, message)
  assert.equal(data.total, 3)
  assert.doesNotMatch(JSON.stringify(data), /root:|aaaaaaaaaa/)
})

test('only the uploading user can use an upload', async () => {
  const other = await enrol('ip_engineer')
  const path = await workbookWith('fine.xlsx', [
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>专利名称</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>甲</t></is></c></row></sheetData></worksheet>',
  ])
  const sent = await sendFile(app, {
    path: 'patent/do/import_preview',
    token: manager.token,
    file: new Uint8Array(readFileSync(path)),
    name: 'fine.xlsx',
  })
  assert.equal(sent.status, 200, sent.message)
  const body = JSON.stringify({ file_sid: sent.data.file_sid })
  const ask = (token: string) =>
    app.inject({
      method: 'POST',
      url: '/innoe-webapi/model/patent/do/import_preview',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: body,
    })
  assert.equal((await ask(manager.token)).statusCode, 200)
  assert.equal((await ask(other.token)).statusCode, 404)
})

const cell = (value: string, more = '') => `<td${more}>${value}</td>`
const XML_TABLE = (index: string) =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table><Row><Cell><Data ss:Type="String">专利名称</Data></Cell></Row>${index}</Table></Worksheet></Workbook>`

for (const [what, name, answer, text] of [
  ['a row of a million columns', 'wide.csv', 400, `专利名称${','.repeat(1_000_000)}\n甲`],
  ['a quote that nothing closes', 'quote.csv', 400, `专利名称,国家\n"${'甲,'.repeat(1_500_000)}`],
  [
    'a web page with a cell over a billion columns',
    'span.xls',
    200,
    `<table><tr>${cell('专利名称', ' colspan="1000000000"')}${cell('国家')}</tr></table>`,
  ],
  [
    'a web page with a cell over a billion rows',
    'rows.xls',
    200,
    `<table><tr>${cell('专利名称', ' rowspan="1000000000"')}</tr><tr>${cell('甲')}</tr></table>`,
  ],
  [
    'an XML table with a cell in the billionth column',
    'column.xls',
    200,
    XML_TABLE('<Row><Cell ss:Index="1000000000"><Data ss:Type="String">甲</Data></Cell></Row>'),
  ],
  [
    'an XML table with the billionth row',
    'row.xls',
    200,
    XML_TABLE('<Row ss:Index="1000000000"><Cell><Data ss:Type="String">甲</Data></Cell></Row>'),
  ],
  ['an old workbook that is cut off', 'old.xls', 415, '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'.padEnd(5000, '\u0000')],
] as const)
  test(`${what} is ${answer === 200 ? `read without what is beyond a table's limits` : 'refused'}`, { timeout: 150_000 }, async () => {
    const bytes = name === 'old.xls' ? Buffer.from(text, 'latin1') : Buffer.from(text)
    const sent = { path: 'patent/do/import_preview', token: manager.token, file: new Uint8Array(bytes), name }
    const { status, data, message } = await sendFile(app, sent)
    assert.deepEqual([status, Number(data?.total ?? 0) <= 2], [answer, true], JSON.stringify(data) ?? message)
  })

test('headings and mappings named like built-in object properties are treated as ordinary text', async () => {
  const odd = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'prototype']
  const bytes = new TextEncoder().encode(`${['专利名称', ...odd].join(',')}\n${['甲', ...odd].join(',')}`)
  const send = (mapping: string) =>
    sendFile(app, { path: 'patent/do/import_preview', token: manager.token, file: bytes, name: 'odd.csv', fields: { mapping } })
  for (const mapping of [
    '{"__proto__":"title"}',
    '{"专利名称":"__proto__","constructor":"constructor","toString":"hasOwnProperty"}',
    '[{"heading":"__proto__","field":"__proto__"}]',
  ]) {
    const { status, message } = await send(mapping)
    assert.ok(status === 200 || status === 400, `${mapping}: ${status} ${message}`)
  }
  assert.deepEqual(Object.keys(Object.prototype), [])
  assert.equal(({} as Record<string, unknown>).title, undefined)
})
