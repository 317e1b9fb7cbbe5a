import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { PHPIP_TABLES } from '../../../model/import/phpip/tables.ts'
import { encodingOfDump, unreadSigns } from './dump-encoding.ts'
import { phpipRows } from './phpip-rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'innoe-dump-'))
after(() => rmSync(folder, { recursive: true }))

const MATTER = PHPIP_TABLES.matter
const ACTOR = PHPIP_TABLES.actor
const row = (columns: readonly string[], values: Readonly<Record<string, string>>) =>
  `(${columns.map((column) => (column in values ? `'${values[column]}'` : 'NULL')).join(',')})`
const insert = (table: string, columns: readonly string[], values: Readonly<Record<string, string>>) =>
  `INSERT INTO \`${table}\` (${columns.join(',')}) VALUES ${row(columns, values)};\n`

/** A dump with one matter and one person; the bytes of the name stand where @ does. */
async function read(start: string, name: readonly number[]) {
  const text = `-- MySQL dump 10.13\n${start}\n${insert('matter', MATTER, { id: '1', caseref: 'A' })}${insert('actor', ACTOR, { id: '2', name: '@' })}`
  const [before = '', behind = ''] = text.split('@')
  const path = join(folder, 'dump.sql')
  writeFileSync(path, Buffer.concat([Buffer.from(before), Buffer.from(name), Buffer.from(behind)]))
  const encoding = await encodingOfDump(path)
  const file = openSync(path, 'r')
  const lists = phpipRows(file, encoding)
  closeSync(file)
  return { name: lists.actor[0]?.name, notes: unreadSigns(lists).map(([, en]) => en) }
}

// 李誠: the second byte of the latter is a backslash in GBK, which would hide the quote behind it.
const GBK = [0xc0, 0xee, 0xd5, 0x5c]
const UTF8 = [...Buffer.from('李誠')]
for (const [start, bytes, name] of [
  ['/*!40101 SET NAMES gbk */;', GBK, '李誠'],
  ["SET NAMES 'gb2312';", GBK, '李誠'],
  ['/*!40101 SET NAMES latin1 */;', [0x4d, 0xfc, 0x6c], 'Mül'],
  ['/*!50503 SET NAMES utf8mb4 */;', UTF8, '李誠'],
  ['/*!40101 SET NAMES utf8 */;', UTF8, '李誠'],
  ['SET NAMES constructor;', UTF8, '李誠'],
  ['', UTF8, '李誠'],
] as const)
  test(`a dump is read in the encoding that it names: ${start || 'none'}`, async () => {
    assert.deepEqual(await read(start, bytes), { name, notes: [] })
  })

test('a dump in another encoding than it names says so before anything is imported', async () => {
  const { notes } = await read('SET NAMES utf8mb4;', [0xc0, 0xee, 0xb9, 0xab])
  assert.equal(notes.length, 1)
  assert.match(notes[0] ?? '', /^Rows with characters that cannot be read: 1\./)
})
