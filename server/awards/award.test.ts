import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { testServer } from '../../tests/harness/server.ts'

const { call, enrol, tenant } = await testServer()
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')
const finance = await enrol('finance')
const [one, two] = [await enrol('inventor'), await enrol('inventor')]
const { ask, make } = casesOf(call, manager, 'en')

let made = 0
const inventor = (more: Record<string, unknown> = {}) => make('inventor', { name: `虚构发明人 ${++made}`, ...more })
const [first, second, left] = [await inventor({ user_sid: one.sid }), await inventor({ user_sid: two.sid }), await inventor({ resigned: true })]
const patent = (inventors: [Row, string][], more: Record<string, unknown> = {}) =>
  make('patent', {
    title: `奖酬案件 ${++made}`,
    patent_type: 'INVENTION',
    country: 'CN',
    status: 'GRANTED',
    filing_date: '2023-03-01',
    grant_date: '2026-02-27',
    grant_no: `CN12${9_000_000 + made}B`,
    inventors: inventors.map(([{ sid }, contribution_pct]) => ({ inventor_sid: sid, contribution_pct })),
    ...more,
  })
const rule = (more: Record<string, unknown>) => make('award_rule', { name: `规则 ${++made}`, award_type: 'GRANT', valid_from: '2020-01-01', ...more })
const step = (sid: string, transition: string, fields: Record<string, unknown> = {}, by = manager) =>
  ask('award/do/transition', { sid, transition, ...fields }, by)
const stepped = async (...args: Parameters<typeof step>) => {
  const answer = await step(...args)
  assert.equal(answer.code, 0, answer.text)
  return answer.data
}
const sharesOf = async (award: Row, by = manager) =>
  (await ask<{ record: Row[] }>('award_share/do/search', { fl: 'sid,award_no,amount,status,inventor_sid', iql: `award_no = '${award.award_no}'`, rows: 20 }, by)).data.record // oxfmt-ignore
const amounts = (award: Row) => (award.shares as Row[]).map(({ amount }) => amount)

await rule({ kind: 'patent', subtype: 'INVENTION', country: 'CN', amount: '10000' })
await rule({ kind: 'patent', amount: '5000' })
await rule({ award_type: 'FOREIGN', amount: '2000', once_per_family: true })
await rule({ award_type: 'IMPLEMENTATION', percent: '2.5' })

test('[1.08] a grant proposes its day, the sum of the most special rule, the legal due day and the shares of the contributions', async () => {
  const { sid } = await patent([
    [first, '33.34'],
    [second, '33.33'],
    [left, '33.33'],
  ])
  const award = await make('award', { case_sid: sid, award_type: 'GRANT' })
  assert.deepEqual([award.trigger_date, award.total, award.due_date, award.status], ['2026-02-27', '10000.00', '2026-05-27', 'DRAFT'])
  assert.deepEqual(amounts(award), ['3334.00', '3333.00', '3333.00'])
  assert.deepEqual(
    (award.shares as Row[]).map(({ pay_method }) => pay_method),
    ['SALARY', 'SALARY', 'BANK'],
  )
  const seen = (await call<Row>(`award/${award.sid}`, undefined, { as: manager, lang: 'en' })).data
  assert.match(String(seen.formula), /CNY 10,000\.00; 33\.34% = CNY 3,334\.00; 33\.33% = CNY 3,333\.00/)
  const again = await ask('award/do/create', { case_sid: sid, award_type: 'GRANT' })
  assert.deepEqual([again.errors[0]?.field, again.text.includes(String(award.award_no))], ['case_sid', true])
})

test('[1.08] a percentage is of the income, and recurs', async () => {
  const { sid } = await patent([[first, '100']])
  const body = { case_sid: sid, award_type: 'IMPLEMENTATION', trigger_date: '2026-03-31' }
  assert.equal((await ask('award/do/create', body)).errors[0]?.field, 'basis')
  for (const [basis, total] of [['100000.20', '2500.01'], ['40', '1.00']]) assert.equal((await make('award', { ...body, basis })).total, total) // oxfmt-ignore
})

test('[1.08] a sum that was calculated follows the income until a person sets another', async () => {
  const { sid } = await patent([[first, '100']])
  const made = await make('award', { case_sid: sid, award_type: 'IMPLEMENTATION', trigger_date: '2026-03-05', basis: '1000' })
  const after = async (more: object) => (await ask('award/do/update', { sid: made.sid, ...more })).data
  const corrected = await after({ basis: '2000' })
  assert.deepEqual([made.total, corrected.total, amounts(corrected)], ['25.00', '50.00', ['50.00']])
  assert.deepEqual([(await after({ total: '77' })).total, (await after({ basis: '3000' })).total], ['77.00', '77.00'])
})

test('[1.08] a sum that stays when the income changes is told with the one of the rule, also once the rule has changed', async () => {
  const { sid } = await patent([[first, '100']])
  const half = await rule({ award_type: 'LICENCE', percent: '0.5' })
  const made = await make('award', { case_sid: sid, award_type: 'LICENCE', trigger_date: '2026-03-05', basis: '1000' })
  assert.equal((await ask('award_rule/do/update', { sid: half.sid, percent: '0.6' })).code, 0)
  const update = (more: object) => ask('award/do/update', { sid: made.sid, ...more })
  assert.match((await update({ basis: '2000', confirm: [] })).text, /stays 5\.00; by the rule it would be 12\.00/)
  const kept = await update({ basis: '2000' })
  assert.deepEqual([kept.code, kept.data.total, /stays 5\.00/.test(String(kept.data.warnings))], [0, '5.00', true], kept.text)
  const followed = await update({ total: null })
  assert.deepEqual([followed.code, followed.data.total], [0, '12.00'], followed.text)
  assert.equal((await ask('award_rule/do/update', { sid: half.sid, valid: false })).code, 0)
  assert.equal((await update({ basis: '3000' })).errors[0]?.field, 'rule_sid')
})

test('[1.08] a rule may award a family once', async () => {
  const family_sid = (await make('patent_family', { title: '虚构族' })).sid
  const [{ sid }, us] = [
    await patent([[first, '100']], { family_sid }),
    await patent([[first, '100']], { family_sid, country: 'US', grant_no: null }),
  ]
  await make('award', { case_sid: sid, award_type: 'FOREIGN' })
  assert.equal((await ask('award/do/create', { case_sid: us.sid, award_type: 'FOREIGN' })).errors[0]?.field, 'case_sid')
})

test('[1.08] what a rule or the case does not give is asked for with the reason', async () => {
  const { sid } = await patent([])
  const { errors } = await ask('award/do/create', { case_sid: sid, award_type: 'FILING' })
  assert.deepEqual(errors.map(({ field, reason }) => [field, reason]), [['total', 'is required: no rule applies to this case on 01 Mar 2023'], ['shares', 'are required: the case names no inventors']]) // oxfmt-ignore
})

test('[1.08] a rule offers kinds of right, their types and offices by their names, and refuses a type of another kind', async () => {
  const { data } = await ask<{ fields: { code: string; type: string; options?: { code: string; label: string }[] }[] }>(
    'award_rule/do/schema',
    undefined,
  )
  const offered = (code: string) => new Map(data.fields.find((one) => one.code === code)?.options?.map((one) => [one.code, one.label]))
  assert.deepEqual([offered('kind').get('patent'), offered('kind').has('user'), offered('kind').has('*')], ['Patent', false, false])
  assert.deepEqual([offered('subtype').get('INVENTION'), offered('subtype').has('INFRINGEMENT')], ['Invention', false])
  assert.equal(offered('country').get('CN'), 'China')
  const faults = async (more: object) => {
    const answer = await ask('award_rule/do/create', { name: `规则 ${++made}`, award_type: 'GRANT', valid_from: '2020-01-01', amount: '1', ...more })
    return answer.errors.map(({ field }) => field)
  }
  assert.deepEqual(await faults({ kind: 'patent', subtype: 'APP' }), ['subtype'])
  assert.deepEqual(await faults({ subtype: 'NOTHING' }), ['subtype'])
  assert.deepEqual(await faults({ kind: 'agency' }), ['kind'])
  assert.deepEqual(await faults({ country: 'ZZ' }), ['country'])
  assert.deepEqual(await faults({ kind: 'software', subtype: 'APP', country: 'CN' }), [])
})

test('[1.08] a rule of before, for a kind that is none, can be ended', async () => {
  const { sid } = await rule({ award_type: 'FILING', amount: '1', kind: 'patent' })
  await tenant.db.updateTable('award_rule').set({ kind: '*' }).where('sid', '=', sid).execute()
  const ended = await ask('award_rule/do/update', { sid, valid_to: '2026-01-01' })
  assert.equal(ended.code, 0, ended.text)
  assert.deepEqual(
    (await ask('award_rule/do/update', { sid, kind: 'agency' })).errors.map(({ field }) => field),
    ['kind'],
  )
})

test('[1.08] below the legal award a policy is warned about, and without a policy the award is refused', async () => {
  const { sid } = await patent([[first, '100']])
  const body = { case_sid: sid, award_type: 'GRANT', total: '3999.99' }
  const early = await ask('award/do/create', { ...body, trigger_date: '2015-06-01', total: '2999.99' })
  assert.deepEqual([early.errors[0]?.field, /3000\.00.*Rule 77/.test(early.text)], ['total', true], early.text)
  const warned = await ask('award/do/create', body)
  assert.deepEqual([warned.code, /4000\.00.*Rule 93/.test(String(warned.data.warnings))], [0, true])
})

test('[1.08] remuneration below the share of the income that the law names is warned about, by the law of its day', async () => {
  const { sid } = await patent([[first, '100']])
  const warningsOf = async (more: object) => {
    const { code, data, text } = await ask('award/do/create', { case_sid: sid, basis: '100000', ...more })
    assert.equal(code, 0, text)
    return String(data.warnings ?? '')
  }
  const licence = { award_type: 'LICENCE', trigger_date: '2026-03-01' }
  assert.match(await warningsOf({ ...licence, total: '49999.99' }), /50% of the net income.*50000\.00 \(Rule 94/)
  assert.doesNotMatch(await warningsOf({ ...licence, total: '50000' }), /Rule 94/)
  assert.match(await warningsOf({ ...licence, trigger_date: '2023-03-01', total: '9999.99' }), /10% of the royalties received.*Rule 78/)
  const use = { award_type: 'IMPLEMENTATION', trigger_date: '2026-03-02' }
  assert.match(await warningsOf({ ...use, total: '4999.99' }), /5% of the operating profit.*5000\.00/)
  assert.doesNotMatch(await warningsOf({ ...use, total: '5000' }), /Rule 94/)
  const before = await ask('award/do/create', { case_sid: sid, basis: '100000', ...licence, trigger_date: '2023-03-01', total: '20000' })
  const moved = await ask('award/do/update', { sid: before.data.sid, trigger_date: '2026-03-01' })
  assert.deepEqual([before.data.warnings, /Rule 94/.test(String(moved.data.warnings))], [undefined, true], moved.text)
})

test('[1.08] each inventor sees and confirms the own share alone; the award is approved, listed and paid', async () => {
  const { sid } = await patent([
    [first, '50'],
    [second, '50'],
  ])
  const award = await make('award', { case_sid: sid, award_type: 'GRANT', total: '10000.01' })
  assert.deepEqual(amounts(award), ['5000.01', '5000.00'])
  await stepped(award.sid, 'ask_inventors', {}, engineer)
  const [own, ...others] = await sharesOf(award, one)
  assert.deepEqual([own?.amount, others], ['5000.01', []])
  assert.notEqual((await call(`award/${award.sid}`, undefined, { as: one })).status, 200)
  const rest = (await sharesOf(award, two))[0]
  assert.equal((await ask('award_share/do/confirm', { sid: rest?.sid }, one)).status, 404)
  assert.equal((await ask('award_share/do/confirm', { sid: rest?.sid }, manager)).code, 500005)
  assert.equal((await ask('award_share/do/confirm', { sid: own?.sid }, one)).code, 0)
  assert.equal((await step(award.sid, 'approve')).status, 400)
  const last = await ask('award_share/do/confirm', { sid: rest?.sid }, two)
  assert.deepEqual([last.code, last.data.status], [0, 'CONFIRMED'], last.text)
  assert.equal((await ask('award/do/update', { sid: award.sid, total: '1' })).errors[0]?.field, 'total')
  assert.equal((await step(award.sid, 'approve', {}, engineer)).status, 403)
  assert.equal((await stepped(award.sid, 'approve')).status, 'APPROVED')
  const listed = await stepped(award.sid, 'list', {}, engineer)
  const list = (listed.payment_sid as Row).sid
  const { data } = await call<Row>(`payment/${list}`, undefined, { as: finance })
  assert.deepEqual([data.payment_type, data.totals], ['REWARD', [{ amount: '10000.01', currency: 'CNY' }]])
  const pay = { sid: list, pay_date: '2026-05-20' }
  assert.equal((await ask('payment/do/pay', pay, engineer)).status, 403)
  assert.equal((await ask('payment/do/pay', pay, finance)).code, 0)
  const paid = (await call<Row>(`award/${award.sid}`, undefined, { as: finance })).data
  assert.deepEqual([paid.status, paid.pay_date], ['PAID', '2026-05-20'])
  assert.equal((await sharesOf(award, one))[0]?.status, 'PAID')
})

test('[1.08] inventors who have left are confirmed on paper, and nobody approves a share of their own', async () => {
  const self = await inventor({ user_sid: manager.sid })
  const { sid } = await patent([
    [self, '60'],
    [left, '40'],
  ])
  const award = await make('award', { case_sid: sid, award_type: 'GRANT' })
  await stepped(award.sid, 'ask_inventors')
  assert.equal((await step(award.sid, 'confirm_on_paper')).errors[0]?.field, 'consents')
  assert.equal((await step(award.sid, 'reopen')).errors[0]?.field, 'reason')
  assert.equal((await stepped(award.sid, 'reopen', { reason: '改' })).status, 'DRAFT')
})

test('[1.08] a hostile award or rule is refused by its field', async () => {
  const { sid } = await patent([[first, '100']])
  const body = { case_sid: sid, award_type: 'GRANT' }
  for (const [model, given, field] of [
    ['award', { ...body, shares: [{ inventor_sid: first.sid, contribution_pct: '99.99' }] }, 'shares'],
    [
      'award',
      {
        ...body,
        shares: [
          { inventor_sid: first.sid, contribution_pct: '50' },
          { inventor_sid: first.sid, contribution_pct: '50' },
        ],
      },
      'shares',
    ],
    ['award', { ...body, total: '-1' }, 'total'],
    ['award', { ...body, trigger_date: '2999-01-01' }, 'trigger_date'],
    ['award', { ...body, status: 'PAID' }, 'status'],
    ['award', { ...body, rule_sid: (await rule({ award_type: 'FILING', amount: '1' })).sid }, 'rule_sid'],
    ['award_rule', { name: '甲', award_type: 'GRANT', valid_from: '2020-01-01' }, 'amount'],
    ['award_rule', { name: '乙', award_type: 'GRANT', valid_from: '2020-01-01', amount: '1', percent: '1' }, 'amount'],
    ['award_rule', { name: '丙', award_type: 'GRANT', valid_from: '2020-01-01', amount: '1', valid_to: '2019-01-01' }, 'valid_to'],
  ] as const) {
    const answer = await ask(`${model}/do/create`, given)
    assert.deepEqual([answer.status, answer.errors.some((one) => one.field === field)], [400, true], `${field}: ${answer.text}`)
  }
})

test('a list of rewards that was marked paid by mistake goes back with its awards and their shares', async () => {
  const { sid: case_sid } = await patent([[first, '100']])
  const award = await make('award', { case_sid, award_type: 'GRANT' })
  await tenant.db.updateTable('award').set({ status: 'APPROVED' }).where('sid', '=', award.sid).execute()
  const list = ((await stepped(award.sid, 'list', {}, finance)).payment_sid as Row).sid
  assert.equal((await ask('payment/do/pay', { sid: list, pay_date: '2026-03-02' }, finance)).code, 0)
  const back = await ask<Row>('payment/do/transition', { sid: list, transition: 'withdraw_payment', reason: 'not sent' }, finance)
  assert.equal(back.code, 0, back.text)
  const { data } = await call<Row>(`award/${award.sid}`, undefined, { as: manager })
  assert.deepEqual([data.status, data.pay_date, (await sharesOf(award)).map(({ status }) => status)], ['LISTED', null, ['LISTED']])
  assert.equal((await ask('payment/do/pay', { sid: list, pay_date: '2026-03-03' }, finance)).code, 0)
})

test('[1.08] the same event that is awarded in several windows at once is awarded once', async () => {
  const { sid: case_sid } = await patent([[first, '100']])
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask('award/do/create', { case_sid, award_type: 'GRANT' })))
  assert.equal(answers.filter(({ code }) => code === 0).length, 1)
  assert.ok(answers.every(({ code, errors }) => code === 0 || errors.some(({ field }) => field === 'case_sid')))
})
