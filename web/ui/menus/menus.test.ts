import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Menu } from '../../../model/auth/roles/rbac-menu-actions.ts'
import { firstPath, hrefOf, leavesOf, menuName, opensElsewhere, pageUnder, wayAt, wayTo } from './menus.ts'

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

const help = { ...menu('help', 'https://example.com/help'), open_type: 'SELF' }
const blank = { ...menu('jobs', '/jobs'), open_type: 'BLANK' }
test('[5.10] a menu opens in a new window if it says so or leads elsewhere, and a group opens a page of this window first', () => {
  assert.deepEqual([help, blank, menu('home', '/home')].map(opensElsewhere), [true, true, false])
  assert.deepEqual([help, blank].map(hrefOf), ['https://example.com/help', '/innoe-web/jobs'])
  const group = menu('group', null, [help, blank, menu('fees', '/m/fee')])
  assert.deepEqual([pageUnder(group)?.code, firstPath(group)], ['fees', '/m/fee'])
  assert.deepEqual([pageUnder(menu('only', null, [blank]))?.code, firstPath(menu('only', null, [blank]))], ['jobs', null])
  assert.equal(pageUnder(menu('empty', null)), undefined)
})

test('an import belongs to the menu of the records, unless importing stands beside them', () => {
  const shown = [
    menu('cases', null, [menu('patents', '/patents'), menu('import', '/import')]),
    menu('settings', null, [menu('company', '/m/company')]),
  ]
  const at = (search: string) => wayAt(shown, { pathname: '/import', search }).map(({ code }) => code)
  assert.deepEqual(at('?model=company&step=check'), ['settings', 'company'])
  assert.deepEqual(at('?model=patent'), ['cases', 'import'])
  assert.deepEqual(at('?model=unknown'), ['cases', 'import'])
  assert.deepEqual(at(''), ['cases', 'import'])
})
