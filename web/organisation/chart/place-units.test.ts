import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Unit } from '../../../model/organisation/company-actions.ts'
import { mostCovered, parentFor, placeOf, placeUnits } from './place-units.ts'

const unit = (sid: string, parent: string | null, kind: Unit['kind'] = 'company', company = 'a'): Unit => ({
  sid, parent, kind, company, name: sid, leader: '', is_off: false, people: 0,
}) // oxfmt-ignore
const head = unit('a', null)
const [north, south] = [unit('n', 'a'), unit('s', 'a')]
const [lab, office] = [unit('lab', 'n', 'department', 'n'), unit('office', 'n', 'department', 'n')]
const all = [head, north, south, lab, office]
const spots = (placed: ReturnType<typeof placeUnits>) => Object.fromEntries(placed.map(({ sid, column, row, below }) => [sid, [column, row, below]]))

test('each level is one column, and a unit stands in the middle of its children', () => {
  assert.deepEqual(spots(placeUnits(all, new Set())), { a: [0, 1.25, 4], n: [1, 0.5, 2], lab: [2, 0, 0], office: [2, 1, 0], s: [1, 2, 0] })
})

test('a collapsed unit hides what is below it, but counts it', () => {
  assert.deepEqual(spots(placeUnits(all, new Set(['n']))), { a: [0, 0.5, 4], n: [1, 0, 2], s: [1, 1, 0] })
})

test('a company counts the people of everything below it, also of what is collapsed, as far as they may be counted', () => {
  const units = all.map((one, at): Unit => ({ ...one, people: at }))
  const counted = (collapsed: string[]) => placeUnits(units, new Set(collapsed)).map((one) => [one.sid, one.all])
  assert.deepEqual(counted([]), [['a', 10], ['n', 8], ['lab', 3], ['office', 4], ['s', 2]]) // oxfmt-ignore
  assert.deepEqual(counted(['n']), [['a', 10], ['n', 8], ['s', 2]]) // oxfmt-ignore
  assert.deepEqual(placeUnits([{ ...head, people: null }], new Set())[0]?.all, null)
})

test('a unit whose parent is not visible stands at the top', () => {
  assert.deepEqual(spots(placeUnits([north, lab], new Set())), { n: [0, 0, 1], lab: [1, 0, 0] })
})

test('companies move below companies; departments below departments, or to the top of their own company', () => {
  assert.equal(parentFor(north, south), 's')
  assert.equal(parentFor(north, head), undefined, 'it is there already')
  assert.equal(parentFor(north, lab), undefined)
  assert.equal(parentFor(lab, office), 'office')
  assert.equal(parentFor(lab, north), undefined, 'it is there already')
  assert.equal(parentFor(unit('inner', 'lab', 'department', 'n'), north), null)
  assert.equal(parentFor(lab, south), undefined, 'another company')
  assert.equal(parentFor(lab, lab), undefined)
})

test('a unit that is dropped on two others goes to the one that it covers most', () => {
  const at = (id: string, y: number) => ({ id, position: { x: 0, y } })
  const dropped = at('moved', 60)
  assert.equal(mostCovered(dropped, [at('upper', 10), at('lower', 88), dropped])?.id, 'lower')
  assert.equal(mostCovered(dropped, [at('upper', 40), at('lower', 88)])?.id, 'upper')
  assert.equal(mostCovered(dropped, [dropped]), undefined)
})

test('a unit that is moved back goes to its earlier parent, a department at the top of a company to that company', () => {
  assert.deepEqual(placeOf(unit('a', 'h', 'company', 'a')), { parent_sid: 'h' })
  assert.deepEqual(placeOf(unit('a', null, 'company', 'a')), { parent_sid: null })
  assert.deepEqual(placeOf(unit('lab', 'n', 'department', 'n')), { parent_sid: null, company_sid: 'n' })
  assert.deepEqual(placeOf(unit('inner', 'lab', 'department', 'n')), { parent_sid: 'lab', company_sid: 'n' })
})
