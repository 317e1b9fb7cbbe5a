import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MarkedMenu } from '../../model/auth/roles/rbac-menu-actions.ts'
import { menusOwn, toggled } from './menu-keys.ts'

const menu = (sid: string, more: Partial<MarkedMenu> = {}): MarkedMenu => ({
  sid, code: sid, name: sid, name_en: sid, icon: null, path: null, open_type: null, checked: false, everybody: false, children: [], ...more,
}) // oxfmt-ignore
const tree = [
  menu('home', { checked: true, everybody: true }),
  menu('cases', { checked: true, children: [menu('patents', { checked: true }), menu('tags'), menu('help', { checked: true, everybody: true })] }),
]

for (const [what, sid, isOn, from, to] of [
  ['a tick also ticks the group above', 'tags', true, [], ['cases', 'tags']],
  ['a tick at a group ticks all below it', 'cases', true, [], ['cases', 'patents', 'tags']],
  ['unticking a group unticks all below it', 'cases', false, ['cases', 'patents'], []],
  ['unticking one leaves the group', 'patents', false, ['cases', 'patents'], ['cases']],
  ['an unknown menu changes nothing', 'none', true, ['cases'], ['cases']],
] as const)
  test(what, () => assert.deepEqual(toggled(tree, from, sid, isOn).sort(), [...to].sort()))

test('menus of every role do not count as menus of one role', () => assert.deepEqual(menusOwn(tree), ['cases', 'patents']))
