import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsOf, failuresOf, rejectedName } from './job-facts.ts'

test('an import counts by its own progress', () =>
  assert.deepEqual(countsOf({ progress: { row: 9, counts: { created: 5, updated: 1, skipped: 2, rejected: 1, noted: 3 } }, ok: 6 }), {
    created: 5,
    updated: 1,
    skipped: 2,
    rejected: 1,
  }))
test('without it the plain totals are used', () =>
  assert.deepEqual(countsOf({ done: 10, ok: 7, failed: 1 }), { created: 7, updated: 0, skipped: 2, rejected: 1 }))
test('every reason of a row is shown', () =>
  assert.deepEqual(
    failuresOf({
      errors: [
        { row: 4, reasons: [{ field: 'title', label: 'Title', reason: 'is required' }, 'twice in the file'] },
        { row: 7, reasons: 'bad date' },
      ],
    }),
    [
      { key: '0', row: 4, reason: 'Title: is required; twice in the file' },
      { key: '1', row: 7, reason: 'bad date' },
    ],
  ))
test('the file of the rows left out is named after its own', () =>
  assert.equal(rejectedName('portfolio.XLSX', 'rejected'), 'portfolio_rejected.xlsx'))
