import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Menu } from '../../model/auth/rbac-menu-actions.ts'
import { firstPath, leavesOf, menuName, wayTo } from './menus.ts'

const menu = (code: string, path: string | null, children: Menu[] = []): Menu => ({
  sid: code,
  code,
  name: code,
  name_en: `${code} (en)`,
  icon: null,
  path,
  open_type: null,
  children,
})
const menus = [
  menu('home', '/home'),
  menu('cases', null, [menu('patents', '/m/patent', [menu('mine', '/m/patent?view=mine')]), menu('fees', '/m/fee')]),
]
const codes = (pathname: string) => wayTo(menus, pathname).map(({ code }) => code)

for (const [pathname, expected] of [
  ['/home', ['home']],
  ['/m/patent', ['cases', 'patents']],
  ['/m/patent/019a', ['cases', 'patents']],
  ['/m/patents', []],
  ['/', []],
] as const) {
  test(`${pathname} belongs to ${expected.join(' > ') || 'no menu'}`, () => assert.deepEqual(codes(pathname), expected))
}

test('a menu without an address links to the first one below it', () => assert.equal(menus[1] && firstPath(menus[1]), '/m/patent'))
test('every menu with an address is an entry of the command palette', () =>
  assert.deepEqual(
    leavesOf(menus).map((leaf) => leaf.menu.code),
    ['home', 'patents', 'mine', 'fees'],
  ))
test('menus are named in the language of the person', () =>
  assert.deepEqual([menuName(menu('a', null), 'zh'), menuName(menu('a', null), 'en')], ['a', 'a (en)']))
