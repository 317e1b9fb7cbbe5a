import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from './en/en.ts'
import type { FactsOf } from './language.ts'
import { PARTS } from './parts.ts'
import { zh } from './zh/zh.ts'

const parts = await Promise.all(Object.values(PARTS).map(async (load) => ({ zh: await load.zh(), en: await load.en() })))

const factsIn = (sentence: string) => [...new Set([...sentence.matchAll(/\{\{(\w+)/g)].map(([, name]) => name))].sort()

test('a text accepts the facts that its Chinese sentence names, and the English sentence names no others', () => {
  const english: Record<string, string> = Object.assign({}, en, ...parts.map((part) => part.en))
  const strange = Object.entries<string>(Object.assign({}, zh, ...parts.map((part) => part.zh))).filter(([word, sentence]) =>
    factsIn(english[word] ?? '').some((fact) => !factsIn(sentence).includes(fact)),
  )
  assert.deepEqual(strange, [])
})

// Checked by the compiler: a fact that the sentence does not name, or one left out, does not compile.
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Text = string | number
const SAME: readonly [
  Same<FactsOf<'yes'>, []>,
  Same<FactsOf<'batch.someFailed'>, [facts: Readonly<Record<'done' | 'failed', Text>>]>,
  Same<FactsOf<'yes' | 'deadlineList.done'>, [facts?: Readonly<Record<string, Text>>]>,
] = [true, true, true]

test('the facts of a text are derived from its sentence', () => assert.equal(SAME.length, 3))
