// A right that exists only in the tests gets deadlines, fees and events from its own declarations and its own law.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../model/kit/days/clock.ts'
import { runMonitor } from '../../server/docketing/findings/monitor.ts'
import { docketCases } from '../../server/docketing/reconcile.ts'
import { systemContext } from '../../server/records/context.ts'
import { trialServer } from '../harness/cases/trial-right.ts'
import { dayIn } from '../../model/kit/days/day-text.ts'
import { VARIETY_EVENTS, VARIETY_PRICES, VARIETY_RULES } from './law.ts'

const { tenant, call, enrol } = await trialServer()
const admin = await enrol('system_admin')
const colleague = await enrol('ip_manager')

type Row = Record<string, unknown> & { sid: string }

async function ok<T = Row>(path: string, body?: unknown, lang: 'zh' | 'en' = 'zh'): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as: admin, lang })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const make = (model: string, values: object) => ok(`${model}/do/create`, values)

for (const type of VARIETY_EVENTS) await make('document_type', type)
for (const price of VARIETY_PRICES) await make('fee_schedule', price)
for (const content of VARIETY_RULES) await make('deadline_rule', { rule_id: content.id, rule_version: 1, content })

const ago = (span: Temporal.DurationLike) => Temporal.Now.plainDateISO(ZONE).subtract(span)
let made = 0
const filed = ago({ days: 10 })
const variety = (more: object = {}) =>
  make('plant_variety', {
    denomination: `品种 ${++made}`, crop_kind: 'CEREAL', office: 'CN', status: 'FILED', application_no: `CNA 2025-${made}`, filed_on: `${filed}`, ...more,
  }) // oxfmt-ignore
/** In force since a little more than two years: the renewal of the third year is within its grace. */
const GRANTED = ago({ years: 2, days: 20 })
const inForce = (more: object = {}) => variety({ status: 'IN_FORCE', filed_on: `${ago({ years: 5 })}`, granted_on: `${GRANTED}`, ...more })

const listed = async (model: string, { sid }: Row, fl: string, where = '') =>
  (await ok<{ record: Row[] }>(`${model}/do/search`, { iql: `case_sid = '${sid}'${where}`, fl, rows: 100 })).record
const deadlines = (one: Row, where = '') => listed('deadline', one, 'rule_id,annuity_year,official_due,grace_end,status,owner_sid', `${where} ORDER BY rule_id, official_due`) // oxfmt-ignore
const fees = (one: Row, where = '') => listed('fee', one, 'fee_type,name,annuity_year,amount,surcharge,status,due_date,decision', `${where} ORDER BY due_date`) // oxfmt-ignore
const linesOf = (rows: Row[]) => rows.map(({ rule_id, annuity_year, status }) => [rule_id, annuity_year ?? '', status].join(' ').replace('  ', ' '))

test('its law creates its deadlines from its own fields and roles, and each deadline has an explanation', async () => {
  const one = await variety({ crop_kind: 'FLOWER', growing_cycles: 2 })
  const rows = await deadlines(one)
  assert.deepEqual(linesOf(rows), ['PV01 OPEN', 'PV06 OPEN'])
  assert.deepEqual(
    rows.map(({ official_due }) => official_due),
    [filed.add({ months: 1 }), filed.add({ months: 3 })].map(String),
  )
  const { why } = await ok<{ why: string[] }>(`deadline/${rows[0]?.sid}`, undefined, 'en')
  assert.ok(
    why.some((line) => line.includes(dayIn(`${filed}`, 'en'))),
    why.join('\n'),
  )
  assert.ok(
    why.some((line) => line.includes('an invented article')),
    why.join('\n'),
  )
})

test('a change of a trigger field previews and moves the deadlines; a change of another field does not', async () => {
  const one = await variety()
  const moved = await ok<{ moved: Row[] }>('plant_variety/do/preview_dates', {
    sid: one.sid,
    changes: { filed_on: `${filed.subtract({ days: 10 })}` },
  })
  assert.deepEqual(moved.moved.map(({ key, what }) => [key, what]), [['PV01', 'MOVED']]) // oxfmt-ignore
  await ok('plant_variety/do/update', { sid: one.sid, filed_on: `${filed.subtract({ days: 10 })}` })
  const [first] = await deadlines(one)
  assert.equal(first?.official_due, `${filed.subtract({ days: 10 }).add({ months: 1 })}`)
  const history = await ok<{ record: Row[] }>('deadline/do/history', { sid: first?.sid })
  assert.ok(JSON.stringify(history).includes(`${filed.add({ months: 1 })}`), 'the earlier date stands in its history')
  await ok('plant_variety/do/update', { sid: one.sid, denomination: '改名' })
  assert.equal((await deadlines(one))[0]?.official_due, first?.official_due)
})

test('rules of one kind never apply to a case of another kind', async () => {
  const flower = await variety({ crop_kind: 'FLOWER', growing_cycles: 2 })
  const patent = await make('patent', { title: '收割机', patent_type: 'INVENTION', country: 'CN', filing_date: `${filed}`, status: 'FILED' })
  assert.ok((await deadlines(flower)).every(({ rule_id }) => String(rule_id).startsWith('PV')))
  const ofPatent = await deadlines(patent)
  assert.ok(ofPatent.length > 2)
  assert.ok(ofPatent.every(({ rule_id }) => !String(rule_id).startsWith('PV')))
})

test('a rule without a kind belongs to the default kind; a rule with an unknown kind is refused', async () => {
  const { case_kind: _kind, ...plain } = VARIETY_RULES[0] ?? {}
  const bare = await make('deadline_rule', { rule_id: 'OWN9', rule_version: 1, content: { ...plain, id: 'OWN9', trigger: { field: 'filing_date' } } })
  assert.equal(bare.case_kind, 'patent')
  assert.ok(!linesOf(await deadlines(await variety())).some((line) => line.startsWith('OWN9')))
  await ok('deadline_rule/do/update', { sid: bare.sid, valid: false })
  const content = { ...VARIETY_RULES[0], id: 'OWN8', case_kind: 'comet' }
  const refused = await call('deadline_rule/do/create', { rule_id: 'OWN8', rule_version: 1, content }, { as: admin, lang: 'en' })
  assert.deepEqual(refused.errors.map(({ field }) => field), ['content']) // oxfmt-ignore
})

test('an event changes the state and opens a deadline; the answer closes the deadline and creates an event', async () => {
  const one = await variety({ status: 'GROWING_TEST' })
  await make('official_event', { case_sid: one.sid, code: 'PV_OBJECTION', event_date: `${ago({ days: 5 })}`, delivery_way: 'ELECTRONIC' })
  assert.equal((await ok(`plant_variety/${one.sid}`)).status, 'OBJECTED')
  assert.ok(linesOf(await deadlines(one)).includes('PV02 OPEN'))
  await ok('plant_variety/do/transition', { sid: one.sid, transition: 'answer' })
  assert.deepEqual((await listed('official_event', one, 'code', ' ORDER BY event_date')).map(({ code }) => code), ['PV_OBJECTION', 'PV_ANSWER']) // oxfmt-ignore
  assert.ok(linesOf(await deadlines(one)).includes('PV02 DONE'))
  await ok('plant_variety/do/undo_transition', { sid: one.sid, reason: '点错' })
  assert.deepEqual((await listed('official_event', one, 'code')).map(({ code }) => code), ['PV_OBJECTION']) // oxfmt-ignore
  assert.ok(linesOf(await deadlines(one)).includes('PV02 OPEN'))
})

test('the fee named by a rule is due with its deadline, and the payment closes the deadline', async () => {
  const one = await variety()
  const [fee] = await fees(one)
  assert.deepEqual([fee?.fee_type, fee?.amount, fee?.due_date], ['PV.APP', '1000.00', `${filed.add({ months: 1 })}`])
  await ok('fee/do/transition', { sid: fee?.sid, transition: 'pay', pay_date: `${ago({ days: 1 })}` })
  assert.deepEqual(linesOf(await deadlines(one)), ['PV01 DONE'])
})

test('its renewals are priced by its own type with the surcharge of the band, and the record stores the next renewal', async () => {
  const one = await inForce()
  const due = `${GRANTED.add({ years: 2 })}`
  const late = (await fees(one, ' AND annuity_year = 3'))[0]
  assert.deepEqual([late?.amount, late?.surcharge, late?.status, late?.due_date], ['800.00', '80.00', 'OVERDUE', due])
  assert.equal(late?.name, '第3年年费')
  const record = await ok(`plant_variety/${one.sid}`)
  assert.deepEqual([record.protected_until, record.next_annuity_no, record.next_annuity_due], [`${GRANTED.add({ years: 20 })}`, 3, due])
  const flower = await inForce({ crop_kind: 'FLOWER' })
  assert.equal((await fees(flower, ' AND annuity_year = 3'))[0]?.amount, '1200.00')
  const { why } = await ok<{ why: string[] }>(`fee/${late?.sid}`, undefined, 'en')
  assert.ok(why.some((line) => line.includes('10')), why.join('\n')) // oxfmt-ignore
  const quoted = await ok('fee/do/quote', { case_sid: one.sid, annuity_year: 3, pay_date: due })
  assert.deepEqual([quoted.amount, quoted.surcharge, quoted.total], ['800.00', '0.00', '800.00'])
  const { record: schedule } = await ok<{ record: Row[] }>('plant_variety/do/annuity_schedule', { sid: one.sid })
  assert.ok(schedule.some(({ year, full }) => year === 4 && full === '800.00'))
})

test('a renewal paid with its surcharge closes its deadline; a short payment does not', async () => {
  const one = await inForce()
  const [fee] = await fees(one, ' AND annuity_year = 3')
  const pay = (paid_amount: string) => ok('fee/do/transition', { sid: fee?.sid, transition: 'pay', pay_date: `${ago({ days: 1 })}`, paid_amount })
  assert.equal((await pay('800')).status, 'UNDERPAID')
  assert.equal((await pay('880')).status, 'PAID')
  assert.deepEqual(linesOf(await deadlines(one, ' AND annuity_year = 3')), ['PV04 3 DONE'])
  assert.equal((await ok(`plant_variety/${one.sid}`)).next_annuity_no, 4)
})

test('the record stores the decision on later years under any field name', async () => {
  const one = await inForce()
  const [fee] = await fees(one, ' AND annuity_year = 3')
  await ok('fee/do/decide', { sids: [fee?.sid], decision: 'ABANDON', later: true, reason: '不再种植' })
  assert.equal((await ok(`plant_variety/${one.sid}`)).keep_or_not, 'ABANDON')
  assert.ok((await fees(one, ' AND annuity_year >= 3')).every(({ status }) => status === 'ABANDONED'))
})

test('open deadlines follow the person in charge; a state that ends the right closes them', async () => {
  const one = await inForce()
  await ok('plant_variety/do/update', { sid: one.sid, breeder_in_charge: colleague.sid })
  const open = await deadlines(one, " AND status = 'OPEN'")
  assert.ok(open.length > 1)
  assert.ok(open.every(({ owner_sid }) => (owner_sid as { sid: string }).sid === colleague.sid))
  await ok('plant_variety/do/update', { sid: one.sid, given_up_on: `${ago({ days: 0 })}` })
  await ok('plant_variety/do/transition', { sid: one.sid, transition: 'surrender' })
  assert.deepEqual(await deadlines(one, " AND status = 'OPEN'"), [])
})

test('its deadlines and fees are deleted and restored with it', async () => {
  const one = await inForce()
  const before = [linesOf(await deadlines(one)), (await fees(one)).length]
  await ok('date_confirmation/do/set_rule', { two_people: false })
  await ok(`plant_variety/do/delete/${one.sid}`, {})
  const live = async (table: 'deadline' | 'fee') =>
    tenant.db.selectFrom(table).select('sid').where('case_sid', '=', one.sid).where('deleted_at', 'is', null).execute()
  assert.deepEqual([await live('deadline'), await live('fee')], [[], []])
  await ok('plant_variety/do/restore', { sids: [one.sid] })
  assert.deepEqual([linesOf(await deadlines(one)), (await fees(one)).length], before)
  await ok('date_confirmation/do/set_rule', { two_people: true })
})

test('cases of two kinds are docketed and checked together, and correct deadlines stay unchanged', async () => {
  const one = await variety({ status: 'OBJECTED' })
  const bare = await variety({ filed_on: null })
  const patent = await make('patent', { title: '播种机', patent_type: 'INVENTION', country: 'CN', filing_date: `${filed}`, status: 'OA' })
  assert.deepEqual(await docketCases(systemContext(tenant), [one.sid, patent.sid, bare.sid]), [])
  await runMonitor(tenant)
  const codes = async (of: Row) => (await listed('finding', of, 'code', " AND status = 'OPEN' ORDER BY code")).map(({ code }) => code)
  assert.deepEqual(await codes(one), ['MISSING_NOTICE'])
  assert.deepEqual(await codes(bare), ['MISSING_FILING_DATE'])
  assert.ok((await codes(patent)).includes('MISSING_NOTICE'))
  assert.deepEqual(await docketCases(systemContext(tenant), [one.sid, patent.sid, bare.sid]), [])
})
