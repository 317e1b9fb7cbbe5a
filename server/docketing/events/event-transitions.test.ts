import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { sendFile } from '../../../tests/harness/cases/exchange.ts'
import { confirmLaterDates, removeByTwo } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()
const [noticed, answered, filed, twelveMonths] = [ago(30), ago(10), ago(900), ago(380)] // periods of notices run on

const { app, call, enrol, tenant } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]

type Row = Record<string, unknown> & { sid: string }
const done = async <T = Row>(path: string, body: Record<string, unknown>) => {
  const answer = await call<T>(path, body, { as })
  assert.equal(answer.code, 0, `${path}: ${answer.text}`)
  return answer.data
}
let made = 0
const patent = (more: Record<string, unknown>) =>
  done('patent/do/create', { title: `案件 ${++made}`, patent_type: 'INVENTION', country: 'CN', ...more })
const paper = (case_sid: string, code: string, event_date: string, more: Record<string, unknown> = {}) =>
  done('official_event/do/create', { case_sid, code, event_date, ...more })
const take = (sid: string, transition: string, fields: Record<string, unknown> = {}) => done('patent/do/transition', { sid, transition, ...fields })
const list = async (model: string, case_sid: string, fl: string) =>
  (await done<{ record: Row[] }>(`${model}/do/search`, { iql: `case_sid = '${case_sid}'`, fl, rows: 100 })).record
const statusOf = async (case_sid: string, rule: string) =>
  (await list('deadline', case_sid, 'rule_id,status')).filter((one) => one.rule_id === rule).map(({ status }) => status)
const state = async (sid: string) => (await call<Row>(`patent/${sid}`, undefined, { as })).data.status
const codes = async (sid: string) => (await list('official_event', sid, 'code')).map(({ code }) => code).toSorted()

for (const [country, status, notice, step, act, rule, more] of [
  ['CN', 'SE', 'CN14', 'answer', 'CO05', 'CNP19', {}],
  ['CN', 'PRELIM', 'CN05', 'answer_correction', 'CO06', 'CNP21', { patent_type: 'UTILITY' }],
  ['CN', 'SE', 'CN21', 'request_reexam', 'CO08', 'CNP29', {}],
  ['EP', 'EP_EXAM', 'EP3', 'ep_answer', 'EP_REPLY', 'EP12', {}],
  ['EP', 'EP_EXAM', 'EP4', 'ep_approve', 'EP_APPROVAL', 'EP13', {}],
  ['US', 'US_EXAM', 'US4', 'us_answer', 'US_REPLY', 'US08', {}],
  ['US', 'US_EXAM', 'US5', 'us_rce', 'US_RCE', 'US09', {}],
  ['JP', 'JP_EXAM', 'JP1', 'jp_answer', 'JP_REPLY', 'JP05', {}],
  ['KR', 'JP_EXAM', 'KR3', 'jp_appeal', 'KR_APPEAL', 'KR05', {}],
] as const) {
  test(`${country}: the transition “${step}” is the act that answers ${notice}, and creates its event`, async () => {
    const one = await patent({ country, status, filing_date: filed, ...more })
    await paper(one.sid, notice, noticed)
    assert.deepEqual(await statusOf(one.sid, rule), ['OPEN'])
    await take(one.sid, step)
    assert.deepEqual(await statusOf(one.sid, rule), ['DONE'])
    assert.deepEqual(await codes(one.sid), [act, notice].toSorted())
    await done('patent/do/undo_transition', { sid: one.sid, reason: '点错' })
    assert.deepEqual(await statusOf(one.sid, rule), ['OPEN'])
    assert.deepEqual(await codes(one.sid), [notice])
  })

  test(`${country}: the document ${act} triggers the transition “${step}”, and is not recorded twice`, async () => {
    const one = await patent({ country, status, filing_date: filed, ...more })
    await paper(one.sid, notice, noticed)
    const before = await state(one.sid)
    await paper(one.sid, act, answered)
    assert.notEqual(await state(one.sid), before)
    assert.deepEqual(await statusOf(one.sid, rule), ['DONE'])
    assert.deepEqual(await codes(one.sid), [act, notice].toSorted())
  })
}

test('an event created by a transition keeps its origin when its remark is edited: undoing the transition takes it back, and it answers no later notice', async () => {
  const one = await patent({ status: 'SE', filing_date: filed })
  await paper(one.sid, 'CN14', noticed)
  await take(one.sid, 'answer')
  const [reply] = (await list('official_event', one.sid, 'code,by_transition')).filter(({ code }) => code === 'CO05')
  assert.equal(reply?.by_transition, 'answer')
  await done('official_event/do/update', { sid: reply?.sid, remark: '已核对回执' })
  await done('patent/do/undo_transition', { sid: one.sid, reason: '点错' })
  assert.deepEqual(await statusOf(one.sid, 'CNP19'), ['OPEN'])
  assert.deepEqual(await codes(one.sid), ['CN14'])
  await take(one.sid, 'answer')
  const [again] = (await list('official_event', one.sid, 'code')).filter(({ code }) => code === 'CO05')
  await done('official_event/do/update', { sid: again?.sid, remark: '已核对回执' })
  await paper(one.sid, 'CN15', ago(0))
  assert.deepEqual(await statusOf(one.sid, 'CNP20'), ['OPEN'])
})

test('undoing the step of a notice names the notice, which stays on record with its deadlines', async () => {
  const one = await patent({ status: 'SE', filing_date: filed })
  await paper(one.sid, 'CN14', noticed)
  const undone = await done<{ warnings?: string[] }>('patent/do/undo_transition', { sid: one.sid, reason: '录错案件' })
  assert.match(undone.warnings?.join() ?? '', new RegExp(`“[^”]*审查意见通知书”（${noticed}）仍在官方事件中`))
  assert.deepEqual([await state(one.sid), await statusOf(one.sid, 'CNP19')], ['SE', ['OPEN']])
})

test('a demand opens Chapter II, with its fees and its report', async () => {
  const one = await patent({ country: 'WO', route: 'PCT_INTL', status: 'SEARCHED', filing_date: twelveMonths })
  await take(one.sid, 'demand')
  assert.deepEqual([await statusOf(one.sid, 'PCT18'), await statusOf(one.sid, 'PCT19')], [['OPEN'], ['OPEN']])
  const other = await patent({ country: 'WO', route: 'PCT_INTL', status: 'SEARCHED', filing_date: twelveMonths })
  await paper(other.sid, 'DEMAND', ago(60))
  assert.equal(await state(other.sid), 'CHAPTER_II')
})

for (const [country, status, code, to] of [
  ['CN', 'FILED', 'CN14', 'OA'],
  ['CN', 'PRELIM_PASSED', 'CN15', 'OA'],
  ['CN', 'PUBLISHED', 'CN21', 'REFUSED'],
  ['EP', 'EP_PUBLISHED', 'EP3', 'EP_OA'],
  ['US', 'US_FILED', 'US5', 'US_FINAL'],
  ['US', 'US_NONFINAL', 'US6', 'US_ALLOWED'],
  ['JP', 'JP_FILED', 'JP1', 'JP_OA'],
  ['KR', 'JP_FILED', 'KR2', 'JP_ALLOWED'],
] as const) {
  test(`${country} ${status}: ${code} entered without earlier events leads to ${to}`, async () => {
    const one = await patent({ country, status, filing_date: filed })
    await paper(one.sid, code, noticed)
    assert.equal(await state(one.sid), to)
    assert.deepEqual(await codes(one.sid), [code], 'steps that nobody dated leave no event')
  })
}

test('the registration of unitary effect puts the unitary patent in force, and its European patent owes no request for it', async () => {
  const granted = ago(20)
  const european = await patent({
    country: 'EP',
    route: 'EP_DIRECT',
    status: 'EP_GRANTED',
    filing_date: filed,
    grant_date: granted,
    grant_no: 'EP3999998B1',
  })
  assert.deepEqual(await statusOf(european.sid, 'EP27'), ['OPEN'])
  const { cases } = await done<{ cases: string[] }>('patent/do/derive', { sid: european.sid, way: 'UNITARY', countries: ['EP'] })
  const sid = String(cases[0])
  await paper(sid, 'UNITARY_REGISTERED', ago(5))
  assert.deepEqual([await state(sid), await statusOf(european.sid, 'EP27')], ['EP_GRANTED', ['DONE']])
  assert.ok((await statusOf(sid, 'EP18')).includes('OPEN'), 'its renewal fees run')
})

for (const [country, status, code, to] of [
  ['CN', 'SE', 'CN22', 'DEEMED_WITHDRAWN'],
  ['EP', 'EP_EXAM', 'EP6', 'EP_LOST'],
  ['US', 'US_EXAM', 'US8', 'US_ABANDONED'],
] as const) {
  test(`${country}: ${code} ends the case on the day of the notice, not on the day on which it is recorded`, async () => {
    const one = await patent({ country, status, filing_date: filed })
    await paper(one.sid, code, noticed)
    const { data } = await call<Row>(`patent/${one.sid}`, undefined, { as })
    assert.deepEqual([data.status, data.close_date], [to, noticed])
  })
}

test('a document triggers no transition from a state that it does not follow', async () => {
  const one = await patent({ status: 'WITHDRAWN', filing_date: filed })
  await paper(one.sid, 'CN14', noticed)
  assert.equal(await state(one.sid), 'WITHDRAWN')
})

test('a document whose transition lacks a required field is kept, and the case moves when it has the field', async () => {
  const pending = { country: 'US', status: 'US_ALLOWED', filing_date: filed }
  const issued = { code: 'US7', event_date: noticed }
  const [bare, dated] = [await patent(pending), await patent({ ...pending, grant_date: noticed, grant_no: `US1${1000000 + ++made}B2` })]
  for (const one of [bare, dated]) await paper(one.sid, issued.code, issued.event_date)
  assert.deepEqual([await state(bare.sid), await codes(bare.sid)], ['US_ALLOWED', [issued.code]])
  assert.equal(await state(dated.sid), 'US_GRANTED')
})

test('a document that no step of ours leads to is kept, and the case stays in its state', async () => {
  const one = await patent({ status: 'PRELIM_OA', filing_date: filed })
  await paper(one.sid, 'CN14', noticed)
  assert.deepEqual([await state(one.sid), await codes(one.sid)], ['PRELIM_OA', ['CN14']])
})

test('a second consecutive report does not move the case, and no reply is presumed', async () => {
  const one = await patent({ country: 'EP', status: 'EP_EXAM', filing_date: filed })
  await paper(one.sid, 'EP3', noticed)
  await paper(one.sid, 'EP3', answered)
  assert.equal(await state(one.sid), 'EP_OA')
  const { record } = await done<{ record: Row[] }>('patent/do/history', { sid: one.sid })
  assert.equal(record.filter(({ action }) => action === 'TRANSITION').length, 1)
})

test('a transition with its own date creates no event', async () => {
  const applicant = await done('applicant/do/create', { name: '进入方' })
  const inventor = await done('inventor/do/create', { name: '进入人' })
  const people = { applicants: [{ applicant_sid: applicant.sid }], inventors: [{ inventor_sid: inventor.sid, contribution_pct: '100' }] }
  const international = { route: 'PCT_NATIONAL', pct_no: 'PCT/CN2024/098765', pct_filing_date: filed, filing_date: filed }
  const one = await patent({ status: 'ENTRY_PREPARING', ...international, ...people })
  await take(one.sid, 'enter', { application_no: '202480012345.0', entry_date: answered })
  assert.deepEqual([await state(one.sid), await codes(one.sid)], ['ENTERED', []])
})

test('a duplicate notice is refused; another of the same day has its own serial number', async () => {
  const one = await patent({ status: 'SE', filing_date: filed })
  const first = await paper(one.sid, 'CN14', '2026-08-31')
  const enter = (more: Record<string, unknown>) =>
    call('official_event/do/create', { case_sid: one.sid, code: 'CN14', event_date: '2026-08-31', ...more }, { as, lang: 'en' })
  const refused = await enter({})
  assert.equal(refused.code, 500001)
  assert.match(refused.message, /already has a “First office action” of 31 Aug 2026 in this case/)
  assert.equal((await enter({ serial_no: '2026082800123450' })).code, 500001, 'the first has none to tell it apart by')
  await done('official_event/do/update', { sid: first.sid, serial_no: '2026082800123450' })
  for (const serial_no of ['2026082800123450', '２０２６０８２８００１２３４５０', '2026-0828-0012 3450', '2026‐0828‐00123450'])
    for (const event_date of ['2026-08-31', '2026-09-02']) assert.equal((await enter({ serial_no, event_date })).code, 500001, serial_no)
  assert.equal((await enter({ serial_no: '2026082800999990' })).code, 0)
  assert.equal((await enter({ event_date: '2026-09-01' })).code, 0)
  const moved = await call('official_event/do/update', { sid: first.sid, event_date: '2026-09-01' }, { as })
  assert.equal(moved.code, 500001)
  await removeByTwo(call, { entity: 'official_event', sid: first.sid }, [as, second])
  assert.equal((await enter({ serial_no: '2026082800123450' })).code, 0, 'what was deleted is in nobody’s way')
})

test('the file of a notice that was entered by hand is linked to that notice', async () => {
  const one = await patent({ status: 'SE', filing_date: filed })
  const notice = await paper(one.sid, 'CN14', noticed)
  const fields = { case_sid: one.sid, doc_type: 'CN14', issue_date: noticed, serial_no: '2026082800123450' }
  const { data } = await sendFile(app, { path: 'document/do/upload', token: as.token, file: '%PDF-1.7 letter', name: 'oa.pdf', fields })
  const events = await list('official_event', one.sid, 'sid,document_sid')
  assert.deepEqual(
    events.map(({ sid, document_sid }) => [sid, (document_sid as { sid: string }).sid]), // a reference
    [[notice.sid, data.sid]],
  )
  assert.deepEqual(await statusOf(one.sid, 'CNP19'), ['OPEN'])
})

test('own acts may be recorded twice on a day', async () => {
  const one = await patent({ status: 'SE', filing_date: filed })
  await paper(one.sid, 'CO07', '2026-08-31')
  await paper(one.sid, 'CO07', '2026-08-31')
})

for (const related of [true, false]) {
  test(`the grant of an invention ends its same-day utility model, ${related ? 'related' : 'paired'}`, async () => {
    const model = await patent({
      patent_type: 'UTILITY',
      status: 'GRANTED',
      filing_date: '2024-04-01',
      grant_date: '2024-11-01',
      grant_no: `CN22${4000000 + ++made}U`,
    })
    const invention = await patent({ status: 'SE', filing_date: '2024-04-01', ...(!related && { dual_case_sid: model.sid }) })
    if (related) await done('related_case/do/create', { earlier_sid: model.sid, later_sid: invention.sid, relation_type: 'DUAL' })
    await take(invention.sid, 'grant_notice')
    assert.equal(await state(model.sid), 'GRANTED')
    await take(invention.sid, 'grant', { grant_date: '2026-11-20', grant_no: `CN11${4000000 + ++made}B` })
    const { data } = await call<Row>(`patent/${model.sid}`, undefined, { as })
    assert.deepEqual([data.status, data.close_date], ['ABANDONED', '2026-11-20'])
    assert.match(String(data.close_reason), /第47条/)
    assert.ok((await statusOf(model.sid, 'CNP38')).every((status) => status !== 'OPEN'))
  })
}

test('a transition answers notices recorded before it, not a notice entered later', async () => {
  const one = await patent({ status: 'SE', filing_date: filed })
  await paper(one.sid, 'CN14', ago(60))
  await take(one.sid, 'answer')
  await paper(one.sid, 'CN15', ago(5))
  assert.deepEqual([await statusOf(one.sid, 'CNP19'), await statusOf(one.sid, 'CNP20')], [['DONE'], ['OPEN']])
  await take(one.sid, 'answer')
  assert.deepEqual(await statusOf(one.sid, 'CNP20'), ['DONE'])
})

test('a deadline settled by a state stays settled when the case is lost', async () => {
  const one = await patent({ country: 'EP', status: 'EP_EXAM', filing_date: filed })
  assert.deepEqual(await statusOf(one.sid, 'EP02'), ['PRESUMED'])
  await paper(one.sid, 'EP6', ago(10))
  assert.equal(await state(one.sid), 'EP_LOST')
  assert.deepEqual([await statusOf(one.sid, 'EP02'), await statusOf(one.sid, 'EP07')], [['PRESUMED'], ['PRESUMED']])
  assert.deepEqual(await statusOf(one.sid, 'EP14'), ['OPEN'])
})

test('an accepted invalidation request marks the right as contested, and it stays in force', async () => {
  const one = await patent({ status: 'GRANTED', filing_date: filed, grant_date: ago(400), grant_no: `CN11${5000000 + ++made}B` })
  await paper(one.sid, 'CN34', ago(10), { side: 'OWNER' })
  const { data } = await call<Row>(`patent/${one.sid}`, undefined, { as })
  assert.deepEqual([data.status, data.invalidation_status], ['GRANTED', 'PENDING'])
  assert.deepEqual(await statusOf(one.sid, 'CNP33'), ['OPEN'])
})

test('a decision for a case applies to later years', async () => {
  const one = await patent({ status: 'GRANTED', filing_date: ago(2200), grant_date: ago(1200), grant_no: `CN11${5000000 + ++made}B` })
  await done('patent/do/update', { sid: one.sid, annuity_decision: 'KEEP' })
  const rows = await list('fee', one.sid, 'status,decision')
  assert.deepEqual([...new Set(rows.filter(({ status }) => status === 'PRESUMED').map(({ decision }) => decision))], ['ASK'])
  assert.deepEqual([...new Set(rows.filter(({ status }) => status === 'TO_PAY').map(({ decision }) => decision))], ['PAY'])
})

test('an abandoned case has no payments or reminders until it is kept again', async () => {
  const one = await patent({ status: 'GRANTED', filing_date: ago(2200), grant_date: ago(1200), grant_no: `CN11${5000000 + ++made}B` })
  const open = async () => (await statusOf(one.sid, 'CNP38')).filter((status) => status === 'OPEN').length
  const before = await open()
  assert.ok(before > 0)
  await done('patent/do/update', { sid: one.sid, annuity_decision: 'ABANDON' })
  assert.equal(await open(), 0)
  const fees = await list('fee', one.sid, 'status')
  assert.ok(fees.every(({ status }) => status === 'ABANDONED' || status === 'PRESUMED'))
  await done('patent/do/update', { sid: one.sid, annuity_decision: 'KEEP' })
  assert.equal(await open(), before)
})

test('reviving an American application restores its missed reply', async () => {
  const one = await patent({ country: 'US', status: 'US_EXAM', filing_date: filed })
  await paper(one.sid, 'US4', ago(250))
  assert.deepEqual(await statusOf(one.sid, 'US08'), ['MISSED'])
  await paper(one.sid, 'US8', ago(20))
  await take(one.sid, 'us_revive')
  assert.deepEqual(await statusOf(one.sid, 'US08'), ['RESTORED'])
})

test('a further month of an American reply costs the fee of all months, less what was paid for fewer', async () => {
  const one = await patent({ country: 'US', status: 'US_EXAM', filing_date: filed })
  await paper(one.sid, 'US4', ago(110))
  const reply = (await list('deadline', one.sid, 'rule_id')).find(({ rule_id }) => rule_id === 'US08')
  const offered = async () => {
    type Step = { period: string; amount: string; paid: string | null }
    const { steps } = await done<{ steps: Step[] }>('deadline/do/extensions', { sid: reply?.sid })
    return steps.map(({ period, amount, paid }) => [period, amount, paid])
  }
  const [month, two, three] = ['235.00', '690.00', '1590.00']
  assert.deepEqual(await offered(), [['1m', month, null], ['2m', two, null], ['3m', three, null]]) // oxfmt-ignore
  await done('deadline/do/extend', { sid: reply?.sid, period: '1m' })
  await confirmLaterDates(call, second)
  assert.deepEqual((await offered()).slice(0, 2), [['1m', two, null], ['2m', three, null]]) // oxfmt-ignore
  const fee = (await list('fee', one.sid, 'fee_type')).find(({ fee_type }) => fee_type === 'US.EXT1')
  await done('fee/do/transition', { sid: fee?.sid, transition: 'pay', pay_date: ago(1), paid_amount: month })
  assert.deepEqual((await offered()).slice(0, 2), [['1m', '455.00', month], ['2m', '1355.00', month]]) // oxfmt-ignore
})

test('a decision on an extension extends to the date that it names, and creates its fee', async () => {
  const one = await patent({ status: 'SE', filing_date: filed })
  await paper(one.sid, 'CN14', noticed)
  const reply = async () => (await list('deadline', one.sid, 'rule_id,official_due,extended_due')).find(({ rule_id }) => rule_id === 'CNP19')
  const { steps } = await done<{ steps: { period: string; due: string; currency: string; amount: string }[] }>('deadline/do/extensions', {
    sid: (await reply())?.sid,
  })
  assert.deepEqual(
    steps.map(({ period, currency, amount }) => [period, currency, amount]),
    [
      ['1m', 'CNY', '300.00'],
      ['2m', 'CNY', '600.00'],
    ],
  )
  const named = steps.find(({ period }) => period === '2m')?.due ?? ''
  await paper(one.sid, 'CN27', ago(12), { set_due: Temporal.PlainDate.from(named).add({ days: 15 }).toString() })
  assert.equal((await reply())?.extended_due, null, 'no step leads to that day')
  await paper(one.sid, 'CN27', ago(10), { set_due: named })
  assert.equal(await confirmLaterDates(call, second), 1)
  assert.equal((await reply())?.extended_due, named)
  const fees = (await list('fee', one.sid, 'fee_type,amount')).filter(({ fee_type }) => fee_type === 'CN.EXT1')
  assert.deepEqual(
    fees.map(({ amount }) => amount),
    ['600.00'],
  )
})

test('reasons of a deadline that have another shape than docketing gives them neither hide the deadline nor stop its extension', async () => {
  const one = await patent({ status: 'SE', filing_date: filed })
  await paper(one.sid, 'CN14', noticed)
  const sid = (await list('deadline', one.sid, 'rule_id')).find(({ rule_id }) => rule_id === 'CNP19')?.sid ?? ''
  const { explanation: whole } = await tenant.db.selectFrom('deadline').select('explanation').where('sid', '=', sid).executeTakeFirstOrThrow()
  const kept = whole as Record<string, unknown> // written by docketing
  for (const odd of [
    'text', 7, [], {}, { ...kept, rule: null }, { ...kept, trigger: null }, { ...kept, candidates: {} }, { ...kept, candidates: [null] },
    { ...kept, candidates: [{ from: 7 }] }, { ...kept, candidates: [{ from: 'filing_date', steps: 7 }] }, { ...kept, rolled: { to: 'soon', skipped: [] } },
    { ...kept, settled: 'PERSON' }, { ...kept, extension: { periods: 7 } }, { ...kept, trigger: { field: { code: 1 } } },
  ]) {
    await tenant.db.updateTable('deadline').set({ explanation: JSON.stringify(odd) }).where('sid', '=', sid).execute()
    const { data, status, text } = await call<{ why: string[] }>(`deadline/${sid}`, undefined, { as, lang: 'en' })
    assert.ok(status === 200 && data.why.length > 0, `${JSON.stringify(odd)} ${text}`)
    const { steps } = await done<{ steps: object[] }>('deadline/do/extensions', { sid })
    assert.equal(steps.length, 2, JSON.stringify(odd))
  }
}) // oxfmt-ignore

test('the annuities of a case with days or applicants that no person could enter are answered', async () => {
  const { sid } = await patent({ status: 'GRANTED', filing_date: filed, grant_date: ago(200) })
  for (const odd of [
    { filing_date: 'infinity' }, { filing_date: filed, grant_date: '-infinity' }, { grant_date: '20000-01-01' },
    { grant_date: ago(200), applicants: '[null, 7, {}, {"applicant_sid": null}]' }, { applicants: '[]' },
  ]) {
    await tenant.db.updateTable('patent').set(odd).where('sid', '=', sid).execute()
    const { status, text } = await call('patent/do/annuity_schedule', { sid }, { as })
    assert.equal(status, 200, `${JSON.stringify(odd)} ${text}`)
  }
}) // oxfmt-ignore
