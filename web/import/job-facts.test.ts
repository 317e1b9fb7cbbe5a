import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsOf, failuresOf, isDryRun, rejectedName } from './job-facts.ts'

test('an import shows its counts and whether it was a dry run', () => {
  const counts = { created: 5, updated: 1, completed: 4, waiting: 3, skipped: 2, rejected: 1 }
  assert.deepEqual(countsOf({ outcome: { dry_run: true, ...counts }, ok: 6 }), counts)
  assert.deepEqual([isDryRun({ outcome: { dry_run: true } }), isDryRun({ outcome: { dry_run: false } }), isDryRun({})], [true, false, false])
})
test('an import without counts shows the plain totals', () =>
  assert.deepEqual(countsOf({ done: 10, ok: 7, failed: 1 }), { created: 7, updated: 0, completed: 0, waiting: 0, skipped: 2, rejected: 1 }))
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
test('the file of rejected rows is named after the imported file', () =>
  assert.equal(rejectedName('portfolio.XLSX', 'rejected'), 'portfolio_rejected.xlsx'))
