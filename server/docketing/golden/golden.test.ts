// Worked examples of the law: run in the product, and guarding each change of a rule or price.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Checked } from '../../../model/docketing/law/golden-case-actions.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { Impact } from '../../../model/docketing/rules/rule-trial.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const admin = await enrol('system_admin')
const engineer = await enrol('ip_engineer')

type Run = { passed: number; failed: number; cases: Checked[] }
const run = async (as = admin) => (await call<Run>('golden_case/do/run', {}, { as })).data
type Row = { sid: string; version: number; content: Rule & Record<string, unknown> }
async function lawRow(model: string, iql: string): Promise<Row> {
  const { data } = await call<{ record: Row[] }>(`${model}/do/search`, { fl: ['content', 'version'], iql, rows: 1 }, { as: admin })
  return data.record[0] ?? assert.fail(iql)
}

test('[9.09] every shipped golden case holds under the shipped law', async () => {
  const { passed, failed, cases } = await run(engineer)
  assert.deepEqual(cases.filter((one) => !one.passed).map(({ number, expected, actual, why }) => [number, expected, actual, why?.en]), []) // oxfmt-ignore
  assert.equal(failed, 0)
  assert.ok(passed >= 20)
  assert.match(cases.find(({ number }) => number === 'CN-D01')?.code_name_en ?? '', /First office action|first office action/)
})

test('an administrator adds a golden case by names; wrong words are refused by field', async () => {
  const given = {
    number: 'OWN-1',
    name: '再次审查意见',
    about: 'DEADLINE',
    rule_id: 'CNP20',
    country: 'CN',
    subtype: '发明',
    status: 'SE',
    facts: [{ field: 'Claims', value: '9' }],
    events: [{ code: 'CN15', event_date: '2026-05-06', delivery_way: 'ELECTRONIC', receive_date: '2026-05-06' }],
    on_day: '2026-05-06',
    expected_date: '2026-07-07',
    source: '手算',
  }
  const wrong = await call('golden_case/do/create', { ...given, subtype: 'gadget', facts: [{ field: 'colour', value: 'red' }] }, { as: admin })
  assert.equal(wrong.status, 400)
  assert.match(wrong.message, /gadget/)
  assert.match(wrong.message, /colour/)
  assert.equal((await call('golden_case/do/create', given, { as: engineer })).status, 403)
  const made = await call<{ sid: string; subtype: string }>('golden_case/do/create', given, { as: admin })
  assert.equal(made.code, 0, made.text)
  assert.equal(made.data.subtype, 'INVENTION')
  const own = (await run()).cases.find(({ number }) => number === 'OWN-1')
  assert.deepEqual([own?.passed, own?.expected, own?.actual], [false, '2026-07-07', '2026-07-06'])
  const corrected = await call('golden_case/do/update', { sid: made.data.sid, expected_date: '2026-07-06' }, { as: admin })
  assert.equal(corrected.code, 0, corrected.text)
  assert.equal((await run()).failed, 0)
})

test('a change by which a golden case no longer holds needs a reason; the preview names it', async () => {
  const { sid, version, content } = await lawRow('deadline_rule', "rule_id = 'CNP20'")
  const longer: Rule = { ...content, terms: content.terms.map((term) => ({ ...term, period: '3m' })) }
  const { data } = await call<Impact>('deadline_rule/do/preview', { sid, content: longer }, { as: admin })
  assert.deepEqual(data.broken.map(({ number, expected, actual }) => [number, expected, actual]), [
    ['CN-D04', '2026-02-28', '2026-03-31'],
    ['OWN-1', '2026-07-06', '2026-08-06'],
  ]) // oxfmt-ignore
  const refused = await call('deadline_rule/do/update', { sid, version, content: longer }, { as: admin })
  assert.deepEqual([refused.status, refused.code], [400, 500005])
  assert.match(refused.message, /CN-D04/)
  assert.equal((await lawRow('deadline_rule', "rule_id = 'CNP20'")).version, version)
  const saved = await call('deadline_rule/do/update', { sid, version, content: longer, change_reason: 'Notice 7' }, { as: admin })
  assert.equal(saved.code, 0, saved.text)
  const back = await call('deadline_rule/do/update', { sid, content, change_reason: 'As before' }, { as: admin })
  assert.equal(back.code, 0, back.text)
  // The same reason given once more is a reason; the one that stands there is none.
  assert.match((await call('deadline_rule/do/update', { sid, content: longer }, { as: admin })).message, /CN-D04/)
  for (const next of [longer, content]) {
    const again = await call('deadline_rule/do/update', { sid, content: next, change_reason: 'As before' }, { as: admin })
    assert.equal(again.code, 0, again.text)
  }
})

test('a next version without its kind of case, or of a version that is not in force, is judged as it is written', async () => {
  const { sid, content } = await lawRow('deadline_rule', "rule_id = 'CNP19' AND rule_version = 1")
  const { case_kind: _kind, ...bare } = { ...content, version: 12, valid_from: '2026-01-02' }
  const made = await call<{ sid: string; content: Rule }>('deadline_rule/do/new_version', { sid, content: bare }, { as: admin })
  assert.deepEqual([made.code, made.data.content?.case_kind], [0, 'patent'], made.text)
  assert.equal((await call('deadline_rule/do/update', { sid: made.data.sid, valid: false, change_reason: 'Trial' }, { as: admin })).code, 0)
  const after = await call('deadline_rule/do/new_version', { sid: made.data.sid, content: { ...bare, version: 13, valid_from: '2026-01-03' } }, { as: admin }) // oxfmt-ignore
  assert.equal(after.code, 0, after.text)
})

test('a next version is judged with the end of the one before it', async () => {
  const { sid, content } = await lawRow('deadline_rule', "rule_id = 'CNP20'")
  const next = (valid_from: string): Rule => ({ ...content, version: 2, valid_from, terms: content.terms.map((term) => ({ ...term, period: '3m' })) })
  const late = await call<Impact>('deadline_rule/do/preview', { sid, content: next('2031-01-01'), follows: true }, { as: admin })
  assert.deepEqual(late.data.broken, [], late.text)
  const early = await call<Impact>('deadline_rule/do/preview', { sid, content: next('2026-03-01'), follows: true }, { as: admin })
  assert.deepEqual(early.data.broken.map(({ number }) => number), ['OWN-1']) // oxfmt-ignore
  const refused = await call('deadline_rule/do/new_version', { sid, content: next('2026-03-01') }, { as: admin })
  assert.match(refused.message, /OWN-1/)
  const made = await call<{ sid: string; change_reason: string }>('deadline_rule/do/new_version', { sid, content: next('2026-03-01'), reason: 'New guidelines' }, { as: admin }) // oxfmt-ignore
  assert.equal(made.data.change_reason, 'New guidelines', made.text)
  const twice = await call<{ record: unknown[] }>('deadline_rule/do/search', { fl: ['sid'], iql: "rule_id = 'CNP20'" }, { as: admin })
  assert.equal(twice.data.record.length, 2)
})

test('the price of an annual fee is guarded as well; a change that breaks nothing needs no reason', async () => {
  const { sid, version, content } = await lawRow(
    'fee_schedule',
    "fee_code = 'US.MAINT' AND entity = 'MICRO' AND year_from <= 12 AND year_to >= 11 AND to_date IS EMPTY",
  )
  const refused = await call('fee_schedule/do/update', { sid, version, content: { ...content, base: '1700' } }, { as: admin })
  assert.match(refused.message, /US-A03/, refused.text)
  const other = await call('fee_schedule/do/update', { sid, version, content: { ...content, source: 'Gazette' } }, { as: admin })
  assert.equal(other.code, 0, other.text)
})
