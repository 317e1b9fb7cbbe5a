import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { utils, write } from '@e965/xlsx'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import type { Cell } from '../../model/import/values/cell.ts'
import { startJobs } from '../jobs/start.ts'
import samples from './samples.json' with { type: 'json' }
import { convertTable } from './workbook/convert.ts'
import { csvRows, separatorOf } from './workbook/csv.ts'
import { encodingOf } from './workbook/encoding.ts'
import { readSheet } from './workbook/sheet.ts'
import { limitTime } from './workbook/time-limit.ts'

const { server, app, tenant, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
const folder = mkdtempSync(join(tmpdir(), 'innoe-tables-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const quoted = (cell: Cell) => (/[",\n\r]/.test(String(cell ?? '')) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell ?? ''))
const csvOf = (rows: readonly (readonly Cell[])[]) => rows.map((row) => row.map(quoted).join(',')).join('\r\n')

async function converted(bytes: Uint8Array, name: string) {
  const [path, out] = [join(folder, name), join(folder, `${name}.out`)]
  await writeFile(path, bytes)
  const { kind } = await convertTable(path, out)
  const rows: Cell[][] = []
  if (kind !== 'unreadable') for await (const batch of readSheet(kind === 'converted' ? out : path, 0)) rows.push(...batch.map(({ cells }) => cells))
  return { kind, rows }
}

async function parsed(text: string) {
  async function* pieces() {
    for (let at = 0; at < text.length; at += 3) yield text.slice(at, at + 3)
  }
  const rows: string[][] = []
  for await (const row of csvRows(pieces())) rows.push(row)
  return rows
}

for (const [text, rows] of [
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r\n"x, y","he said ""no"""\r\n',
    [
      ['a', 'b'],
      ['x, y', 'he said "no"'],
    ],
  ],
  [
    'a,b\n"two\nlines",2',
    [
      ['a', 'b'],
      ['two\nlines', '2'],
    ],
  ],
  [
    'a,b\r1,\r',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  ['a,"",c\n', [['a', '', 'c']]],
  [
    'a"b,"c"d\r\n"","""e"""\r\n',
    [
      ['a"b', 'cd'],
      ['', '"e"'],
    ],
  ],
] as const)
  // oxfmt-ignore
  test(`the text ${JSON.stringify(text)} has ${rows.length} rows, for any division into chunks`, async () => assert.deepEqual(await parsed(text), rows))

for (const [text, separator] of [
  ['a;b;c\n"1,5,6,7";2;3', ';'],
  ['a\tb\tc\n1,0\t2\t3', '\t'],
  ['a,b\n1,2', ','],
] as const)
  test(`the separator of ${JSON.stringify(text)} is detected`, () => assert.equal(separatorOf(text), separator))

const GB = Buffer.from('b9abbfaaa3a8b9abb8e6a3a9bac52cb1eacce20a434e313033313735363739422cb7c9bbfa', 'hex')
const KR = Buffer.from('c3e2bff8b9f8c8a32cb9dfb8edc0c7b8edc4aa0a313032303131303134323536302cc5b8c0ccbeee', 'hex')

// Bytes of a real export whose Latin letters were converted twice: some of them look like pairs.
const DAMAGED = Buffer.from(
  'owner,title\nMattias Br\xed_nnstr\xed_m and Johan Hult\xed\xa9n,Vectors containing \x91\xe9PL promoter with a constitutive high copy number plasmid in hosts and methods',
  'latin1',
)

for (const [name, bytes, encoding, cell] of [
  ['plain.csv', Buffer.from('公开号,标题\nCN1,飞机'), 'utf-8', '公开号'],
  ['wide.csv', Buffer.from('\ufeff公开号,标题\nCN1,飞机', 'utf16le'), 'utf-16le', '公开号'],
  ['wide-unmarked.csv', Buffer.from('id,title of the invention\nCN1,plane', 'utf16le'), 'utf-16le', 'id'],
  ['china.csv', GB, 'gb18030', '公开（公告）号'],
  ['rare.csv', Buffer.from('c3fbb3c60a8139ee398139ee39', 'hex'), 'gb18030', '名称'],
  ['korea.csv', KR, 'euc-kr', '출원번호'],
  ['west.csv', Buffer.from('owner,title\nM\xfcller,Caf\xe9', 'latin1'), 'windows-1252', 'owner'],
  ['damaged.csv', DAMAGED, 'windows-1252', 'owner'],
] as const)
  test(`${name} is read as ${encoding}`, async () => {
    await writeFile(join(folder, name), bytes)
    assert.equal(await encodingOf(join(folder, name)), encoding)
    const { kind, rows } = await converted(bytes, `again-${name}`)
    assert.deepEqual([kind, rows[0]?.[0], rows.length], ['converted', cell, 2])
  })

for (const [bookType, name] of [
  ['biff8', 'old.xls'],
  ['html', 'page.xls'],
  ['xlml', 'xml.xls'],
] as const)
  test(`a table of the kind ${bookType} becomes a workbook with its texts, numbers and days`, async () => {
    const rows = [['申请号', '申请日', '权项数'], ['1020110142560', new Date(Date.UTC(2013, 2, 1)), 12]] // oxfmt-ignore
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), '专利')
    const read = await converted(new Uint8Array(write(book, { bookType, type: 'buffer' }) as Buffer), name) // a buffer, as asked
    assert.equal(read.kind, 'converted')
    assert.deepEqual(read.rows[0], rows[0])
    assert.equal(String(read.rows[1]?.[0]), '1020110142560')
    if (bookType === 'biff8') assert.deepEqual(read.rows[1]?.slice(1), [new Date(Date.UTC(2013, 2, 1)), 12])
  })

test('an .xlsx workbook named .xls is read unchanged, and a file that is not a table is refused', async () => {
  assert.equal((await converted(await workbook([['a'], ['b']]), 'new.xls')).kind, 'workbook')
  assert.equal((await converted(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'broken.xls')).kind, 'unreadable')
})

test('a thread is ended for what it computes, not for how long a busy machine lets it wait', async () => {
  const [busy, idle] = [new Worker('for (;;);', { eval: true }), new Worker("require('node:worker_threads').parentPort.on('message', () => {})", { eval: true })] // oxfmt-ignore
  const ended: string[] = []
  const both = new Promise<void>((resolve) => {
    limitTime(busy, { computing: 200, whole: 600_000 }, () => resolve(void ended.push('busy')))
  })
  const never = limitTime(idle, { computing: 200, whole: 600_000 }, () => ended.push('idle'))
  await both
  await wait(300)
  never()
  limitTime(idle, { computing: 200, whole: 1 }, () => ended.push('at last'))
  await wait(100)
  await Promise.all([busy.terminate(), idle.terminate()])
  assert.deepEqual(ended, ['busy', 'at last'])
})

const send = (file: Uint8Array<ArrayBuffer> | string, name: string, path = 'patent/do/import_preview') =>
  sendFile(app, { path, token: manager.token, file, name, lang: 'en' })

test('[5.12] a .csv file has the same rows, columns and problems as its .xlsx file', async () => {
  const rows = samples.lens as Cell[][]
  const [text, book] = [await send(csvOf(rows), 'lens.csv'), await send(await workbook(rows), 'lens.xlsx')]
  assert.equal(text.status, 200, text.message)
  for (const key of ['total', 'ok', 'columns', 'problems', 'source'] as const) assert.deepEqual(text.data[key], book.data[key], key)
  const { data } = await send(csvOf(rows), 'lens.csv', 'patent/do/import')
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.failed, Number(job.ok)], ['DONE', rows.length - 1 - book.data.ok, book.data.ok])
})

test('[5.12] XML that holds no table is told what it is, and which XML is read', async () => {
  for (const [content, says] of [
    [
      '<?xml version="1.0"?><ops:world-patent-data xmlns:ops="x"><ops:legal code="x"><ops:pre>A</ops:pre></ops:legal></ops:world-patent-data>',
      /legal status/,
    ],
    ['<?xml version="1.0"?><cn-application-body><cn-claims><claim>1</claim></cn-claims></cn-application-body>', /application documents/],
  ] as const) {
    const { status, errors } = await send(content, 'data.xml')
    assert.equal(status, 415)
    assert.match(errors[0]?.reason ?? '', says)
  }
})

test('[5.12] a PDF file and an unreadable .xls workbook are refused, with a remedy for the workbook', async () => {
  const other = await send('%PDF-1.7', 'a.pdf')
  assert.equal(other.status, 415)
  const old = await send(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'a.xls')
  assert.equal(old.status, 415)
  assert.match(old.errors[0]?.reason ?? '', /save it as \.xlsx/)
})
