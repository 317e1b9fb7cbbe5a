import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'
import { runMonitor } from '../findings/monitor.ts'
import { systemContext } from '../../records/context.ts'
import { MAX_GOLDEN } from '../golden/check.ts'
import { lawChanged, readLawTables } from './law.ts'
import { seedLaw } from './seed-law.ts'

const { call, enrol, tenant } = await testServer()
const admin = await enrol('system_admin')

type Rule = { sid: string; version: number; content: { terms: { period: string }[]; right_types?: string[] } }
const rule = async (id: string, version = 1) =>
  (await tenant.db
    .selectFrom('deadline_rule')
    .selectAll()
    .where('rule_id', '=', id)
    .where('rule_version', '=', version)
    .executeTakeFirst()) as unknown as Rule | undefined // the columns of the table

type Version = { rule_version: number; valid: boolean | null; valid_to: string | null; content: Rule['content'] }
const versionsOf = async (id: string) =>
  (await tenant.db
    .selectFrom('deadline_rule')
    .select(['rule_version', 'valid', 'valid_to', 'content'])
    .where('rule_id', '=', id)
    .orderBy('rule_version')
    .execute()) as unknown as Version[] // the columns of the table
/** As an older pack had left it. */
const older = async (id: string, parts: object) => {
  const { sid, content } = (await rule(id)) ?? assert.fail(id)
  await tenant.db
    .updateTable('deadline_rule')
    .set({ content: JSON.stringify({ ...content, ...parts }) })
    .where('sid', '=', sid)
    .execute()
}
const dueOf = async (case_sid: string, rule_id: string) => {
  const { data } = await call<{ record: { sid: string; official_due: string; rule_version: number; recomputed_from: string | null }[] }>(
    'deadline/do/search',
    { iql: `case_sid = '${case_sid}' AND rule_id = '${rule_id}'`, fl: 'official_due,rule_version,recomputed_from', rows: 1 },
    { as: admin },
  )
  return data.record[0] ?? assert.fail(rule_id)
}
const whyOf = async (sid: string) => (await call<{ why: string[] }>(`deadline/${sid}`, undefined, { as: admin, lang: 'en' })).data.why.join('\n')
const file = async (country: string, filing_date: string, more = {}) => {
  const answer = await call<{ sid: string }>(
    'patent/do/create',
    { title: `${country} ${filing_date}`, country, patent_type: 'INVENTION', status: 'FILED', filing_date, ...more },
    { as: admin },
  )
  assert.equal(answer.code, 0, answer.text)
  return answer.data.sid
}

test('a rule that an older pack worded differently is corrected in place; a recorded reason keeps its text', async () => {
  await older('DE01', { legal_basis: { zh: '旧', en: 'Old section 44' } })
  lawChanged(systemContext(tenant))
  const sid = await file('DE', '2026-01-05')
  await seedLaw(tenant)
  assert.equal((await versionsOf('DE01')).length, 1)
  assert.match(await whyOf((await dueOf(sid, 'DE01')).sid), /Old section 44/)
  await runMonitor(tenant)
  assert.match(await whyOf((await dueOf(await file('DE', '2026-01-06'), 'DE01')).sid), /PatG 44/)
})

test('a rule with a changed computation becomes a new version for every day; the former version stays with its reasons', async () => {
  await older('KR02', { terms: [{ from: 'trigger', period: '5y' }], legal_basis: { zh: '旧', en: 'KPA 59 of 2016' } })
  lawChanged(systemContext(tenant))
  const sid = await file('KR', '2024-03-05')
  const before = await dueOf(sid, 'KR02')
  assert.deepEqual([before.official_due, before.rule_version], ['2029-03-05', 1])
  await seedLaw(tenant)
  const [old, now, ...more] = await versionsOf('KR02')
  assert.deepEqual([old?.rule_version, old?.valid, old?.content.terms[0]?.period, more.length], [1, false, '5y', 0])
  assert.deepEqual([now?.rule_version, now?.valid, now?.content.terms[0]?.period], [2, true, '3y'])
  assert.match(await whyOf(before.sid), /KPA 59 of 2016/)
  await runMonitor(tenant)
  const after = await dueOf(sid, 'KR02')
  assert.deepEqual([after.official_due, after.rule_version, after.recomputed_from], ['2027-03-05', 2, '2029-03-05'])
  await seedLaw(tenant)
  assert.equal((await versionsOf('KR02')).length, 2, 'once')
})

test('a version with an effective date leaves the days before it to the former one', async () => {
  const now = (await rule('CNP45', 1)) ?? assert.fail() // in force from 1 June 2021
  const { valid_from: _from, ...former } = { ...now.content, valid_from: '' }
  await tenant.db
    .updateTable('deadline_rule')
    .set({ content: JSON.stringify({ ...former, terms: [{ from: 'trigger', period: '2m' }] }) })
    .where('sid', '=', now.sid)
    .execute()
  await seedLaw(tenant)
  await runMonitor(tenant)
  const granted = (grant_date: string) => file('CN', '2018-03-05', { status: 'GRANTED', grant_date })
  const [before, after] = [await granted('2021-05-31'), await granted('2021-06-01')]
  assert.deepEqual([(await dueOf(before, 'CNP45')).official_due, (await dueOf(after, 'CNP45')).official_due], ['2021-08-02', '2021-09-01'])
  const versions = await versionsOf('CNP45')
  assert.deepEqual(
    versions.map(({ rule_version, valid, valid_to }) => [rule_version, valid, valid_to]),
    [
      [1, true, '2021-05-31'],
      [2, true, null],
    ],
  )
})

test('a rule from an older pack is brought up to date, with the versions that came later', async () => {
  const { right_types: _types, ...content } = (await rule('JP09'))?.content ?? assert.fail()
  await older('JP09', { right_types: undefined })
  assert.deepEqual((await rule('JP09'))?.content, content)
  await tenant.db.deleteFrom('deadline_rule').where('rule_id', '=', 'JP09').where('rule_version', '=', 2).execute()
  await seedLaw(tenant)
  const versions = await versionsOf('JP09')
  assert.deepEqual(
    versions.map(({ rule_version, valid, content: { right_types: types } }) => [rule_version, valid, types]),
    [
      [1, false, undefined],
      [2, true, ['UTILITY', 'DESIGN']],
      [3, true, ['INVENTION']],
    ],
  )
})

test('a period that starts with another fact becomes a new version; what settles a rule is corrected in place', async () => {
  const former = { field: 'publication_date' }
  await older('HKP02', { trigger: former, once: undefined, terms: [{ from: 'publication_date', period: '6m' }] })
  const { proves, ...shipped } = ((await rule('CNP32')) ?? assert.fail()).content as unknown as { proves: object } // a rule with a proof
  await older('CNP32', { proves: { ...proves, events: ['CN14'] } })
  await seedLaw(tenant)
  const triggers = (await versionsOf('HKP02')).map(({ valid, content }) => [valid, (content as unknown as { trigger: object }).trigger])
  assert.deepEqual(triggers, [[false, former], [true, { events: ['BASE_GRANT'], field: 'base_grant_date' }]]) // oxfmt-ignore
  assert.deepEqual((await versionsOf('CNP32')).map(({ content }) => content), [{ ...shipped, proves }]) // oxfmt-ignore
})

test('a rule that a later pack has withdrawn goes out of force', async () => {
  const made = (await rule('EP18')) ?? assert.fail()
  const content = JSON.stringify({ ...made.content, id: 'EP20' })
  await tenant.db
    .insertInto('deadline_rule')
    .values({ ...made, sid: crypto.randomUUID(), rule_id: 'EP20', content })
    .execute()
  await seedLaw(tenant)
  assert.equal((await versionsOf('EP20'))[0]?.valid, false)
  assert.ok(!(await readLawTables(tenant.db)).law.rules.some(({ id }) => id === 'EP20'))
})

test('a rule that the tenant changed stays unchanged, and gets no version beside it', async () => {
  const before = (await rule('KR07')) ?? assert.fail()
  const { right_types: _types, ...content } = before.content
  await tenant.db.deleteFrom('deadline_rule').where('rule_id', '=', 'KR07').where('rule_version', '=', 2).execute()
  const answer = await call('deadline_rule/do/update', { sid: before.sid, content }, { as: admin })
  assert.equal(answer.code, 0, answer.text)
  await seedLaw(tenant)
  assert.equal((await rule('KR07'))?.content.right_types, undefined)
  assert.equal(await rule('KR07', 2), undefined)
})

const golden = async (number: string) =>
  (await tenant.db.selectFrom('golden_case').selectAll().where('number', '=', number).executeTakeFirst()) ?? assert.fail(number)

test('a golden case and a day of a calendar that an older pack had otherwise are corrected; those of the tenant stay', async () => {
  const [shipped, own] = [await golden('CN-A05'), await golden('CN-D02')]
  const older = { expected_amount: '500.00', facts: null, expected_date: '2020-01-01' }
  await tenant.db.updateTable('golden_case').set(older).where('number', '=', 'CN-A05').execute()
  await tenant.db.updateTable('golden_case').set({ expected_date: '2020-01-02', version: 2 }).where('number', '=', 'CN-D02').execute()
  await tenant.db.updateTable('golden_case').set({ expected_date: '2020-01-03', created_by: admin.sid }).where('number', '=', 'CN-D04').execute()
  await tenant.db.updateTable('office_calendar').set({ kind: 'WORK' }).where('office', '=', 'CN').where('day', '=', '2026-10-01').execute()
  await seedLaw(tenant)
  assert.deepEqual(await golden('CN-A05'), shipped)
  assert.deepEqual([(await golden('CN-D02')).expected_date, (await golden('CN-D04')).expected_date], ['2020-01-02', '2020-01-03'])
  const day = await tenant.db.selectFrom('office_calendar').select('kind').where('office', '=', 'CN').where('day', '=', '2026-10-01').execute()
  assert.deepEqual(day.map(({ kind }) => kind), ['OFF']) // oxfmt-ignore
  await tenant.db.updateTable('golden_case').set({ expected_date: own.expected_date, version: 1 }).where('number', '=', 'CN-D02').execute()
})

test('a tenant with as many golden cases as there may be gets no more, and starts', async () => {
  const { sid: _sid, ...one } = await golden('CN-D01')
  const events = JSON.stringify(one.events)
  await tenant.db.deleteFrom('golden_case').where('number', 'like', 'CN-A%').execute()
  const { n } = await tenant.db
    .selectFrom('golden_case')
    .select((of) => of.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  const many = Array.from({ length: MAX_GOLDEN - Number(n) - 1 }, (_, at) => ({
    ...one,
    sid: crypto.randomUUID(),
    number: `OWN-${at}`,
    events,
    facts: null,
    priorities: null,
  }))
  await tenant.db.insertInto('golden_case').values(many).execute()
  await seedLaw(tenant)
  const there = await tenant.db.selectFrom('golden_case').select('number').where('number', 'like', 'CN-A%').execute()
  assert.equal(there.length, 1)
  await tenant.db.deleteFrom('golden_case').where('number', 'like', 'OWN-%').execute()
  await seedLaw(tenant)
})

test('seeding again changes nothing', async () => {
  const rows = async () => [
    await tenant.db.selectFrom('fee_schedule').select(['sid', 'version', 'content']).orderBy('sid').execute(),
    await tenant.db.selectFrom('golden_case').selectAll().orderBy('sid').execute(),
  ]
  const before = await rows()
  await seedLaw(tenant)
  assert.deepEqual(await rows(), before)
})

test('a pack that conflicts with the law of the tenant is skipped as a whole, and the law stays in use', async () => {
  const made = (await rule('GB03')) ?? assert.fail()
  await tenant.db.deleteFrom('deadline_rule').where('rule_id', '=', 'GB03').execute()
  const own = { ...made.content, id: 'GB03', version: 7 }
  const { sid: _sid, ...row } = { ...made, rule_version: 7, content: JSON.stringify(own) }
  await tenant.db
    .insertInto('deadline_rule')
    .values({ ...row, sid: crypto.randomUUID() })
    .execute()
  await tenant.db.deleteFrom('deadline_rule').where('rule_id', '=', 'US01').execute()
  const faults = await seedLaw(tenant)
  assert.match(faults.map(({ where }) => where).join(), /GB03/)
  assert.equal(await rule('US01'), undefined, 'nothing of the pack came in')
  const filed = await call(
    'patent/do/create',
    { title: 'goes on', country: 'GB', patent_type: 'INVENTION', filing_date: '2026-01-05' },
    { as: admin },
  )
  assert.equal(filed.code, 0, filed.text)
})
