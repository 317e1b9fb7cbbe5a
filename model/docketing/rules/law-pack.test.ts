import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readLawRows } from '../../../seed/law/deadlines/read.ts'
import { BadLaw, faultsOf, lawOf } from './law-pack.ts'

const sound = readLawRows()
const rule = {
  id: 'A',
  version: 1,
  zh: '规则',
  en: 'Rule',
  kind: 'ACTION',
  office: 'CN',
  trigger: { field: 'filing_date' },
  terms: [{ from: 'trigger', period: '1y' }],
  roll: 'W',
  legal_basis: { zh: '法', en: 'Law' },
  certainty: 'SURE',
  source: 'test',
}
const faults = (...rules: unknown[]) => faultsOf({ ...sound, rules }).map(({ where, en }) => `${where}: ${en}`)

test('the shipped law has no fault', () => assert.deepEqual(faultsOf(sound), []))
test('a minimal rule has no fault', () => assert.deepEqual(faults(rule), []))

for (const [name, broken, expected] of [
  ['a duration that cannot be read', { terms: [{ from: 'trigger', period: '4x' }] }, /4x/],
  ['a missing language', { en: '' }, /en is missing/],
  ['a missing legal basis', { legal_basis: { zh: '法' } }, /legal basis/],
  ['an unknown kind', { kind: 'DUTY' }, /kind must be/],
  ['an unknown way of rolling', { roll: 'X' }, /roll must be/],
  ['no trigger', { trigger: {} }, /trigger requires/],
  ['no terms', { terms: [] }, /terms are missing/],
  [
    'two terms without a choice',
    {
      terms: [
        { from: 'trigger', period: '1y' },
        { from: 'event:X', period: '1m' },
      ],
    },
    /choose/,
  ],
  ['a source that is none', { terms: [{ from: 'Filing Date', period: '1y' }] }, /unknown starting point/],
  ['a day that does not exist', { valid_from: '2026-02-30' }, /valid_from is not a date/],
  ['an end of the former law within a month', { terms: [{ from: 'trigger', period: '1y', month_end_until: '2025-04-29' }] }, /last day of a month/],
  ['an end of the former law that is no day', { terms: [{ from: 'trigger', period: '1y', month_end_until: '2025-02-30' }] }, /last day of a month/],
  ['validity the wrong way round', { valid_from: '2026-02-03', valid_to: '2026-02-02' }, /later than valid_to/],
  ['a field nobody reads', { perod: '4m' }, /unknown field perod/],
  ['an unknown scheme of service', { service: 'XX' }, /unknown service rule/],
  ['an unknown test', { when: [{ fact: 'claims_count', is: 'above', value: 3 }] }, /unknown test/],
  ['a test without its value', { when: [{ fact: 'claims_count', is: 'gt' }] }, /requires a value/],
  ['a version that is no number', { version: 0 }, /version/],
] as const) {
  test(`the law refuses ${name}`, () => assert.match(faults({ ...rule, ...broken }).join('\n'), expected))
}

test('a rule with unknown names is refused', () => {
  assert.deepEqual(
    faults({ ...rule, overrides: ['B'], restoration: { zh: '恢', en: 'r', rule: 'C', from: 'EXPIRY', period: '2m' }, grace_of: 'D' }),
    [
      'rule A: refers to the rule B, which does not exist',
      'rule A: refers to the rule D, which does not exist',
      'rule A: refers to the rule C, which does not exist',
    ],
  )
})

test('two versions in force for the same cases are refused', () => {
  assert.match(faults(rule, { ...rule, version: 2, valid_from: '2021-06-01' }).join(), /versions 1 and 2 apply/)
  assert.deepEqual(faults({ ...rule, valid_to: '2021-05-31' }, { ...rule, version: 2, valid_from: '2021-06-01' }), [])
  assert.deepEqual(faults({ ...rule, right_types: ['DESIGN'] }, { ...rule, version: 2, right_types: ['UTILITY'] }), [])
  assert.deepEqual(faults({ ...rule, right_types: ['DESIGN'] }, { ...rule, right_types: ['UTILITY'] }), ['rule A: version 1 exists twice'])
})

test('every fault is listed, and the law is not loaded', () => {
  const bad = { ...rule, zh: '', roll: 'X', terms: [{ from: 'trigger', period: '?' }] }
  assert.throws(
    () => lawOf({ ...sound, rules: [bad, 'text'] }),
    (fault) => fault instanceof BadLaw && fault.faults.length === 4,
  )
})

for (const [name, calendar, expected] of [
  [
    'a day twice',
    {
      days: [
        { date: '2026-01-01', kind: 'OFF', name: 'x' },
        { date: '2026-01-01', kind: 'OFF', name: 'x' },
      ],
    },
    /exists twice/,
  ],
  ['a day that is none', { days: [{ date: '2026-02-30', kind: 'OFF', name: 'x' }] }, /not a date/],
  ['an unknown kind of day', { days: [{ date: '2026-02-03', kind: 'HALF', name: 'x' }] }, /OFF or WORK/],
  ['covering time the wrong way round', { covers_from: '2026-12-31', covers_to: '2026-01-01' }, /covers_from/],
] as const) {
  test(`the law refuses a calendar with ${name}`, () => {
    const row = {
      office: 'XX',
      zh: '某',
      en: 'X',
      covers_from: '2026-01-01',
      covers_to: '2026-12-31',
      certainty: 'SURE',
      source: 's',
      days: [],
      ...calendar,
    }
    assert.match(
      faultsOf({ ...sound, calendars: [row] })
        .map(({ en }) => en)
        .join('\n'),
      expected,
    )
  })
}

test('every rule in the law names only existing rules for restoration, closing and overriding, and carries its source', () => {
  for (const { rules } of [lawOf(sound)]) {
    for (const { id, source, legal_basis } of rules) assert.ok(source && legal_basis.zh && legal_basis.en, id)
    assert.ok(rules.length > 200)
  }
})

test('every event code of a rule is in the catalogue of document types or among the named events', () => {
  const codesIn = (path: string) => (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { code: string }[]).map(({ code }) => code) // lists of our own rows
  const named = new Set(['../../../seed/law/deadlines/events/codes.json', '../../../seed/document-types.json'].flatMap(codesIn))
  const payment = /^PAID:[A-Z]{2,3}\.[A-Z0-9_]+$/
  for (const { id, trigger, closes, proves, restoration, terms, when, unless } of lawOf(sound).rules) {
    const inFacts = [...(when ?? []), ...(unless ?? [])].map(({ fact }) => fact)
    const inText = [...terms.map(({ from }) => from), ...inFacts]
      .filter((text) => text.startsWith('event:'))
      .flatMap((text) => text.slice(6).split('|'))
    const codes = [...(trigger.events ?? []), ...(closes?.events ?? []), ...(proves?.events ?? []), ...(restoration?.notices ?? []), ...inText]
    for (const code of codes) assert.ok(named.has(code) || payment.test(code), `${id}: ${code}`)
  }
})
