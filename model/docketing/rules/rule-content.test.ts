import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivedFacts } from '../calculation/condition.ts'
import { RULE_CONTENT, RULE_SAYS } from './rule-content.ts'
import { misshapen } from './rule-shape.ts'
import { RULE_KINDS } from './rule-kinds.ts'

type Schema = { description?: string; properties?: Record<string, Schema>; items?: Schema }

function undescribed({ properties = {}, items }: Schema, place = ''): string[] {
  const own = Object.entries(properties).flatMap(([part, inner]) => [
    ...(inner.description ? [] : [`${place}${part}`]),
    ...undescribed(inner, `${place}${part}.`),
  ])
  return [...own, ...(items ? undescribed(items, place) : [])]
}

test('every part of a rule has a description in both languages', () => {
  assert.deepEqual(undescribed(RULE_CONTENT as Schema), []) // a schema of that form
  for (const [place, [zh, en]] of Object.entries(RULE_SAYS)) assert.ok(/\p{Script=Han}/u.test(zh) && /[a-z]/.test(en), place)
})

test('every fact that a condition may use has a name', () => {
  const [zh, en] = RULE_SAYS['condition.fact'] ?? ['', '']
  for (const fact of derivedFacts.filter(
    (one) => !['earliest_priority_date', 'has_foreign_priority', 'only_domestic_priority', 'priority_count'].includes(one),
  ))
    assert.ok(zh.includes(fact) && en.includes(fact), fact)
})

test('the examples are valid rules', () => {
  for (const rule of RULE_KINDS) assert.deepEqual(misshapen(rule), [], rule.id)
})
