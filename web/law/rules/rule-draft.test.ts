import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { RULE_SHAPE, type Shape } from '../../../model/docketing/rules/rule-shape.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { readLawRows } from '../../../seed/law/deadlines/read.ts'
import { ruleIn } from '../content.ts'
import { changed } from './rule-draft.ts'
import { schemesIn } from './rule-lists.ts'

const FOLDER = new URL('./', import.meta.url)
const rules = readLawRows().rules as Rule[] // checked when they were packed
const form = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
  .join('\n')

/** The members of a rule by their own names; the values of a map have none. */
const membersOf = (shape: Shape): string[] => {
  if (typeof shape === 'string' || 'map' in shape) return []
  if ('list' in shape) return membersOf(shape.list)
  return Object.entries(shape.of).flatMap(([name, inner]) => [name, ...membersOf(inner)])
}
const members = [...new Set(membersOf({ of: RULE_SHAPE }))]

test('the form writes every member that a rule can have', () => {
  const isWritten = (name: string) =>
    new RegExp(`(change|changed|put|set|onChange)\\([^;]*?(?<![.'\\w])${name}(?=\\s*[:,}\\]])|limit\\('${name}'\\)`).test(form)
  assert.ok(members.length > 60)
  assert.deepEqual(members.filter((name) => !isWritten(name)), []) // oxfmt-ignore
})

test('the form offers each way of rolling and of counting receipt that a rule of the law packs has', () => {
  const offered = new Set(schemesIn('en').map(({ value }) => value))
  for (const { id, roll, service } of rules) {
    assert.ok(form.includes(`value: '${roll}'`), `${id} ${roll}`)
    assert.ok(!service || offered.has(service), `${id} ${service}`)
  }
})

/** The empty period of what recurs is kept by its own input. */
function withoutPeriods({ terms: _, recurring: _recurring, ...others }: Rule) {
  return others
}

/** Every value of the rule put back where it is, as an input does that shows it. */
function putBack<T extends object>(whole: T): T {
  const inner = Object.entries(whole).map(([name, value]) => [name, Array.isArray(value) ? value.map(one) : one(value)])
  return changed(whole, Object.fromEntries(inner) as Partial<T>) // the same names
}
const one = (value: unknown): unknown => (typeof value === 'object' && value !== null && !Array.isArray(value) ? putBack(value) : value)

test('saving a rule of the law packs as it stands, or with another source, keeps all its other members', () => {
  assert.ok(rules.length > 200)
  for (const rule of rules) {
    const opened = ruleIn(JSON.parse(JSON.stringify(rule)))
    assert.ok(opened)
    assert.deepEqual(changed(opened, { source: rule.source }), rule, rule.id)
    const { source: _, ...rest } = changed(opened, { source: 'another' })
    const { source: _source, ...was } = rule
    assert.deepEqual(rest, was, rule.id)
    assert.deepEqual(putBack(withoutPeriods(rule)), withoutPeriods(rule), rule.id)
  }
})
