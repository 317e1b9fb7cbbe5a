// The first fees of Japan (Patent Act art. 108, 18) and Korea (KPA 79, 81, 81-3) that are not paid.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'

const law = readLaw()
const find = (country: string, status: string, rule: string, code: string, today: string) =>
  computeDeadlines(
    {
      sid: 'c',
      country,
      route: 'DIRECT',
      patent_type: 'INVENTION',
      status,
      filing_date: '2023-03-06',
      events: [{ sid: 'e', code, date: '2026-01-08', receive_date: '2026-01-08', delivery_way: 'ELECTRONIC' }],
    },
    law,
    today,
  ).find(({ rule_id }) => rule_id === rule)

for (const [country, rule, code, due, grace, end] of [
  ['JP', 'JP08', 'JP2', '2026-02-09', undefined, '2026-08-07'], // 7 February is a Saturday; six months run from its unrolled end
  ['KR', 'KR06', 'KR2', '2026-04-08', '2026-10-08', '2027-10-08'],
] as const)
  test(`${rule} is missed in an allowed application and after its loss, and may be remedied until ${end}`, () => {
    for (const status of ['JP_ALLOWED', 'JP_FEE_LOST']) {
      const one = find(country, status, rule, code, '2026-11-02')
      assert.deepEqual([one?.official_due, one?.grace_end, one?.status, one?.restoration_end], [due, grace, 'MISSED', end], status)
    }
    assert.equal(find(country, 'LAPSED', rule, code, '2026-11-02')?.status, 'CANCELLED')
  })
