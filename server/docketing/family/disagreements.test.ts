// Contradictory records of a family: both cases have a finding from the write that causes it until the write that corrects it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTwoPeople } from '../../../model/docketing/later-dates/date-confirmation-actions.ts'
import { act, testTenant, type TestTenant } from '../../../tests/harness/tenant.ts'
import type { RowValues } from '../../records/context.ts'
import { seedLaw } from '../law/seed-law.ts'

let t: TestTenant
let owned: RowValues

before(async () => {
  t = await testTenant()
  await seedLaw(t.ctx.tenant)
  await act(t.ctx, setTwoPeople, { two_people: false })
  const company_sid = await t.make('company', { company_name: 'Innoe' })
  owned = { company_sid, owner_sid: await t.make('user_info', { name: 'Wang', company_sid }) }
})
after(() => t.close())

let n = 0
const file = (more: RowValues) => t.make('patent', { title: `Case ${++n}`, patent_type: 'INVENTION', country: 'CN', ...owned, ...more })
const relate = (earlier_sid: string, later_sid: string, relation_type: string) => t.make('related_case', { earlier_sid, later_sid, relation_type })
const claim = (case_sid: string, priority_date: string, more: RowValues = {}) =>
  t.make('priority', { case_sid, priority_no: '202410123456.0', priority_date, priority_country: 'CN', ...more })
const found = async (case_sid: string, code = 'FAMILY_DISAGREES') => {
  const rows = await t.ctx.db
    .selectFrom('finding')
    .select(['words', 'words_en'])
    .where('case_sid', '=', case_sid)
    .where('code', '=', code)
    .where('status', '=', 'OPEN')
    .execute()
  return rows.map(({ words_en }) => String(words_en)).join()
}
const about = async (case_sid: string) => {
  const row = await t.ctx.db.selectFrom('finding').select('about_sids').where('case_sid', '=', case_sid).where('code', '=', 'FAMILY_DISAGREES').executeTakeFirst() // oxfmt-ignore
  return row?.about_sids ?? []
}
const pct = () => file({ country: 'WO', route: 'PCT_INTL', filing_date: '2025-06-10', status: 'INTL_FILED', designated: ['CN'] })

test('a filing date that differs from the international one, until either is corrected', async () => {
  const wo = await pct()
  const cn = await file({ route: 'PCT_NATIONAL', status: 'FILED', filing_date: '2025-06-10' })
  await relate(wo, cn, 'PCT')
  assert.deepEqual([await found(wo), await found(cn)], ['', ''])
  await t.change('patent', cn, { filing_date: '2025-06-20' })
  assert.match(await found(cn), /filing date is 20 Jun 2025 in this case and 10 Jun 2025 in its family;/)
  assert.match(await found(wo), /is 10 Jun 2025 in this case, but a later case of the family records 20 Jun 2025:/)
  assert.deepEqual([await about(cn), await about(wo)], [[wo], [cn]])
  await t.change('patent', cn, { filing_date: '2025-06-10' })
  assert.deepEqual([await found(wo), await found(cn)], ['', ''])
})

test('later cases that differ in the same way are one sentence, so that what follows is not cut off', async () => {
  const first = await file({ filing_date: '2025-12-10', application_no: '202511234569.9', status: 'FILED' })
  const later = []
  for (const country of ['US', 'JP', 'KR', 'EP']) {
    const sid = await file({ country, route: 'PARIS' })
    await claim(sid, '2025-12-15', { priority_no: '202511234569.9' })
    later.push(sid)
  }
  const words = await found(first)
  assert.equal(words.match(/please check/g)?.length, 1)
  assert.deepEqual(await about(first), later.toSorted())
})

test('a priority that differs from that of the international application, until the relation is removed', async () => {
  const wo = await pct()
  await claim(wo, '2024-06-12')
  const cn = await file({ route: 'PCT_NATIONAL', status: 'ENTRY_PREPARING' })
  await claim(cn, '2024-06-20')
  const link = await relate(wo, cn, 'PCT')
  assert.match(await found(cn), /20 Jun 2024 in this case and 12 Jun 2024 in its family/)
  assert.match(await found(wo), /priority date is 12 Jun 2024 in this case, but a later case of the family records 20 Jun 2024/)
  await t.remove('related_case', link)
  assert.deepEqual([await found(wo), await found(cn)], ['', ''])
})

test('a priority recorded otherwise than the first filing that it names, without a relation between them', async () => {
  const first = await file({ filing_date: '2025-12-10', application_no: '202511234567.X', status: 'FILED' })
  const us = await file({ country: 'US', route: 'PARIS' })
  const sid = await claim(us, '2025-12-15', { priority_no: '202511234567.X' })
  assert.match(await found(us), /15 Dec 2025 in this case and 10 Dec 2025 in its family;/)
  assert.deepEqual([await about(us), await about(first)], [[first], [us]])
  assert.match(await found(first), /filing date is 10 Dec 2025 in this case, but a later case of the family records 15 Dec 2025/)
  await t.change('priority', sid, { priority_date: '2025-12-10' })
  assert.deepEqual([await found(first), await found(us)], ['', ''])
})

test('a related first filing that the priorities do not name, until it is named', async () => {
  const first = await file({ filing_date: '2025-12-10', application_no: '202511234568.4', status: 'FILED' })
  const us = await file({ country: 'US', route: 'PARIS' })
  await claim(us, '2025-12-20', { priority_no: '2025-900001', priority_country: 'JP' })
  await relate(first, us, 'PARIS')
  assert.match(await found(us, 'FAMILY_PRIORITY_UNCLAIMED'), /related first filing/)
  await claim(us, '2025-12-10', { priority_no: '202511234568.4' })
  assert.equal(await found(us, 'FAMILY_PRIORITY_UNCLAIMED'), '')
})

test('international dates that differ from those of the international application', async () => {
  const wo = await file({
    country: 'WO', route: 'PCT_INTL', filing_date: '2025-06-10', status: 'INTL_FILED', pct_filing_date: '2025-06-10', designated: ['CN'],
  }) // oxfmt-ignore
  const cn = await file({ route: 'PCT_NATIONAL', status: 'FILED', filing_date: '2025-06-10', pct_filing_date: '2025-06-10' })
  await relate(wo, cn, 'PCT')
  await t.change('patent', cn, { pct_filing_date: '2025-06-05' })
  assert.match(await found(cn), /05 Jun 2025 in this case/)
  assert.match(await found(wo), /records 05 Jun 2025/)
})
