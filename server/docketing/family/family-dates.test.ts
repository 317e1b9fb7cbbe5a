// Dates within a family: priorities, filing dates and entries are inherited through relations and through priorities that name a case of ours.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTwoPeople } from '../../../model/docketing/later-dates/date-confirmation-actions.ts'
import { docketActionsOf } from '../../../model/docketing/deadline-actions.ts'
import { act, companyOnly, refused, testTenant, type TestTenant } from '../../../tests/harness/tenant.ts'
import type { RowValues } from '../../records/context.ts'
import { update } from '../../records/write/update.ts'
import { seedLaw } from '../law/seed-law.ts'
import { get } from '../../records/query/get.ts'
import { runMonitor } from '../findings/monitor.ts'

let t: TestTenant
let owner: string
let company: string
let applicant: string
let inventor: string

before(async () => {
  t = await testTenant()
  await seedLaw(t.ctx.tenant)
  await act(t.ctx, setTwoPeople, { two_people: false })
  company = await t.make('company', { company_name: 'Innoe' })
  owner = await t.make('user_info', { name: 'Wang', company_sid: company })
  applicant = await t.make('applicant', { name: 'Innoe', country: 'CN' })
  inventor = await t.make('inventor', { name: 'Li' })
})
after(() => t.close())

let n = 0
const file = (more: RowValues = {}) =>
  t.make('patent', { title: `Case ${++n}`, patent_type: 'INVENTION', country: 'CN', owner_sid: owner, company_sid: company, ...more })
const relate = (earlier_sid: string, later_sid: string, relation_type: string, more: RowValues = {}) =>
  t.make('related_case', { earlier_sid, later_sid, relation_type, ...more })
const claim = (case_sid: string, priority_date: string, more: RowValues = {}) =>
  t.make('priority', { case_sid, priority_no: '202410123456.0', priority_date, priority_country: 'CN', ...more })
const deadlines = (case_sid: string) => t.ctx.db.selectFrom('deadline').selectAll().where('case_sid', '=', case_sid).execute()
const dueOf = async (case_sid: string, key: string) => (await deadlines(case_sid)).find((one) => one.key === key)
const due = async (case_sid: string, key: string) => (await dueOf(case_sid, key))?.official_due
const statusOf = async (case_sid: string, key: string) => (await dueOf(case_sid, key))?.status
const findings = async (case_sid: string) => {
  await runMonitor(t.ctx.tenant)
  const rows = await t.ctx.db.selectFrom('finding').selectAll().where('case_sid', '=', case_sid).where('status', '=', 'OPEN').execute()
  return new Map(rows.map((row) => [String(row.code), row]))
}

const pct = (more: RowValues = {}) =>
  file({ country: 'WO', route: 'PCT_INTL', filing_date: '2025-06-10', status: 'INTL_FILED', designated: ['CN', 'EP', 'JP', 'US'], ...more })
const national = (country: string, more: RowValues = {}) => file({ country, route: 'PCT_NATIONAL', ...more })

describe('a national phase', () => {
  // 30 months from 2024-06-12 end on Saturday 2026-12-12 (Implementing Rules r. 120); 31 months on 2027-01-12 (EPC Rule 159).
  for (const [country, key, expected] of [
    ['CN', 'CNP50', '2026-12-14'],
    ['EP', 'NP02', '2027-01-12'],
    ['US', 'NP03', '2026-12-14'],
  ] as const)
    test(`in ${country} counts from the priority of its international application, whichever is recorded first`, async () => {
      const wo = await pct()
      await claim(wo, '2024-06-12')
      const phase = await national(country, country === 'CN' ? { status: 'ENTRY_PREPARING' } : {})
      await relate(wo, phase, 'PCT')
      assert.equal(await due(phase, key), expected)
      assert.equal((await t.read('patent', phase)).earliest_priority_date, '2024-06-12')
      const late = await pct()
      const other = await national(country)
      await relate(late, other, 'PCT')
      assert.notEqual(await due(other, key), expected)
      await claim(late, '2024-06-12')
      assert.equal(await due(other, key), expected)
    })

  test('closes the entry deadline of the international application only when its entry is recorded', async () => {
    const wo = await pct()
    await claim(wo, '2024-06-12')
    const [cn, ep] = [await national('CN'), await national('EP')]
    await relate(wo, cn, 'PCT')
    await relate(wo, ep, 'PCT')
    assert.deepEqual([await statusOf(wo, 'NP01:CN'), await statusOf(wo, 'NP02:EP')].includes('DONE'), false)
    const people = {
      pct_no: 'PCT/CN2025/098765',
      pct_filing_date: '2025-06-10',
      applicants: [{ applicant_sid: applicant }],
      inventors: [{ inventor_sid: inventor }],
    }
    await t.take('patent', ep, 'ep_file', { application_no: '25123456.7', filing_date: '2025-06-10', entry_date: '2026-10-12', ...people })
    assert.deepEqual([(await statusOf(wo, 'NP01:CN')) === 'DONE', await statusOf(wo, 'NP02:EP')], [false, 'DONE'])
    await t.remove('patent', ep)
    assert.notEqual(await statusOf(wo, 'NP02:EP'), 'DONE')
  })

  test('closes no entry deadline by its state or its number, which some offices give before the entry, but by a grant', async () => {
    const wo = await pct()
    const ep = await national('EP', { status: 'EP_FILED', application_no: '25123456.7', filing_date: '2025-06-10' })
    await relate(wo, ep, 'PCT')
    assert.notEqual(await statusOf(wo, 'NP02:EP'), 'DONE')
    assert.match(String((await findings(ep)).get('MISSING_ENTRY_DATE')?.words_en), /entry date is missing/)
    const jp = await national('JP', { status: 'JP_GRANTED', filing_date: '2025-06-10', grant_no: '特許7654321' })
    await relate(wo, jp, 'PCT')
    assert.equal(await statusOf(wo, 'NP04:JP'), 'DONE')
    await t.change('patent', ep, { entry_date: '2026-10-12' })
    assert.deepEqual([await statusOf(wo, 'NP02:EP'), (await findings(ep)).has('MISSING_ENTRY_DATE')], ['DONE', false])
  })

  test('that was given up before its entry leaves the entry deadline unchanged', async () => {
    const wo = await pct()
    const cn = await national('CN', { status: 'ENTRY_LOST', close_date: '2026-11-01' })
    await relate(wo, cn, 'PCT')
    assert.notEqual(await statusOf(wo, 'NP01:CN'), 'DONE')
  })
})

test('a divisional has the priority of its parent: examination is due three years from it', async () => {
  // Patent Law art. 35: three years from the priority date 2023-06-10 (Implementing Rules r. 12, 49).
  const parent = await file({ filing_date: '2024-06-01', status: 'SE' })
  await claim(parent, '2023-06-10', { priority_no: '202310123456.6' })
  const division = await file({ filing_date: '2024-06-01', status: 'FILED' })
  await relate(parent, division, 'DIV')
  assert.equal(await due(division, 'CNP15'), '2026-06-10')
  for (const key of ['CNP03', 'CNP06', 'PAR01', 'PAR01C'])
    assert.equal((await statusOf(division, key)) ?? 'CANCELLED', 'CANCELLED', `${key}: the claim was made by the parent`)
})

test('a Paris relation gives the priority of the first filing, and a corrected first filing moves it', async () => {
  const first = await file({ filing_date: '2025-12-10', application_no: '202511234567.X', status: 'FILED' })
  const us = await file({ country: 'US', route: 'PARIS' })
  await relate(first, us, 'PARIS')
  assert.equal(await due(us, 'US01'), '2026-12-10') // 35 U.S.C. 119(a)
  await t.change('patent', first, { filing_date: '2025-12-08' })
  assert.equal(await due(us, 'US01'), '2026-12-08')
  assert.equal((await dueOf(us, 'US01'))?.recomputed_from, '2026-12-10')
})

test('the Paris route is filed with a related first filing as its priority', async () => {
  const people = { applicants: [{ applicant_sid: applicant }], inventors: [{ inventor_sid: inventor }] }
  const filing = { filing_date: '2025-06-10', ...people }
  const us = await file({ country: 'US', route: 'PARIS' })
  assert.match((await refused(t.take('patent', us, 'us_file', { application_no: '19/123460', ...filing }))).words, /at least one priority/)
  await relate(await file({ filing_date: '2024-12-10', status: 'FILED' }), us, 'PARIS')
  await t.take('patent', us, 'us_file', { application_no: '19/123460', ...filing })
  assert.equal((await t.read('patent', us)).status, 'US_FILED')
})

test('a priority recorded for a case of ours follows a correction of that case', async () => {
  const first = await file({ filing_date: '2025-12-10', application_no: '202511234568.4', status: 'FILED' })
  const us = await file({ country: 'US', route: 'PARIS' })
  const sid = await claim(us, '2025-12-10', { priority_no: '202511234568.4' })
  assert.equal((await t.read('priority', sid)).priority_case_sid, first)
  await t.change('patent', first, { filing_date: '2025-12-08' })
  assert.equal(await due(us, 'US01'), '2026-12-08')
  assert.equal((await t.read('priority', sid)).priority_date, '2025-12-08')
})

test('a first filing may be recorded after the cases that claim it: it is linked to them and has its own deadlines once', async () => {
  const later = await file({ country: 'US', route: 'PARIS', filing_date: '2025-06-10', application_no: '19/123,457', status: 'US_FILED' })
  await claim(later, '2024-06-12', { priority_no: '202410765432.5', priority_country: 'CN' })
  const first = await file({ filing_date: '2024-06-12', application_no: '202410765432.5', status: 'FILED' })
  const linked = await t.ctx.db.selectFrom('priority').select('priority_case_sid').where('case_sid', '=', later).executeTakeFirstOrThrow()
  assert.equal(linked.priority_case_sid, first)
  const keys = (await deadlines(first)).map(({ key }) => key)
  assert.ok(keys.includes('PAR01'))
  assert.equal(new Set(keys).size, keys.length)
})

test('a corrected number of a first filing is corrected in the priorities that name it', async () => {
  const first = await file({ filing_date: '2025-12-10', application_no: '202510765432.X', status: 'FILED' })
  const us = await file({ country: 'US', route: 'PARIS' })
  const sid = await claim(us, '2025-12-10', { priority_no: '202510765432.X' })
  await t.change('patent', first, { application_no: '202510765433.4' })
  assert.equal((await t.read('priority', sid)).priority_no, '202510765433.4')
  assert.equal((await t.read('priority', sid)).priority_case_sid, first)
})

describe('two records that disagree', () => {
  test('the earlier date is shown, marked to be checked, with a finding and the reason in both languages', async () => {
    const wo = await pct()
    await claim(wo, '2024-06-12')
    const cn = await national('CN', { status: 'ENTRY_PREPARING' })
    await claim(cn, '2024-06-20')
    await relate(wo, cn, 'PCT')
    const entry = await dueOf(cn, 'CNP50')
    assert.deepEqual([entry?.official_due, entry?.certainty], ['2026-12-14', 'CHECK'])
    const found = (await findings(cn)).get('FAMILY_DISAGREES')
    assert.match(String(found?.words), /最早优先权日：本案记录为 2024-06-20，同族记录为 2024-06-12，按较早的 2024-06-12 计算/)
    assert.deepEqual(found?.about_sids, [wo])
    assert.match(String(found?.words_en), /earliest priority date is 20 Jun 2024 in this case and 12 Jun 2024 in its family/)
    for (const [lang, says] of [
      ['zh', /同族记录为 2024-06-12/],
      ['en', /12 Jun 2024 in its family/],
    ] as const) {
      const { why } = (await get({ ...t.ctx, lang }, t.modelOf('deadline'), String(entry?.sid))) as { why: string[] } // of a deadline
      assert.match(why.join('\n'), says)
    }
    const [own] = await t.ctx.db.selectFrom('priority').selectAll().where('case_sid', '=', cn).execute()
    await t.change('priority', String(own?.sid), { priority_date: '2024-06-12' })
    assert.deepEqual([(await dueOf(cn, 'CNP50'))?.certainty, (await findings(cn)).has('FAMILY_DISAGREES')], ['SURE', false])
  })

  test('a date inherited from cases that disagree is to be checked in each later case, and the finding is that of the disagreement', async () => {
    const first = await file({ filing_date: '2024-06-12', application_no: '202410765433.X', status: 'FILED' })
    const wo = await pct()
    await claim(wo, '2024-06-22', { priority_no: '202410765433.X', priority_case_sid: first })
    const cn = await national('CN', { status: 'ENTRY_PREPARING' })
    await relate(wo, cn, 'PCT')
    const entry = await dueOf(cn, 'CNP50')
    assert.deepEqual([entry?.official_due, entry?.certainty], ['2026-12-14', 'CHECK'])
    const { why } = (await get({ ...t.ctx, lang: 'en' }, t.modelOf('deadline'), String(entry?.sid))) as { why: string[] } // of a deadline
    assert.match(why.join('\n'), /earliest priority date comes from earlier cases of the family, whose records are 22 Jun 2024 and 12 Jun 2024/)
    assert.deepEqual([(await findings(wo)).has('FAMILY_DISAGREES'), (await findings(cn)).has('FAMILY_DISAGREES')], [true, false])
    const [own] = await t.ctx.db.selectFrom('priority').selectAll().where('case_sid', '=', wo).execute()
    await t.change('priority', String(own?.sid), { priority_date: '2024-06-12' })
    assert.equal((await dueOf(cn, 'CNP50'))?.certainty, 'SURE')
  })

  test('an own filing date that differs from the international one', async () => {
    // Patent Law of China art. 42: twenty years from the filing date, which is the international one (Implementing Rules r. 119).
    const wo = await pct()
    const cn = await national('CN', { status: 'GRANTED', filing_date: '2025-06-20', grant_date: '2026-08-04', grant_no: 'CN120345678B' })
    await relate(wo, cn, 'PCT')
    const term = await dueOf(cn, 'CNP71')
    assert.deepEqual([term?.official_due, term?.certainty], ['2045-06-10', 'CHECK'])
    assert.match(
      String((await findings(cn)).get('FAMILY_DISAGREES')?.words_en),
      /filing date is 20 Jun 2025 in this case and 10 Jun 2025 in its family/,
    )
  })

  test('a related first filing that the priorities do not name is found, and the earlier day counts', async () => {
    const first = await file({ filing_date: '2025-12-10', status: 'FILED' })
    const us = await file({ country: 'US', route: 'PARIS' })
    await claim(us, '2025-12-20', { priority_no: '2025-900001', priority_country: 'JP' })
    await relate(first, us, 'PARIS')
    const convention = await dueOf(us, 'US01')
    assert.deepEqual([convention?.official_due, convention?.certainty], ['2026-12-10', 'CHECK'])
    assert.match(
      String((await findings(us)).get('FAMILY_PRIORITY_UNCLAIMED')?.words_en),
      /related first filing \(China, 10 Dec 2025\) is not among the priorities/,
    )
  })

  test('a priority recorded otherwise than the case that it names keeps its record, and the earlier day counts', async () => {
    const first = await file({ filing_date: '2025-12-10', application_no: '202511234569.9', status: 'FILED' })
    const us = await file({ country: 'US', route: 'PARIS' })
    const sid = await claim(us, '2025-12-15', { priority_no: '202511234569.9' })
    assert.deepEqual([await due(us, 'US01'), (await dueOf(us, 'US01'))?.certainty], ['2026-12-10', 'CHECK'])
    await t.change('patent', first, { filing_date: '2025-12-08' })
    assert.deepEqual([await due(us, 'US01'), (await t.read('priority', sid)).priority_date], ['2026-12-08', '2025-12-15'])
  })
})

test('dates inherited from the family are marked as inherited', async () => {
  const wo = await pct()
  await claim(wo, '2024-06-12')
  const ep = await national('EP')
  await relate(wo, ep, 'PCT')
  const { why } = (await get(t.ctx, t.modelOf('deadline'), String((await dueOf(ep, 'NP02'))?.sid))) as { why: string[] } // of a deadline
  assert.match(why.join('\n'), /earliest priority date comes from an earlier case of the family/)
})

test('a regular American filing that claims a provisional converts it, and ends no other priority', async () => {
  const filing_date = `${Temporal.PlainDate.from(t.ctx.today).subtract({ months: 6 })}`
  const provisional = await file({ country: 'US', patent_type: 'PROVISIONAL', filing_date, application_no: '63/712345', status: 'US_PROVISIONAL' })
  const regular = await file({ country: 'US', filing_date: t.ctx.today, status: 'US_FILED' })
  await relate(provisional, regular, 'DOMESTIC')
  assert.deepEqual([await statusOf(provisional, 'US01P'), await statusOf(provisional, 'PAR01')], ['DONE', 'OPEN'])
  assert.equal(await due(provisional, 'PAR01'), `${Temporal.PlainDate.from(filing_date).add({ months: 12 })}`)
})

test('removing a relation also removes its facts', async () => {
  const wo = await pct()
  await claim(wo, '2024-06-12')
  const cn = await national('CN', { status: 'ENTRY_PREPARING' })
  const sid = await relate(wo, cn, 'PCT')
  await t.remove('related_case', sid)
  assert.equal(await due(cn, 'CNP50'), '2027-12-10') // from the international filing date that was copied
})

test('after the priority year, a later case of ours that claims the first filing is the record that it was done', async () => {
  const filed = Temporal.PlainDate.from(t.ctx.today).subtract({ months: 20 })
  const [first, other] = [await file({ filing_date: `${filed}`, status: 'FILED' }), await file({ filing_date: `${filed}`, status: 'FILED' })]
  assert.equal(await statusOf(first, 'PAR01'), 'NO_RECORD')
  const later = await file({ country: 'US', route: 'PARIS', filing_date: `${filed.add({ months: 11 })}`, status: 'US_FILED' })
  await relate(first, later, 'PARIS')
  assert.deepEqual([await statusOf(first, 'PAR01'), await statusOf(other, 'PAR01')], ['DONE', 'NO_RECORD'])
})

test('a preview and a warning name the cases whose dates move; those that a person may not see are counted', async () => {
  const elsewhere = await t.make('company', { company_name: 'Elsewhere' })
  const first = await file({ filing_date: '2025-12-10', status: 'FILED' })
  const seen = await file({ country: 'US', route: 'PARIS' })
  const hidden = await file({ country: 'JP', route: 'PARIS', company_sid: elsewhere })
  await relate(first, seen, 'PARIS')
  await relate(first, hidden, 'PARIS')
  const narrow = companyOnly(t.ctx, company)
  const preview = await act(narrow, docketActionsOf('patent').previewDates, { sid: first, changes: { filing_date: '2025-12-08' } })
  assert.ok(preview.moved.some(({ case_sid, key, from, to }) => case_sid === seen && key === 'US01' && from === '2026-12-10' && to === '2026-12-08'))
  assert.deepEqual([preview.moved.some(({ case_sid }) => case_sid === hidden), preview.hidden], [false, 1])
  assert.equal(await due(seen, 'US01'), '2026-12-10')
  const name = String((await t.read('patent', seen)).case_no)
  const { refusal } = await refused(update({ ...narrow, said: 'web' }, t.modelOf('patent'), { sid: first, filing_date: '2025-12-08' }))
  const warned = JSON.stringify(refusal.warnings)
  assert.match(warned, new RegExp(`dates of 2 later cases of the family will be recalculated: ${name} United States; 1 that you may not see`))
  assert.doesNotMatch(warned, new RegExp(String((await t.read('patent', hidden)).case_no)))
})

test('a corrected priority of an international application requires confirmation, because its national phases follow', async () => {
  const wo = await pct()
  const sid = await claim(wo, '2024-06-12')
  const cn = await national('CN', { status: 'ENTRY_PREPARING' })
  await relate(wo, cn, 'PCT')
  const change = { sid, priority_date: '2024-06-11' }
  const { refusal } = await refused(update({ ...t.ctx, said: 'web' }, t.modelOf('priority'), change))
  assert.match(JSON.stringify(refusal.warnings), /dates of 1 later case of the family will be recalculated/)
  await update({ ...t.ctx, said: 'web' }, t.modelOf('priority'), { ...change, confirm: ['family_dates'] })
  assert.equal(await due(cn, 'CNP50'), '2026-12-11')
})
