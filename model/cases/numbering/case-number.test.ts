import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CaseNumberFault, exampleOf, formatCaseNo, parsePattern, readCaseNo, sequenceScope } from './case-number.ts'

const date = '2026-03-09'
const parts = { date, country: 'CN', type: 'I', class: '9', dept: 'RD', prefix: 'X-', suffix: '' }

for (const [pattern, seq, caseNo] of [
  ['TA{YYYY}{SEQ:5}', 123, 'TA202600123'],
  ['P{YYYY}{SEQ:5}{COUNTRY}{TYPE}', 45, 'P202600045CNI'],
  ['T{YYYY}{SEQ:5}{COUNTRY}-{CLASS}', 7, 'T202600007CN-9'],
  ['{PREFIX}{YY}{MM}{DEPT}{SEQ:3}{SUFFIX}', 1, 'X-2603RD001'],
  ['专利{YYYY}-{SEQ:4}', 1, '专利2026-0001'],
  ['TA{YYYY}{SEQ:3}', 1234, 'TA20261234'],
] as const) {
  test(`${pattern} makes ${caseNo}`, () => assert.equal(formatCaseNo(pattern, parts, seq), caseNo))
}

for (const [pattern, code, position] of [
  ['P{YYYY}', 'one_seq', 0],
  ['', 'one_seq', 0],
  ['{SEQ:3}{SEQ:3}', 'one_seq', 0],
  ['P{YEAR}{SEQ:5}', 'token', 1],
  ['P{SEQ}', 'token', 1],
  ['P{SEQ:0}', 'token', 1],
  ['P{SEQ:10}', 'token', 1],
  ['P{XSEQ:5}', 'token', 1],
  ['P{YYYY', 'character', 1],
  ['P}{SEQ:5}', 'character', 1],
  ['P {SEQ:5}', 'character', 1],
  [`${'P'.repeat(36)}{SEQ:5}`, 'too_long', 0],
  [`${'P'.repeat(26)}{YYYY}{YY}{MM}{COUNTRY}{SEQ:5}`, 'too_long', 0],
] as const) {
  test(`the pattern “${pattern}” is refused: ${code}`, () => assertFault(() => parsePattern(pattern), code, position))
}

test('a pattern is parsed into its parts; a number has at most forty characters', () => {
  assert.deepEqual(parsePattern('P-{YYYY}{SEQ:5}'), [
    { kind: 'literal', text: 'P-' },
    { kind: 'part', name: 'YYYY' },
    { kind: 'seq', digits: 5 },
  ])
  assert.equal(formatCaseNo(`${'P'.repeat(35)}{SEQ:5}`, parts, 7).length, 40)
  assert.equal(formatCaseNo(`${'P'.repeat(25)}{YYYY}{YY}{MM}{COUNTRY}{SEQ:5}`, parts, 7).length, 40)
  assertFault(() => formatCaseNo(`${'P'.repeat(35)}{SEQ:5}`, parts, 100_000), 'too_long', 0)
})

test('a fault names the position of the character, counted from 1, or the available placeholders', () => {
  const words = (pattern: string) => {
    try {
      return parsePattern(pattern)
    } catch (error) {
      return error instanceof CaseNumberFault ? [error.zh, error.en] : error
    }
  }
  assert.deepEqual(words('P {SEQ:5}'), ['第 2 个字符不能用于案号', 'character 2 is not allowed in a case number'])
  const known = '{YYYY} {YY} {MM} {COUNTRY} {TYPE} {DEPT} {CLASS} {PREFIX} {SUFFIX} {SEQ:1…9}'
  assert.deepEqual(words('{YEAR}{SEQ:5}'), [`未知的占位符 {YEAR}，可用：${known}`, `{YEAR} is unknown; available: ${known}`])
})

test('a prefix and a suffix are optional', () => assert.equal(formatCaseNo('{PREFIX}P{SEQ:3}{SUFFIX}', { date }, 7), 'P007'))

test('a pattern without a required part and a number that is too long are refused', () => {
  assertFault(() => formatCaseNo('P{SEQ:5}{COUNTRY}', { date }, 1), 'part', 0)
  assertFault(() => formatCaseNo('P{DEPT}{SEQ:5}', { date, dept: 'D'.repeat(40) }, 1), 'too_long', 0)
  for (const seq of [0, -1, 1.5, Number.NaN]) assertFault(() => formatCaseNo('P{SEQ:5}', { date }, seq), 'seq', 0)
  for (const wrong of ['9.3.2026', '2026-03-09T08:00', 'on 2026-03-09'])
    assertFault(() => formatCaseNo('P{YYYY}{SEQ:5}', { date: wrong }, 1), 'date', 0)
})

test('a sequence counts within its year, its month or without restart', () => {
  assert.equal(sequenceScope('P{YYYY}{SEQ:5}', date), '2026')
  assert.equal(sequenceScope('P{YY}{MM}{SEQ:5}', date, 'month'), '2026-03')
  assert.equal(sequenceScope('P{SEQ:5}', date, 'never'), '')
})

test('a sequence that restarts without its period in the pattern is refused, as numbers would repeat', () => {
  assertFault(() => sequenceScope('P{SEQ:5}', date), 'reset', 0)
  assertFault(() => sequenceScope('P{YYYY}{SEQ:5}', date, 'month'), 'reset', 0)
  assertFault(() => parsePattern('P{MM}{SEQ:5}', 'month'), 'reset', 0)
})

test('a family member keeps the stem', () => {
  const pattern = 'P{YYYY}{SEQ:5}{COUNTRY}{TYPE}'
  const read = readCaseNo(pattern, 'P202600045CNI')
  assert.deepEqual(read, { seq: 45, parts: { YYYY: '2026', COUNTRY: 'CN', TYPE: 'I' } })
  assert.equal(formatCaseNo(pattern, { date, country: 'US', type: 'I' }, read?.seq ?? 0), 'P202600045USI')
  assert.equal(readCaseNo(pattern, 'X202600045CNI'), undefined)
})

test('two sequence numbers never give the same case number, and every usual pattern parses back', () => {
  const pattern = fc.constantFrom(
    'P{YYYY}{SEQ:5}{COUNTRY}{TYPE}',
    'T{YYYY}{SEQ:5}{COUNTRY}-{CLASS}',
    'TA{YYYY}{SEQ:5}',
    'HT{YYYY}{SEQ:5}',
    'F{YYYY}{SEQ:5}',
  )
  fc.assert(
    fc.property(pattern, fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 10_000_000 }), (chosen, one, other) => {
      assert.equal(formatCaseNo(chosen, parts, one) === formatCaseNo(chosen, parts, other), one === other)
      assert.equal(readCaseNo(chosen, formatCaseNo(chosen, parts, one))?.seq, one)
      assert.equal(sequenceScope(chosen, date), '2026')
    }),
  )
})

function assertFault(act: () => unknown, code: string, position: number) {
  assert.throws(
    act,
    (fault) => fault instanceof CaseNumberFault && fault.code === code && fault.position === position && fault.zh !== '' && fault.en !== '',
  )
}

test('a rule is tried out before it is saved: its first number, or what is wrong with it', () => {
  assert.equal(exampleOf({ pattern: '{PREFIX}-{YY}{MM}-{SEQ:4}{COUNTRY}', prefix: 'BC' }, date), 'BC-2603-0001CN')
  assert.throws(() => exampleOf({ pattern: 'X{YYYY}', prefix: '' }, date), CaseNumberFault)
  assert.throws(() => exampleOf({ pattern: 'X{YYYY}{SEQ:4}', prefix: '', reset: 'month' }, date), CaseNumberFault)
})
