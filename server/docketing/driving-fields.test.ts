// `drives` decides which columns docketing reads and which changes recompute: a fact read but not declared would be stale.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivedFacts } from '../../model/docketing/calculation/condition.ts'
import { checkCompleteness } from '../../model/docketing/findings/completeness.ts'
import { rulesFor } from '../../model/docketing/rules/law.ts'
import { factsNamedBy, unknownFacts } from '../../model/docketing/rules/rule-facts.ts'
import type { Field } from '../../model/kit/fields.ts'
import { patentKind } from '../../model/rights/patents/case-kind.ts'
import { patentCompleteness } from '../../model/rights/patents/completeness.ts'
import { patent } from '../../model/rights/patents/patent.ts'
import { deliveredFeeLaw } from '../../seed/law/fees/law.ts'
import { readLaw } from '../../seed/law/deadlines/read.ts'
import { systemContext, type Tenant } from '../records/context.ts'
import { computeDocket } from './compute.ts'
import { type Case, newCases } from './read-cases.ts'

const law = readLaw()
const rules = law.rules.filter(({ case_kind }) => case_kind === 'patent')
const today = '2026-03-02'
const fields: Readonly<Record<string, Field>> = patent.fields
const drives = (code: string) => fields[code]?.drives !== undefined

/** The fields behind a derived fact; related rows (priorities, events, relations) have their own hooks. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = {
  abroad: ['applicants', 'country'],
  base_grant_date: [],
  bio_deposit: ['bio_deposit'],
  chapter_two: [],
  claimed_on: ['country', 'filing_date'],
  continues: [],
  compensation_days: ['pta_days', 'pte_days'],
  designated_count: ['designated'],
  divisional: [],
  earliest_priority_date: ['earliest_priority_date', 'pct_filing_date', 'filing_date'],
  entered_countries: [],
  entered_early: ['country', 'filing_date', 'entry_date'],
  entity: ['fee_reduction'],
  first_priority_date: ['earliest_priority_date', 'former_priority_date', 'pct_filing_date', 'filing_date'],
  grant_year_begin: ['grant_date', 'filing_date'],
  hong_kong_maintained_after: ['publication_date'],
  hong_kong_record: [],
  hong_kong_renewed_after: ['grant_date'],
  hague_date: ['register_date', 'filing_date'],
  has_domestic_priority: ['country'],
  has_foreign_priority: ['country'],
  has_priority: ['earliest_priority_date', 'filing_date'],
  has_restored_priority: [],
  priority_year_missed: ['filing_date', 'country', 'ro'],
  only_domestic_priority: ['country'],
  priority_count: [],
  search_report_awaited: ['country', 'publication_no', 'publication_date'],
  term_start: ['filing_date', 'country'],
}

test('every fact that a rule of the shipped law reads belongs to a field that drives docketing', () => {
  const names = [...new Set(rules.flatMap(factsNamedBy))]
  assert.ok(names.length > 30)
  assert.deepEqual(
    rules.flatMap((rule) => unknownFacts(rule, patentKind).map((name) => `${rule.id}: ${name}`)),
    [],
  )
  const read = names.flatMap((name) => MADE_OF[name] ?? [name])
  assert.deepEqual(
    read.filter((code) => fields[code]?.drives !== 'docketing'),
    [],
  )
})

test('every derived fact declares its fields', () => {
  assert.deepEqual(
    derivedFacts.filter((name) => !MADE_OF[name]),
    [],
  )
  assert.deepEqual(
    Object.values(MADE_OF)
      .flat()
      .filter((code) => !drives(code)),
    [],
  )
})

test('the fields that select rules drive docketing', () => {
  for (const code of ['country', 'patent_type', 'route', 'status', 'close_date', 'suspensions', 'annuity_decision', 'designated'])
    assert.equal(fields[code]?.drives, 'docketing', code)
})

const optionsOf = (code: string) => {
  const field = fields[code]
  return field?.type === 'option' ? Object.keys(field.options) : []
}

/** A value of the field's own type. */
function valueFor(code: string, field: Field): unknown {
  switch (field.type) {
    case 'date':
      return '2024-05-06'
    case 'integer':
      return 7
    case 'boolean':
      return true
    case 'option':
      return Object.keys(field.options).at(-1)
    case 'rows':
      return []
    case 'options':
    case 'references':
      return ['US']
    default:
      return `${code} 1`
  }
}

/** Docketing writes these on the record and does not read them back. */
const KEPT = new Set(['sid', 'expiry_date'])
const undriven = Object.entries(fields).filter(([code]) => !drives(code) && !KEPT.has(code))
const filled = Object.fromEntries(undriven.map(([code, field]) => [code, valueFor(code, field)]))

const DATES = {
  filing_date: '2021-03-10',
  grant_date: '2024-05-20',
  register_date: '2024-05-20',
  publication_date: '2022-09-10',
  earliest_priority_date: '2020-06-01',
}
const COUNTS = { claims_count: 22, independent_claims: 5, pages: 60, drawings_count: 9, designs_count: 3, pta_days: 400, fee_reduction: '85' }
const noTenant = { ...systemContext({} as Tenant) } // without applicants nothing is read from it

/** One case of each state, type and route at each office that has rules, granted and not, with and without optional facts. */
async function samples(): Promise<Case[]> {
  const offices = [...new Set(law.rules.flatMap(({ office, countries }) => countries ?? [office]))].filter((office) => /^[A-Z]{2}$/.test(office))
  const rows = offices.flatMap((country) =>
    optionsOf('patent_type').flatMap((patent_type) =>
      optionsOf('route').flatMap((route) =>
        optionsOf('status')
          .filter((_status, at) => at % 7 === (country.charCodeAt(0) + route.length) % 7)
          .map((status) => ({ sid: 'c', case_no: 'N1', country, patent_type, route, status, ...DATES, ...COUNTS })),
      ),
    ),
  )
  return newCases(
    noTenant,
    patentKind,
    rows.filter((row) => rulesFor({ ...row }, law).some(({ office }) => office !== '*')),
  )
}

test('fields outside `drives` change no deadline, fee or finding', async () => {
  const own = { law, fees: deliveredFeeLaw() }
  const cases = await samples()
  assert.ok(cases.length > 200, String(cases.length))
  let owed = 0
  for (const one of cases) {
    const other = { ...one, facts: { ...one.facts, ...filled }, fee: { ...one.fee, ...filled } }
    const [before, after] = [computeDocket(one, own, today), computeDocket(other, own, today)]
    owed += before.deadlines.length + before.fees.length
    assert.deepEqual(after, before)
    assert.deepEqual(checkCompleteness(other.facts, law, today, patentCompleteness), checkCompleteness(one.facts, law, today, patentCompleteness))
  }
  assert.ok(owed > 1000, String(owed))
})
