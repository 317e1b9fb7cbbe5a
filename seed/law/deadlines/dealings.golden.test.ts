// The recordal of a licence, worked by hand from the text of the law. Closed days of China: 15–23 February 2026; 28 February is a working Saturday.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { licenceKind } from '../../../model/dealings/licences/case-kind.ts'
import { computeDeadlines } from '../../../model/docketing/calculation/docket.ts'
import { factsOfCase } from '../../../model/docketing/facts-of-case.ts'
import { NOTHING_RELATED } from '../../../model/docketing/kind.ts'
import { patentKind } from '../../../model/rights/patents/case-kind.ts'
import { seenOn } from '../../../tests/harness/today.ts'
import { readLaw } from './read.ts'

const law = readLaw()
const TODAY = '2026-01-05'
const LICENCE = { sid: 'l', country: 'CN', status: 'EFFECTIVE', licence_type: 'NON_EXCLUSIVE', direction: 'OUT', recordal_needed: true }
type Row = Record<string, unknown>
const PATENT: Row = { kind: 'patent', country: 'CN' }
const MARK: Row = { kind: 'trademark', country: 'CN' }

const owed = (row: Row, dealt: readonly Row[]) =>
  computeDeadlines(factsOfCase(licenceKind, { ...LICENCE, ...row }, { ...NOTHING_RELATED, dealt }), law, seenOn([{ date: TODAY }], TODAY)).map(
    ({ key, raw_due, official_due, status, certainty }) => [key, raw_due, official_due, status, certainty].join(' '),
  )

const TERM = { effective_date: '2025-11-15', start_date: '2025-11-15', end_date: '2028-10-01' }
const ENDS = 'LIC02 2028-10-01 2028-10-01 OPEN SURE'
const PATENT_RECORDAL = 'LIC01 2026-02-15 2026-02-24 OPEN SURE'
const MARK_RECORDAL = 'LIC03 2028-10-01 2028-10-01 OPEN SURE'

for (const [why, row, dealt, due] of [
  ['of patents: three months, rolled', TERM, [PATENT], [PATENT_RECORDAL, ENDS]],
  [
    'of patents that began on the last day of November',
    { ...TERM, effective_date: '2025-11-30' },
    [PATENT],
    ['LIC01 2026-02-28 2026-02-28 OPEN SURE', ENDS],
  ],
  ['without rights on record', TERM, [], [PATENT_RECORDAL, ENDS]],
  ['of trademarks: within its term, not rolled', TERM, [MARK], [MARK_RECORDAL, ENDS]],
  ['of both', TERM, [MARK, PATENT], [PATENT_RECORDAL, MARK_RECORDAL, ENDS]],
  ['of software', TERM, [{ kind: 'software', country: 'CN' }], [ENDS]],
  ['that is recorded', { ...TERM, record_submit_date: '2026-01-02' }, [PATENT], [PATENT_RECORDAL.replace('OPEN', 'DONE'), ENDS]],
  ['that needs no recordal', { ...TERM, recordal_needed: false }, [PATENT, MARK], [ENDS]],
  ['that is not in force yet', { end_date: TERM.end_date, status: 'SIGNED' }, [PATENT, MARK], [ENDS]],
] as const)
  // oxfmt-ignore
  test(`the recordal of a licence ${why}`, () => assert.deepEqual(owed(row, dealt).toSorted(), [...due].toSorted()))

test('a patent that tells of a licence awaits its recordal for three months; late filing is to be checked', () => {
  const events = [{ sid: 'e', code: 'LICENCE_EFFECTIVE', event_date: '2025-11-15' }]
  const patent = {
    sid: 'p',
    country: 'CN',
    route: 'DIRECT',
    patent_type: 'INVENTION',
    status: 'GRANTED',
    filing_date: '2022-03-01',
    grant_date: '2024-05-07',
  }
  const all = computeDeadlines(factsOfCase(patentKind, patent, { ...NOTHING_RELATED, events }), law, seenOn([{ date: TODAY }], TODAY))
  const found = all.find(({ rule_id }) => rule_id === 'CNP48')
  assert.deepEqual([found?.raw_due, found?.official_due], ['2026-02-15', '2026-02-24'])
  const rules = law.rules.filter(({ id }) => id === 'CNP48' || id === 'LIC01')
  assert.deepEqual(rules.map(({ restoration }) => [restoration?.from, restoration?.certainty]), [['OPEN', 'CHECK'], ['OPEN', 'CHECK']]) // oxfmt-ignore
})
