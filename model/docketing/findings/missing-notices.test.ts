import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCompleteness } from '../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../seed/law/deadlines/read.ts'
import type { CaseFacts } from '../calculation/facts.ts'

const law = readLaw()
const TODAY = '2026-11-23'
const chinese = { country: 'CN', filing_date: '2024-05-31', publication_date: '2025-12-02', se_entered_date: '2026-10-01' }
const american = { country: 'US', filing_date: '2024-05-31' }
const european = { country: 'EP', route: 'EP_DIRECT', filing_date: '2023-05-31' }

const events = (...all: readonly (readonly [code: string, date: string])[]) => all.map(([code, date], at) => ({ sid: String(at), code, date }))
const first = [['CN14', '2026-03-01'], ['CO05', '2026-06-01']] as const // oxfmt-ignore

/** Whether the completeness check asks for the notice of the status. */
const asks = (facts: Partial<CaseFacts>) =>
  checkCompleteness({ sid: 'c', country: 'CN', route: 'DIRECT', patent_type: 'INVENTION', ...facts }, law, TODAY).some(
    ({ code }) => code === 'MISSING_NOTICE',
  )

for (const [name, facts] of [
  ['an office action, with the voluntary amendment still open', { ...chinese, status: 'OA', events: events(['CN12', '2026-10-01']) }],
  ['a second office action after the reply to the first', { ...chinese, status: 'OA', events: events(...first) }],
  ['a grant notice after a reply', { ...chinese, status: 'GRANT_NOTICE', events: events(...first) }],
  ['a refusal after a reply', { ...chinese, status: 'REFUSED', events: events(...first) }],
  [
    'an American action after the election',
    { ...american, status: 'US_NONFINAL', events: events(['US3', '2026-01-05'], ['US_ELECTION', '2026-02-20']) },
  ],
  ['an American allowance after a reply', { ...american, status: 'US_ALLOWED', events: events(['US4', '2026-01-05'], ['US_REPLY', '2026-03-20']) }],
  ['a second European report after a reply', { ...european, status: 'EP_OA', events: events(['EP3', '2026-01-05'], ['EP_REPLY', '2026-03-20']) }],
] as const)
  test(`the notice is asked for: ${name}`, () => assert.equal(asks(facts), true))

for (const [name, facts] of [
  ['an office action that is recorded', { ...chinese, status: 'OA', events: events(...first, ['CN15', '2026-10-20']) }],
  ['a reply that was missed', { ...chinese, status: 'OA', events: events(['CN14', '2026-03-01']) }],
  [
    'a grant notice whose fees are paid, until the announcement',
    { ...chinese, status: 'GRANT_NOTICE', events: events(['CN17', '2026-09-01'], ['PAID:CN.ANN', '2026-10-01']) },
  ],
  [
    'a decision of invalidity before the court',
    { ...chinese, status: 'INVALIDATED', grant_date: '2026-01-06', events: events(['CN37', '2026-08-03'], ['SUIT_FILED', '2026-09-01']) },
  ],
  ['a status that awaits nothing from us', { ...chinese, status: 'SE', events: events(...first) }],
] as const)
  test(`no notice is asked for: ${name}`, () => assert.equal(asks(facts), false))
