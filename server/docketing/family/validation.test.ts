// Cases that continue another case: the national and unitary cases of a European patent, and the regular filing of a provisional.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { refused, testTenant, type TestTenant } from '../../../tests/harness/tenant.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { runMonitor } from '../findings/monitor.ts'
import { seedLaw } from '../law/seed-law.ts'

let t: TestTenant
let on: Context
let owned: RowValues
let people: RowValues

before(async () => {
  t = await testTenant()
  await seedLaw(t.ctx.tenant)
  on = { ...t.ctx, today: '2025-07-01' }
  const company_sid = await t.make('company', { company_name: 'Innoe' })
  owned = { company_sid, owner_sid: await t.make('user_info', { name: 'Wang', company_sid }) }
  const [applicant_sid, inventor_sid] = [await t.make('applicant', { name: 'Innoe', country: 'CN' }), await t.make('inventor', { name: 'Li' })]
  people = { applicants: [{ applicant_sid }], inventors: [{ inventor_sid }] }
})
after(() => t.close())

let n = 0
const file = (more: RowValues) => t.make('patent', { title: `Case ${++n}`, patent_type: 'INVENTION', ...owned, ...more }, on)
const relate = (earlier_sid: string, later_sid: string, relation_type: string) =>
  t.make('related_case', { earlier_sid, later_sid, relation_type }, on)
const deadlineOf = (case_sid: string, key: string) =>
  t.ctx.db.selectFrom('deadline').selectAll().where('case_sid', '=', case_sid).where('key', '=', key).executeTakeFirst()
const due = async (case_sid: string, key: string) => (await deadlineOf(case_sid, key))?.official_due
const statusOf = async (case_sid: string, key: string) => (await deadlineOf(case_sid, key))?.status
const keysOf = async (case_sid: string) =>
  (await t.ctx.db.selectFrom('deadline').select(['key', 'status']).where('case_sid', '=', case_sid).execute())
    .filter(({ status }) => status !== 'CANCELLED')
    .map(({ key }) => String(key))
const findings = async (case_sid: string) => {
  await runMonitor(t.ctx.tenant)
  const rows = await t.ctx.db.selectFrom('finding').select('code').where('case_sid', '=', case_sid).where('status', '=', 'OPEN').execute()
  return rows.map(({ code }) => String(code))
}

const european = (more: RowValues = {}) =>
  file({ country: 'EP', filing_date: '2020-03-17', grant_date: '2025-06-18', grant_no: 'EP3456789B1', status: 'EP_GRANTED', ...more })
const national = (country: string, more: RowValues = {}) => file({ country, route: 'EP_VALIDATION', status: 'GRANTED', ...more })

describe('a national case of a European patent', () => {
  // EPC art. 141: the states ask for the years after that of the grant, here from the seventh, which begins on 17 March 2026.
  for (const [country, key, expected, expiry] of [
    ['DE', 'DE02:7', '2026-03-31', '2040-03-17'], // PatKostG § 3(2): end of the month of the filing, a Tuesday
    ['GB', 'GB03:7', '2026-03-31', '2040-03-16'], // Patents Rules r. 37(3)
  ] as const)
    test(`in ${country} has the filing, the priority and the grant of the European case, and its annuities`, async () => {
      const ep = await european()
      await t.make('priority', { case_sid: ep, priority_no: '201910212345.6', priority_date: '2019-03-20', priority_country: 'CN' }, on)
      const one = await national(country)
      await relate(ep, one, 'EPVAL')
      const row = await t.read('patent', one)
      assert.deepEqual([row.filing_date, row.grant_date, row.earliest_priority_date], ['2020-03-17', '2025-06-18', '2019-03-20'])
      assert.equal(row.expiry_date, expiry) // 20 years that begin on the day after the filing (PatG § 16), or with it (Patents Act s. 25)
      const annuity = await deadlineOf(one, key)
      assert.deepEqual([annuity?.official_due, annuity?.certainty, row.next_annuity_due], [expected, 'SURE', expected])
      const keys = await keysOf(one)
      for (const gone of [`${key.slice(0, -1)}6`, 'DE01', 'GB01', 'GB02', 'PAR01', 'PAR01C']) assert.ok(!keys.includes(gone), gone)
      assert.equal(await statusOf(ep, 'EP26'), 'DONE')
    })

  test('follows a corrected grant and filing, and a grant that is recorded after it', async () => {
    const ep = await european({ grant_date: null, grant_no: null, status: 'EP_ALLOWED' })
    const one = await national('DE', { status: 'DRAFTING' })
    await relate(ep, one, 'EPVAL')
    assert.equal((await keysOf(one)).includes('DE02:7'), false)
    await t.change('patent', ep, { grant_date: '2025-06-18' }, on)
    assert.deepEqual([(await t.read('patent', one)).status, await due(one, 'DE02:7')], ['DRAFTING', '2026-03-31'])
    assert.notEqual(await statusOf(ep, 'EP26'), 'DONE', 'a case in preparation proves no validation')
    await t.change('patent', one, { grant_date: '2025-06-18' }, on)
    assert.deepEqual([(await t.read('patent', one)).status, await statusOf(ep, 'EP26')], ['GRANTED', 'DONE'])
    await t.change('patent', ep, { grant_date: '2025-06-11', filing_date: '2020-02-28' }, on)
    const row = await t.read('patent', one)
    assert.deepEqual([row.grant_date, row.filing_date, row.expiry_date], ['2025-06-11', '2020-02-28', '2040-02-28'])
    assert.equal(await due(one, 'DE02:7'), '2026-03-02') // 28 February 2026 is a Saturday (BGB § 193)
  })

  test('with another date counts from the earlier one, and must be checked', async () => {
    const ep = await european()
    const one = await national('DE', { filing_date: '2020-04-17' })
    await relate(ep, one, 'EPVAL')
    const annuity = await deadlineOf(one, 'DE02:7')
    assert.deepEqual([annuity?.official_due, annuity?.certainty], ['2026-03-31', 'CHECK'])
    assert.ok((await findings(one)).includes('FAMILY_DISAGREES'))
  })

  test('is reported as missing when a validation is recorded without it, and no longer when it is related', async () => {
    const ep = await european()
    const validation = await deadlineOf(ep, 'EP26')
    await t.take('deadline', String(validation?.sid), 'complete', { done_date: '2025-06-30' })
    assert.ok((await findings(ep)).includes('VALIDATED_NOWHERE'))
    await relate(ep, await national('DE'), 'EPVAL')
    assert.ok(!(await findings(ep)).includes('VALIDATED_NOWHERE'))
  })
})

test('a unitary case has the dates of its European case, which needs no further request', async () => {
  const ep = await european()
  assert.deepEqual([await due(ep, 'EP27'), await due(ep, 'EP26')], ['2025-07-18', '2025-09-18']) // UPR rule 6(1): 1 month; EPC art. 65(1): 3 months
  const one = await file({ country: 'EP', route: 'UNITARY', status: 'EP_GRANTED' })
  await relate(ep, one, 'UPREG')
  const row = await t.read('patent', one)
  assert.deepEqual([row.filing_date, row.grant_date], ['2020-03-17', '2025-06-18'])
  assert.equal(await due(one, 'EP18:7'), '2026-03-31') // UPR rule 13(2): end of the month of the filing
  assert.deepEqual([await statusOf(ep, 'EP27'), await statusOf(ep, 'EP26')], ['DONE', 'DONE'])
  for (const gone of ['EP02', 'EP08', 'EP26', 'EP27'])
    assert.ok([undefined, 'DONE', 'PRESUMED'].includes((await statusOf(one, gone)) ?? undefined), gone)
})

describe('a regular American filing of a provisional', () => {
  const provisional = () =>
    file({ country: 'US', patent_type: 'PROVISIONAL', filing_date: '2024-11-15', application_no: `63/71234${++n}`, status: 'US_PROVISIONAL' })

  test('takes the day of the provisional as priority, and ends neither the foreign filing deadline of the provisional nor its own deadlines', async () => {
    const first = await provisional()
    const regular = await file({ country: 'US' })
    await relate(first, regular, 'PROV')
    assert.equal((await t.read('patent', regular)).earliest_priority_date, '2024-11-15')
    assert.equal(await due(regular, 'US01'), '2025-11-17') // 35 U.S.C. 119(e)(1): 12 months, Saturday 15 November
    assert.notEqual(await statusOf(first, 'US01P'), 'DONE')
    await t.take('patent', regular, 'us_file', { filing_date: '2025-06-02', application_no: '19/456789', ...people }, on)
    assert.deepEqual([await statusOf(first, 'US01P'), await statusOf(first, 'PAR01')], ['DONE', 'OPEN'])
    assert.equal(await due(first, 'PAR01'), '2025-11-15') // Paris art. 4C(1), unrolled while the office is unknown
    assert.equal(await due(regular, 'US05'), '2026-03-16') // 37 CFR 1.78(a)(4): 16 months from the provisional, Sunday 15 March
    await t.change('patent', regular, { grant_date: '2027-03-02' }, on)
    assert.equal((await t.read('patent', regular)).expiry_date, '2045-06-02') // 35 U.S.C. 154(a)(3): a provisional does not shorten the term
  })

  test('must not be a design, and must follow a provisional', async () => {
    const design = await file({ country: 'US', patent_type: 'DESIGN', filing_date: '2025-05-01' })
    assert.match((await refused(relate(await provisional(), design, 'PROV'))).words, /patent type of the later case must be Invention or Plant/)
    const ordinary = await file({ country: 'US', filing_date: '2024-11-15' })
    const later = await file({ country: 'US', filing_date: '2025-05-01' })
    assert.match((await refused(relate(ordinary, later, 'PROV'))).words, /patent type of the earlier case must be Provisional/)
  })
})

test('a record in Hong Kong proves its request, and takes the grant of the designated patent', async () => {
  const cn = await file({ country: 'CN', filing_date: '2023-03-01', publication_date: '2024-09-06', status: 'PUBLISHED' })
  assert.equal(await due(cn, 'HKP01'), '2025-03-06') // Cap. 514 s. 15: 6 months
  assert.notEqual(await statusOf(cn, 'HKP01'), 'DONE')
  const hk = await file({
    country: 'HK',
    route: 'HK_RECORD',
    filing_date: '2023-03-01',
    submission_date: '2025-02-10',
    publication_date: '2025-05-02',
    status: 'PUBLISHED',
  })
  await relate(cn, hk, 'HKREC')
  await t.change('patent', hk, { submission_date: null }, on)
  assert.deepEqual([await statusOf(cn, 'HKP01'), (await deadlineOf(cn, 'HKP01'))?.done_date], ['PRESUMED', null])
  await t.change('patent', hk, { submission_date: '2025-02-10' }, on)
  assert.deepEqual([await statusOf(cn, 'HKP01'), (await deadlineOf(cn, 'HKP01'))?.done_date], ['DONE', '2025-02-10'])
  assert.equal(await due(hk, 'HKP02'), undefined)
  await t.change('patent', cn, { grant_date: '2025-06-20' }, on)
  assert.equal(await due(hk, 'HKP02'), '2025-12-22') // Cap. 514 s. 23: 6 months from the grant, Saturday 20 December
  const original = await file({ country: 'HK', route: 'HK_STANDARD', status: 'FILED' })
  assert.match((await refused(relate(cn, original, 'HKREC'))).words, /route of the later case must be Hong Kong record/)
})

test('a European patent has no effect outside its states, nor as a direct filing', async () => {
  const ep = await european()
  assert.match((await refused(relate(ep, await national('JP'), 'EPVAL'))).words, /no effect in Japan/)
  assert.match((await refused(relate(ep, await national('DE', { route: 'DIRECT' }), 'EPVAL'))).words, /route of the later case must be EP validation/)
})
