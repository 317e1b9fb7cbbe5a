// A division has the filing date of its parent, and is submitted on a day of its own (Implementing Rules r. 49): both are asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TRANSITIONS } from '../../../model/rights/patents/lifecycle/transitions.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startOn } from '../../../tests/harness/today.ts'

startOn('2026-11-28')
const { call, enrol } = await testServer()
const { patent, make, done } = casesOf(call, await enrol('ip_manager'), 'en')
// Otherwise a later filing date waits for a second person.
assert.equal((await call('date_confirmation/do/set_rule', { two_people: false }, { as: await enrol('system_admin') })).code, 0)

test('the filing of a case that may divide another one offers its submission', () => {
  for (const code of ['file', 'ep_file', 'jp_file']) assert.ok(TRANSITIONS[code]?.fields?.includes('submission_date'), code)
})

for (const [name, isDivision, filed, submission] of [
  ['a division keeps its submission', true, '2026-10-30', '2026-11-20'],
  ['a division is submitted on the day that corrects its own', true, '2026-11-26', '2026-11-26'],
  ['another case is submitted on the corrected day', false, '2026-10-30', '2026-10-30'],
] as const)
  test(`where its filing date is corrected, ${name}`, async () => {
    const parent = await patent({ filing_date: '2026-10-30', status: 'FILED' })
    const later = await patent({ filing_date: '2026-11-20', status: 'FILED' })
    if (isDivision) await make('related_case', { earlier_sid: parent.sid, later_sid: later.sid, relation_type: 'DIV', confirm: ['dates_differ'] })
    const read = async () => (await done<{ record: Row[] }>('patent/do/search', { iql: `sid = '${later.sid}'`, fl: 'version,submission_date', rows: 1 })).record[0] // oxfmt-ignore
    const before = await read()
    assert.equal(before?.submission_date, '2026-11-20')
    await done('patent/do/update', { sid: later.sid, version: before?.version, filing_date: filed })
    assert.equal((await read())?.submission_date, submission)
  })
