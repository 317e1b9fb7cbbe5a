// Licences through the API: what they need to take effect, what they exclude, their recordal, their royalties and their end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dealingServer } from '../../tests/harness/cases/dealings.ts'
import { presentDay } from '../records/context.ts'

const { call, enrol, make, ok, faults, patents, owner, add, take, admin } = await dealingServer()
const [us, them] = [await owner('虚构许可方公司'), await owner('虚构被许可方公司')]

const deal = (more: object = {}) =>
  make('licence', { title: '虚构许可合同', licensors: [{ applicant_sid: us }], licensees: [{ applicant_sid: them }], ...more })
const EFFECT = { effective_date: '2026-03-16', start_date: '2026-04-01', end_date: '2090-03-31' }
const signed = async (rights: readonly string[], more: object = {}) => {
  const sid = await deal(more)
  if (rights.length > 0) await add(sid, rights)
  await take('licence', sid, 'sign', { sign_date: '2026-03-02', contract_no: `XK-虚构-${sid.slice(-6)}` })
  return sid
}
const live = async (rights: readonly string[], more: object = {}) => {
  const sid = await signed(rights, more)
  await take('licence', sid, 'take_effect', EFFECT)
  return sid
}
type Due = { sid: string; name: string; name_en: string; rule_id: string | null; official_due: string; status: string; done_date: string | null }
const dueOf = async (sid: string, where = '') =>
  (
    await ok<{ record: Due[] }>('deadline/do/search', {
      fl: ['sid', 'name', 'name_en', 'rule_id', 'official_due', 'status', 'done_date'],
      iql: `case_sid = '${sid}'${where} ORDER BY official_due`,
    })
  ).record

test('[1.09] a licence in force has its recordal within three months and its end among the deadlines', async () => {
  const sid = await live(await patents(2, [{ applicant_sid: us }]))
  assert.deepEqual(
    (await dueOf(sid)).map((one) => `${one.rule_id} ${one.official_due}`),
    ['LIC01 2026-06-16', 'LIC02 2090-03-31'],
  )
  await take('licence', sid, 'submit_recordal', { record_submit_date: '2026-05-11' })
  assert.deepEqual(
    (await dueOf(sid, " AND rule_id = 'LIC01'")).map((one) => `${one.status} ${one.done_date}`),
    ['DONE 2026-05-11'],
  )
  const recorded = await take('licence', sid, 'record', { record_date: '2026-05-20', record_no: 'X2026990000001' })
  assert.equal(recorded.status, 'RECORDED')
  assert.equal((await ok(`case/${sid}`)).phase, 'GRANTED')
  const { record } = await ok<{ record: { code: string }[] }>('finding/do/search', { fl: ['code'], iql: `case_sid = '${sid}' AND status = 'OPEN'` })
  assert.deepEqual(record, [])
})

test('a licence that needs no recordal, and one under a foreign law, has no such deadline', async () => {
  for (const more of [{ recordal_needed: false }, { country: 'US' }]) {
    const sid = await live(await patents(1, [{ applicant_sid: us }]), more)
    assert.deepEqual(
      (await dueOf(sid)).map(({ rule_id }) => rule_id),
      ['LIC02'],
    )
    assert.equal((await ok<{ total: number }>('finding/do/search', { fl: ['code'], iql: `case_sid = '${sid}' AND status = 'OPEN'` })).total, 0)
  }
})

test('[1.09] each royalty is due on its day, done with its receipt, and gone with its row; the end of the licence closes what is open', async () => {
  const royalties = [
    { due_date: '2090-12-31', amount: '100000', currency: 'CNY', note: '首期' },
    { due_date: '2091-12-31', amount: '80000', currency: 'CNY' },
    { due_date: '2091-12-31', amount: '5000', currency: 'USD' },
  ]
  const sid = await live(await patents(1, [{ applicant_sid: us }]), { royalties })
  const own = async () =>
    (await dueOf(sid, ' AND rule_id IS EMPTY')).map((one) => `${one.name} | ${one.official_due} ${one.status} ${one.done_date ?? '-'}`).sort()
  assert.deepEqual(await own(), [
    '许可费 CNY 100,000.00 首期 | 2090-12-31 OPEN -',
    '许可费 CNY 80,000.00 | 2091-12-31 OPEN -',
    '许可费 USD 5,000.00 | 2091-12-31 OPEN -',
  ])
  const [first, second] = royalties
  const receipt = (amount: string, received_date: string, more: object = {}) => ({ amount, received_date, currency: 'CNY', ...more })
  const early = await call('licence/do/update', { sid, receipts: [receipt('1', '2089-01-05')] }, { as: admin, lang: 'en' })
  assert.match(early.text, /row 1: Received on 05 Jan 2089 is in the future/)
  const received = async (...receipts: object[]) => (await ok(`licence/do/update`, { sid, receipts })).royalty_balance
  const part = receipt('99999.99', '2026-01-03')
  await received(part)
  assert.equal((await own())[0], '许可费 CNY 0.01 首期 | 2090-12-31 OPEN -', 'a part of it was received')
  await received(part, receipt('0.01', '2026-01-05', { due_date: '2090-12-31' }))
  assert.equal((await own())[0], '许可费 CNY 100,000.00 首期 | 2090-12-31 DONE 2026-01-05')
  await ok('licence/do/update', { sid, royalties: [first, second] })
  assert.deepEqual(await own(), [
    '许可费 CNY 100,000.00 首期 | 2090-12-31 DONE 2026-01-05',
    '许可费 CNY 80,000.00 | 2091-12-31 OPEN -',
    '许可费 USD 5,000.00 | 2091-12-31 CANCELLED -',
  ])
  const engineer = await enrol('ip_engineer')
  const seen = await call<{ total: number }>(
    'deadline/do/search',
    { fl: ['name'], iql: `case_sid = '${sid}' AND status = 'OPEN' AND rule_id IS EMPTY` },
    { as: engineer },
  )
  assert.equal(seen.data.total, 1)
  assert.equal((await call('finding/do/run', {}, { as: admin })).code, 0)
  assert.deepEqual(
    (await own()).map((one) => one.split(' ').at(-2)),
    ['DONE', 'OPEN', 'CANCELLED'],
  )
  await take('licence', sid, 'terminate', { close_date: '2026-05-01', close_reason: '虚构原因' })
  assert.deepEqual((await own()).map((one) => one.split(' ').at(-2)).sort(), ['CANCELLED', 'CANCELLED', 'DONE'])
})

test('[1.09] the name that a person gives to the day of a royalty stays when the licence changes', async () => {
  const royalties = [{ due_date: '2090-12-31', amount: '100', currency: 'CNY' }]
  const sid = await live(await patents(1, [{ applicant_sid: us }]), { royalties })
  const name = async () => (await dueOf(sid, ' AND rule_id IS EMPTY')).map((one) => [one.name, one.name_en])
  const [due] = await dueOf(sid, ' AND rule_id IS EMPTY')
  await ok('deadline/do/update', { sid: due?.sid, name: '催收虚构公司首期' })
  await ok('licence/do/update', { sid, royalties: [{ ...royalties[0], amount: '120' }] })
  assert.deepEqual(await name(), [['催收虚构公司首期', 'Royalty CNY 120.00']])
})

test('[1.09] the receipts of a royalty are summed; their currency is one of the dictionary, and they name a payment that is due', async () => {
  const royalties = [{ due_date: '2090-12-31', amount: '100', currency: 'USD' }]
  const sid = await deal({ royalties })
  const take = (more: object) => call('licence/do/update', { sid, receipts: [{ amount: '60.01', received_date: '2026-01-03', currency: 'USD', ...more }] }, { as: admin, lang: 'en' }) // oxfmt-ignore
  assert.match((await take({ currency: 'USQ' })).text, /row 1: Currency/)
  assert.match((await take({ currency: 'JPY' })).text, /row 1/)
  assert.match((await take({ due_date: '2090-12-30' })).text, /no payment in USD is due on that day/)
  assert.match((await call('licence/do/create', { title: 'x', licensors: [{ applicant_sid: us }], royalties: [{ ...royalties[0], currency: '人民币元' }] }, { as: admin })).text, /币种/) // oxfmt-ignore
  assert.equal((await take({ due_date: '2090-12-31' })).code, 0)
  const { royalty_balance } = await ok<{ royalty_balance: object[] }>('licence/do/update', {
    sid,
    receipts: [
      { amount: '60.01', received_date: '2026-01-03', currency: 'USD', due_date: '2090-12-31' },
      { amount: '50', received_date: '2026-02-03', currency: 'USD' },
    ],
  })
  assert.partialDeepStrictEqual(royalty_balance, [
    { due_date: '2090-12-31', currency: 'USD', amount: '100.00', received: '100.00', outstanding: '0.00', settled_on: '2026-02-03' },
    { due_date: null, currency: 'USD', received: '10.01' },
  ])
})

test('[1.09] an exclusive licence excludes another of the same right in its territory and time, whichever comes first', async () => {
  const rights = await patents(2, [{ applicant_sid: us }])
  await live(rights.slice(0, 1), { licence_type: 'EXCLUSIVE', territories: ['CN', 'US'] })
  const other = await signed(rights, { territories: ['CN'] })
  assert.deepEqual(await faults('licence', other, 'take_effect', EFFECT), ['licence_type'])
  const abroad = await signed(rights, { territories: ['DE'] })
  await take('licence', abroad, 'take_effect', EFFECT)
  const widened = await call('licence/do/update', { sid: abroad, territories: ['DE', 'US'] }, { as: admin })
  assert.deepEqual(
    widened.errors.map(({ field }) => field),
    ['licence_type'],
  )
  const late = await live(rights.slice(1), { territories: ['CN'] })
  const added = await call('dealt_right/do/add', { dealing_sid: late, case_sids: rights.slice(0, 1) }, { as: admin })
  assert.deepEqual(
    added.errors.map(({ field }) => field),
    ['case_sid'],
  )
})

test('a licence given takes effect with its rights only, one taken also without', async () => {
  const given = await signed([])
  assert.deepEqual(await faults('licence', given, 'take_effect', EFFECT), ['status'])
  assert.equal((await take('licence', await signed([], { direction: 'IN' }), 'take_effect', EFFECT)).status, 'EFFECTIVE')
})

test('a licence that lasts longer than its right asks for confirmation in the browser', async () => {
  const [right] = await patents(1, [{ applicant_sid: us }], {
    filing_date: '2008-02-01',
    application_no: '200810000012.9',
    status: 'GRANTED',
    grant_date: '2010-02-03',
  })
  const sid = await signed([String(right)])
  const asked = await call('licence/do/transition', { sid, transition: 'take_effect', ...EFFECT, confirm: [] }, { as: admin })
  assert.deepEqual([(asked as unknown as { warnings: { code: string }[] }).warnings?.map(({ code }) => code)], [['licence_beyond_right']])
  await take('licence', sid, 'take_effect', { ...EFFECT, confirm: ['licence_beyond_right'] })
})

test('a licence in force is not deleted, a draft is', async () => {
  const sid = await live(await patents(1, [{ applicant_sid: us }]))
  assert.equal((await call(`licence/do/delete/${sid}`, {}, { as: admin })).status, 400)
  assert.equal((await call(`licence/do/delete/${await deal()}`, {}, { as: admin })).code, 0)
})

const rulesOf = async (sid: string) => (await dueOf(sid)).map((one) => `${one.rule_id} ${one.official_due}`).toSorted()
const mark = () => make('trademark', { title: '虚构标', country: 'CN', applicants: [{ applicant_sid: us }] })

test('[1.09] the recordal of a trademark licence is due within its term, that of a patent within three months; of both, both', async () => {
  assert.deepEqual(await rulesOf(await live([await mark()])), ['LIC02 2090-03-31', 'LIC03 2090-03-31'])
  const both = await live([...(await patents(1, [{ applicant_sid: us }])), await mark()])
  assert.deepEqual(await rulesOf(both), ['LIC01 2026-06-16', 'LIC02 2090-03-31', 'LIC03 2090-03-31'])
})

test('[1.09] a right that is added to a licence in force brings its recordal', async () => {
  const sid = await live([await mark()])
  await add(sid, await patents(1, [{ applicant_sid: us }]))
  assert.equal((await rulesOf(sid))[0], 'LIC01 2026-06-16')
})

const day = (days: number) => `${Temporal.PlainDate.from(presentDay()).add({ days })}`

test('[1.09] a patent that awaits the recordal by itself has it with that of its contract', async () => {
  const [told, silent] = await patents(2, [{ applicant_sid: us }])
  await make('official_event', { case_sid: told, code: 'LICENCE_EFFECTIVE', event_date: day(-14) })
  const [waiting] = await dueOf(String(told), " AND rule_id = 'CNP48'")
  const due = waiting?.official_due
  const own = async (sid = '') => (await dueOf(sid, " AND rule_id = 'CNP48'")).map((one) => `${one.official_due} ${one.status} ${one.done_date}`)
  assert.deepEqual(await own(told), [`${due} OPEN null`])
  const sid = await live([String(told), String(silent)])
  await take('licence', sid, 'submit_recordal', { record_submit_date: day(-3) })
  assert.deepEqual([await own(told), await own(silent)], [[`${due} DONE ${day(-3)}`], []])
})
