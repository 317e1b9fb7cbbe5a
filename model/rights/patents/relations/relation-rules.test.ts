import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAnyRelation, type Relation } from '../../../cases/relations/relation-rules.ts'
import { checkRelation, type RelationCase } from './relation-rules.ts'
import { RELATION_RULES, RELATION_TYPES, type RelationType } from './relation-types.ts'
import { relations } from './relations.ts'

const cn: RelationCase = { sid: 'cn', country: 'CN', route: 'DIRECT', patent_type: 'INVENTION', filing_date: '2024-01-31' }
const us: RelationCase = { sid: 'us', country: 'US', route: 'PARIS', patent_type: 'INVENTION', filing_date: '2025-01-31' }
const wo: RelationCase = {
  sid: 'wo',
  country: 'WO',
  route: 'PCT_INTL',
  patent_type: 'INVENTION',
  filing_date: '2024-12-01',
  application_no: 'PCT/CN2024/098765',
}
const phase: RelationCase = {
  ...us,
  sid: 'phase',
  route: 'PCT_NATIONAL',
  filing_date: '2024-12-01',
  entry_date: '2026-07-01',
  pct_no: 'PCTCN2024098765',
}
const hague: RelationCase = {
  sid: 'dm',
  country: 'WO',
  route: 'HAGUE_INTL',
  patent_type: 'DESIGN',
  filing_date: '2025-02-01',
  designated: ['JP', 'EM'],
}
const design: RelationCase = { ...cn, sid: 'design', patent_type: 'DESIGN', filing_date: '2024-09-01' }
const designated: RelationCase = { sid: 'jp', country: 'JP', route: 'HAGUE_NATIONAL', patent_type: 'DESIGN', filing_date: '2025-02-01' }
const division: RelationCase = { ...cn, sid: 'division', submission_date: '2025-06-01' }
const usFirst: RelationCase = { ...us, sid: 'us0', filing_date: '2024-06-01' }
const ep: RelationCase = { sid: 'ep', country: 'EP', route: 'EP_DIRECT', patent_type: 'INVENTION', filing_date: '2024-01-31' }
const german: RelationCase = { ...ep, sid: 'de', country: 'DE', route: 'EP_VALIDATION' }
const unitary: RelationCase = { ...ep, sid: 'up', route: 'UNITARY' }
const provisional: RelationCase = { ...us, sid: 'prov', patent_type: 'PROVISIONAL', filing_date: '2024-03-01' }
const model: RelationCase = { ...cn, sid: 'model', patent_type: 'UTILITY' }

const codes = (earlier: RelationCase, later: RelationCase, type: RelationType, existing: Relation[] = []) =>
  checkRelation(earlier, later, type, { existing }).map(({ level, code }) => `${level} ${code}`)

for (const [name, earlier, later, type, expected] of [
  ['CN → US within twelve months', cn, us, 'PARIS', []],
  ['on the day after the last', cn, { ...us, filing_date: '2025-02-01' }, 'PARIS', ['warning priority_period']],
  ['on that day, but restored', cn, { ...us, filing_date: '2025-02-01', restored: true }, 'PARIS', []],
  ['a design after more than six', design, { ...us, patent_type: 'DESIGN', filing_date: '2025-03-02' }, 'PARIS', ['warning priority_period']],
  ['within one country', cn, { ...division, filing_date: '2024-06-01' }, 'PARIS', ['block country_different']],
  ['into WO', cn, wo, 'PARIS', ['block later_country']],
  ['from a Hague record', hague, { ...us, filing_date: '2025-03-01' }, 'PARIS', ['block earlier_route']],
  ['PCT into the US', wo, phase, 'PCT', []],
  ['PCT from a national case', cn, phase, 'PCT', ['block earlier_country', 'block earlier_route', 'warning dates_differ'].toSorted()],
  ['PCT into Taiwan', wo, { ...phase, country: 'TW' }, 'PCT', ['block pct_state']],
  ['PCT of another number', wo, { ...phase, pct_no: 'PCT/CN2024/098766' }, 'PCT', ['block pct_no']],
  [
    'PCT of a draft with the former filing date',
    { ...wo, submission_date: '2024-12-01' },
    { ...phase, entry_date: null, submission_date: '2024-11-30' },
    'PCT',
    [],
  ],
  ['PCT entered before it was filed', wo, { ...phase, entry_date: '2024-11-01' }, 'PCT', ['block dates']],
  ['PCT claiming priority of CN', cn, wo, 'PCTA', []],
  ['PCT claiming priority of WO', { ...wo, sid: 'wo0', filing_date: '2024-01-01' }, wo, 'PCTA', ['block earlier_country']],
  ['a national case as PCTA', cn, us, 'PCTA', ['block later_country', 'block later_route']],
  ['Hague designating JP', hague, designated, 'HAGUE', []],
  ['Hague not designating KR', hague, { ...designated, country: 'KR' }, 'HAGUE', ['block designated']],
  ['Hague with an invention', hague, { ...designated, patent_type: 'INVENTION' }, 'HAGUE', ['block later_patenttype']],
  ['Hague claiming priority of a CN design', design, hague, 'HAGUEP', []],
  ['Hague claiming it too late', design, { ...hague, filing_date: '2025-03-02' }, 'HAGUEP', ['warning priority_period']],
  ['a division', cn, division, 'DIV', []],
  ['a conversion into another type', cn, model, 'CONV', []],
  ['a conversion into the same type', cn, { ...cn, sid: 'same' }, 'CONV', ['block type_different']],
  ['a division of another type', cn, { ...division, patent_type: 'UTILITY' }, 'DIV', ['block type_same']],
  ['a division submitted before its parent', { ...cn, submission_date: '2025-07-01' }, division, 'DIV', ['block dates']],
  ['a division abroad', cn, { ...phase, filing_date: '2024-01-31' }, 'DIV', ['block country_same']],
  ['a continuation', usFirst, us, 'CA', []],
  ['a continuation of a granted patent', { ...usFirst, grant_date: '2024-12-01' }, us, 'CIP', ['warning not_pending']],
  ['a continuation of WO', { ...wo }, us, 'CA', []],
  ['a continuation outside the US', cn, { ...division, filing_date: '2024-06-01' }, 'CA', ['block only_us']],
  ['domestic priority', cn, { ...division, filing_date: '2024-06-01' }, 'DOMESTIC', ['warning deemed_withdrawn']],
  ['a same-day pair', cn, model, 'DUAL', []],
  ['a pair of two days', cn, { ...model, filing_date: '2024-02-01' }, 'DUAL', ['block dates_equal']],
  ['a pair of inventions', cn, division, 'DUAL', ['block dual_types']],
  ['a pair of other applicants', { ...cn, applicant_sids: ['a', 'b'] }, { ...model, applicant_sids: ['b', 'c'] }, 'DUAL', ['block dual_applicants']],
  ['a validated European patent', ep, german, 'EPVAL', []],
  ['a validation filed directly', ep, { ...german, route: 'DIRECT' }, 'EPVAL', ['block later_route']],
  ['a validation outside Europe', ep, { ...german, country: 'JP' }, 'EPVAL', ['block epc_state']],
  ['a validation of a unitary patent', unitary, german, 'EPVAL', ['block earlier_route']],
  ['unitary effect', ep, unitary, 'UPREG', []],
  ['a Hong Kong record of a Chinese application', cn, { ...cn, sid: 'hk', country: 'HK', route: 'HK_RECORD' }, 'HKREC', []],
  ['a Hong Kong record of a utility model', model, { ...cn, sid: 'hk', country: 'HK', route: 'HK_RECORD' }, 'HKREC', ['block earlier_patenttype']],
  ['an original grant in Hong Kong', cn, { ...cn, sid: 'hk', country: 'HK', route: 'HK_STANDARD' }, 'HKREC', ['block later_route']],
  ['a Hong Kong record of a US patent', us, { ...us, sid: 'hk', country: 'HK', route: 'HK_RECORD' }, 'HKREC', ['block earlier_country']],
  ['unitary effect of a national case', ep, { ...unitary, country: 'DE' }, 'UPREG', ['block later_country']],
  ['a provisional', provisional, us, 'PROV', []],
  ['a provisional filed too early', { ...provisional, filing_date: '2024-01-30' }, us, 'PROV', ['warning priority_period']],
  ['a provisional claimed by a design', provisional, { ...us, patent_type: 'DESIGN' }, 'PROV', ['block later_patenttype', 'warning priority_period']],
  ['a regular filing as a provisional', usFirst, us, 'PROV', ['block earlier_patenttype']],
  ['a pair of the same applicants', { ...cn, applicant_sids: ['a', 'b'] }, { ...model, applicant_sids: ['b', 'a'] }, 'DUAL', []],
] as const) {
  test(`[5.23] ${type}: ${name}: ${expected.join(', ') || 'no fault'}`, () =>
    assert.deepEqual(codes(earlier, later, type).toSorted(), [...expected].toSorted()))
}

test('[5.23] the two patents must differ', () => {
  assert.deepEqual(checkRelation(cn, cn, 'PARIS', { existing: [] }), [
    { level: 'block', code: 'same_case', zh: '两件专利不能相同', en: 'The two patents must not be the same' },
  ])
})

test('[5.22] the earlier case precedes the later, and the message says so', () => {
  const [notice] = checkRelation({ ...cn, filing_date: '2025-06-01' }, us, 'PARIS', { existing: [] })
  assert.equal(notice?.level, 'block')
  assert.equal(notice?.zh, '在先案的申请日（2025-06-01）必须早于在后案的申请日（2025-01-31）')
  assert.equal(notice?.en, "The earlier case's filing date (2025-06-01) must precede the later case's (2025-01-31)")
  assert.deepEqual(codes(cn, { ...us, filing_date: cn.filing_date ?? null }, 'PARIS'), ['block dates'])
  assert.deepEqual(codes({ ...cn, filing_date: null }, us, 'PARIS'), [], 'checked again when the date is filled in')
})

test('[5.23] different families give three choices', () => {
  const notices = checkRelation({ ...cn, family_sid: 'f1' }, { ...us, family_sid: 'f2' }, 'PARIS', { existing: [] })
  assert.deepEqual(
    notices.map(({ level, code, choices }) => ({ level, code, choices })),
    [{ level: 'warning', code: 'family_mismatch', choices: ['merge', 'move', 'cancel'] }],
  )
  assert.deepEqual(codes({ ...cn, family_sid: 'f1' }, { ...us, family_sid: 'f1' }, 'PARIS'), [])
})

test('[5.23] only the US allows CA and CIP', () => {
  const [notice] = checkRelation(cn, { ...us, country: 'JP' }, 'CIP', { existing: [] })
  assert.match(notice?.en ?? '', /^Only the United States accepts continuations/)
  assert.match(notice?.zh ?? '', /^只有美国接受继续申请/)
})

test('a duplicate and a circle are blocked', () => {
  const related = (earlier_sid: string, later_sid: string): Relation => ({ earlier_sid, later_sid, relation_type: 'PARIS' })
  assert.deepEqual(codes(cn, us, 'PARIS', [related('cn', 'us')]), ['block duplicate'])
  assert.deepEqual(codes(cn, us, 'PARIS', [related('us', 'x'), related('x', 'y'), related('y', 'cn')]), ['block cycle'])
  assert.deepEqual(codes(cn, us, 'PARIS', [related('cn', 'x'), related('x', 'y'), related('y', 'x')]), [])
})

test('every fault is reported together, in both languages', () => {
  const notices = checkRelation({ ...hague, family_sid: 'f1' }, { ...wo, sid: 'wo2', family_sid: 'f2', filing_date: '2024-01-01' }, 'PARIS', {
    existing: [],
  })
  assert.deepEqual(notices.map(({ code }) => code).toSorted(), ['country_different', 'dates', 'earlier_route', 'family_mismatch', 'later_country'])
  for (const { zh, en } of notices) assert.ok(/\p{Script=Han}/u.test(zh) && !/\p{Script=Han}/u.test(en))
})

test('[5.23] every type of relation has a rule, and every rule is offered', () => {
  assert.deepEqual(relations.types, RELATION_TYPES)
  assert.deepEqual([...RELATION_TYPES].toSorted(), Object.keys(RELATION_RULES).toSorted())
})

test('no objection names a country, a route or a type by its code', () => {
  const all = [cn, us, wo, phase, hague, design, designated, ep, german, unitary, provisional, model]
  const said = RELATION_TYPES.flatMap((type) => all.flatMap((one) => all.flatMap((other) => checkRelation(one, other, type, { existing: [] }))))
  const codes = /\b(?:[A-Z]+_[A-Z]+|DIRECT|PARIS|UNITARY|INVENTION|UTILITY|DESIGN|PROVISIONAL|CN|US|WO|JP|EP(?! direct| validation)|DE)\b/
  const coded = said.flatMap(({ zh, en }) => [zh, en]).filter((words) => codes.test(words))
  assert.deepEqual([...new Set(coded)], [])
})

const end = (sid: string) => ({ sid, restored: false })
for (const [first, second, known, found] of [
  ['2024-01-30', '2024-01-31', [], []],
  ['2024-01-31', '2024-01-31', [], []],
  ['2024-02-01', '2024-01-31', [], ['dates']],
  [undefined, '2024-01-31', [], []],
  ['2024-01-30', '2024-01-31', [['a', 'b', 'PARIS']], []],
  ['2024-01-30', '2024-01-31', [['a', 'b', 'OTHER']], ['duplicate']],
  ['2024-01-30', '2024-01-31', [['b', 'a', 'PARIS']], ['cycle']],
  [
    '2024-01-30',
    '2024-01-31',
    [
      ['b', 'c', 'PARIS'],
      ['c', 'a', 'OTHER'],
    ],
    ['cycle'],
  ],
  [
    '2024-01-30',
    '2024-01-31',
    [
      ['c', 'a', 'PARIS'],
      ['b', 'd', 'OTHER'],
    ],
    [],
  ],
] as const)
  test(`of any two cases filed on ${first} and ${second}, related as ${JSON.stringify(known)}: ${found.join() || 'no objection'}`, () => {
    const existing = known.map(([earlier_sid, later_sid, relation_type]) => ({ earlier_sid, later_sid, relation_type }))
    const notices = checkAnyRelation(end('a'), end('b'), 'OTHER', existing, [first, second])
    assert.deepEqual(
      notices.map(({ code }) => code),
      found,
    )
  })

test('a case is not related to itself', () =>
  assert.deepEqual(
    checkAnyRelation(end('a'), end('a'), 'OTHER', [], []).map(({ code }) => code),
    ['same_case'],
  ))

test('[5.23] a priority period that ends on a closed day of the office of the later filing is kept on its next working day', () => {
  // Saturday 19 and Sunday 20 September 2026 (Paris Convention, art. 4C(3); 35 U.S.C. 21(b)).
  const roll = (date: string) => (date === '2026-09-19' ? '2026-09-21' : date)
  const codes = (filed: string) => checkRelation({ ...cn, filing_date: '2025-09-19' }, { ...us, filing_date: filed }, 'PARIS', { existing: [], roll }).map(({ code }) => code) // oxfmt-ignore
  assert.deepEqual(codes('2026-09-21'), [])
  assert.deepEqual(codes('2026-09-22'), ['priority_period'])
})
