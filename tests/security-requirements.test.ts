import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The numbers of each level; the sentences stand in the standard. */
const NUMBERS = {
  '1': `1.2.1,2,3,4,5 1.3.1,2 1.5.1 2.1.1 2.2.1,2 2.3.1 3.2.1,2 3.3.1 3.4.1,2 3.5.1,2,3 4.1.1 4.4.1 5.2.1,2 5.3.1,2 6.1.1
    6.2.1,2,3,4,5,6,7,8 6.3.1,2 6.4.1,2 7.2.1,2,3,4 7.4.1,2 8.1.1 8.2.1,2 8.3.1 9.1.1,2,3 9.2.1 10.4.1,2,3,4,5 11.3.1,2 11.4.1
    12.1.1 12.2.1,2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`,
  '2': `1.1.1,2 1.2.6,7,8,9 1.3.3,4,5,6,7,8,9,10,11 1.4.1,2,3 1.5.2 2.1.2,3 2.2.3 2.3.2,3,4 2.4.1 3.3.2,3,4 3.4.3,4,5,6 3.5.4,5
    3.7.1,2 4.1.2,3 4.2.1 4.3.1,2 4.4.2,3,4 5.1.1 5.2.3 5.4.1,2,3 6.1.2,3 6.2.9,10,11,12 6.3.3,4 6.4.3,4 6.5.1,2,3,4,5 6.6.1,2,3
    6.8.1,2,3,4 7.1.1,2,3 7.3.1,2 7.4.3,4,5 7.5.1,2 7.6.1,2 8.1.2 8.2.3 8.4.1 9.2.2,3,4 10.1.1,2 10.2.1,2 10.3.1,2,3,4
    10.4.6,7,8,9,10,11 10.5.1,2,3,4,5 10.6.1,2 10.7.1,2,3 11.1.1,2 11.2.1,2,3 11.3.3 11.4.2,3,4 11.5.1 11.6.1 12.1.2,3 12.3.1,2,3,4
    13.1.1 13.2.1,2,3,4,5 13.3.1,2 13.4.2,3,4,5 14.1.1,2 14.2.2,3,4 14.3.2,3 15.1.2,3 15.2.2,3 15.3.2,3,4,5,6,7 16.1.1
    16.2.1,2,3,4,5 16.3.1,2,3,4 16.4.1,2,3 16.5.1,2,3 17.1.1 17.2.1,2,3,4 17.3.1,2`,
} as const

const numbersOf = (text: string) =>
  text.split(/\s+/).flatMap((section) => {
    const [first = '', ...more] = section.split(',')
    return [first, ...more.map((last) => first.replace(/\d+$/, last))]
  })

const rows = textOf('docs/security-requirements.md')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

test('every requirement of levels 1 and 2 is listed once, with its level', () => {
  const listed = rows.map(([number, level]) => `${number} ${level}`)
  const wanted = Object.entries(NUMBERS).flatMap(([level, text]) => numbersOf(text).map((number) => `${number} ${level}`))
  assert.deepEqual(listed.toSorted(), wanted.toSorted())
  assert.equal(wanted.length, 253)
})

test('the table of totals agrees with the requirements', () => {
  for (const level of ['1', '2']) {
    const count = (state: string) => rows.filter((row) => row[1] === level && row[3] === state).length
    const line = `| ${level} | ${count('met')} | ${count('operator')} | ${count('open')} | ${count('n/a')} |`
    assert.ok(textOf('docs/security-requirements.md').includes(line), line)
  }
})

const NAMED = /((?:“[^”]+”(?: and )?)+) in `([^`]+)`/g

for (const [number = '', , , state = '', why = ''] of rows)
  test(`${number} is met, open or does not apply, and what it names exists`, () => {
    assert.ok(['met', 'operator', 'open', 'n/a'].includes(state), state)
    assert.ok(why.length > 2, 'a reason')
    const files = [...why.matchAll(/`((?:\w[\w./-]*\/)+[\w.-]+\.(?:tsx?|md|yaml))`/g)].map(([, file = '']) => file)
    if (state === 'met') assert.ok(files.length > 0, 'a requirement that is met names a test or a source')
    for (const file of files) assert.ok(existsSync(new URL(file, root)), `${file} does not exist`)
    for (const [, titles = '', file = ''] of why.matchAll(NAMED))
      for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) {
        const tests = textOf(file).split('\n').filter((line) => /\btest\(|`|^\s+'/.test(line)) // oxfmt-ignore
        assert.ok(tests.some((line) => line.includes(title)), `${file} has no test “${title}”`)
      }
    assert.equal((why.match(/“/g) ?? []).length, [...why.matchAll(NAMED)].flatMap(([, titles = '']) => titles.match(/“/g) ?? []).length, 'each title has its file')
  }) // oxfmt-ignore

const BUILDS =
  /\beval\(|new Function\(|dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|addEventListener\('message'/

test('no source builds code or HTML from text', () => {
  const sources = globSync(['model/**/*.ts', 'server/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: root.pathname, exclude: ['**/dist/**', '**/*.test.ts'] })
  assert.ok(sources.length > 500, String(sources.length))
  assert.deepEqual(
    sources.filter((file) => BUILDS.test(textOf(file))),
    [],
  )
})
