// Every shipped rule, described in both languages.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readLawRows } from '../../../seed/law/deadlines/read.ts'
import { readFeePack } from '../../../seed/law/fees/read.ts'
import { patentOption } from '../../../tests/harness/cases/patent-option.ts'
import type { Bilingual, Rule } from '../rules/rule.ts'
import { FEES_OF_RULE } from '../../rights/patents/fees/rule-fees.ts'
import { RULE_PARTS, describeRule } from './describe-rule.ts'
import type { Language, Names } from './rule-words.ts'

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, string>[]
const rules = readLawRows().rules as Rule[] // checked by the tests of the pack
const events = new Map<string, Bilingual>([
  ...read('../../../seed/document-types.json').map(({ code, name, name_en }) => [code ?? '', { zh: name ?? '', en: name_en ?? '' }] as const),
  ...read('../../../seed/law/deadlines/events/codes.json').map(({ code, zh, en }) => [code ?? '', { zh: zh ?? '', en: en ?? '' }] as const),
])
const fees = new Map<string, Bilingual>(readFeePack().map((row) => [row.fee_code, row]))
const named = new Map<string, Bilingual>(rules.map((rule) => [rule.id, rule]))
const names: Names = {
  event: (code) => events.get(code),
  fee: (code) => fees.get(code),
  rule: (id) => named.get(id),
  option: patentOption,
  owed: (id) => FEES_OF_RULE[id]?.codes,
}

const lines = (rule: Rule, l: Language) => describeRule(rule, names, l).flatMap((part) => part.lines)
const found = (id: string, version = 1) => {
  const rule = rules.find((one) => one.id === id && one.version === version)
  assert.ok(rule, id)
  return rule
}

// Latin letters that the catalogue of document types itself uses.
const LATIN = /\b(Art|Quayle)\b|49ter/g

for (const rule of rules) {
  const { id, version, zh, en } = rule
  test(`${id} version ${version}: whole sentences in both languages, no code and nothing undefined`, () => {
    for (const l of ['zh', 'en'] as const) {
      for (const line of lines(rule, l)) {
        assert.match(line, l === 'zh' ? /。$/ : /\.$/)
        assert.doesNotMatch(line, /undefined|null|NaN|\[object/)
        assert.doesNotMatch(line, /[A-Za-z]_[A-Za-z]|\bPAID:|\b(event|deadline|due|trigger):/)
        assert.doesNotMatch(line, /“”|：。|: \.|  /)
        if (l === 'en') assert.doesNotMatch(line, /[\u4e00-\u9fff。，；：]/)
      }
    }
    for (const { part, lines: sentences } of describeRule(rule, names, 'zh')) {
      if (part === 'law') continue // cites foreign statutes as they call themselves
      for (const line of sentences) assert.doesNotMatch(line.replaceAll(LATIN, ''), /[a-z]{2,}/)
    }
    const codes = [...events.keys(), ...fees.keys()].filter((code) => /[A-Z]{2,}[._]?/.test(code))
    const all = [...lines(rule, 'zh'), ...lines(rule, 'en')].join('\n')
    const quoted = [...all.matchAll(/“([^”]*)”/g)].map(([, text]) => text)
    assert.deepEqual(
      quoted.filter((text) => codes.includes(text ?? '') || named.has(text ?? '')),
      [],
      `${zh} / ${en}`,
    )
  })
}

// The description must change when one of these parts is left out.
const RULE_SENTENCES = [
  'countries', 'right_types', 'routes', 'not_routes', 'choose', 'when', 'unless', 'each_country', 'unless_named', 'once', 'recurring', 'service', 'notice_date',
  'opens', 'extensions', 'grace_of', 'overrides', 'if_missed', 'restoration', 'closes', 'proves', 'awaits', 'survives', 'optional', 'note',
  'valid_from', 'valid_to',
] as const satisfies readonly (keyof Rule)[] // oxfmt-ignore

for (const part of RULE_SENTENCES) {
  test(`a rule with ${part} describes it`, () => {
    const having = rules.filter((rule) => rule[part] !== undefined)
    assert.ok(having.length > 0)
    for (const rule of having) {
      const { [part]: _left, ...rest } = rule
      // A country that only repeats the office changes nothing.
      if (part === 'countries' && rule.countries?.join() === rule.office) continue
      for (const l of ['zh', 'en'] as const) assert.notDeepEqual(lines(rest as Rule, l), lines(rule, l), `${rule.id} ${rule.version}`)
    }
  })
}

test('every rule states its start, its scope, its period and its law', () => {
  for (const rule of rules) {
    const parts = describeRule(rule, names, 'zh').map(({ part }) => part)
    for (const part of ['begins', 'applies', 'period', 'law'] as const) assert.ok(parts.includes(part), `${rule.id} ${part}`)
    assert.deepEqual(
      parts,
      RULE_PARTS.filter((part) => parts.includes(part)),
    )
  }
})

for (const [id, version, zh, en] of [
  ['CNP19', 1, '自推定收到日起4个月。', '4 months after deemed receipt.'],
  ['CNP19', 1, '案件记录了“第一次审查意见通知书”即产生。', 'It is created when “First office action” is recorded in the case.'],
  [
    'CNP19',
    1,
    '期满日遇休息日的，顺延到下一个工作日（工作日历：中国）。',
    'If the last day is a closed day, it is rolled to the next working day (calendar: China).',
  ],
  ['CNP38', 4, '适用于 2021-06-01（含）以后发生的情形。', 'Applies to triggers on or after 01 Jun 2021.'],
  ['CNP38', 1, '第一次（第2年）：自申请日起1年。', 'The first (year 2): 1 year after the filing date.'],
  ['CNP38', 1, '以后每年一次，到第20年为止。', 'Then every year, up to year 20.'],
  ['US15', 1, '以后每4年一次（编号每次加4），到第12年为止。', 'Then every 4 years (numbered in steps of 4), up to year 12.'],
  ['US15', 1, '期满前6个月起才可以办理（自起算日推算）。', 'It can be done from 6 months before the end (counted from the starting day).'],
  [
    'EP18',
    1,
    '第一次（第3年）：自申请日起2年，至该月最后一日。',
    'The first (year 3): 2 years after the filing date, to the last day of that month.',
  ],
  ['CNP73', 1, '期满日遇休息日也不顺延。', 'The last day is not rolled, even when it is a closed day.'],
  ['EP18', 2, '第2版，待核实：使用前请确认。', 'Version 2, still to be checked: confirm it before use.'],
  ['CNP19', 1, '内部期限提前10个工作日。', 'The internal date is 10 working days earlier.'],
  ['CNP39', 1, '它是“年费”的宽限期，自原期满日计算。', 'It is the grace period of “Annual fee”, counted from the end of the period.'],
  ['CNP15', 1, '应缴：“实质审查费”。', 'To be paid: “Substantive examination fee”.'],
  ['PCT05', 1, '应缴：提出申请或进入时的全部费用。', 'Payable: all fees of the filing or the national entry.'],
  ['US04', 1, '延长后不超过自起算日起7个月。', 'No extension reaches beyond 7 months from the starting day.'],
] as const) {
  test(`${id}: ${en}`, () => {
    assert.ok(lines(found(id, version), 'zh').includes(zh), lines(found(id, version), 'zh').join('\n'))
    assert.ok(lines(found(id, version), 'en').includes(en), lines(found(id, version), 'en').join('\n'))
  })
}

test('the description of a tenant’s own rule shows codes that have no name', () => {
  const own: Rule = { ...found('CNP19'), trigger: { events: ['OWN_NOTICE'] }, when: [{ fact: 'colour', is: 'eq', value: 'red' }] }
  const none: Names = { event: () => undefined, fee: () => undefined, rule: () => undefined }
  const sentences = describeRule(own, none, 'en').flatMap((part) => part.lines)
  assert.ok(sentences.includes('It is created when “OWN_NOTICE” is recorded in the case.'))
  assert.ok(sentences.includes('Only when the colour is red.'))
})

test('a description includes the fees that a rule names', () => {
  const rule = rules.find(({ id }) => id === 'CNP03')
  assert.ok(rule)
  const sentences = (fees: string[]) =>
    describeRule({ ...rule, fees }, names, 'en')
      .find(({ part }) => part === 'fees')
      ?.lines.join()
  assert.match(String(sentences(['CN.REEX', 'CN.INV'])), /^To be paid: .+ and .+\.$/)
})

test('every fee of a rule has a name', () => {
  for (const [id, { codes }] of Object.entries(FEES_OF_RULE)) {
    assert.ok(named.has(id), id)
    for (const code of codes) assert.ok(fees.has(code), code)
  }
})
