import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { ZONE } from '../../../../model/kit/days/clock.ts'
import { casesOf } from '../../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0010-annuity-years-in-halves.ts'

const { server, tenant, call, enrol } = await testServer()
const { patent, make } = casesOf(call, await enrol('ip_manager'))

// A migration names tables and columns as they were, so its handle knows no declarations.
const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
const COLUMNS = ['deadline.annuity_year', 'fee.annuity_year', 'patent.next_annuity_year']

/** As version 0.1 stored them: whole numbers, and the American years 4, 8 and 12. */
async function asBefore() {
  for (const column of COLUMNS) {
    const [table, name] = column.split('.') as [string, string] // two parts, as written above
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(name)} type integer using ceil(${sql.ref(name)})`.execute(db)
  }
}

const yearsOf = async (sid: string) => {
  const { rows } = await sql<{ of: string; year: string }>`
    select 'deadline' as of, annuity_year::text as year from deadline where case_sid = ${sid}::uuid and annuity_year is not null
    union all select fee_type, annuity_year::text from fee where case_sid = ${sid}::uuid and annuity_year is not null
    union all select 'patent', next_annuity_year::text from patent where sid = ${sid}::uuid order by 1, 2`.execute(db)
  return rows.map(({ of, year }) => `${of} ${year}`)
}

test('American maintenance fees get their years in halves, and the years of all others stay', async () => {
  const today = Temporal.Now.plainDateISO(ZONE)
  const ago = (more: Temporal.DurationLike) => `${today.subtract(more)}`
  const american = await patent({ country: 'US', status: 'US_GRANTED', filing_date: ago({ years: 6 }), grant_date: ago({ years: 3 }) })
  const chinese = await patent({ status: 'GRANTED', filing_date: ago({ years: 4, months: 2 }), grant_date: ago({ years: 1 }) })
  await make('fee', {
    case_sid: american.sid,
    fee_class: 'OTHER',
    fee_type: 'OTHER',
    name: '虚构',
    currency: 'USD',
    due_date: '2030-01-01',
    annuity_year: 4,
  })
  const [us, cn] = [await yearsOf(american.sid), await yearsOf(chinese.sid)]
  assert.deepEqual(us, ['OTHER 4', 'US.MAINT 3.5', 'deadline 3.5', 'patent 3.5'])
  assert.ok(cn.includes('CN.ANN 4') || cn.includes('CN.ANN 5'), cn.join())
  await asBefore()
  assert.deepEqual(await yearsOf(american.sid), ['OTHER 4', 'US.MAINT 4', 'deadline 4', 'patent 4'])
  await up(db)
  assert.deepEqual([await yearsOf(american.sid), await yearsOf(chinese.sid)], [us, cn])
  await up(db)
  assert.deepEqual([await yearsOf(american.sid), await yearsOf(chinese.sid)], [us, cn])
})
