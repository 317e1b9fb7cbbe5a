import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDED } from '../../../kit/model.ts'
import type { Field } from '../../../kit/fields.ts'
import { patent } from '../patent.ts'
import { CLOSED, IN_FORCE, LEGAL_STATUS, legalStatusOf, STATE_FACTS, STATUS, type PatentStatus } from './states.ts'
import { TRANSITIONS } from './transitions.ts'
import { OFFICES } from '../../../cases/offices.ts'

const offered = (country: string) => Object.entries(TRANSITIONS).filter(([, { only }]) => !only?.country || only.country.includes(country))

function reached(country: string): Set<string> {
  const states = new Set<string>(['DRAFTING'])
  // The iteration of a set includes items added during the loop.
  for (const state of states) for (const [, { from, to }] of offered(country)) if (from.includes(state)) states.add(to)
  return states
}

for (const [country, end] of [
  ['CN', 'GRANTED'],
  ['US', 'US_GRANTED'],
  ['EP', 'EP_GRANTED'],
  ['JP', 'JP_GRANTED'],
  ['KR', 'JP_GRANTED'],
  ['WO', 'INTL_CLOSED'],
  ['DE', 'GRANTED'],
  ['HK', 'GRANTED'],
] as const) {
  test(`${country}: a draft reaches ${end}, and every open state has a transition`, () => {
    const states = reached(country)
    assert.ok(states.has(end))
    const stuck = [...states].filter(
      (state) => !CLOSED.some((one) => one === state) && !offered(country).some(([, { from }]) => from.includes(state)),
    )
    assert.deepEqual(stuck, [])
  })

  test(`${country}: no state belongs to the practice of another office`, () => {
    const own = { US: ['US'], EP: ['EP'], JP: ['JP'], KR: ['JP'], WO: ['INTL'] }[country as string] ?? []
    const foreign = ['US', 'EP', 'JP', 'INTL'].filter((prefix) => !own.includes(prefix))
    assert.deepEqual(
      [...reached(country)].filter((state) => foreign.some((prefix) => state.startsWith(`${prefix}_`))),
      [],
    )
  })
}

test('every state is reachable at some office, and every office has a filing transition', () => {
  const everywhere = new Set(Object.keys(OFFICES).flatMap((country) => [...reached(country)]))
  assert.deepEqual(
    Object.keys(STATUS).filter((status) => !everywhere.has(status)),
    ['TRANSFERRED_OUT'], // from any state that is not closed, with the transfer of the right
  )
  for (const country of Object.keys(OFFICES))
    assert.ok(
      [...reached(country)].some((state) => state.endsWith('FILED')),
      country,
    )
})

test('a state in force has a legal status in force, and an ended state is never pending', () => {
  for (const status of IN_FORCE) assert.equal(legalStatusOf(status), 'GRANTED')
  for (const status of CLOSED) assert.ok(!['PENDING', 'PREPARING', 'GRANTED', 'PUBLISHED'].includes(legalStatusOf(status)), status)
  for (const status of Object.keys(STATUS)) assert.ok(legalStatusOf(status as PatentStatus) in LEGAL_STATUS) // keys of the table itself
})

const phaseOf = (state: string) => STATE_FACTS[state as PatentStatus].phase // the tables hold only such states
const startsOf = (code: string): string[] => {
  const from = TRANSITIONS[code]?.from ?? []
  return from === '*' ? Object.keys(STATUS).filter((state) => !CLOSED.some((closed) => closed === state)) : [...from]
}

test('a transition from an ended state starts only at the loss that it follows or cures', () => {
  const starts = Object.keys(TRANSITIONS).map((code) => [code, startsOf(code).filter((state) => ENDED.has(phaseOf(state)))] as const)
  assert.deepEqual(Object.fromEntries(starts.filter(([, states]) => states.length > 0)), {
    restore_application: ['DEEMED_WITHDRAWN'],
    lapse_final: ['DEEMED_WITHDRAWN', 'DEEMED_ABANDONED', 'TERMINATED'],
    invalidation_final: ['EXPIRED'],
    restore_grant: ['DEEMED_ABANDONED'],
    restore_right: ['TERMINATED'],
    ep_restore: ['EP_LOST'],
    us_revive: ['US_ABANDONED'],
    us_reinstate: ['US_EXPIRED_FEE'],
    jp_fee_restored: ['JP_FEE_LOST'],
    jp_loss_final: ['JP_FEE_LOST', 'JP_DEEMED_WITHDRAWN'],
  })
})

test('an allowed application of Japan or Korea whose first fees are not paid is lost, may be restored, and is lost for good', () => {
  for (const country of ['JP', 'KR']) {
    const moves = offered(country).map(([, move]) => move)
    const next = (state: string) => moves.filter(({ from }) => from.includes(state)).map(({ to }) => to)
    assert.ok(next('JP_ALLOWED').includes('JP_FEE_LOST'))
    assert.deepEqual(next('JP_FEE_LOST'), ['JP_ALLOWED', 'LAPSED'])
  }
})

/** The pending states of an office after its filing; a refusal that is not appealed becomes final by itself. */
const pending = (country: string) =>
  [...reached(country)].filter((state) => phaseOf(state) === 'PENDING' && !/REFUSED|UPHELD|COURT|^HAGD_/.test(state))

test('every pending European application can lose its rights, as for an unpaid renewal fee (EPC Article 86(1))', () => {
  assert.deepEqual(pending('EP').filter((state) => !startsOf('ep_lose').includes(state)), []) // oxfmt-ignore
})

test('a Chinese application can be withdrawn until it is granted (Patent Law art. 32), and a request for re-examination can fail without a decision', () => {
  assert.deepEqual(pending('CN').filter((state) => !startsOf('withdraw').includes(state)), []) // oxfmt-ignore
  assert.ok(startsOf('refusal_final').includes('REEXAM'))
})

test('only an application is withdrawn, and only a right in force is abandoned, lapses or expires', () => {
  const phases = (code: string) => new Set(startsOf(code).map(phaseOf))
  for (const [code, { to }] of Object.entries(TRANSITIONS))
    if (phaseOf(to) === 'WITHDRAWN') assert.deepEqual(phases(code), new Set(['PENDING']), code)
  for (const code of ['abandon', 'terminate', 'expire', 'lapse', 'us_expire_fee', 'invalidate'])
    assert.deepEqual(
      [...phases(code)].filter((phase) => phase !== 'GRANTED' && phase !== 'GRACE'),
      [],
      code,
    )
})

/** Asked for only where the case has none. */
const PEOPLE = ['applicants', 'inventors']
const FILED = [...PEOPLE, 'pct_no', 'pct_filing_date', 'entry_date'] // an international application has no other for itself
for (const [codes, required] of [
  [
    ['file', 'us_file', 'ep_file', 'jp_file', 'enter'],
    ['application_no', 'filing_date', ...FILED],
  ],
  [['file_pct'], ['application_no', 'filing_date', ...PEOPLE, 'entry_date']],
  [['us_provisional'], ['filing_date', ...FILED]],
  [['grant', 'us_issue', 'ep_grant'], ['grant_date']],
  [['jp_grant'], ['register_date']],
] as const)
  test(`${codes.join(', ')}: required are ${required.join(', ')}, and what always applies is asked for with the transition`, () => {
    const fields = Object.entries(patent.fields as Record<string, Field>)
    for (const code of codes) {
      const asked = fields.filter(([, field]) => field.required_at?.includes(code))
      assert.deepEqual(asked.map(([field]) => field).toSorted(), [...required].toSorted(), code)
      for (const [field, { applies_to }] of asked)
        if (!applies_to && !PEOPLE.includes(field)) assert.ok(TRANSITIONS[code]?.fields?.includes(field), `${code} ${field}`)
    }
  })

test('a step that ends a case asks for its day, unless the loss that it confirms has one or the national phases go on', () => {
  const ends = Object.entries(TRANSITIONS).filter(([, { to }]) => ENDED.has(phaseOf(to)))
  assert.deepEqual(
    ends.flatMap(([code, { fields }]) => (fields?.includes('close_date') ? [] : [code])),
    ['lapse_final', 'close_pct', 'jp_loss_final'],
  )
})

test('a step asks for the number and the day of what it records', () => {
  for (const [code, ...asked] of [
    ['publish', 'publication_no', 'publication_date'],
    ['pct_publish', 'publication_no', 'publication_date'],
    ['ep_publish', 'publication_no', 'publication_date'],
    ['grant', 'grant_no', 'grant_date'],
    ['us_issue', 'grant_no', 'grant_date'],
    ['ep_grant', 'grant_no', 'grant_date'],
    ['jp_grant', 'grant_no', 'register_date'],
    ['enter', 'application_no', 'filing_date', 'entry_date', 'pct_no'],
    ['enter_se', 'se_entered_date'],
    ['jp_examine', 'sub_exam_date'],
    ['hag_register', 'hague_reg_no', 'register_date'],
    ['decide_countries', 'designated'],
  ] as const)
    assert.deepEqual(TRANSITIONS[code]?.fields, asked, code)
})

test('a restoration starts at the loss that it undoes, and nowhere else', () =>
  assert.deepEqual(
    Object.fromEntries(
      ['restore_application', 'restore_grant', 'restore_right', 'ep_restore', 'us_revive', 'us_reinstate', 'jp_fee_restored'].map((code) => [
        code,
        startsOf(code),
      ]),
    ),
    {
      restore_application: ['DEEMED_WITHDRAWN'],
      restore_grant: ['DEEMED_ABANDONED'],
      restore_right: ['TERMINATED'],
      ep_restore: ['EP_LOST'],
      us_revive: ['US_ABANDONED'],
      us_reinstate: ['US_EXPIRED_FEE'],
      jp_fee_restored: ['JP_FEE_LOST'],
    },
  ))

for (const [country, route, taken, refused] of [
  ['EP', 'UNITARY', ['ep_unitary'], ['ep_file']], // Regulation (EU) 1257/2012 art. 3
  ['US', 'HAGUE_NATIONAL', ['hagd_notify'], ['us_file', 'hag_register']],
  ['CN', 'HAGUE_NATIONAL', ['hagd_notify'], ['file', 'hag_register']],
  ['WO', 'HAGUE_INTL', ['file_pct', 'hag_register'], ['pct_publish', 'close_pct', 'pct_search', 'hagd_notify']],
  ['WO', 'PCT_INTL', ['file_pct', 'pct_publish', 'close_pct'], ['hag_register']],
  ['HK', 'HK_RECORD', ['file', 'publish', 'grant'], ['enter_se', 'office_action']], // Cap. 514 s. 23
  ['HK', 'HK_STANDARD', ['file', 'enter_se'], []],
] as const)
  test(`${country} ${route}: the steps of its own procedure are offered, others are not`, () => {
    const own = offered(country).flatMap(([code, { only }]) => (!only?.route || only.route.includes(route) ? [code] : []))
    assert.deepEqual([taken.filter((code) => !own.includes(code)), refused.filter((code) => own.includes(code))], [[], []])
  })

test('no transition is named by the letters of its office before its own words', () => {
  const named = Object.entries(TRANSITIONS).filter(([, { zh, en }]) => /^(JP|KR|US|EP|日韩|美国|欧洲)/.test(en) || /^(日韩|美国|欧洲)/.test(zh))
  assert.deepEqual(named.map(([code]) => code), []) // oxfmt-ignore
})
