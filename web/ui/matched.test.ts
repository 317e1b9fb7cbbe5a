import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchedIn } from './matched.ts'

for (const [text, typed, match] of [
  ['202310791234.5', '10791', ['2023', '10791', '234.5']],
  ['17/123,456', '17123', ['', '17/123', ',456']],
  ['US 10,791,222 B2', 'us10791', ['', 'US 10,791', ',222 B2']],
  ['一种电池热管理方法', '热管理', ['一种电池', '热管理', '方法']],
  ['202310791234.5', '999', undefined],
  ['202310791234.5', ' ', undefined],
] as const)
  test(`“${typed}” in ${text}`, () => assert.deepEqual(matchedIn(text, typed), match))
