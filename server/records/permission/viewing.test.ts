import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { parseIql } from '../../../model/kit/iql/parse.ts'
import { printIql } from '../../../model/kit/iql/print.ts'
import { type Access, type Actor, SYSTEM } from '../context.ts'
import { NOTHING } from './conditions.ts'
import { boundTo, narrowedTo } from './viewing.ts'

const viewer: Actor = { ...SYSTEM, sid: 'v', department_sid: 'd', company_sid: 'c', companies: ['c', 'e'] }
const nobody: Actor = { ...SYSTEM, companies: [] }
const condition = (iql: string) => parseIql(iql).where ?? NOTHING

for (const [iql, bound] of [
  ['owner_sid = me()', 'owner_sid = "v"'],
  ['owner_sid != me()', 'owner_sid != "v"'],
  ['department_sid = my_department()', 'department_sid = "d"'],
  ['company_sid = my_company()', 'company_sid = "c"'],
  ['company_sid = my_companies()', 'company_sid IN ("c", "e")'],
  ['company_sid != my_companies()', 'company_sid NOT IN ("c", "e")'],
  ['company_sid IN (my_companies(), "x", me())', 'company_sid IN ("c", "e", "x", "v")'],
  ['company_sid NOT IN (my_companies())', 'company_sid NOT IN ("c", "e")'],
  ['due < today("7d")', 'due < today("7d")'],
  ['due BETWEEN today() AND "2030-01-01"', 'due BETWEEN today() AND "2030-01-01"'],
  ['a = 1 AND (b = me() OR NOT c = me())', 'a = 1 AND (b = "v" OR NOT c = "v")'],
] as const)
  test(`what ${iql} means to the viewer is ${bound}`, () => assert.equal(printIql({ where: boundTo(viewer, condition(iql)), order: [] }), bound))

test('a viewer without a company or department meets nothing by them', () => {
  for (const iql of ['owner_sid = me()', 'department_sid = my_department()', 'company_sid = my_companies()'])
    assert.deepEqual(boundTo(nobody, condition(iql)), NOTHING)
})

const access = (more: Partial<Access> = {}): Access => ({
  ...{ verbs: new Set(['*']), rows: undefined, changeable: undefined, places: undefined, exportable: undefined, companies: [] },
  ...{ changeableBy: () => undefined, mayRead: () => true, mayKnowSet: () => true, mayWrite: () => true, masks: () => false },
  ...more,
})

test('somebody who views as another person reads what both may read, and changes nothing', () => {
  const both = narrowedTo(access({ rows: condition('a = me()') }), access({ rows: condition('b = me()') }), viewer)
  assert.equal(printIql({ where: both.rows, order: [] }), 'a = me() AND b = "v"')
  assert.deepEqual([...both.verbs].sort(), ['count', 'get', 'search'])
  assert.deepEqual([both.changeable, both.changeableBy('update'), both.places, both.mayWrite('x')], [NOTHING, NOTHING, [], false])
  const verbs = (viewed: string[], own: string[]) => [
    ...narrowedTo(access({ verbs: new Set(viewed) }), access({ verbs: new Set(own) }), viewer).verbs,
  ]
  assert.deepEqual([verbs(['get', 'search'], ['*']), verbs(['*'], ['get', 'update']), verbs(['get'], ['search'])], [['get', 'search'], ['get'], []])
})

for (const [what, of] of [
  ['mayRead', (value: boolean) => ({ mayRead: () => value })],
  ['mayKnowSet', (value: boolean) => ({ mayKnowSet: () => value })],
] as const)
  test(`${what}: only where both may`, () => {
    const asked = ([viewed, own]: readonly boolean[]) => narrowedTo(access(of(viewed === true)), access(of(own === true)), viewer)[what]('x')
    assert.deepEqual([[true, true], [true, false], [false, true], [false, false]].map(asked), [true, false, false, false]) // oxfmt-ignore
  })

test('a number is masked where one of the two sees it masked', () => {
  const asked = ([viewed, own]: readonly boolean[]) => narrowedTo(access({ masks: () => viewed === true }), access({ masks: () => own === true }), viewer).masks('x') // oxfmt-ignore
  assert.deepEqual([[true, true], [true, false], [false, true], [false, false]].map(asked), [true, true, true, false]) // oxfmt-ignore
})

test('kept totals answer where both see the same companies', () => {
  const asked = (viewed: string[] | undefined, own: string[] | undefined) =>
    narrowedTo(access({ companies: viewed }), access({ companies: own }), viewer).companies
  assert.deepEqual([asked(['c'], ['c']), asked(['c'], ['e']), asked(['c'], undefined), asked([], [])], [['c'], undefined, undefined, []])
  const rows: Condition = condition('a = 1')
  assert.deepEqual([narrowedTo(access(), access(), viewer).rows, narrowedTo(access({ rows }), access(), viewer).rows], [undefined, rows])
})
