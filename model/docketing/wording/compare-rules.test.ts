import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLawRows } from '../../../seed/law/deadlines/read.ts'
import { readFeePack } from '../../../seed/law/fees/read.ts'
import { comparePrices } from '../../fees/wording/compare-prices.ts'
import type { Rule } from '../rules/rule.ts'
import { compareRules } from './compare-rules.ts'
import { differences } from './differences.ts'
import type { Names } from './rule-words.ts'

const rules = readLawRows().rules as Rule[] // checked by the tests of the pack
const called = (text: string) => ({ zh: `名${text.length}`, en: `name ${text.length}` })
const names: Names = { event: called, fee: called, rule: called }
const found = (id: string) => rules.find((rule) => rule.id === id) ?? assert.fail(id)

for (const [what, before, after, pairs] of [
  ['a changed sentence', ['a', 'b', 'c'], ['a', 'B', 'c'], [['b', 'B']]],
  ['an added sentence', ['a', 'c'], ['a', 'b', 'c'], [[null, 'b']]],
  ['a sentence that is gone', ['a', 'b', 'c'], ['a', 'c'], [['b', null]]],
  [
    'sentences in another order',
    ['a', 'b'],
    ['b', 'a'],
    [
      ['a', null],
      [null, 'a'],
    ],
  ],
  ['a text without a counterpart', [], ['a'], [[null, 'a']]],
  [
    'a sentence beside one that is gone',
    ['1 year', 'note', 'v 1'],
    ['1 year', 'v 2'],
    [
      ['note', null],
      ['v 1', 'v 2'],
    ],
  ],
  ['the same text', ['a', 'b'], ['a', 'b'], []],
] as const)
  // oxfmt-ignore
  test(`${what} is told as a difference`, () => {
    const told = differences([{ part: 'p', lines: before }], [{ part: 'p', lines: after }])
    assert.deepEqual(told.map(({ from, to }) => [from, to]), pairs) // oxfmt-ignore
  })

test('[9.09] two versions of a rule differ in sentences of the reader’s language', () => {
  const reply = found('CNP19')
  const terms = reply.terms.map((term) => ({ ...term, period: '2m' }))
  const told = (l: 'zh' | 'en') => compareRules(reply, { ...reply, terms, valid_from: '2031-01-01', source: 'Gazette 7' }, names, l)
  assert.deepEqual(told('en').map(({ part, from, to }) => [part, from, to]), [
    ['applies', null, 'Applies to triggers on or after 01 Jan 2031.'],
    ['period', '4 months after deemed receipt.', '2 months after deemed receipt.'],
    ['cited', reply.source, 'Gazette 7'],
  ]) // oxfmt-ignore
  assert.deepEqual(told('zh')[1], { part: 'period', from: '自推定收到日起4个月。', to: '自推定收到日起2个月。' })
  assert.deepEqual(compareRules(reply, structuredClone(reply), names, 'en'), [])
})

test('no changed part of a rule is silent: it is a sentence, or is named', () => {
  const values = new Map<string, unknown[]>()
  for (const rule of rules) for (const [key, value] of Object.entries(rule)) values.set(key, [...(values.get(key) ?? []), value])
  const needed = new Set(['id', 'version', 'zh', 'en', 'kind', 'office', 'trigger', 'terms', 'roll', 'legal_basis', 'certainty', 'source'])
  for (const rule of rules.filter((_, at) => at % 25 === 0))
    for (const [key, all] of values) {
      const own = JSON.stringify(Object.entries(rule).find(([name]) => name === key)?.[1])
      const others = [...new Map([...(needed.has(key) ? [] : [undefined]), ...all.slice(0, 60)].map((value) => [JSON.stringify(value), value]))]
      for (const [text, value] of others.filter(([text]) => text !== own).slice(0, 6)) {
        for (const l of ['zh', 'en'] as const) {
          const told = compareRules(rule, { ...rule, [key]: value }, names, l)
          assert.ok(told.length > 0, `${rule.id} ${key} ${text}`)
        }
      }
    }
})

test('two prices differ in sentences', () => {
  const price = readFeePack().find(({ fee_code: code, year_from: from }) => code === 'CN.ANN' && from === 4) ?? assert.fail()
  const told = comparePrices(price, { ...price, base: '1500', from_date: '2031-01-01' }, 'en')
  assert.deepEqual(told.map(({ part }) => part), ['amount', 'force']) // oxfmt-ignore
  assert.match(told[0]?.to ?? '', /1,500/)
})
