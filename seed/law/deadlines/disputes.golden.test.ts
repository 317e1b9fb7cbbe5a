// Worked by hand from the text of the law: each with the day before rolling and the due date.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disputeKind } from '../../../model/dealings/disputes/case-kind.ts'
import { computeDeadlines } from '../../../model/docketing/calculation/docket.ts'
import { factsOfCase } from '../../../model/docketing/facts-of-case.ts'
import { NOTHING_RELATED } from '../../../model/docketing/kind.ts'
import { readLaw } from './read.ts'

const law = readLaw()
type Row = Record<string, unknown>
const SUIT: Row = { sid: 'c', country: 'CN', dispute_type: 'INFRINGEMENT', our_role: 'DEFENDANT', instance: 'FIRST', status: 'SERVED' }
const FOREIGN = { our_parties: [{ applicant_sid: 'x' }] }
const countries = new Map([['x', 'DE']])

const made = (row: Row) => computeDeadlines(factsOfCase(disputeKind, { ...SUIT, ...row }, { ...NOTHING_RELATED, countries }), law, '2026-01-05')

// China, closed days of 2026: 15–23 February, 4–6 April, 1–5 May, 19–21 June, 25–27 September, 1–7 October.
for (const [id, why, row, raw, due] of [
  ['LIT01', 'the defence', { served_date: '2026-03-02' }, '2026-03-17', '2026-03-17'],
  ['LIT01', 'the defence, ending on a holiday', { served_date: '2026-04-16' }, '2026-05-01', '2026-05-06'],
  ['LIT01', 'the defence of a party abroad', { served_date: '2026-03-02', ...FOREIGN }, '2026-04-01', '2026-04-01'],
  ['LIT02', 'the objection to the jurisdiction', { served_date: '2026-03-02' }, '2026-03-17', '2026-03-17'],
  [
    'LIT03',
    'the appeal from a judgment',
    { judgment_form: 'JUDGMENT', judgment_served_date: '2026-06-05', status: 'JUDGED_1' },
    '2026-06-20',
    '2026-06-22',
  ],
  [
    'LIT03',
    'the appeal from an order',
    { judgment_form: 'ORDER', judgment_served_date: '2026-06-05', status: 'JUDGED_1' },
    '2026-06-15',
    '2026-06-15',
  ],
  [
    'LIT03',
    'the appeal of a party abroad',
    { judgment_form: 'ORDER', judgment_served_date: '2026-06-05', status: 'JUDGED_1', ...FOREIGN },
    '2026-07-05',
    '2026-07-06',
  ],
  ['LIT04', 'the petition for retrial', { final_on: '2026-03-31', status: 'EFFECTIVE' }, '2026-09-30', '2026-09-30'],
  ['LIT05', 'the enforcement', { performance_until: '2026-03-02', status: 'EFFECTIVE' }, '2028-03-02', '2028-03-02'],
  [
    'LIT06',
    'the suit after a preservation',
    { our_role: 'PLAINTIFF', preservation_date: '2026-03-02', status: 'EVIDENCE' },
    '2026-04-01',
    '2026-04-01',
  ],
  ['LIT07', 'the reconsideration', { dispute_type: 'ADMIN_ACTION', act_known_date: '2026-03-02', status: 'CLUE' }, '2026-05-01', '2026-05-06'],
  ['LIT08', 'the limitation', { our_role: 'PLAINTIFF', known_date: '2024-02-29', status: 'CLUE' }, '2027-02-28', '2027-02-28'],
] as const)
  // oxfmt-ignore
  test(`[1.09] ${id} ${why} is due ${due}`, () => {
    const found = made(row).find((one) => one.key === id)
    assert.ok(found, made(row).map(({ key }) => key).join(' ')) // oxfmt-ignore
    assert.deepEqual([found.raw_due, found.official_due], [raw, due])
  })

for (const [why, id, row] of [
  ['who has won asks for no retrial', 'LIT04', { final_on: '2026-03-31', outcome: 'WON' }],
  ['who has lost enforces nothing', 'LIT05', { performance_until: '2026-03-02', outcome: 'LOST' }],
  [
    'a decision that has become final is not appealed',
    'LIT03',
    { judgment_form: 'JUDGMENT', judgment_served_date: '2026-06-05', final_on: '2026-06-12' },
  ],
] as const)
  test(`[1.09] ${why}`, () => assert.ok(!made({ ...row, status: 'EFFECTIVE' }).some(({ key }) => key === id)))

test('[1.09] what a party may do after a judgment is an act, not a date to watch', () => {
  const all = made({ final_on: '2026-03-31', performance_until: '2026-05-04', outcome: 'PARTLY', status: 'EFFECTIVE' })
  assert.deepEqual(['LIT04', 'LIT05'].map((id) => all.find(({ key }) => key === id)?.kind), ['ACTION', 'ACTION']) // oxfmt-ignore
})

for (const [why, row] of [
  ['a plaintiff files no defence', { our_role: 'PLAINTIFF', served_date: '2026-03-02' }],
  ['an administrative suit has the office as its defendant', { dispute_type: 'ADMIN_LITIGATION', served_date: '2026-03-02' }],
  ['a suit under a foreign law has no Chinese deadline', { country: 'US', served_date: '2026-03-02' }],
  ['a decision on appeal is not appealed', { instance: 'SECOND', judgment_form: 'JUDGMENT', judgment_served_date: '2026-06-05' }],
] as const)
  test(`[1.09] ${why}`, () => assert.deepEqual(made(row).filter(({ key }) => key === 'LIT01' || key === 'LIT03'), [])) // oxfmt-ignore

test('what was done in time closes its deadline', () => {
  const done = made({ served_date: '2026-03-02', defence_date: '2026-03-10' }).find(({ key }) => key === 'LIT01')
  assert.equal(done?.status, 'DONE')
})
