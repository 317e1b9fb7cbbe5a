// Domain names through the API: their spellings, their renewal, their loss and their import.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { modelOf } from '../../../tests/harness/engine.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { startJobs } from '../../jobs/start.ts'
import { systemContext } from '../../records/context.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { moveTerms } from './terms.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')

type Row = Record<string, unknown> & { sid: string }
async function ok<T = Row>(path: string, body?: unknown): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as: admin })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const basic = { registrar: '虚构注册商', registrant: '虚构科技有限公司', register_date: '2020-02-29', expiry_date: '2090-02-28' }
const make = (domain_name: string, more: object = {}) => ok('domain/do/create', { ...basic, domain_name, ...more })
const faults = async (domain_name: string, more: object = {}) =>
  (await call('domain/do/create', { ...basic, domain_name, ...more }, { as: admin })).errors.map(({ field }) => field)
const take = (sid: string, transition: string, fields: object = {}) => ok('domain/do/transition', { sid, transition, ...fields })

for (const [given, name, ascii, tld] of [
  ['XUGOU-Example.COM.', 'xugou-example.com', 'xugou-example.com', 'com'],
  ['虚构示例.中国', '虚构示例.中国', 'xn--tfr45e614bx2j.xn--fiqs8s', '中国'],
  ['xn--fiq228c.example', '中文.example', 'xn--fiq228c.example', 'example'],
] as const)
  test(`the name ${given} is stored as ${name}`, async () => {
    const made = await make(given)
    assert.match(String(made.case_no), /^Y\d{9}$/)
    assert.deepEqual([made.domain_name, made.tld], [name, tld])
    assert.equal(made.ascii_name, new URL(`http://${given}`).hostname.replace(/\.$/, ''))
    if (ascii.startsWith('xugou')) assert.equal(made.ascii_name, ascii)
  })

for (const [why, name, more, fields] of [
  ['the same name in capitals', 'Xugou-EXAMPLE.com', {}, ['domain_name']],
  ['one label', 'localhost', {}, ['domain_name']],
  ['a label that begins with a dash', '-a.example', {}, ['domain_name']],
  ['an end before the beginning', 'b.example', { expiry_date: '2019-01-01' }, ['expiry_date']],
  ['a name without its registrar', 'c.example', { registrar: null }, ['registrar']],
] as const)
  test(`${why} is refused`, async () => assert.deepEqual(await faults(name, more), fields))

/** A step that a person may take only once the day of expiry has passed. */
const later = (sid: string, code: string) => takeTransition(systemContext(tenant), modelOf(tenant, 'domain'), sid, code, {})

test('a domain name is renewed by its years, expires, is redeemed and transferred; its dates follow without a second person', async () => {
  const { sid } = await make('renewed.example', { expiry_date: '2030-05-31', renew_years: 2 })
  const due = async () => (await ok<{ record: Row[] }>('deadline/do/search', { fl: ['rule_id', 'official_due'], iql: `case_sid = '${sid}' AND status = 'OPEN' ORDER BY rule_id` })).record.map((one) => `${one.rule_id} ${one.official_due}`) // oxfmt-ignore
  assert.deepEqual(await due(), ['DOM01 2030-05-31'])
  await take(sid, 'expire_soon')
  const renewed = await take(sid, 'renew')
  assert.deepEqual([renewed.status, renewed.expiry_date], ['ACTIVE', '2032-05-31'])
  assert.deepEqual(await due(), ['DOM01 2032-05-31'])
  await later(sid, 'enter_grace')
  assert.deepEqual(await due(), ['DOM02 2032-06-30'])
  await later(sid, 'enter_redemption')
  assert.deepEqual(await due(), ['DOM02R 2032-07-30'])
  assert.equal((await ok(`case/${sid}`)).phase, 'LAPSED')
  const redeemed = await take(sid, 'redeem', { expiry_date: '2033-05-31' })
  assert.deepEqual([redeemed.status, redeemed.expiry_date], ['ACTIVE', '2033-05-31'])
  assert.equal((await take(sid, 'transfer_out')).status, 'TRANSFERRED_OUT')
})

test('what is to be done for a name is on the desk of its owner, unless the registrar renews it', async () => {
  const kinds = async (sid: string) => (await ok<{ record: Row[] }>('deadline/do/search', { fl: ['rule_id', 'kind', 'official_due'], iql: `case_sid = '${sid}' AND status = 'OPEN'` })).record.map((one) => `${one.rule_id} ${one.kind} ${one.official_due}`) // oxfmt-ignore
  const { sid } = await make('grace-example.cn', { expiry_date: '2030-05-31' })
  assert.deepEqual(await kinds(sid), ['DOM01 ACTION 2030-05-31'])
  await later(sid, 'enter_grace')
  await later(sid, 'enter_redemption')
  assert.deepEqual(await kinds(sid), ['DOM02R ACTION 2030-07-15'])
  await take(sid, 'delete')
  assert.deepEqual(await kinds(sid), [])
  const kept = await make('kept-example.cn', { expiry_date: '2030-05-31' })
  await later(kept.sid, 'enter_grace')
  await take(kept.sid, 'renew', { expiry_date: '2031-05-31' })
  assert.deepEqual(await kinds(kept.sid), ['DOM01 ACTION 2031-05-31'])
  assert.deepEqual(await kinds((await make('automatic.example', { auto_renew: true })).sid), ['DOM01 MONITOR 2090-02-28'])
})

test('what the next renewal costs is a fee of the day of expiry, each day has its own, and a renewal presumes it paid', async () => {
  const priced = await make('priced.example', { cost: '80', cost_currency: 'CNY', expiry_date: '2089-02-28' })
  const fees = async () => (await ok<{ record: Row[] }>('fee/do/search', { fl: ['sid', 'name', 'fee_class', 'amount', 'currency', 'due_date', 'status', 'certainty', 'decision'], iql: `case_sid = '${priced.sid}' AND status != 'CANCELLED' ORDER BY due_date` })).record
  const [first] = await fees()
  assert.deepEqual([first?.name, first?.fee_class, first?.amount, first?.currency, first?.due_date, first?.status, first?.certainty, first?.decision], ['域名续费', 'OTHER', '80.00', 'CNY', '2089-02-28', 'PLANNED', 'CHECK', 'ASK'])
  assert.match(JSON.stringify(await ok(`fee/${first?.sid}`)), /案件中登记的续费费用：CNY 80.00/)
  await ok('domain/do/update', { sid: priced.sid, expiry_date: '2089-03-31' })
  assert.deepEqual((await fees()).map(({ due_date, status }) => [due_date, status]), [['2089-03-31', 'PLANNED']], 'a corrected day')
  await take(priced.sid, 'renew', {})
  assert.deepEqual((await fees()).map(({ due_date, status }) => [due_date, status]).toSorted(), [['2089-03-31', 'PRESUMED'], ['2090-03-31', 'PLANNED']])
  const [, next] = (await fees()).toSorted((a, b) => (String(a.due_date) < String(b.due_date) ? -1 : 1))
  await ok('fee/do/transition', { sid: next?.sid, transition: 'pay', pay_date: '2026-01-05', paid_amount: '85' })
  await take(priced.sid, 'renew', {})
  assert.deepEqual((await fees()).map(({ due_date, status }) => [due_date, status]).toSorted(), [['2089-03-31', 'PRESUMED'], ['2090-03-31', 'PAID'], ['2091-03-31', 'PLANNED']])
  await ok('domain/do/update', { sid: priced.sid, cost: null })
  assert.ok((await fees()).every(({ due_date }) => due_date !== '2091-03-31'))
}) // oxfmt-ignore

test('a renewal of a domain name has one fee: paid in the grace, in the grace of a later year, decided and then corrected', async () => {
  const feesOf = async (sid: string) => (await ok<{ record: Row[] }>('fee/do/search', { fl: ['sid', 'due_date', 'status'], iql: `case_sid = '${sid}' AND status != 'CANCELLED' ORDER BY due_date` })).record
  const shown = async (sid: string) => (await feesOf(sid)).map(({ due_date, status }) => `${due_date} ${status}`)
  const pay = async (sid: string) => ok('fee/do/transition', { sid: (await feesOf(sid)).at(-1)?.sid, transition: 'pay', pay_date: '2026-01-05', paid_amount: '80' })
  const { sid } = await make('grace-fee.example', { cost: '80', cost_currency: 'CNY', expiry_date: '2090-01-31' })
  await later(sid, 'enter_grace')
  assert.deepEqual(await shown(sid), ['2090-03-02 PLANNED'], 'the same fee, due by the end of the grace')
  await pay(sid)
  await take(sid, 'renew', { expiry_date: '2091-02-10' })
  assert.deepEqual(await shown(sid), ['2090-03-02 PAID', '2091-02-10 PLANNED'])
  await later(sid, 'enter_grace')
  assert.deepEqual(await shown(sid), ['2090-03-02 PAID', '2091-03-12 PLANNED'])
  await take(sid, 'renew', { expiry_date: '2092-02-10' })
  assert.deepEqual(await shown(sid), ['2090-03-02 PAID', '2091-03-12 PRESUMED', '2092-02-10 PLANNED'])

  const decided = (await make('decided-fee.example', { cost: '80', cost_currency: 'CNY', expiry_date: '2090-05-31' })).sid
  await ok('fee/do/transition', { sid: (await feesOf(decided))[0]?.sid, transition: 'decide_pay' })
  await ok('domain/do/update', { sid: decided, expiry_date: '2090-06-30' })
  assert.deepEqual(await shown(decided), ['2090-06-30 TO_PAY'])
  await take(decided, 'renew', { expiry_date: '2091-06-30' })
  assert.deepEqual(await shown(decided), ['2090-06-30 PRESUMED', '2091-06-30 PLANNED'])
}) // oxfmt-ignore

test('a step of the time after the day of expiry is refused before that day has passed, and not offered', async () => {
  const { sid } = await make('early.example', { expiry_date: '2090-05-31' })
  const { status, errors } = await call('domain/do/transition', { sid, transition: 'enter_grace' }, { as: admin, lang: 'en' })
  assert.deepEqual([status, errors], [400, [{ field: 'expiry_date', label: 'Expires', reason: '“Grace begins” happens only after 31 May 2090, the day of “Expires”' }]]) // oxfmt-ignore
  const { record } = await ok<{ record: { ok: boolean; message: string }[] }>('domain/do/batch_transition', { sids: [sid], transition: 'enter_grace', each: true })
  assert.match(record[0]?.message ?? '', /2090-05-31 之后/)
  const { transitions } = await ok<{ transitions: { code: string }[] }>(`domain/${sid}`)
  assert.ok(transitions.every(({ code }) => code !== 'enter_grace'))
}) // oxfmt-ignore

test('a step of the time after a day is refused on that day, and taken by a person on the next', async () => {
  const today = Temporal.Now.plainDateISO(ZONE)
  const steps = [today, today.subtract({ days: 1 })].map(async (day, at) => {
    const { sid } = await make(`day-${at}.example`, { expiry_date: `${day}` })
    return (await call('domain/do/transition', { sid, transition: 'enter_grace' }, { as: admin })).status
  })
  assert.deepEqual(await Promise.all(steps), [400, 200])
})

test('a trademark that lapses, or comes into a grace, before the end of its term is asked about', async () => {
  const { sid } = await ok('trademark/do/create', { title: '虚构之光', country: 'CN', mark_type: 'WORD', status: 'TM_REGISTERED', valid_from: '2080-01-01', valid_to: '2089-12-31' }) // oxfmt-ignore
  for (const step of [{ transition: 'enter_grace' }, { transition: 'lapse', close_date: '2026-01-05' }]) {
    const taken = (confirm: string[]) => call('trademark/do/transition', { sid, ...step, confirm }, { as: admin })
    const asked = await taken([])
    assert.equal(asked.status, 412)
    assert.match(asked.text, /before_its_day/)
    assert.equal((await taken(['before_its_day'])).status, 200)
  }
})

test('a name that is over and still active is a finding', async () => {
  const { sid } = await make('over.example', { expiry_date: '2024-01-31' })
  const { record } = await ok<{ record: Row[] }>('finding/do/search', { fl: ['code'], iql: `case_sid = '${sid}' AND status = 'OPEN'` })
  assert.deepEqual(record.map(({ code }) => code), ['TERM_OVER']) // oxfmt-ignore
})

test('a list of a registrar is imported once', async () => {
  const file = await workbook([
    ['序号', '域名', '注册商', '域名持有者', '注册日期', '到期日期', 'ICP备案号'],
    [1, 'LIST-one.example', '虚构注册商', '虚构科技有限公司', '2021-01-02', '2091-01-02', '虚ICP备99000001号'],
    [2, 'list-two.example', '虚构注册商', '虚构科技有限公司', '2021-01-02', '2091-01-02', ''],
    [3, '错误', '虚构注册商', '虚构科技有限公司', '2021-01-02', '2091-01-02', ''],
  ])
  const { data, status, message } = await sendFile(app, {
    path: 'domain/do/import',
    token: admin.token,
    file,
    name: 'd.xlsx',
    fields: { mode: 'skip' },
  })
  assert.equal(status, 200, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.ok, job.failed], [2, 1], JSON.stringify(job.errors))
  assert.deepEqual((await ok<{ total: number }>('domain/do/count', { iql: "domain_name = 'list-one.example' AND icp_no IS NOT EMPTY" })).total, 1)
})

test('the response to a complaint is due twenty days after the proceedings commenced, and only while the name is disputed', async () => {
  const { sid } = await make('disputed.example')
  const due = async () => (await ok<{ record: Row[] }>('deadline/do/search', { fl: ['kind', 'official_due', 'status'], iql: `case_sid = '${sid}' AND rule_id = 'DOM03' AND status != 'CANCELLED'` })).record.map(({ official_due }) => official_due) // oxfmt-ignore
  assert.deepEqual((await call('domain/do/transition', { sid, transition: 'dispute' }, { as: admin })).errors.map(({ field }) => field), ['dispute_date']) // oxfmt-ignore
  await ok('domain/do/transition', { sid, transition: 'dispute', dispute_date: '2024-03-04' })
  assert.deepEqual(await due(), ['2024-03-25'], 'day 20 is a Sunday')
  await ok('domain/do/transition', { sid, transition: 'keep' })
  assert.deepEqual(await due(), [])
})

test('[1.10] each night a name expires soon sixty days before its day, and one in use that nobody renewed is in grace and a high risk', async () => {
  const ctx = systemContext(tenant)
  const day = (days: number) => `${Temporal.PlainDate.from(ctx.today).add({ days })}`
  const of = (domain_name: string, days: number, more: object = {}) => make(domain_name, { expiry_date: day(days), ...more })
  const [soon, later, over, parked, renewed] = [
    await of('soon.example', 60),
    await of('later.example', 61),
    await of('past.example', -1),
    await of('parked.example', -1, { usage: 'PARKED' }),
    await of('renews-itself.example', -1, { auto_renew: true }),
  ]
  const first = await moveTerms(ctx)
  assert.ok(first.soon >= 2 && first.lost >= 2)
  const states = await Promise.all([soon, later, over, parked, renewed].map(async ({ sid }) => (await ok(`domain/${sid}`)).status))
  assert.deepEqual(states, ['EXPIRING', 'ACTIVE', 'GRACE', 'GRACE', 'EXPIRING'])
  const risksOf = async (name: string) =>
    (await ok<{ record: { level: string; source: string }[] }>('risk/do/search', { fl: ['level', 'source'], iql: `title CONTAINS '${name}'` })).record
  assert.deepEqual((await risksOf('past.example')).map(({ level, source }) => [level, source]), [['HIGH', 'SYSTEM']])
  assert.deepEqual(await risksOf('parked.example'), [])
  assert.equal((await moveTerms(ctx)).lost, 0)
}) // oxfmt-ignore

test('[1.10] a name whose step fails, and is told, does not keep the others from theirs', async () => {
  const ctx = systemContext(tenant)
  const expiry_date = `${Temporal.PlainDate.from(ctx.today).add({ days: -1 })}`
  const broken = await make('broken.example', { expiry_date })
  const sound = await make('sound.example', { expiry_date })
  await tenant.db.updateTable('domain').set({ owner_sid: randomUUID() }).where('sid', '=', String(broken.sid)).execute()
  await assert.rejects(moveTerms(ctx), /\(1\): broken\.example/)
  assert.deepEqual(await Promise.all([broken, sound].map(async ({ sid }) => (await ok(`domain/${sid}`)).status)), ['ACTIVE', 'GRACE'])
  await tenant.db.updateTable('domain').set({ expiry_date: '2090-02-28' }).where('sid', '=', String(broken.sid)).execute()
})

test('[1.10] a name that is not registered after all, or that a dispute takes away, has an end', async () => {
  const wanted = await make('wanted.example', { status: 'APPLIED' })
  assert.equal((await take(wanted.sid, 'drop', { close_date: '2026-01-05', close_reason: '虚构：未获批准' })).status, 'WITHDRAWN')
  const disputed = await make('contested.example')
  await take(disputed.sid, 'dispute', { dispute_date: '2026-01-05' })
  assert.equal((await take(disputed.sid, 'delete', { close_date: '2026-03-02' })).status, 'DELETED')
})
