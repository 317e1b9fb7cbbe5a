import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { testServer } from '../../../tests/harness/server.ts'
import type { Impact } from '../../../model/docketing/rules/rule-trial.ts'

const { call, enrol, tenant } = await testServer()
const admin = await enrol('system_admin')
const engineer = await enrol('ip_engineer')

const made = async (model: string, body: Record<string, unknown>) => {
  const answer = await call<{ sid: string }>(`${model}/do/create`, body, { as: admin })
  assert.equal(answer.code, 0, answer.text)
  return answer.data.sid
}
let cases = 0
const filed = (filing_date: string, more: Record<string, unknown> = {}) =>
  made('patent', { title: `Case ${++cases}`, patent_type: 'INVENTION', country: 'CN', filing_date, status: 'PRELIM', ...more })

type Row = { sid: string; version: number; content: Rule; rule_version: number }
async function ruleRow(id: string, version = 1): Promise<Row> {
  const { data } = await call<{ record: Row[] }>(
    'deadline_rule/do/search',
    { fl: ['content', 'version'], iql: `rule_id = '${id}' AND rule_version = ${version}` },
    { as: admin },
  )
  const row = data.record[0]
  assert.ok(row, id)
  return row
}
const preview = (sid: string, content: unknown, as = admin) => call<Impact>('deadline_rule/do/preview', { sid, content }, { as })
const dues = async (rule: string) =>
  (await tenant.db.selectFrom('deadline').select(['key', 'official_due', 'case_sid']).where('rule_id', '=', rule).orderBy('sid').execute()).map(
    (row) => ({
      ...row,
    }),
  )

const one = await filed('2026-06-15')
const two = await filed('2026-07-20')

test('a preview lists the dates that a change of a rule would move, old to new, and writes nothing', async () => {
  const { sid, content } = await ruleRow('CNP15')
  const before = await dues('CNP15')
  const shorter: Rule = { ...content, terms: content.terms.map((term) => ({ ...term, period: '2y' })) }
  const { data, code, text } = await preview(sid, shorter)
  assert.equal(code, 0, text)
  assert.deepEqual([data.open, data.looked, data.moved], [2, 2, 2])
  assert.deepEqual(
    data.deadlines.map(({ case_sid, what, from, to }) => [case_sid.sid, what, from, to]),
    [
      [one, 'MOVED', '2029-06-15', '2028-06-15'],
      [two, 'MOVED', '2029-07-20', '2028-07-20'],
    ],
  )
  assert.match(data.deadlines[0]?.case_sid.name ?? '', /Case 1$/)
  const groups = data.groups.map(({ country, case_kind, deadlines }) => [country, case_kind, deadlines])
  assert.deepEqual(groups, [['CN', 'patent', 2]])
  // The fee of the request is due with its deadline.
  assert.equal(data.fees_moved, data.fees.length)
  const moved = data.fees.filter(({ case_sid }) => case_sid.sid === one).map(({ what, due_from, due_to }) => [what, due_from, due_to])
  assert.deepEqual(moved, [['MOVED', '2029-06-15', '2028-06-15']])
  assert.deepEqual(await dues('CNP15'), before)
  assert.deepEqual((await ruleRow('CNP15')).content, content)
  const { data: after } = await preview(sid, content)
  assert.deepEqual([after.open, after.moved, after.deadlines], [2, 0, []])
})

test('a preview matches the result of saving and recomputing', async () => {
  const before = await dues('CNP15')
  const row = await ruleRow('CNP15')
  const changed: Rule = { ...row.content, terms: row.content.terms.map((term) => ({ ...term, period: '30m' })) }
  const { data } = await preview(row.sid, changed)
  assert.equal(
    (await call('deadline_rule/do/update', { sid: row.sid, version: row.version, content: changed, change_reason: 'Trial' }, { as: admin })).code,
    0,
  )
  for (const patent of [one, two]) await call('patent/do/update', { sid: patent, claims_count: 9 }, { as: admin })
  const after = await dues('CNP15')
  assert.notDeepEqual(after, before)
  assert.deepEqual(
    data.deadlines.map(({ case_sid, to }) => [case_sid.sid, to]).sort(),
    after.map(({ case_sid, official_due }) => [case_sid, official_due]).sort(),
  )
})

test('a rule that no longer applies closes its deadlines', async () => {
  const { sid, content } = await ruleRow('CNP15')
  const { data } = await preview(sid, { ...content, valid_to: '2026-06-30' })
  assert.deepEqual(
    data.deadlines.map(({ case_sid, what, to }) => [case_sid.sid, what, to]),
    [[two, 'CLOSED', null]],
  )
})

test('a change of the grace period moves the end of grace of its fees', async () => {
  const granted = await filed('2022-03-10', { status: 'GRANTED', grant_date: '2025-02-03', grant_no: 'CN117000001B' })
  const { sid, content } = await ruleRow('CNP39')
  const { data } = await preview(sid, { ...content, terms: content.terms.map((term) => ({ ...term, period: '5m' })) })
  const own = data.deadlines.filter(({ case_sid }) => case_sid.sid === granted)
  assert.ok(own.length > 0)
  for (const { from, to } of own) assert.ok(from !== null && to !== null && to < from)
})

test('a rule that applies to further cases adds deadlines', async () => {
  const { sid, content } = await ruleRow('CNP15')
  const utility = await filed('2026-05-11', { patent_type: 'UTILITY' })
  const { data } = await preview(sid, { ...content, right_types: ['INVENTION', 'UTILITY'] })
  assert.deepEqual([data.moved, data.added], [0, 1])
  const added = data.deadlines.map(({ case_sid, what, from }) => [case_sid.sid, what, from])
  assert.deepEqual(added, [[utility, 'ADDED', null]])
})

test('a preview of a price lists the unpaid fees old to new, and writes nothing', async () => {
  const of = { fl: ['content', 'version'], iql: "fee_code = 'CN.SE' AND right_type = 'INVENTION'", rows: 1 }
  const row = async () => (await call<{ record: Row[] }>('fee_schedule/do/search', of, { as: admin })).data.record[0] ?? assert.fail('no price')
  const { sid, content } = await row()
  const dearer = { ...content, base: '2600' }
  const { data, text } = await call<Impact>('fee_schedule/do/preview', { sid, content: dearer }, { as: admin })
  assert.deepEqual([data.open, data.looked, data.moved], [2, 2, 2], text)
  const first = data.fees.map(({ case_sid, amount_from, amount_to }) => [case_sid.sid, amount_from, amount_to])
  assert.deepEqual(first, [[one, '2500.00', '2600.00'], [two, '2500.00', '2600.00']]) // oxfmt-ignore
  assert.deepEqual(data.groups, [{ country: 'CN', case_kind: 'patent', deadlines: 0, fees: 2 }])
  assert.deepEqual((await row()).content, content)
  // The next price counts from its first day on: these fees are due before it.
  const later = { sid, content: { ...dearer, from_date: '2035-01-01' }, follows: true }
  assert.equal((await call<Impact>('fee_schedule/do/preview', later, { as: admin })).data.moved, 0)
  const bad = await call('fee_schedule/do/preview', { sid, content: { ...content, base: 'ten' } }, { as: admin })
  assert.deepEqual([bad.status, bad.code], [400, 500005])
  assert.equal((await call('fee_schedule/do/preview', { sid, content: dearer }, { as: engineer })).status, 403)
})

test('who may not see amounts, or no case at all, gets a preview without them', async () => {
  const reader = async (code: string, grants: Record<string, Record<string, unknown>>) => {
    const role = await made('role', { code, name: code, platform: '1' })
    for (const [entity, more] of Object.entries(grants))
      await made('role_grant', { role_sid: role, entity, verbs: ['get', 'search', 'count', 'update'], data_scope: 'ALL', ...more })
    return enrol('inventor', { role_sids: [role] })
  }
  const of = { fl: ['content'], iql: "fee_code = 'CN.SE' AND right_type = 'INVENTION'", rows: 1 }
  const price = (await call<{ record: Row[] }>('fee_schedule/do/search', of, { as: admin })).data.record[0] ?? assert.fail('no price')
  const dearer = { sid: price.sid, content: { ...price.content, base: '2600' } }
  const unpriced = await reader('no_amounts', { fee_schedule: {}, patent: {}, fee: { hidden_fields: ['amount', 'surcharge'] } })
  const { data, text } = await call<Impact>('fee_schedule/do/preview', dearer, { as: unpriced })
  assert.deepEqual([data.moved > 0, data.fees, data.groups.length], [true, [], 1], text)
  const { sid, content } = await ruleRow('CNP15')
  for (const [code, patents] of Object.entries({ no_titles: { patent: { hidden_fields: ['title'] } }, no_patents: {} })) {
    const blind = await reader(code, { deadline_rule: {}, deadline: {}, ...patents })
    const answer = await preview(sid, content, blind)
    assert.equal(answer.code, 0, answer.text)
  }
})

test('an unreadable rule is refused with its faults', async () => {
  const { sid, content } = await ruleRow('CNP15')
  for (const [bad, said] of [
    [{ ...content, terms: [{ from: 'filing_date', period: '3x' }] }, /3x/],
    [{ ...content, colour: 'red' }, /colour/],
    ['text', /no\. \d+/],
    [undefined, /no\. \d+/],
  ] as const) {
    const { code, message } = await preview(sid, bad)
    assert.equal(code, 500005)
    assert.match(message, said)
  }
})

test('only users who may change the law get a preview; an unknown key is refused', async () => {
  const { sid, content } = await ruleRow('CNP15')
  assert.equal((await preview(sid, content, engineer)).code, 403)
  assert.notEqual((await call('deadline_rule/do/preview', { sid, content, more: 1 }, { as: admin })).code, 0)
  assert.equal((await preview('0197c6a0-0000-7000-8000-000000000000', content)).code, 404)
  assert.notEqual((await preview('no sid', content)).code, 0)
})
