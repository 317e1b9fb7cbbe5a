import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chineseTerm, compensationYears, grantYear, patentYear, patentYearSpan } from './patent-year.ts'

test('[1.04] patent years begin on the anniversary of filing and end on the day before the next', () => {
  assert.deepEqual(patentYearSpan('1999-06-01', 1), { from: '1999-06-01', to: '2000-05-31' })
  assert.deepEqual(patentYearSpan('1999-06-01', 2), { from: '2000-06-01', to: '2001-05-31' })
})

for (const [filing, day, year] of [
  ['1997-06-03', '2001-08-01', 5],
  ['2021-03-10', '2026-03-09', 5],
  ['2021-03-10', '2026-03-10', 6],
  ['2020-02-29', '2025-02-27', 5],
  ['2020-02-29', '2025-02-28', 6],
  ['2020-02-29', '2024-02-28', 4],
  ['2021-03-10', '2021-03-09', 0],
  ['2021-03-10', '2020-12-31', 0],
  ['2021-03-10', '2021-03-10', 1],
  ['1996-02-29', '2000-02-28', 4],
  ['1996-02-29', '2000-02-29', 5],
  ['2096-02-29', '2100-02-27', 4],
  ['2096-02-29', '2100-02-28', 5],
  ['1896-02-29', '1900-02-28', 5],
] as const) {
  test(`[1.04] ${day} lies in patent year ${year} of a filing of ${filing}`, () => assert.equal(patentYear(filing, day), year))
}

test('[1.04] every day lies in the span of its own patent year', () => {
  const day = fc.integer({ min: 0, max: 12_000 }).map((days) => `${Temporal.PlainDate.from('1996-01-01').add({ days })}`)
  fc.assert(
    fc.property(day, day, (one, other) => {
      const [filing, later] = one < other ? [one, other] : [other, one]
      const { from, to } = patentYearSpan(filing, patentYear(filing, later))
      return from <= later && later <= to
    }),
  )
})

test('[1.04] the registration notice decides the grant year when it names one', () => {
  const facts = { country: 'CN', subtype: 'INVENTION', filing_date: '2021-03-10', grant_date: '2024-03-15' }
  assert.equal(grantYear(facts), 4)
  assert.equal(grantYear({ ...facts, grant_year: 3 }), 3)
  assert.equal(grantYear({ ...facts, grant_date: null }), undefined)
})

test('[1.04] the term is 20 years, 10, or 15 for designs filed since 2021-06-01', () => {
  const term = (subtype: string, filing_date: string) => chineseTerm({ country: 'CN', subtype, filing_date })
  assert.deepEqual([term('INVENTION', '2021-05-31'), term('UTILITY', '2021-06-01')], [20, 10])
  assert.deepEqual([term('DESIGN', '2021-05-31'), term('DESIGN', '2021-06-01')], [10, 15])
})

test('[1.04] only full years of term compensation count; 730 days across a leap year are not two years', () => {
  const years = (pta_days: number) => compensationYears({ country: 'CN', subtype: 'INVENTION', filing_date: '2010-05-04', pta_days })
  assert.deepEqual([0, 364, 365, 730, 731, 930].map(years), [0, 0, 1, 1, 2, 2])
  const both = { country: 'CN', subtype: 'INVENTION', filing_date: '2010-05-04', pta_days: 300, pte_days: 65 }
  assert.deepEqual([compensationYears(both), compensationYears({ ...both, filing_date: null })], [1, 0])
})
