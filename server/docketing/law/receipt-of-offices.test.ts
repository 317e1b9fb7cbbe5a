// What a recorded day of receipt does at each office: it moves a period as far as the rules of service let it, and no further.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_engineer')]

const today = Temporal.Now.plainDateISO(ZONE)
const sent = Temporal.PlainDate.from('2025-03-03')
type Row = Record<string, unknown> & { sid: string }
const post = <T = Row>(path: string, body: object, by = as) => call<T>(path, body, { as: by, lang: 'en' })
const done = async <T = Row>(path: string, body: object, by = as) => {
  const answer = await post<T>(path, body, by)
  assert.equal(answer.code, 0, `${path}: ${answer.text}`)
  return answer.data
}
const listed = async (model: string, case_sid: string, fl: string, where: string) =>
  (await done<{ record: Row[] }>(`${model}/do/search`, { iql: `case_sid = '${case_sid}' AND ${where}`, fl, rows: 9 })).record

/** Days after the dispatch from which the period counts, by the days after it on which the notice was received; with a second person, and before. */
type Counted = Readonly<Record<'none' | 0 | 1 | 5 | 400, number | readonly [before: number, confirmed: number]>>
const DISPATCH: Counted = { none: 0, 0: 0, 1: 0, 5: 0, 400: 0 }
const SEVEN: Counted = { ...DISPATCH, 400: [0, 393] } // the days beyond seven

/** `ordinary`: a later receipt asks for its reason. */
type State = { status: string; route?: string; way?: string; ordinary?: number }
const pct = { route: 'PCT_INTL', status: 'INTL_FILED' }
const offices: readonly (readonly [office: string, law: string, code: string, rule: string, period: Temporal.DurationLike, state: State, Counted])[] =
  [
    [
      'CN',
      'Implementing Rules r. 4, electronic',
      'CN14',
      'CNP19',
      { months: 4 },
      { status: 'SE' },
      { none: 0, 0: 0, 1: 1, 5: [0, 5], 400: [0, 400] },
    ],
    ['CN', 'Implementing Rules r. 4, by post', 'CN14', 'CNP19', { months: 4 }, { status: 'SE', way: 'PAPER', ordinary: 15 }, { none: [0, 15], 0: [0, 15], 1: [1, 15], 5: [0, 15], 400: [0, 400] }], // oxfmt-ignore
    ['EP', 'EPC Rules 126(2), 127(2)', 'EP3', 'EP12', { months: 4 }, { status: 'EP_EXAM' }, SEVEN],
    ['WO', 'PCT Rule 80.6', 'PC03', 'PCT06', { months: 1 }, pct, SEVEN],
    ['KR', 'KPA 28-5', 'KR1', 'KR04', { months: 2 }, { status: 'JP_EXAM' }, { none: 0, 0: 0, 1: 1, 5: 5, 400: [0, 14] }],
    ['US', '37 CFR 1.134', 'US4', 'US08', { months: 3 }, { status: 'US_EXAM' }, DISPATCH],
    ['US', '37 CFR 1.134, by post', 'US6', 'US13', { months: 3 }, { status: 'US_EXAM', way: 'PAPER' }, DISPATCH],
    ['JP', 'JPA art. 50', 'JP1', 'JP05', { days: 60 }, { status: 'JP_EXAM' }, DISPATCH],
    ['JP', 'Act on Special Provisions art. 5(3)', 'JP3', 'JP06', { months: 3 }, { status: 'JP_EXAM' }, DISPATCH],
    [
      'JP',
      'JPA art. 190, by post',
      'JP3',
      'JP06',
      { months: 3 },
      { status: 'JP_EXAM', way: 'PAPER' },
      { none: 0, 0: 0, 1: [0, 1], 5: [0, 5], 400: [0, 400] },
    ],
    ['DE', 'PatG s. 127, VwZG s. 4(2)', 'DE_REFUSAL', 'DE06', { months: 1 }, { status: 'SE', way: 'PAPER' }, { none: 4, 0: 0, 1: 1, 5: [4, 5], 400: [4, 400] }], // oxfmt-ignore
    ['DE', 'PatG s. 127, VwZG s. 5(7)', 'DE_REFUSAL', 'DE06', { months: 1 }, { status: 'SE' }, { none: 4, 0: 0, 1: 1, 5: [4, 5], 400: [4, 400] }],
    ['GB', 'Patents Rules r. 30(2)', 'GB_EXAM_FIRST', 'GB04', { months: 12 }, { status: 'SE' }, DISPATCH],
  ]

const due = async (case_sid: string, rule: string) => (await listed('deadline', case_sid, 'raw_due,certainty', `rule_id = '${rule}'`))[0]

for (const [country, law, code, rule, period, { way = 'ELECTRONIC', ordinary = 3, ...state }, counted] of offices) {
  const patent = () =>
    done('patent/do/create', { title: `${country} ${code}`, patent_type: 'INVENTION', country, filing_date: sent.subtract({ days: 1600 }).toString(), ...state }) // oxfmt-ignore
  const notice = (case_sid: string, more: object) =>
    post('official_event/do/create', { case_sid, code, event_date: sent.toString(), delivery_way: way, ...more })
  // The days beyond seven are added to the period, all others to its beginning.
  const day = (days: number) => (counted === SEVEN ? sent.add(period).add({ days }) : sent.add({ days }).add(period)).toString()

  test(`${country}, ${law}: a receipt before the dispatch or in the future is refused`, async () => {
    const { sid } = await patent()
    for (const [receive_date, words] of [
      [sent.subtract({ days: 1 }), /is before the date of the notice/],
      [today.add({ days: 1 }), /is in the future/],
    ] as const) {
      const answer = await notice(sid, { receive_date: receive_date.toString(), receipt_reason: 'proof' })
      assert.deepEqual([answer.code === 0, answer.errors?.[0]?.field], [false, 'receive_date'])
      assert.match(answer.message, words)
    }
  })

  for (const key of ['none', 0, 1, 5, 400] as const) {
    const days = counted[key]
    const [before, confirmed] = typeof days === 'number' ? [days, undefined] : days
    const what =
      confirmed === undefined ? `counts from day ${before}` : `counts from day ${before}, and from day ${confirmed} when a second person confirms it`
    test(`${country}, ${law}: received ${key === 'none' ? 'on an unknown day' : `${key} days after dispatch`}, it ${what}`, async () => {
      const { sid } = await patent()
      const receive_date = key === 'none' ? null : sent.add({ days: key }).toString()
      const isLate = confirmed !== undefined && typeof key === 'number' && key > ordinary
      if (isLate) {
        const unreasoned = await notice(sid, { receive_date })
        assert.equal(unreasoned.errors?.[0]?.field, 'receipt_reason')
      }
      const made = await notice(sid, { receive_date, ...(isLate && { receipt_reason: 'envelope' }) })
      assert.equal(made.code, 0, made.text)
      assert.equal((await due(sid, rule))?.raw_due, day(before))
      const open = await listed('date_confirmation', sid, 'sid', "status = 'PROPOSED'")
      assert.equal(open.length, confirmed === undefined ? 0 : 1)
      if (confirmed === undefined) return
      await done('date_confirmation/do/transition', { sid: open[0]?.sid, transition: 'confirm' }, second)
      const after = await due(sid, rule)
      assert.equal(after?.raw_due, day(confirmed))
      if (isLate) assert.equal(after.certainty, 'CHECK')
    })
  }
}

test('a deadline states when the day of receipt has no effect', async () => {
  const { sid } = await done('patent/do/create', {
    title: 'said',
    patent_type: 'INVENTION',
    country: 'US',
    status: 'US_EXAM',
    filing_date: '2024-01-05',
  })
  await done('official_event/do/create', { case_sid: sid, code: 'US4', event_date: sent.toString(), receive_date: sent.add({ days: 30 }).toString() })
  const one = (await listed('deadline', sid, 'sid', "rule_id = 'US08'"))[0]
  const why = async (lang: 'zh' | 'en') => (await call<{ why: string[] }>(`deadline/${one?.sid}`, undefined, { as, lang })).data.why.join('\n')
  assert.match(await why('en'), /the day of receipt moves nothing/)
  assert.match(await why('zh'), /收到日不影响期限/)
})

test('Korea: a notice opened within the fourteen days of the law, but later than a week, needs a reason and a second person as well', async () => {
  const { sid } = await done('patent/do/create', {
    title: 'late',
    patent_type: 'INVENTION',
    country: 'KR',
    filing_date: '2024-01-05',
    status: 'JP_EXAM',
  })
  const notice = { case_sid: sid, code: 'KR1', event_date: sent.toString(), receive_date: sent.add({ days: 10 }).toString() }
  assert.equal((await post('official_event/do/create', notice)).errors?.[0]?.field, 'receipt_reason')
  await done('official_event/do/create', { ...notice, receipt_reason: 'opened that day' })
  assert.equal((await due(sid, 'KR04'))?.raw_due, sent.add({ months: 2 }).toString())
  const open = await listed('date_confirmation', sid, 'sid', "status = 'PROPOSED'")
  await done('date_confirmation/do/transition', { sid: open[0]?.sid, transition: 'confirm' }, second)
  const after = await due(sid, 'KR04')
  assert.deepEqual([after?.raw_due, after?.certainty], [sent.add({ days: 10 }).add({ months: 2 }).toString(), 'CHECK'])
})
