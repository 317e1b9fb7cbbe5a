import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { day } from '../../tests/harness/day.ts'
import { BY_FINAL_DUE } from '../../model/docketing/buckets.ts'
import { handleOf } from '../database/pool.ts'
import { up } from '../database/migrations/0006-deadlines-have-a-last-day.ts'

const s = await testServer()
let engineer: Person
let lapsing: string
let dead: string

type Row = { name_en: string; status: string; official_due: string; final_due: string | null; case_sid: { sid: string } }
type Counts = { buckets: { code: string; iql: string; total: number }[] }

const made = async (model: string, values: Record<string, unknown>) => {
  const { data, message } = await s.call<{ sid: string }>(`${model}/do/create`, values, { as: engineer })
  assert.ok(data?.sid, `${model}: ${message}`)
  return data.sid
}

before(async () => {
  engineer = await s.enrol('ip_engineer')
  const common = {
    country: 'CN',
    patent_type: 'INVENTION',
    claims_count: 8,
    owner_sid: engineer.sid,
    applicants: [{ applicant_sid: await made('applicant', { name: 'Example Technology' }) }],
    inventors: [{ inventor_sid: await made('inventor', { name: 'Wang Inventor' }), contribution_pct: '100' }],
  }
  // The grace period of the sixth year ends in a few days; a working day is found within them.
  lapsing = await made('patent', { ...common, title: 'Rotor', status: 'GRANTED', filing_date: day('-P5Y6M'), grant_date: day('-P3Y') })
  dead = await made('patent', { ...common, title: 'Wing', status: 'SE', filing_date: day('-P3Y') })
  await made('official_event', { case_sid: dead, code: 'CN14', event_date: day('-P16M'), delivery_way: 'ELECTRONIC', receive_date: day('-P16M') })
  await made('deadline', { name: 'Late call', name_en: 'Late call', case_sid: lapsing, official_due: day('-P3D') })
})

const rowsOf = async (iql: string) => {
  const fl = ['name_en', 'status', 'official_due', 'final_due', 'case_sid']
  return (await s.call<{ record: Row[] }>('deadline/do/search', { iql, fl, rows: 100 }, { as: engineer })).data.record
}

async function bucket(code: string) {
  const { data } = await s.call<Counts>('deadline/do/desk', {}, { as: engineer })
  const found = data.buckets.find((one) => one.code === code)
  assert.ok(found, code)
  const rows = await rowsOf(`${found.iql} ${BY_FINAL_DUE}`)
  assert.equal(rows.length, found.total, code)
  return rows
}

test('a grace period that ends in a few days stands first, above a restoration that ended long ago', async () => {
  const all = await bucket('all')
  const final = all.map(({ final_due }) => final_due ?? '9999')
  assert.deepEqual(final, final.toSorted())
  const urgent = all.filter(({ name_en }) => name_en !== 'Late call')
  assert.match(urgent[0]?.name_en ?? '', /year 6/)
  assert.equal(urgent[0]?.case_sid.sid, lapsing)
  assert.ok(all.every(({ name_en }) => !/restoration/i.test(name_en)))
})

test('a deadline that can no longer be saved is among the missed ones only', async () => {
  const missed = await bucket('missed')
  assert.ok(missed.some(({ name_en, status }) => /restoration/i.test(name_en) && status === 'OPEN'))
  assert.ok(missed.every((one) => one.case_sid.sid === dead && (one.final_due ?? '') < day('P0D')))
  for (const code of ['overdue', 'all'])
    assert.ok(
      (await bucket(code)).every(({ name_en }) => !/restoration/i.test(name_en)),
      code,
    )
})

test('rights lost within 7 days are counted, whatever their due date was', async () => {
  assert.deepEqual(
    (await bucket('losing')).map(({ case_sid }) => case_sid.sid),
    [lapsing],
  )
})

test('a late deadline that a person entered stays overdue until it is settled', async () => {
  assert.ok((await bucket('overdue')).some(({ name_en }) => name_en === 'Late call'))
})

test('existing deadlines get their last day from their dates', async () => {
  const read = () => rowsOf("status IN ('OPEN', 'MISSED') ORDER BY key ASC, case_sid ASC")
  const before = await read()
  await sql`update deadline set final_due = null`.execute(s.tenant.db)
  await up(handleOf(s.server.pool, s.tenant.schema) as unknown as Parameters<typeof up>[0]) // a migration knows no declarations
  const after = await read()
  assert.deepEqual(
    after.map(({ name_en, final_due }) => [name_en, final_due]),
    before.map(({ name_en, final_due }) => [name_en, final_due]),
  )
  assert.ok(after.length > 5)
})

test('a deadline done before the filing of its case is a question, and on reflection may be true', async () => {
  const iql = `case_sid = '${lapsing}' AND name = 'Late call'`
  const { data } = await s.call<{ record: { sid: string }[] }>('deadline/do/search', { iql, fl: 'sid' }, { as: engineer })
  const complete = (confirm: string[]) =>
    s.call(
      'deadline/do/transition',
      { sid: data.record[0]?.sid, transition: 'complete', done_date: '1990-06-03', confirm },
      { as: engineer, lang: 'en' },
    )
  assert.match((await complete([])).text, /is before the filing of the case/)
  assert.equal((await complete(['done_before_filing'])).code, 0)
})

test('a deadline done on the day of the filing is no question; one without a record may be done on a day that nobody knows', async () => {
  const complete = (sid: string, more: object) =>
    s.call<{ status: string; done_date: string | null }>(
      'deadline/do/transition',
      { sid, transition: 'complete', confirm: [], ...more },
      { as: engineer, lang: 'en' },
    )
  const sameDay = await complete(await made('deadline', { name: 'Draft', case_sid: dead, official_due: day('-P3Y') }), { done_date: day('-P3Y') })
  assert.equal(sameDay.code, 0, sameDay.text)
  const iql = `case_sid = '${dead}' AND status = 'NO_RECORD'`
  const { data } = await s.call<{ record: { sid: string }[] }>('deadline/do/search', { iql, fl: 'sid' }, { as: engineer })
  const undated = await complete(data.record[0]?.sid ?? '', {})
  assert.deepEqual([undated.data?.status, undated.data?.done_date], ['DONE', null], undated.text)
})
