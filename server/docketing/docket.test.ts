import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { todayIn, ZONE } from '../../model/kit/days/clock.ts'
import { confirmLaterDates, removeByTwo } from '../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startOn } from '../../tests/harness/today.ts'

// The days of these cases are fixed.
startOn('2026-11-21')

const { call, enrol, tenant } = await testServer()
const [engineer, second] = [await enrol('ip_engineer'), await enrol('ip_engineer')]
const as = engineer

const { make } = casesOf(call, as)
let made = 0
const patent = (more: Record<string, unknown>) => make('patent', { title: `案件 ${++made}`, patent_type: 'INVENTION', country: 'CN', ...more })
const list = async (model: string, case_sid: string, fl: string, where = '') => {
  const { data } = await call<{ record: Row[] }>(`${model}/do/search`, { iql: `case_sid = '${case_sid}'${where}`, fl, rows: 100 }, { as })
  return data.record
}
const deadline = async (case_sid: string, rule: string, year?: number) =>
  (
    await list(
      'deadline',
      case_sid,
      'rule_id,official_due,internal_due,status,recomputed_from,provisional,done_date,grace_end,extended_due',
      ` AND rule_id = '${rule}'${year ? ` AND annuity_year = ${year}` : ''}`,
    )
  )[0]
const granted = (more: Record<string, unknown> = {}) =>
  patent({ filing_date: '2024-05-01', grant_date: '2025-08-05', grant_no: `CN11${String(5_000_000 + made)}B`, status: 'GRANTED', ...more })

for (const [code, delivery_way, event_date, rule, due] of [
  ['CN14', 'ELECTRONIC', '2026-03-31', 'CNP19', '2026-07-31'],
  ['CN14', 'ELECTRONIC', '2025-10-31', 'CNP19', '2026-02-28'],
  ['CN14', 'ELECTRONIC', '2023-10-31', 'CNP19', '2024-03-15'],
  ['CN14', 'PAPER', '2026-01-16', 'CNP19', '2026-06-01'],
  ['CN15', 'ELECTRONIC', '2025-12-31', 'CNP20', '2026-02-28'],
  ['CN18', 'ELECTRONIC', '2025-12-15', 'CNP25', '2026-02-24'],
  ['CN21', 'PAPER', '2026-06-20', 'CNP29', '2026-10-08'],
] as const) {
  test(`[1.03] ${code} of ${event_date}, ${delivery_way.toLowerCase()}: ${rule} is due on ${due}`, async () => {
    const one = await patent({ filing_date: '2022-01-10', status: 'SE', se_entered_date: '2022-12-01' })
    await make('official_event', { case_sid: one.sid, code, event_date, delivery_way })
    await confirmLaterDates(call, second)
    assert.equal((await deadline(one.sid, rule))?.official_due, due)
  })
}

test('an office action creates a deadline with its reasons, and its answer closes it', async () => {
  const one = await patent({ filing_date: '2024-02-01', status: 'SE', se_entered_date: '2025-01-01' })
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: '2026-10-12' })
  const open = await deadline(one.sid, 'CNP19')
  assert.equal(open?.status, 'OPEN')
  for (const [lang, word, day] of [
    ['en', /Legal basis: Patent Law/, /12 Oct 2026/],
    ['zh', /依据：专利法/, /2026-10-12/],
  ] as const) {
    const { data } = await call<{ why: string[] }>(`deadline/${open?.sid}`, undefined, { as, lang })
    assert.match(data.why.join('\n'), word)
    assert.match(data.why.join('\n'), day)
  }
  assert.equal((await call<Row>(`patent/${one.sid}`, undefined, { as })).data.status, 'OA')
  await make('official_event', { case_sid: one.sid, code: 'CO05', event_date: '2026-11-10' })
  const closed = await deadline(one.sid, 'CNP19')
  assert.deepEqual([closed?.status, closed?.done_date], ['DONE', '2026-11-10'])
})

test('a deadline entered after its date is kept, and is not done', async () => {
  const one = await patent({ filing_date: '2022-02-01', status: 'SE', se_entered_date: '2023-01-01' })
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: '2025-01-06' })
  assert.equal((await deadline(one.sid, 'CNP19'))?.status, 'MISSED')
  assert.equal((await deadline(one.sid, 'CNP40'))?.status, 'OPEN')
})

test('[1.04] a grant creates annuities, their fees and the end of the term', async () => {
  const one = await granted()
  const fees = await list('fee', one.sid, 'fee_no,annuity_year,due_date,amount,currency,status', " AND fee_class = 'ANNUITY' ORDER BY due_date")
  const year4 = fees.find((fee) => fee.annuity_year === 4)
  assert.deepEqual(
    [year4?.due_date, year4?.amount, year4?.currency, year4?.status],
    ['2027-05-06', '1200.00', 'CNY', 'PLANNED'].with(0, String(year4?.due_date)),
  )
  assert.equal((await deadline(one.sid, 'CNP38', 4))?.official_due, year4?.due_date)
  const { data } = await call<Row>(`patent/${one.sid}`, undefined, { as })
  assert.equal(data.expiry_date, '2044-05-01')
  assert.ok(data.next_annuity_due)
})

test('a corrected date first shows old and new dates, and then moves open deadlines', async () => {
  const one = await granted()
  const { data } = await call<{ moved: { key: string; from: string; to: string }[] }>(
    'patent/do/preview_dates',
    { sid: one.sid, changes: { filing_date: '2024-06-03' } },
    { as },
  )
  assert.ok(data.moved.some((move) => move.from === '2044-05-01' && move.to === '2044-06-03'))
  const before = await deadline(one.sid, 'CNP38', 4)
  await call('patent/do/update', { sid: one.sid, filing_date: '2024-06-03' }, { as })
  await confirmLaterDates(call, second)
  const after = await deadline(one.sid, 'CNP38', 4)
  assert.equal(after?.recomputed_from, before?.official_due)
  assert.equal(after?.official_due, '2027-06-03')
})

test('the schema lists the fields that move deadlines, and each of them is previewed', async () => {
  const one = await patent({ filing_date: '2026-09-01', status: 'FILED' })
  const { data: schema } = await call<{ fields: { code: string; drives?: string }[] }>('patent/do/schema', undefined, { as })
  const drives = (code: string) => schema.fields.find((field) => field.code === code)?.drives
  assert.deepEqual(['bio_deposit', 'open_license', 'title'].map(drives), ['docketing', 'fees', undefined])
  const changes = { bio_deposit: [{ depository: 'CGMCC' }] }
  const { data } = await call<{ moved: { key: string; what: string; to: string }[] }>('patent/do/preview_dates', { sid: one.sid, changes }, { as })
  assert.deepEqual(
    data.moved.map(({ key, what, to }) => [key, what, to]),
    [['CNP14', 'NEW', '2027-01-01']],
  )
})

test('a paid year closes its deadline; a short payment does not; a future payment is refused', async () => {
  const one = await granted({ filing_date: '2022-12-05', grant_date: '2024-03-01' })
  const [fee] = await list('fee', one.sid, 'fee_no,amount,status', ' AND annuity_year = 5')
  const take = (fields: Record<string, unknown>) => call<Row>('fee/do/transition', { sid: fee?.sid, transition: 'pay', ...fields }, { as })
  assert.equal((await take({ pay_date: '2199-01-01' })).status, 400)
  assert.equal((await take({ pay_date: '2026-11-02', paid_amount: '1' })).data.status, 'UNDERPAID')
  assert.notEqual((await deadline(one.sid, 'CNP38', 5))?.status, 'DONE')
  assert.equal((await take({ pay_date: '2026-11-03', paid_amount: String(fee?.amount) })).data.status, 'PAID')
  assert.equal((await deadline(one.sid, 'CNP38', 5))?.status, 'DONE')
})

test('a deadline is extended only by a step of its own rule, once for each time allowed', async () => {
  const one = await patent({ filing_date: '2024-02-01', status: 'SE', se_entered_date: '2025-01-01' })
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: '2026-10-12' })
  const open = await deadline(one.sid, 'CNP19')
  const extend = (period: string) => call<Row>('deadline/do/extend', { sid: open?.sid, period }, { as })
  assert.equal((await extend('9m')).code, 500005)
  await extend('1m')
  assert.equal(await confirmLaterDates(call, second), 1)
  assert.equal((await deadline(one.sid, 'CNP19'))?.extended_due, '2027-03-12')
  assert.match((await extend('1m')).text, /已延长 1 次，不能再延/)
  await call('deadline/do/transition', { sid: open?.sid, transition: 'complete', done_date: '2026-11-20' }, { as })
  assert.match((await extend('1m')).text, /该期限不能延长/)
})

test('the own date of a deadline may be its official day, and no later one', async () => {
  const one = await patent({ filing_date: '2024-02-01', status: 'SE', se_entered_date: '2025-01-01' })
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: '2026-10-12' })
  const { sid, official_due } = (await deadline(one.sid, 'CNP19')) ?? assert.fail('no deadline')
  assert.equal(official_due, '2027-02-12')
  const set = (internal_due: string) => call<Row>('deadline/do/update', { sid, internal_due }, { as })
  assert.equal((await set('2027-02-12')).data.internal_due, '2027-02-12')
  const late = await set('2027-02-13')
  assert.deepEqual([late.status, late.errors[0]?.field], [400, 'internal_due'])
  const own = await make('deadline', { case_sid: one.sid, name: '打电话', official_due: '2027-01-08' })
  assert.equal(own.internal_due, '2027-01-08')
})

test('a waived deadline stays waived, with the reason; reopened it is computed again', async () => {
  const one = await patent({ filing_date: '2024-02-01', status: 'SE', se_entered_date: '2025-01-01' })
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: '2026-10-12' })
  const open = await deadline(one.sid, 'CNP19')
  const take = (transition: string, fields = {}) => call<Row>('deadline/do/transition', { sid: open?.sid, transition, ...fields }, { as })
  assert.equal((await take('waive')).status, 400)
  assert.equal((await take('waive', { handled_reason: '不再答复' })).data.status, 'WAIVED')
  await call('patent/do/update', { sid: one.sid, claims_count: 9 }, { as })
  assert.equal((await deadline(one.sid, 'CNP19'))?.status, 'WAIVED')
  assert.equal((await take('reopen')).data.status, 'OPEN')
})

test('a computed date cannot be edited; a manual deadline can', async () => {
  const one = await granted()
  const computed = await deadline(one.sid, 'CNP38', 4)
  const typed = await call('deadline/do/update', { sid: computed?.sid, official_due: '2030-01-01' }, { as })
  assert.equal(typed.errors[0]?.field, 'official_due')
  const own = await make('deadline', { case_sid: one.sid, name: '内部评审', official_due: '2026-12-24' })
  assert.equal(own.manual, true)
  assert.equal((await call('deadline/do/update', { sid: own.sid, official_due: '2026-12-28' }, { as })).code, 0)
})

test('a closing event closes open deadlines and fees; deadlines are deleted and restored with their case', async () => {
  const one = await granted()
  await call('patent/do/transition', { sid: one.sid, transition: 'abandon', close_date: '2026-11-01', close_reason: '不再使用' }, { as })
  assert.equal((await deadline(one.sid, 'CNP38', 4))?.status, 'CANCELLED')
  assert.equal((await list('fee', one.sid, 'status', ' AND annuity_year = 4'))[0]?.status, 'CANCELLED')
  await removeByTwo(call, { entity: 'case', sid: one.sid }, [as, second])
  assert.equal((await list('deadline', one.sid, 'status')).length, 0)
  await call('patent/do/restore', { sids: [one.sid] }, { as })
  assert.ok((await list('deadline', one.sid, 'status')).length > 0)
})

test('deleting an official document deletes its deadline', async () => {
  const one = await patent({ filing_date: '2024-02-01', status: 'SE', se_entered_date: '2025-01-01' })
  const letter = await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: '2026-10-12' })
  await call('date_confirmation/do/propose_removal', { entity: 'official_event', record_sid: letter.sid }, { as })
  assert.equal((await deadline(one.sid, 'CNP19'))?.status, 'OPEN')
  await confirmLaterDates(call, second)
  assert.equal((await deadline(one.sid, 'CNP19'))?.status, 'CANCELLED')
})

test('[1.05] a priority sets the national-phase deadlines of an international application', async () => {
  const one = await patent({
    country: 'WO',
    route: 'PCT_INTL',
    application_no: 'PCT/CN2025/098765',
    filing_date: '2025-06-10',
    status: 'INTL_FILED',
    designated: ['EP', 'JP', 'US'],
  })
  await make('priority', { case_sid: one.sid, priority_no: '202410123456.0', priority_date: '2024-07-01', priority_country: 'CN' })
  const limits = await list('deadline', one.sid, 'rule_id,target_country,official_due')
  assert.ok(
    limits.some((row) => String(row.official_due).startsWith('2027-01') || String(row.official_due).startsWith('2027-02')),
    JSON.stringify(limits),
  )
  assert.equal((await call<Row>(`patent/${one.sid}`, undefined, { as })).data.earliest_priority_date, '2024-07-01')
})

test('an uncertain date is marked as uncertain', async () => {
  const one = await patent({ country: 'EP', route: 'EP_DIRECT', application_no: '23123456.8', filing_date: '2023-05-17', status: 'EP_EXAM' })
  const fees = await list('fee', one.sid, 'annuity_year,certainty,due_date', " AND fee_class = 'ANNUITY'")
  assert.ok(fees.some((fee) => fee.certainty === 'CHECK'))
  const dates = await list('deadline', one.sid, 'provisional,rule_id', ' AND provisional = TRUE')
  assert.ok(dates.length > 0)
})

test('every annuity of the term is listed with amounts and reasons', async () => {
  const one = await granted()
  const { data } = await call<{ record: { year: number; amount: string; why: string[] }[] }>('patent/do/annuity_schedule', { sid: one.sid }, { as })
  assert.equal(data.record.at(-1)?.year, 20)
  assert.ok((data.record[3]?.why.length ?? 0) > 0)
})

test('a day entered in the office’s calendar moves dates that fall on it', async () => {
  const admin = await enrol('system_admin')
  const one = await patent({ country: 'US', application_no: '18/123,456', filing_date: '2024-01-10', status: 'US_NONFINAL' })
  await make('official_event', { case_sid: one.sid, code: 'US4', event_date: '2026-10-05' })
  const before = await deadline(one.sid, 'US08')
  assert.equal(before?.official_due, '2027-01-05')
  await call('office_calendar/do/create', { office: 'US', day: '2027-01-05', kind: 'OFF', name: 'closed for the test' }, { as: admin })
  await call('patent/do/update', { sid: one.sid, claims_count: 12 }, { as })
  assert.equal((await deadline(one.sid, 'US08'))?.official_due, '2027-01-06')
})

test('every rule, price and calendar of the packs is loaded', async () => {
  const { n } = await tenant.db
    .selectFrom('deadline_rule')
    .select((of) => of.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  assert.ok(Number(n) >= 230)
})

test('a restoration that no office would still grant is closed, even without a recorded notice', async () => {
  const old = await patent({
    filing_date: '2010-03-10',
    grant_date: '2012-05-02',
    grant_no: 'CN101999999B',
    status: 'TERMINATED',
    close_date: '2018-09-10',
  })
  const rows = await list('deadline', old.sid, 'rule_id,status,official_due', " AND rule_id = 'CNP40'")
  assert.ok(
    rows.every((row) => row.status !== 'OPEN'),
    JSON.stringify(rows),
  )
})

test('a deadline settled by dates alone is removed with its trigger', async () => {
  const one = await patent({ filing_date: '2024-03-05', status: 'SE' })
  assert.equal((await deadline(one.sid, 'PAR01'))?.status, 'NO_RECORD')
  await make('priority', { case_sid: one.sid, priority_no: 'US18/123456', priority_date: '2023-03-10', priority_country: 'US' })
  assert.equal((await deadline(one.sid, 'PAR01'))?.status, 'CANCELLED')
})

test('a withdrawn priority removes deadlines that its filing date had settled', async () => {
  const one = await patent({ filing_date: '2024-03-05', status: 'SE' })
  const claim = await make('priority', { case_sid: one.sid, priority_no: 'US18/123458', priority_date: '2023-03-10', priority_country: 'US' })
  assert.equal((await deadline(one.sid, 'CNP03'))?.status, 'DONE')
  await call(`priority/do/delete/${claim.sid}`, {}, { as })
  assert.equal((await deadline(one.sid, 'CNP03'))?.status, 'CANCELLED')
})

test('annuities stay owed while a declaration of invalidity can be challenged, and end when it is final', async () => {
  const one = await granted()
  const open = async () => (await list('deadline', one.sid, 'status', " AND kind = 'ANNUITY' AND status = 'OPEN'")).length
  const before = await open()
  assert.ok(before > 0)
  const take = (transition: string, fields = {}) => call<Row>('patent/do/transition', { sid: one.sid, transition, ...fields }, { as })
  assert.equal((await take('invalidate')).data.legal_status, 'GRANTED')
  assert.equal(await open(), before)
  await take('invalidation_overturned')
  assert.equal(await open(), before)
  await take('invalidate')
  assert.equal((await take('invalidation_final', { close_date: '2026-11-02' })).data.status, 'INVALID')
  assert.equal(await open(), 0)
})

test('a second suspension leaves the first as it was; two that overlap, or one after one without an end, are refused', async () => {
  const one = await patent({ filing_date: '2024-03-05', status: 'SE' })
  const first = { from: '2026-01-05', to: '2026-02-05', reason: '权属纠纷' }
  const set = (...suspensions: object[]) => call<Row>('patent/do/update', { sid: one.sid, suspensions }, { as, lang: 'en' })
  await set(first)
  assert.deepEqual((await set(first, { from: '2026-06-01', to: null, reason: null })).data.suspensions, [
    first,
    { from: '2026-06-01', to: null, reason: null },
  ])
  for (const [suspensions, words] of [
    [[{ from: '2026-03-01', to: '2026-02-01' }], /Suspensions.*has the earlier end date/],
    [[first, { from: '2026-02-01', to: '2026-03-01' }], /overlap/],
    [[{ from: '2026-01-05' }, { from: '2026-06-01' }], /has no end/],
  ] as const) {
    const answer = await set(...suspensions)
    assert.equal(answer.code, 500005, answer.text)
    assert.match(answer.message, words)
  }
})

test('unknown inputs of an action are refused, and a preview of no change', async () => {
  const one = await patent({ filing_date: '2024-03-05', status: 'SE' })
  for (const [path, body] of [
    ['patent/do/preview_dates', { sid: one.sid, filing_date: '2024-04-05' }],
    ['fee/do/quote', { case_sid: one.sid, annuity_year: 4, date: '2027-01-05' }],
    ['deadline/do/extend', { sid: one.sid, months: 2 }],
  ] as const) {
    const answer = await call(path, body, { as })
    assert.deepEqual([answer.status, answer.code], [400, 400], path)
  }
  assert.equal((await call('patent/do/preview_dates', { sid: one.sid }, { as })).errors[0]?.field, 'changes')
})

test('the same serial number twice on a case is one notice, whatever its code and day', async () => {
  const one = await patent({ filing_date: '2024-02-01', status: 'SE', se_entered_date: '2025-01-01' })
  const notice = { case_sid: one.sid, code: 'CN14', event_date: '2026-10-12', serial_no: '2026101200123450' }
  await make('official_event', notice)
  const again = await call('official_event/do/create', { ...notice, code: 'CN15', event_date: '2026-10-13' }, { as, lang: 'en' })
  assert.equal(again.errors[0]?.field, 'serial_no')
  assert.match(again.text, /a serial number identifies one notice/)
  assert.equal((await call('official_event/do/create', { ...notice, code: 'CN15', serial_no: '2026101200123451' }, { as })).code, 0)
})

test('the reasons of deadlines and fees have no codes in either language, and no Chinese in English', async () => {
  const ago = (back: Temporal.DurationLike) => `${Temporal.PlainDate.from(todayIn(ZONE)).subtract(back)}`
  const cases = [
    await granted(),
    await patent({ filing_date: ago({ years: 3 }), status: 'TERMINATED', grant_date: ago({ years: 2 }), close_date: ago({ days: 20 }) }),
    await patent({ country: 'EP', filing_date: ago({ years: 4 }), status: 'EP_EXAM' }),
    await patent({ country: 'US', filing_date: ago({ years: 5 }), status: 'US_GRANTED', grant_date: ago({ years: 3 }) }),
    await patent({ filing_date: ago({ years: 2 }), status: 'SE', se_entered_date: ago({ years: 1 }), sub_exam_date: ago({ years: 1 }) }),
  ]
  const last = cases.at(-1)?.sid
  await make('official_event', { case_sid: last, code: 'CN14', event_date: ago({ months: 7 }) })
  await make('official_event', { case_sid: last, code: 'CO05', event_date: ago({ months: 5 }) })
  const found: string[] = []
  for (const one of cases)
    for (const model of ['deadline', 'fee'])
      for (const { sid } of await list(model, one.sid, 'sid'))
        for (const lang of ['zh', 'en'] as const) {
          const { data } = await call<{ why: string[] }>(`${model}/${sid}`, undefined, { as, lang })
          const text = data.why.join(' ')
          if (
            /\b[A-Z]{2,5}\d{2}[A-Z]?\b|\b[A-Z]{2,3}\.[A-Z]+|:after:|\b\d+[ymd]\b|[A-Z]+_[A-Z]+|\b(?:DONE|GRANTED|PAID)\b/.test(text) ||
            (lang === 'en' && /\p{Script=Han}/u.test(text))
          )
            found.push(`${lang} ${text}`)
        }
  assert.deepEqual(found, [])
})

test('an optional act whose period ended without a record is not done; one transition marks it as done or as given up', async () => {
  const one = await patent({ filing_date: '2024-02-01', status: 'SE', se_entered_date: '2025-01-01', sub_exam_date: '2024-02-01' })
  const [over, other] = await list('deadline', one.sid, 'name_en,status,done_by', " AND kind = 'ACTION' AND done_by = 'PERIOD_ENDED'")
  assert.equal(over?.status, 'NO_RECORD')
  const took = await call<Row>('deadline/do/transition', { sid: over?.sid, transition: 'complete', done_date: '2024-06-03', confirm: [] }, { as })
  assert.deepEqual([took.data.status, took.data.done_date], ['DONE', '2024-06-03'])
  if (other) {
    const gave = await call<Row>('deadline/do/transition', { sid: other.sid, transition: 'waive', handled_reason: '未用' }, { as })
    assert.equal(gave.data.status, 'WAIVED')
  }
  await call('patent/do/update', { sid: one.sid, claims_count: 3 }, { as })
  assert.equal((await list('deadline', one.sid, 'status', ` AND sid = '${over?.sid}'`))[0]?.status, 'DONE', 'the word of a person stays')
})

test('a person can mark a presumed act as not done, or as done on an unknown day', async () => {
  const one = await granted()
  const [first, second] = await list('deadline', one.sid, 'name_en,status,done_date', " AND status = 'PRESUMED' AND kind = 'ACTION'")
  assert.ok(first && second)
  const say = (sid: string, transition: string) => call<Row>('deadline/do/transition', { sid, transition }, { as })
  const missed = await say(first.sid, 'not_done')
  assert.deepEqual([missed.data.status, missed.data.done_date, missed.data.done_by], ['MISSED', null, 'PERSON'], missed.text)
  const done = await say(second.sid, 'complete')
  assert.deepEqual([done.data.status, done.data.done_date], ['DONE', null], done.text)
  await call('patent/do/update', { sid: one.sid, claims_count: 3 }, { as })
  const kept = await list('deadline', one.sid, 'status,done_date', ` AND sid IN ('${first.sid}', '${second.sid}') ORDER BY status ASC`)
  assert.deepEqual(kept.map(({ status, done_date }) => [status, done_date]), [['DONE', null], ['MISSED', null]], 'the word of a person stays') // oxfmt-ignore
  assert.equal((await say(first.sid, 'reopen')).code, 0)
  assert.equal((await list('deadline', one.sid, 'status', ` AND sid = '${first.sid}'`))[0]?.status, 'PRESUMED')
})
