import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wayBack } from './safe-redirect.ts'

for (const [redirect, expected] of [
  ['/m/patent?q=a#b', '/m/patent?q=a#b'],
  [null, '/'],
  ['', '/'],
  ['/login?redirect=/login', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/\t/evil.example', '/'],
] as const) {
  test(`[2.14] after login ${JSON.stringify(redirect)} leads to ${expected}`, () => assert.equal(wayBack(redirect), expected))
}
