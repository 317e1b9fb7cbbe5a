// PCT Rule 26bis.2(c)(iii): an international application filed within two months after the priority period keeps the claim, restored or not, and its limits run from it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const { ask, make, listed, patent } = casesOf(call, await enrol('ip_manager'), 'en')
const claim = (case_sid: string, priority_date: string) => ({ case_sid, priority_country: 'CN', priority_no: '202411234567.5', priority_date })

test('an international application keeps a claim of 13 months: its deadlines run from it, and a finding marks the doubt', async () => {
  const one = await patent({ country: 'WO', route: 'PCT_INTL', filing_date: '2025-11-04', status: 'INTL_FILED', designated: ['CN', 'EP'] })
  await make('priority', claim(one.sid, '2024-09-20'))
  const due = new Map((await listed('deadline', one.sid, 'rule_id,official_due')).map(({ rule_id, official_due }) => [rule_id, official_due]))
  assert.deepEqual([due.get('NP01'), due.get('NP02')], ['2027-03-22', '2027-04-20'])
  assert.ok((await listed('finding', one.sid, 'code')).some(({ code }) => code === 'PRIORITY_PERIOD_EXCEEDED'))
})

test('a claim of more than 14 months is refused, and one of a direct filing after twelve', async () => {
  const international = await patent({ country: 'WO', route: 'PCT_INTL', filing_date: '2025-11-04', status: 'INTL_FILED', designated: ['CN'] })
  const direct = await patent({ filing_date: '2025-11-04', status: 'FILED' })
  for (const body of [claim(international.sid, '2024-09-03'), claim(direct.sid, '2024-09-20')])
    assert.match((await ask('priority/do/create', body)).text, /more than 12 months after/)
})
