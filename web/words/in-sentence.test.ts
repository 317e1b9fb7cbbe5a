import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inSentence } from './in-sentence.ts'

for (const [label, lang, text] of [
  ['Invention disclosure', 'en', 'invention disclosure'],
  ['IC layout design', 'en', 'IC layout design'],
  ['Patent', 'en', 'patent'],
  ['专利', 'zh', '专利'],
] as const)
  test(`“${label}” within a sentence is “${text}”`, () => assert.equal(inSentence(label, lang), text))
