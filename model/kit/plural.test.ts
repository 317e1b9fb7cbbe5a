import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pluralOf } from './plural.ts'

for (const [one, several] of [
  ['Patent', 'Patents'],
  ['Person', 'People'],
  ['Patent family', 'Patent families'],
  ['Copyright', 'Copyrights'],
  ['Change of owner', 'Changes of owner'],
  ['Access to a secret', 'Accesses to a secret'],
  ['Notice received', 'Notices received'],
  ['Reconciliation with an agency', 'Reconciliations with an agency'],
  ['Sent statistic or report', 'Sent statistics or reports'],
  ['Matters', 'Matters'],
  ['menu', 'menus'],
] as const)
  test(`several of “${one}”`, () => assert.equal(pluralOf(one), several))
