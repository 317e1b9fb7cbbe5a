import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from './en/en.ts'
import { enInside } from './en/inside.ts'
import { lawEn } from './en/law.ts'
import { importEn } from './en/import.ts'
import { portalEn } from './en/portal.ts'
import { processEn } from './en/process.ts'
import { statisticsEn } from './en/statistics.ts'
import type { FactsOf } from './language.ts'
import { zh } from './zh/zh.ts'
import { zhInside } from './zh/inside.ts'
import { lawZh } from './zh/law.ts'
import { importZh } from './zh/import.ts'
import { portalZh } from './zh/portal.ts'
import { processZh } from './zh/process.ts'
import { statisticsZh } from './zh/statistics.ts'

const factsIn = (sentence: string) => [...new Set([...sentence.matchAll(/\{\{(\w+)/g)].map(([, name]) => name))].sort()

test('a text accepts the facts that its Chinese sentence names, and the English sentence names no others', () => {
  const english: Record<string, string> = { ...en, ...enInside, ...lawEn, ...portalEn, ...importEn, ...processEn, ...statisticsEn }
  const strange = Object.entries({ ...zh, ...zhInside, ...lawZh, ...portalZh, ...importZh, ...processZh, ...statisticsZh }).filter(
    ([word, sentence]) => factsIn(english[word] ?? '').some((fact) => !factsIn(sentence).includes(fact)),
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
