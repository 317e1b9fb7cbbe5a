import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HeldWrite } from './holding.ts'
import { isReplaced } from './replaced.ts'

const write = (action: HeldWrite['action'], record_sid: string, proposed: object = {}): HeldWrite => ({
  ...{ entity: 'role', action, record_sid, name: '', former: {} },
  proposed: { ...proposed },
})
const roles = (sid: string, ...role_sids: string[]) => write('UPDATE', sid, { role_sids })
const grant = (sid: string, role_sid: string) => ({ ...write('CREATE', sid, { role_sid, entity: 'tag' }), entity: 'role_grant' })

for (const [title, older, newer, expected] of [
  ['the same field of the same record', [roles('a', 'x')], [roles('a', 'y')], true],
  ['the same field of another record', [roles('a', 'x')], [roles('b', 'x')], false],
  ['another field', [roles('a', 'x')], [write('UPDATE', 'a', { email: 'x' })], false],
  ['one of two records', [roles('a', 'x'), roles('b', 'x')], [roles('a', 'x')], false],
  ['more than before', [roles('a', 'x')], [roles('a', 'x'), roles('b', 'x')], true],
  ['the same removal', [write('DELETE', 'a')], [write('DELETE', 'a')], true],
  ['a removal of what was to be changed', [roles('a', 'x')], [write('DELETE', 'a')], false],
  ['the same new record', [grant('n1', 'a')], [grant('n2', 'a')], true],
  ['another new record', [grant('n1', 'a')], [grant('n2', 'b')], false],
  [
    'the same new records that name each other',
    [write('CREATE', 'n1', { name: 'x' }), grant('n2', 'n1')],
    [write('CREATE', 'm1', { name: 'x' }), grant('m2', 'm1')],
    true,
  ],
  ['nothing', [], [roles('a', 'x')], false],
] as const)
  // oxfmt-ignore
  test(`a proposal is ${expected ? '' : 'not '}replaced by one of ${title}`, () => assert.equal(isReplaced(older, newer), expected))
