// Random families, each entered twice: with the right first filing from the start, and with another day that is corrected afterwards.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../tests/harness/cases/cases.ts'
import { confirmLaterDates } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startOn } from '../../../tests/harness/today.ts'

startOn('2026-06-01')
const { call, enrol } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const { make, done, patent } = casesOf(call, as)

const OFFICES = ['CN', 'US', 'EP', 'JP', 'KR', 'GB', 'DE'] as const
type Office = (typeof OFFICES)[number]
type Plan = {
  first: 'CN' | 'US' | 'JP'
  wrong: string
  right: string
  international: boolean
  later: readonly Office[]
  divided: boolean
  continued: boolean
}

const day = fc.integer({ min: 0, max: 200 }).map((days) => `${Temporal.PlainDate.from('2025-06-10').add({ days })}`)
const plans: fc.Arbitrary<Plan> = fc.record({
  first: fc.constantFrom('CN', 'US', 'JP'),
  wrong: day,
  right: day,
  international: fc.boolean(),
  later: fc.uniqueArray(fc.constantFrom(...OFFICES), { minLength: 1, maxLength: 3 }),
  divided: fc.boolean(),
  continued: fc.boolean(),
})

/** The later filings were all made on a day within the year of either first filing. */
const LATER = '2026-05-20'
const CONFIRMED = ['family_dates', 'dates_differ', 'priority_period', 'not_pending']

/** The cases of the family by name, their first filing made on this day. */
async function entered({ first, international, later, divided, continued }: Plan, filed: string) {
  const cases = new Map<string, string>()
  const relate = (earlier: string | undefined, name: string, relation_type: string) =>
    make('related_case', { earlier_sid: earlier, later_sid: cases.get(name), relation_type, confirm: CONFIRMED })
  const add = async (name: string, values: Record<string, unknown>) => {
    cases.set(name, (await patent(values)).sid)
    return cases.get(name)
  }
  const origin = await add('first', { country: first, filing_date: filed })
  if (international) {
    await add('pct', { country: 'WO', route: 'PCT_INTL', filing_date: LATER, ro: 'CN', designated: [...later] })
    await relate(origin, 'pct', 'PCTA')
  }
  for (const country of later.filter((one) => international || one !== first)) {
    await add(country, { country, ...(international ? { route: 'PCT_NATIONAL' } : { filing_date: LATER, route: 'PARIS' }) })
    await relate(international ? cases.get('pct') : origin, country, international ? 'PCT' : 'PARIS')
  }
  const parent = later[0] ?? 'CN'
  if (divided && parent !== first) {
    await add('divided', { country: parent, filing_date: LATER, submission_date: '2026-05-28' })
    await relate(cases.get(parent), 'divided', 'DIV')
  }
  if (continued && cases.has('US')) {
    await add('continued', { country: 'US', filing_date: '2026-05-28' })
    await relate(cases.get('US'), 'continued', 'CA')
  }
  return cases
}

/** Of PCT Rule 26bis.1(a) and EPC Rule 52(3): they count from the earlier of the dates before and after a correction. */
const FROM_FORMER = new Set(['PCT03', 'EP05'])

/** The deadlines of these cases by name and key; a deadline that was met keeps the day it had then, which is not compared. */
async function datesOf(cases: ReadonlyMap<string, string>) {
  const all: Record<string, string> = {}
  for (const [name, sid] of cases) {
    const { record } = await done<{ record: Record<string, unknown>[] }>('deadline/do/search', {
      iql: `case_sid = '${sid}' ORDER BY key`,
      fl: 'key,rule_id,official_due,grace_end,status,certainty',
      rows: 100,
    })
    for (const { key, rule_id, official_due, grace_end, status, certainty } of record)
      if (!FROM_FORMER.has(String(rule_id)))
        all[`${name} ${String(key)}`] = [...(status === 'DONE' ? [] : [official_due, grace_end]), status, certainty].join(' ')
  }
  return all
}

const RUNS = 6

test('the dates of a family after the correction of its first filing are those of one that was right from the start', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const corrected = await entered(plan, plan.wrong)
      await done('patent/do/update', { sid: corrected.get('first'), filing_date: plan.right, confirm: CONFIRMED })
      await confirmLaterDates(call, second)
      const right = await entered(plan, plan.right)
      await confirmLaterDates(call, second)
      const [found, expected] = [await datesOf(corrected), await datesOf(right)]
      assert.ok(Object.keys(expected).length > 2)
      assert.deepEqual(found, expected)
    }),
    { numRuns: RUNS, seed: 8, endOnFailure: true },
  )
})
