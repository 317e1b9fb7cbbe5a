import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { declaredModels } from '../server/records/registry.ts'
import { HEADING, wordsTable } from './words-table.ts'

const text = readFileSync(new URL('../docs/words.md', import.meta.url), 'utf8')
const { all } = await declaredModels()

test('docs/words.md lists every entity and state as the models name them (node bin/words.ts writes it)', () => {
  assert.equal(text.slice(text.indexOf(HEADING)), wordsTable(all.values()))
})

test('every code that docs/words.md explains by hand is a field or an entity', () => {
  const byHand = text.slice(0, text.indexOf(HEADING))
  const codes = [...byHand.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, code]) => `${code}`)
  const known = new Set([...all.values()].flatMap((model) => [model.name, ...Object.keys(model.fields)]))
  assert.deepEqual(
    codes.filter((code) => !known.has(code)),
    [],
  )
  assert.ok(codes.length > 10)
})
