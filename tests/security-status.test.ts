import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../', import.meta.url)
const rows = readFileSync(new URL('docs/security.md', root), 'utf8')
  .split('\n')
  .filter((line) => /^\| V\d+ /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('each of the 17 chapters has a row', () => assert.equal(rows.length, 17))

for (const [, chapter = '', shown = ''] of rows)
  test(`${chapter}: each verified statement names an existing test`, () => {
    const statements = shown.split(/;|(?<=\))\. /).filter((one) => one !== '' && !one.trim().startsWith('Does not apply'))
    for (const statement of statements) {
      const named = [...statement.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file)
      assert.ok(named.length > 0, `“${statement.trim()}” names no test`)
      for (const file of named) assert.ok(existsSync(new URL(file, root)), `${file} does not exist`)
    }
  })
