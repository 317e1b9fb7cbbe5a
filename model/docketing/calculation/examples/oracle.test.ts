// Periods are compared with published lists: the periods of Chinese law and the national-phase limits of 122 offices.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../../tests/harness/cases/patent-facts.ts'
import { patentCompleteness } from '../../../rights/patents/completeness.ts'
import { checkCompleteness } from '../../findings/completeness.ts'
import { parseDuration } from '../../../kit/days/duration.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import { sumOf } from '../../calendar/day.ts'
import type { CaseFacts } from '../facts.ts'

const law = readLaw()

/** Months at the designated office (Article 22) and, after a demand, at the elected office (Article 39). */
const LIMITS =
  'AE:30/30 AG:30/30 AL:31/31 AM:31/31 AO:30/30 AP:31/31 AT:30/30 AU:31/31 AZ:30/31 BA:34/34 BB:30/30 BG:31/31 BH:30/30 ' +
  'BN:30/30 BR:30/30 BW:31/31 BY:31/31 BZ:30/30 CA:30/30 CH:30/30 CL:30/30 CN:30/30 CO:31/31 CR:31/31 CU:30/30 CV:30/30 ' +
  'CZ:31/31 DE:31/31 DJ:30/30 DK:31/31 DO:30/30 DZ:31/31 EA:31/31 EC:31/31 EE:31/31 EG:30/30 EP:31/31 ES:30/30 FI:31/31 ' +
  'GB:31/31 GE:31/31 GH:30/30 GM:30/31 GT:30/30 HN:30/30 HR:31/31 HU:31/31 ID:31/31 IL:30/30 IN:31/31 IQ:31/31 IR:30/30 ' +
  'IS:31/31 IT:30/30 JM:30/30 JO:30/30 JP:30/30 KE:30/30 KG:31/31 KH:30/30 KN:30/30 KP:30/30 KR:31/31 KW:30/30 KZ:31/31 ' +
  'LA:31/31 LK:30/30 LR:30/31 LS:30/31 LU:20/30 MA:31/31 MD:31/31 MG:30/30 MK:31/31 MN:31/31 MW:30/30 MX:30/30 MY:30/30 ' +
  'MZ:31/31 NA:31/31 NG:30/30 NI:30/30 NO:31/31 NZ:31/31 OA:30/30 OM:30/30 PA:30/30 PE:30/30 PG:31/31 PH:30/30 PL:30/30 ' +
  'PT:30/30 QA:30/30 RO:30/30 RS:30/30 RU:31/31 SA:30/30 SC:31/31 SD:30/30 SE:31/31 SG:30/30 SK:31/31 SL:31/31 SV:30/30 ' +
  'SY:31/31 TH:30/30 TJ:30/31 TM:30/31 TN:30/30 TR:30/30 TT:30/31 TZ:21/31 UA:31/31 UG:30/31 US:30/30 UZ:31/31 VC:31/31 ' +
  'VN:31/31 WS:31/31 ZA:31/31 ZM:30/30 ZW:30/31'

const limits = LIMITS.split(' ').map((text) => {
  const [office = '', months = ''] = text.split(':')
  const [chapter1, chapter2] = months.split('/').map(Number)
  return { office, chapter1, chapter2 }
})

const international: CaseFacts = {
  sid: 'w',
  country: 'WO',
  route: 'PCT_INTL',
  patent_type: 'INVENTION',
  status: 'INTL_PUBLISHED',
  filing_date: '2026-01-05',
  earliest_priority_date: '2025-01-06',
  designated: limits.map(({ office }) => office),
}

const after = (months: number | undefined) => `${Temporal.PlainDate.from('2025-01-06').add({ months: months ?? 0 })}`

/** Rules are by office, so each designation must appear once, with its own limit. */
function limitsShown(facts: CaseFacts) {
  const national = computeDeadlines(facts, law, '2026-02-01').filter(({ country }) => country)
  return new Map(national.map(({ country, raw_due }) => [country, raw_due]))
}

test('[1.05] PCT: each of 122 offices has its national-phase limit on the international case', () => {
  assert.equal(limits.length, 122)
  const shown = limitsShown(international)
  assert.equal(shown.size, 122)
  for (const { office, chapter1 } of limits) assert.equal(shown.get(office), after(chapter1), office)
})

test('eleven offices have a longer limit after a demand', () => {
  const shown = limitsShown({ ...international, events: [{ sid: 'd', code: 'DEMAND', date: '2026-01-10' }] })
  assert.equal(shown.size, 122)
  for (const { office, chapter2 } of limits) assert.equal(shown.get(office), after(chapter2), office)
  assert.equal(limits.filter(({ chapter1, chapter2 }) => chapter1 !== chapter2).length, 11)
})

test('an unlisted office has a limit of 30 months that must be checked; Taiwan is outside the treaty', () => {
  const all = computeDeadlines({ ...international, designated: ['XX', 'TW'] }, law, '2026-02-01').filter(({ country }) => country)
  assert.deepEqual(
    all.map(({ key, raw_due, certainty }) => [key, raw_due, certainty]),
    [
      ['NP10:TW', '2026-01-06', 'CHECK'],
      ['NP00:XX', '2027-07-06', 'CHECK'],
    ],
  )
})

test('the selection of countries is due while no country is selected', () => {
  const open = computeDeadlines({ ...international, designated: [] }, law, '2026-02-01').find(({ rule_id }) => rule_id === 'NP13')
  assert.deepEqual([open?.official_due, open?.status], ['2027-07-06', 'OPEN'])
})

for (const [what, more, status] of [
  ['a recorded entry', { entered_countries: ['US'] }, 'DONE'],
  ['an entry of a coming day', { entered_countries: ['US'], entries: [{ country: 'US', date: '2026-03-01' }] }, 'OPEN'],
  ['a recorded decision', { events: [{ sid: 'e', code: 'COUNTRY_DECISION', date: '2026-01-15' }] }, 'DONE'],
  ['a status after the decision', { status: 'COUNTRY_DECIDED' }, 'DONE'],
] as const)
  test(`the selection of countries is ${status.toLowerCase()} after ${what}, and the others are asked for`, () => {
    const facts = { ...international, designated: [], ...more }
    const choice = computeDeadlines(facts, law, '2026-02-01').find(({ rule_id }) => rule_id === 'NP13')
    assert.equal(choice?.status, status)
    assert.ok(checkCompleteness(facts, law, '2026-02-01', patentCompleteness).some(({ code }) => code === 'COUNTRIES_NOT_RECORDED'))
    assert.ok(
      !checkCompleteness({ ...facts, designated: ['US'] }, law, '2026-02-01', patentCompleteness).some(
        ({ code }) => code === 'COUNTRIES_NOT_RECORDED',
      ),
    )
  })

for (const { office, chapter1 } of limits.filter(({ office }) => office !== 'CN')) {
  test(`a case in ${office} that has not yet entered is due after ${chapter1} months`, () => {
    const facts = { ...international, country: office, route: 'PCT_NATIONAL', status: 'ENTRY_PREPARING', designated: [] }
    const due = computeDeadlines(facts, law, '2026-02-01').filter(({ rule_id }) => rule_id.startsWith('NP'))
    assert.deepEqual(
      due.map(({ raw_due }) => raw_due),
      [after(chapter1)],
    )
  })
}

const inMonths = (text: string) => sumOf([{ text, times: 1 }])

/** [topic, rules, their period]: the patent rows of the list of Chinese periods. */
for (const [what, ids, period] of [
  ['Paris or domestic priority', ['CNP03', 'CNP06'], '12m'],
  ['priority, design', ['CNP04', 'CNP07'], '6m'],
  ['restore priority: two months after twelve', ['CNP05'], '14m'],
  ['copy of the earlier application', ['CNP08'], '16m'],
  ['copy of the earlier application, design', ['CNP09'], '3m'],
  ['add or correct a priority claim', ['CNP10'], '16m/4m'],
  ['filing, publication, excess and priority fees', ['CNP01', 'CNP02'], '2m/15d'],
  ['publication', ['CNP16'], '18m'],
  ['request substantive examination', ['CNP15'], '3y'],
  ['voluntary amendment, invention', ['CNP17'], '3m'],
  ['voluntary amendment, utility model and design', ['CNP18'], '2m'],
  ['registration formalities', ['CNP25'], '2m'],
  ['request re-examination', ['CNP29'], '3m'],
  ['sue over a re-examination decision', ['CNP32'], '3m'],
  ['sue over an invalidation decision', ['CNP37'], '3m'],
  ['grace for the annual fee', ['CNP39'], '6m'],
  ['restore rights, good reason', ['CNP40'], '2m'],
  ['restore rights, force majeure', ['CNP41'], '2m/2y'],
  ['change, evaluation report and invalidation fees', ['CNP42', 'CNP43', 'CNP35'], '1m'],
  ['refund of over-payment', ['CNP67'], '3y'],
  ['term of an invention', ['CNP71'], '20y'],
  ['term of a utility model', ['CNP72'], '10y'],
  ['term of a design before and since June 2021', ['CNP73'], '10y|15y'],
  ['patent term compensation', ['CNP45'], '3m'],
  ['drug term compensation', ['CNP46'], '3m'],
  ['novelty grace', ['CNP13'], '6m'],
  ['proof of exhibition', ['CNP12'], '2m'],
  ['enter the national phase', ['CNP50'], '30m'],
  ['enter the national phase with late fee', ['CNP51'], '32m'],
  ['priority fee after entry', ['CNP53'], '2m'],
  ['Hague: priority document', ['CNP62'], '3m'],
  ['Hague: divisional', ['CNP64'], '2m'],
  ['licence recordal', ['CNP48'], '3m'],
  ['inventor bonus', ['CNP68'], '3m'],
] as const) {
  for (const id of ids) {
    test(`${id}, ${what}: ${period}`, () => {
      const versions = law.rules.filter((rule) => rule.id === id)
      const periods = versions.map(({ terms }) =>
        terms
          .filter(({ when }) => !when)
          .map((term) => inMonths(term.period))
          .join('/'),
      )
      const expected = period.split('|').map((version) => version.split('/').map(inMonths).join('/'))
      assert.deepEqual([...new Set(periods)], expected)
    })
  }
}

test('every rule of Chinese patents exists, each once in force', () => {
  const ids = new Set(law.rules.map(({ id }) => id))
  const absent = Array.from({ length: 74 }, (_, index) => `CNP${`${index + 1}`.padStart(2, '0')}`).filter((id) => !ids.has(id))
  assert.deepEqual(absent, [])
  const numbered: readonly (readonly [string, number])[] = [
    ['HKP', 2],
    ['PCT', 22],
    ['NP', 12],
    ['PAR', 3],
    ['EP', 28],
    ['US', 25],
    ['JP', 12],
    ['KR', 10],
    ['DE', 3],
    ['GB', 4],
  ]
  // The renewal fee due on entry (EP20) is year 3 of EP18, whose date follows the entry; a second deadline would repeat it.
  ids.add('EP20')
  for (const [prefix, last] of numbered) {
    for (let number = 1; number <= last; number += 1) assert.ok(ids.has(`${prefix}${`${number}`.padStart(2, '0')}`), `${prefix}${number}`)
  }
})

test('every period in the law parses', () => {
  for (const { terms, recurring } of law.rules) {
    for (const { period } of terms) if (!recurring) assert.ok(parseDuration(period).length)
  }
})

for (const [country, patent_type, id, period] of [
  ['JP', 'INVENTION', 'JP02', '3y'],
  ['EP', 'INVENTION', 'EP08', '6m'],
  ['EP', 'INVENTION', 'EP12', '4m'],
  ['EP', 'INVENTION', 'EP13', '4m'],
  ['EP', 'INVENTION', 'EP21', '9m'],
  ['EP', 'INVENTION', 'EP26', '3m'],
  ['US', 'INVENTION', 'US11', '2m'],
  ['DE', 'INVENTION', 'DE01', '84m'],
  ['DE', 'INVENTION', 'DE03', '9m'],
  ['CN', 'INVENTION', 'CNP15', '36m'],
] as const) {
  test(`${country} ${id} agrees with an independent rule set: ${period}`, () => {
    const rule = law.rules.find((one) => one.id === id && (!one.right_types || one.right_types.includes(patent_type)))
    assert.equal(inMonths(rule?.terms[0]?.period ?? '0d'), inMonths(period))
  })
}
