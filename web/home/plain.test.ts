import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PHASES } from '../../model/kit/model.ts'
import { STATUS } from '../../model/rights/patents/lifecycle/states.ts'
import { plainly } from './plain.ts'

for (const status of Object.keys(STATUS)) test(`an inventor reads the meaning of ${status}`, () => assert.ok(plainly(status)))

test('an ended case has no step, and a patent in force has the last step', () => {
  assert.equal(plainly('WITHDRAWN')?.step, 0)
  assert.equal(plainly('GRACE')?.step, 5)
  assert.equal(plainly('OF_ONES_OWN'), undefined)
})

test('a state without its own text is described by its phase', () => {
  for (const phase of Object.keys(PHASES)) assert.ok(plainly('TESTED', phase), phase)
  assert.equal(plainly('TESTED', 'PENDING')?.word, 'plain.filed')
  assert.equal(plainly('TESTED', 'GRACE')?.step, 5)
  assert.equal(plainly('TESTED', 'LAPSED')?.step, 0)
})
