import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchedIn, matchesIn } from './matched.ts'

for (const [text, typed, match] of [
  ['202310791234.5', '10791', ['2023', '10791', '234.5']],
  ['17/123,456', '17123', ['', '17/123', ',456']],
  ['US 10,791,222 B2', 'us10791', ['', 'US 10,791', ',222 B2']],
  ['一种电池热管理方法', '热管理', ['一种电池', '热管理', '方法']],
  ['202310791234.5', '999', undefined],
  ['202310791234.5', ' ', undefined],
] as const)
  test(`“${typed}” in ${text}`, () => assert.deepEqual(matchedIn(text, typed), match))

for (const [text, typed, parts] of [
  ['Battery cooling hinge', 'hinge battery', ['', 'Battery', ' cooling ', 'hinge', '']],
  ['Beta rotor', 'taro', ['Beta rotor']],
  ['Rotor of a microrotor', 'rotor', ['', 'Rotor', ' of a microrotor']],
  ['Rotors', 'rotor', ['', 'Rotor', 's']],
  ['一种电池热管理方法', '热管理 方法', ['一种电池', '热管理', '', '方法', '']],
  ['锂电池battery组', 'battery', ['锂电池', 'battery', '组']],
  ['Latch (2nd)', '(2nd) [', ['Latch (', '2nd', ')']],
  ['Latch', ' ', ['Latch']],
] as const)
  test(`the words “${typed}” in ${text}`, () => assert.deepEqual(matchesIn(text, typed, false), parts))

test('a number is matched however it is punctuated', () => assert.deepEqual(matchesIn('17/123,456', '17123', true), ['', '17/123', ',456']))
