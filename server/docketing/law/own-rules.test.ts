// Writes rules, prices and days for a tenant, using only the schema.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { confirmLaterDates } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const admin = await enrol('system_admin')
const as = await enrol('ip_manager')

type Row = Record<string, unknown> & { sid: string }
const done = async <T = Row>(path: string, body: Record<string, unknown>, by = as) => {
  const answer = await call<T>(path, body, { as: by })
  assert.equal(answer.code, 0, `${path}: ${answer.text}`)
  return answer.data
}
const { data: schema } = await call<{ fields: { code: string; content?: { examples: Rule[]; properties: object } }[] }>(
  'deadline_rule/do/schema', undefined, { as: admin },
) // oxfmt-ignore
const examples = schema.fields.find(({ code }) => code === 'content')?.content?.examples ?? []

let made = 0
const patent = (more: Record<string, unknown> = {}) =>
  done('patent/do/create', { title: `案件 ${++made}`, patent_type: 'INVENTION', country: 'CN', status: 'SE', filing_date: '2025-06-10', ...more })
const event = (case_sid: string, code: string, event_date: string, more = {}) =>
  done('official_event/do/create', { case_sid, code, event_date, ...more })
const own = async (case_sid: string) => {
  const fl = 'key,official_due,status,grace_end,window_from,suspended,explanation'
  const { record } = await done<{ record: Row[] }>('deadline/do/search', { iql: `case_sid = '${case_sid}' AND rule_id LIKE 'OWN%'`, fl, rows: 100 })
  return Object.fromEntries(record.map((row) => [String(row.key).replace(/:[0-9a-f-]{36}$/, ''), row]))
}
const due = async (case_sid: string, key: string) => (await own(case_sid))[key]?.official_due

test('the schema gives an example of each kind of rule, and describes every part', async () => {
  assert.equal(examples.length, 20)
  const { text } = await call('/innoe-webapi/openapi.json', undefined, { as: admin })
  const content = JSON.parse(text).components.schemas.DeadlineRuleRow.properties.content
  assert.equal(content.examples.length, 20)
  assert.match(content.properties.terms.items.properties.period.description, /duration/)
})

test('each example can be created unchanged', async () => {
  for (const code of ['OWN_NOTICE', 'OWN_REPLY', 'OWN_RECEIPT', 'OWN_ACTION'])
    await done('document_type/do/create', { code, name: code, name_en: code, office: 'CN', direction: code === 'OWN_REPLY' ? 'OUT' : 'IN' }, admin)
  for (const content of examples) {
    const { id, version, zh, en } = content
    await done('deadline_rule/do/create', { rule_id: id, rule_version: version, name: zh, name_en: en, content }, admin)
  }
})

for (const [key, day] of [
  ['OWN02', '2026-10-10'], // a Saturday on which China works
  ['OWN03', '2025-07-10'],
  ['OWN05', '2028-06-12'],
  ['OWN07', '2025-12-10'],
  ['OWN08', '2040-06-11'],
  ['OWN09', '2026-06-10'],
  ['OWN10', '2025-08-11'],
  ['OWN19', '2028-06-12'],
] as const) {
  test(`${key} of a filing on 2025-06-10 is due on ${day}`, async () => {
    const { sid } = await patent()
    assert.equal(await due(sid, key), day)
  })
}

test('rules support conditions, overrides and clearing', async () => {
  const plain = await own((await patent()).sid)
  for (const key of ['OWN01', 'OWN04', 'OWN11', 'OWN16', 'OWN17', 'OWN18']) assert.equal(plain[key], undefined, key)
  const { overrides } = (plain.OWN07?.explanation ?? {}) as { overrides?: string[] } // written by docketing
  assert.deepEqual(overrides, ['OWN01'])
  assert.equal((await own((await patent({ filing_date: '2021-05-31' })).sid)).OWN08, undefined, 'not yet in force')
  const claimed = await patent({ priorities: [{ priority_no: '特願2024-012345', priority_date: '2024-12-20', priority_country: 'JP' }] })
  assert.equal((await own(claimed.sid)).OWN03, undefined)
  const disclosed = await patent()
  await event(disclosed.sid, 'DISCLOSURE', '2025-03-01')
  assert.equal(await due(disclosed.sid, 'OWN04'), '2025-07-10')
  await event(disclosed.sid, 'OWN_REPLY', '2026-01-05')
  assert.equal((await own(disclosed.sid)).OWN05?.status, 'DONE')
  const small = await patent({ fee_reduction: 'SMALL', claims_count: 21 })
  assert.equal(await due(small.sid, 'OWN18'), '2025-07-10')
  assert.equal((await own((await patent({ fee_reduction: 'SMALL', claims_count: 20 })).sid)).OWN18, undefined)
})

test('rules support presumed receipt, working days, chains forwards and back', async () => {
  const { sid } = await patent()
  await event(sid, 'OWN_NOTICE', '2026-01-16', { delivery_way: 'PAPER' })
  await confirmLaterDates(call, admin)
  assert.equal(await due(sid, 'OWN11'), '2026-03-31')
  assert.equal(await due(sid, 'OWN12'), '2026-01-30')
  assert.equal(await due(sid, 'OWN13'), '2026-04-30')
  assert.equal(await due(sid, 'OWN20'), '2026-03-01')
  await event(sid, 'OWN_RECEIPT', '2026-08-03')
  assert.equal(await due(sid, 'OWN10'), '2026-08-18', 'the later of two')
})

test('rules support end of month, every year with its own grace, every four years, and a window', async () => {
  const { sid } = await patent({ filing_date: '2025-02-10', status: 'GRANTED', grant_date: '2026-05-15', grant_no: 'CN119123456B' })
  const all = await own(sid)
  assert.deepEqual([all['OWN06:3']?.official_due, all['OWN06:3']?.grace_end], ['2027-02-28', '2027-08-30'])
  assert.equal(all['OWN06:4']?.official_due, '2028-02-29')
  assert.equal(all['OWN16:4']?.official_due, '2029-11-15')
  assert.deepEqual([all.OWN17?.official_due, all.OWN17?.window_from], ['2036-05-15', '2035-05-15'])
})

test('rules support extensions with a fee, and suspension', async () => {
  const { sid } = await patent()
  await event(sid, 'OWN_ACTION', Temporal.Now.plainDateISO(ZONE).toString())
  const row = (await own(sid)).OWN14
  const { steps } = await done<{ steps: { period: string }[] }>('deadline/do/extensions', { sid: row?.sid })
  assert.deepEqual(
    steps.map(({ period }) => period),
    ['1m', '2m'],
  )
  await done('deadline/do/extend', { sid: row?.sid, period: '1m' })
  await confirmLaterDates(call, admin)
  const { record } = await done<{ record: Row[] }>('fee/do/search', { iql: `case_sid = '${sid}' AND fee_type = 'CN.EXT1'`, fl: 'amount' })
  assert.deepEqual(
    record.map(({ amount }) => amount),
    ['300.00'],
  )
  const still = await patent({ suspensions: [{ from: '2026-01-01', to: '2026-03-02' }] })
  await confirmLaterDates(call, admin)
  assert.equal(await due(still.sid, 'OWN19'), '2028-08-09')
})

test('an office closure moves dates that fall on it', async () => {
  const { sid } = await patent({ filing_date: '2025-11-16' })
  assert.equal(await due(sid, 'OWN07'), '2026-05-18')
  await done('office_calendar/do/create', { office: 'CN', day: '2026-05-18', kind: 'OFF', name: '临时闭馆' }, admin)
  await done('patent/do/update', { sid, remark: '重算', claims_count: 3 })
  assert.equal(await due(sid, 'OWN07'), '2026-05-19')
})

test('a tenant’s own price applies to payments from its first day', async () => {
  const day = Temporal.Now.plainDateISO(ZONE)
  const content = { fee_code: 'CN.CHG', office: 'CN', right_type: 'ALL', zh: '变更费（自定）', en: 'Change fee (own)', from_date: day.toString(), currency: 'CNY', base: '260.00', legal_basis: '通知', source: '通知', certainty: 'SURE', version: 'own' } // oxfmt-ignore
  const made = await call(
    'fee_schedule/do/create',
    { fee_code: 'CN.CHG', name: '变更费（自定）', name_en: 'Change fee (own)', office: 'CN', currency: 'CNY', content },
    { as: admin },
  )
  assert.equal(made.code, 500005, 'two prices of one time contradict each other')
  const { record } = await done<{ record: Row[] }>('fee_schedule/do/search', { iql: "fee_code = 'CN.CHG' AND to_date IS EMPTY", fl: 'sid' }, admin)
  for (const { sid } of record) await done('fee_schedule/do/update', { sid, to_date: day.subtract({ days: 1 }).toString() }, admin)
  await done(
    'fee_schedule/do/create',
    { fee_code: 'CN.CHG', name: '变更费（自定）', name_en: 'Change fee (own)', office: 'CN', currency: 'CNY', content },
    admin,
  )
  const { sid } = await patent()
  await event(sid, 'CO11', day.toString())
  const fee = (await done<{ record: Row[] }>('fee/do/search', { iql: `case_sid = '${sid}' AND fee_type = 'CN.CHG'`, fl: 'amount' })).record
  assert.deepEqual(
    fee.map(({ amount }) => amount),
    ['260.00'],
  )
})

test('an unknown part, an unknown test or an invalid period is refused with its place', async () => {
  const content = { ...examples[0], id: 'OWN99', colour: 'red', terms: [{ from: 'trigger', period: '4x' }] }
  const answer = await call(
    'deadline_rule/do/create',
    { rule_id: 'OWN99', rule_version: 1, name: '错', name_en: 'Bad', content },
    { as: admin, lang: 'en' },
  )
  assert.equal(answer.status, 400)
  assert.match(answer.message, /unknown field colour/)
})

test('a rule that names a fact which no case of its kind has is refused with the name, in both languages', async () => {
  const content = examples[0] ?? assert.fail()
  const rule = { ...content, id: 'OWN_NO_FACT', when: [{ fact: 'favourite_colour', is: 'eq', value: 'red' }] }
  const body = { rule_id: rule.id, rule_version: 1, name: rule.zh, name_en: rule.en, content: rule }
  for (const [lang, words] of [
    ['zh', '没有这些事实：favourite_colour'],
    ['en', 'uses facts that this kind of case does not have: favourite_colour'],
  ] as const) {
    const { status, errors } = await call('deadline_rule/do/create', body, { as: admin, lang })
    assert.deepEqual([status, errors.map(({ field }) => field)], [400, ['content']])
    assert.match(String(errors[0]?.reason), new RegExp(words))
  }
})

test('non-publication and the translations of an international application are fields that their rules read', async () => {
  const us = await patent({ country: 'US', status: 'US_FILED', non_publication: true })
  await event(us.sid, 'FOREIGN_FILED', '2025-11-03')
  const pct = { country: 'WO', route: 'PCT_INTL', status: 'INTL_FILED', search_translation_needed: true, publication_translation_needed: true }
  const wo = await patent({ ...pct, ro: 'CN' })
  const rulesOf = async (sid: string) => {
    const { record } = await done<{ record: Row[] }>('deadline/do/search', { iql: `case_sid = '${sid}'`, fl: 'rule_id,official_due', rows: 100 })
    return new Map(record.map((row) => [row.rule_id, row.official_due]))
  }
  assert.equal((await rulesOf(us.sid)).get('US21'), '2025-12-18')
  const due = await rulesOf(wo.sid)
  assert.deepEqual([due.get('PCT09'), due.get('PCT10')], ['2025-07-10', '2026-08-10'])
})

test('deadlines keep the texts of a deleted rule that created them', async () => {
  const { sid } = await patent()
  const row = (await own(sid)).OWN02
  const why = async (lang: 'zh' | 'en') => (await call<{ why: string[] }>(`deadline/${row?.sid}`, undefined, { as, lang })).data.why.join(' ')
  const before = [await why('zh'), await why('en')]
  const { record } = await done<{ record: Row[] }>('deadline_rule/do/search', { iql: "rule_id = 'OWN02'", fl: 'rule_id' }, admin)
  for (const one of record) assert.equal((await call(`deadline_rule/do/delete/${one.sid}`, {}, { as: admin })).code, 0)
  await done('patent/do/update', { sid, claims_count: 5 })
  assert.equal((await own(sid)).OWN02?.status, 'CANCELLED')
  const after = [await why('zh'), await why('en')]
  assert.match(before[1] ?? '', /Legal basis/)
  for (const [at, words] of after.entries())
    assert.match(words, new RegExp((/(?:依据：|Legal basis: )[^。.]+/.exec(before[at] ?? '') ?? ['none'])[0].replace(/[()]/g, '.')))
})
