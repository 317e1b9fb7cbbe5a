import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { packed, type Parts, rowsOf } from '../../../tests/harness/packed.ts'
import { Refusal } from '../../errors.ts'
import { openZip, readBook } from './book.ts'
import { MAX_ROWS, readSheet, type SheetRow } from './sheet.ts'

const folder = mkdtempSync(join(tmpdir(), 'innoe-book-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let made = 0

async function pathOf(parts: Parts) {
  const path = join(folder, `${++made}.xlsx`)
  writeFileSync(path, await packed(parts))
  return path
}

async function read(parts: Parts): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const batch of readSheet(await pathOf(parts), 0)) rows.push(...batch)
  return rows
}

const cells = async (parts: Parts) => (await read(parts)).map((row) => row.cells)
const ORDINARY = [['专利名称', '申请号'], ['一种装置', '202310123456.6']] // oxfmt-ignore
const ROWS = rowsOf(ORDINARY)
const STYLES =
  '<numFmts><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/><numFmt numFmtId="177" formatCode="[Red]0.00&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="176"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="177"/></cellXfs>'
const day = (text: string) => new Date(`${text}T00:00:00Z`)

for (const [name, parts] of [
  ['strict OOXML', { rows: ROWS, strict: true }],
  ['UTF-16 with its mark', { rows: ROWS, encode: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le') }],
  ['UTF-16 without it', { rows: ROWS, encode: (text: string) => Buffer.from(text, 'utf16le') }],
  ['UTF-8 with a mark', { rows: ROWS, encode: (text: string) => Buffer.from(`\ufeff${text}`) }],
  ['parts of other names', { rows: ROWS, path: 'xl/workbook22.xml', sheetPath: 'worksheets/Data.xml' }],
  ['a path from the root', { rows: ROWS, sheetPath: '/xl/worksheets/sheet1.xml' }],
  ['identifiers of another form', { rows: ROWS, id: 'R6f2d8a', prefix: 'd3p1' }],
  ['no place on rows and cells', { rows: ROWS.replace(/ r="[A-Z]*\d+"/g, '') }],
  ['names with a prefix', { rows: ROWS.replace(/<(\/?)(row|c|is|t)\b/g, '<$1x:$2') }],
  ['single quotes', { rows: ROWS.replaceAll('"', "'") }],
  ['comments and instructions', { rows: `<!-- <row> --><?x y?>${ROWS}` }],
] as [string, Parts][])
  test(`a workbook with ${name} is read`, async () => assert.deepEqual(await cells(parts), ORDINARY))

test('numbers are read by their formats', async () => {
  const rows = rowsOf([
    [44260, '<c @ s="1"><v>44260</v></c>', '<c @ s="2"><v>44260.75</v></c>', '<c @ s="3"><v>0.85</v></c>', '<c @ s="4"><v>12.5</v></c>'],
  ])
  const [row] = await cells({ rows, styles: STYLES })
  assert.deepEqual(row, [44260, day('2021-03-05'), new Date('2021-03-05T18:00:00Z'), '85%', 12.5])
})

test('a workbook with the 1904 date system counts its days from 1904', async () => {
  const [row] = await cells({ rows: rowsOf([['<c @ s="2"><v>42798</v></c>']]), styles: STYLES, book: '<workbookPr date1904="1"/>' })
  assert.deepEqual(row, [day('2021-03-05')])
})

test('shared texts are joined from their runs, without the pronunciation', async () => {
  const shared =
    '<si><t>発明</t><rPh sb="0" eb="2"><t>ハツメイ</t></rPh></si><si><r><t>富</t></r><r><rPr><b/></rPr><t xml:space="preserve"> 文本</t></r></si><si><t>a_x000D_b &#x8BF7;&amp;&lt;</t></si>'
  const cell = (n: number) => `<c @ t="s"><v>${n}</v></c>`
  assert.deepEqual(await cells({ rows: rowsOf([[cell(0), cell(1), cell(2), cell(99)]]), shared }), [['発明', '富 文本', 'a\rb 请&<']])
})

test('inline texts omit the pronunciation, and CDATA is read as text', async () => {
  const rows = rowsOf([
    ['<c @ t="inlineStr"><is><t>特許</t><rPh><t>トッキョ</t></rPh></is></c>', '<c @ t="inlineStr"><is><t><![CDATA[a<b & c]]></t></is></c>'],
  ])
  assert.deepEqual(await cells({ rows }), [['特許', 'a<b & c']])
})

test('a formula is read by its computed value; an error or a missing value is reported', async () => {
  const rows = rowsOf([
    ['<c @ t="str"><f>A1</f><v>名称</v></c>', '<c @ s="2"><f>DATE()</f><v>44260</v></c>', '<c @ t="e"><f>X</f><v>#N/A</v></c>', '<c @><f>X</f></c>', '<c @ t="str"><f>""</f><v></v></c>', '<c @ t="b"><v>1</v></c>', '<c @ t="d"><v>2021-03-05T00:00:00</v></c>'],
  ]) // oxfmt-ignore
  assert.deepEqual(await cells({ rows, styles: STYLES }), [['名称', day('2021-03-05'), '#N/A', '#CALC!', null, true, '2021-03-05T00:00:00']])
})

// As libraries write it that compute nothing.
test('an empty value of a formula is no value, unless its result is a text', async () => {
  const rows = rowsOf([['<c @><f>DATE(2021,3,25)</f><v /></c>', '<c @ t="n"><f>X</f><v></v></c>', '<c @ t="str"><f>""</f><v /></c>', '<c @><f>1+1</f><v>2</v></c>', '<c @ s="2"><v /></c>']]) // oxfmt-ignore
  assert.deepEqual(await cells({ rows, styles: STYLES }), [['#CALC!', '#CALC!', null, 2]])
})

test('a downward merge applies to each row, a sideways merge to none', async () => {
  const rows = rowsOf([['甲公司', '一', '标题'], [null, '二', null], [null, '三', null], [null, '四', null]]) // oxfmt-ignore
  const after = '<mergeCells count="2"><mergeCell ref="A1:A3"/><mergeCell ref="C1:E1"/></mergeCells>'
  assert.deepEqual(await cells({ rows, after }), [
    ['甲公司', '一', '标题'],
    ['甲公司', '二'],
    ['甲公司', '三'],
    [null, '四'],
  ])
})

test('hidden rows are marked, empty ones are skipped, and rows keep their numbers', async () => {
  const rows = '<row r="2"><c r="A2"><v>1</v></c></row><row r="3" s="1"><c r="A3" s="1"/></row><row r="9" hidden="1"><c r="A9"><v>2</v></c></row>'
  assert.deepEqual(await read({ rows }), [
    { at: 2, cells: [1] },
    { at: 9, cells: [2], hidden: true },
  ])
})

test('an entity of the file itself is never expanded', async () => {
  const encode = (text: string) => Buffer.from(`<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y ">]>">]>${text}`)
  assert.deepEqual(await cells({ rows: rowsOf([['<c @ t="inlineStr"><is><t>&x;&y;</t></is></c>']]), encode }), [['&x;&y;']])
})

test('a workbook lists its sheets in order, and marks hidden sheets', async () => {
  const sheets =
    '<sheet name="旧 &amp; 新" sheetId="1" state="hidden" r:id="rId1"/><sheet name="图" sheetId="2" r:id="rId7"/><sheet state="veryHidden" name="二" sheetId="3" r:id="rId1"/>'
  const zip = await openZip(await pathOf({ rows: '', sheets }))
  const book = await readBook(zip)
  zip.close()
  assert.deepEqual(
    book.sheets.map(({ name, hidden }) => [name, hidden]),
    [
      ['旧 & 新', true],
      ['二', true],
    ],
  )
})

test('surplus columns are marked, and too many rows are refused', async () => {
  const [row] = await read({ rows: '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>' })
  assert.deepEqual(row, { at: 1, cells: [1], cut: true })
  const rowsTo = (most: number, row: (n: number) => string) => Array.from({ length: most }, (_, n) => row(n + 1)).join('')
  const filled = (n: number) => `<row r="${n}"><c><v>1</v></c></row>`
  await assert.rejects(
    read({ rows: rowsTo(MAX_ROWS + 1, filled) }),
    (error) => error instanceof Refusal && /more than 200,000 rows/.test(error.words('en')),
  )
  const formatted = (n: number) => `<row r="${n}"><c s="1"/><c t="str"><f>A1</f><v></v></c></row>`
  assert.equal((await read({ rows: filled(1) + rowsTo(MAX_ROWS + 5, formatted) })).length, 1, 'rows without a value are no rows')
})

test('a truncated workbook and an unclosed tag are refused', async () => {
  const path = await pathOf({ rows: '<row r="1"><c r="A1" t="' })
  await assert.rejects(async () => {
    for await (const batch of readSheet(path, 0)) assert.ok(batch)
  })
  await assert.rejects(cells({ rows: `<row r="1" x="${'>'.repeat(3_000_000)}` }))
})
