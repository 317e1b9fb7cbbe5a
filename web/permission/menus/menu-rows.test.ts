import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfMenu, type MenuRow, orderAfter, pageName, parentsFor, siblingsOf, withNewAfter, withUnchecked } from './menu-rows.ts'

const row = (sid: string, parent: string | null = null, more: Partial<MenuRow> = {}): MenuRow => ({
  sid, parent, name: sid, name_en: null, code: null, path: null, icon: null, open_type: null, valid: true, isBuiltIn: false, ...more,
}) // oxfmt-ignore
const [a, b, c, x, y] = [row('a'), row('b', null, { path: '/home' }), row('c'), row('x', 'a'), row('y', 'x', { path: '/nowhere' })]
const rows = [a, b, c, x, y]
const sids = (some: readonly MenuRow[]) => some.map(({ sid }) => sid)

for (const [moved, target, isBefore, expected] of [
  [c, 'a', true, ['c', 'a', 'b']],
  [a, 'c', false, ['b', 'c', 'a']],
  [a, 'b', false, ['b', 'a', 'c']],
  [a, 'x', false, undefined],
] as const)
  test(`[5.10] ${moved.sid} dropped ${isBefore ? 'before' : 'after'} ${target} gives ${expected?.join(', ') ?? 'no new order, since it is of another level'}`, () =>
    assert.deepEqual(orderAfter(rows, moved, { sid: target, isBefore }), expected))

test('[5.10] a new sibling stands right after the chosen menu', () => {
  const made = (after: MenuRow) => withNewAfter(siblingsOf(rows, after), after, 'new')
  assert.deepEqual(made(a), ['a', 'new', 'b', 'c'])
  assert.equal(made(c), undefined)
  assert.equal(made(x), undefined)
})

test('[5.10] a menu is offered every parent without a page that is neither itself nor below it', () => {
  assert.deepEqual(sids(parentsFor(rows, a)), ['c'])
  assert.deepEqual(sids(parentsFor(rows, y)), ['a', 'c', 'x'])
})

test('[5.10] a checked menu whose children are not all checked is named', () => {
  assert.equal(withUnchecked(rows, ['a', 'c'])?.sid, 'a')
  assert.equal(withUnchecked(rows, ['a', 'x'])?.sid, 'x')
  assert.equal(withUnchecked(rows, ['a', 'x', 'y']), undefined)
})

const PAGES = [
  { path: '/home', name: '首页', name_en: 'Home' },
  { path: '/m/tag', name: '标签', name_en: 'Tags' },
]
for (const [path, code, expected] of [
  ['/home', null, undefined],
  ['/m/tag?view=mine', null, undefined],
  ['/m/tag/bin', null, undefined],
  ['https://example.com', null, undefined],
  ['/tags', 'tag', undefined],
  ['/homes', null, 'invalid'],
  [null, null, 'notBound'],
] as const)
  test(`a menu with the address ${path} and the code ${code} is ${expected ?? 'valid'}`, () =>
    assert.equal(faultOfMenu(rows, row('z', null, { path, code }), PAGES), expected))

test('a group with child menus needs no page, and pages have names in both languages', () => {
  assert.equal(faultOfMenu(rows, a, PAGES), undefined)
  assert.deepEqual([pageName('/m/tag', PAGES, 'en'), pageName('/m/tag', PAGES, 'zh'), pageName('/x', PAGES, 'en')], ['Tags', '标签', '/x'])
})
