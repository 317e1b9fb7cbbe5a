import assert from 'node:assert/strict'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { type Batch, type FileCell, type SheetColumn, workbookStream } from './sheet.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheet-'))
after(() => rmSync(folder, { recursive: true }))

const TEXT: SheetColumn = { heading: '文字 & "text"', width: 20 }
const DAY: SheetColumn = { heading: 'Day', width: 12, format: 'yyyy-mm-dd', isDate: true }
const AMOUNT: SheetColumn = { heading: 'Amount', width: 14, format: '#,##0.00##' }

async function* inBatches(...batches: Batch[]) {
  yield* batches
}

async function readBack(columns: readonly SheetColumn[], ...batches: Batch[]) {
  const bytes = await buffer(workbookStream('表<1>', columns, inBatches(...batches)))
  const { sheets } = await readXlsx(new Uint8Array(bytes))
  assert.deepEqual(sheets.map(({ name }) => name), ['表<1>']) // oxfmt-ignore
  return sheets[0]?.rows ?? []
}

for (const [what, cell] of [
  ['a text with marks of XML', `<a href="x">A & B's</a>`],
  ['a text with blanks around it and lines', ' 第一行\n\t第二行 '],
  ['a text that begins like a formula', '=1+1'],
  ['a control character', 'a\u0001b\rc'],
  ['a character outside the basic plane', '𠮷野'],
  ['a boolean', true],
  ['nothing', null],
] as const satisfies readonly (readonly [string, FileCell])[])
  test(`a workbook keeps ${what}`, async () => {
    assert.deepEqual(await readBack([TEXT, TEXT], [[cell, 'x']]), [['文字 & "text"', '文字 & "text"'], [cell, 'x']]) // oxfmt-ignore
  })

test('a text that looks like an escaped character is written so that Office shows it', async () => {
  const bytes = await buffer(workbookStream('a', [TEXT], inBatches([['_x0041_', '_xyz_']])))
  const [[, row] = []] = (await readXlsx(new Uint8Array(bytes))).sheets.map(({ rows }) => rows)
  assert.ok(row?.[0] === '_x0041_', String(row?.[0]))
})

test('dates and amounts are cells that sort and add up; a day that no spreadsheet counts is a text', async () => {
  const days = [['2024-02-29', 1.5], ['1900-03-01', -2], ['1900-02-28', 0], ['1887-01-02', 1e15]] as const // oxfmt-ignore
  const [headings, ...rows] = await readBack([DAY, AMOUNT], days)
  assert.deepEqual(headings, ['Day', 'Amount'])
  assert.deepEqual(rows, [
    [new Date('2024-02-29T00:00:00Z'), 1.5],
    [new Date('1900-03-01T00:00:00Z'), -2],
    ['1900-02-28', 0],
    ['1887-01-02', 1e15],
  ])
})

test('the cells of the thirtieth column and of a second batch stand where they belong', async () => {
  const columns = Array.from({ length: 30 }, (_, at) => ({ heading: `C${at}`, width: 9 }))
  const only = (at: number) => columns.map((_, n) => (n === at ? at : null))
  const rows = await readBack(columns, [only(0), only(25)], [only(26), only(29)])
  const places = [0, 25, 26, 29].map((at, n) => rows[n + 1]?.[at])
  assert.deepEqual(places, [0, 25, 26, 29])
})

test('rows that cannot be read to their end fail the file', async () => {
  async function* broken(): AsyncGenerator<Batch> {
    yield [['x']]
    throw new Error('the database is gone')
  }
  const written = pipeline(workbookStream('a', [TEXT], broken()), createWriteStream(join(folder, 'broken.xlsx')))
  await assert.rejects(written, /the database is gone/)
})

test('reading stops when nobody takes the file', async () => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* endless(): AsyncGenerator<Batch> {
    try {
      for (;;) {
        yield Array.from({ length: 100 }, (_, at) => [`${at}`.repeat(100)])
        begun.resolve()
      }
    } finally {
      ended.resolve()
    }
  }
  const stream = workbookStream('a', [TEXT], endless())
  stream.once('data', () => {})
  await begun.promise
  stream.destroy()
  await ended.promise
})
