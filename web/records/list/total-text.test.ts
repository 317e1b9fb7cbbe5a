import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reachable, totalText } from './total-text.ts'

test('an exact total is shown unchanged, a capped one with a plus', () => {
  assert.equal(totalText({ total: 1234567 }, 'en'), '1,234,567')
  assert.equal(totalText({ total: 10_001, total_capped: true }, 'en'), '10,000+')
  assert.equal(totalText({}, 'zh'), '0')
})

test('a pager allows pages beyond a capped total, and never beyond an exact one', () => {
  assert.equal(reachable({ total: 45 }, 3, 20), 45)
  assert.equal(reachable({ total: 10_001, total_capped: true }, 1, 20), 10_001)
  assert.equal(reachable({ total: 10_001, total_capped: true }, 600, 20), 12_001)
})
