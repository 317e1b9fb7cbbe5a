import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { caseTabs } from './case-tabs.ts'

const kind = { roles: {} } as NonNullable<WireSchema['case']> // of a kind only what decides its tabs
const keysOf = (more: Partial<typeof kind>) => caseTabs({ case: { ...kind, ...more } }).map(({ key }) => key)

const EVERY = ['timeline', 'documents', 'deadlines', 'fees', 'notes', 'tasks', 'dealings', 'shares']

test('a case shows what every case has; rights concerned, agency work and relations only where its kind has them', () => {
  assert.deepEqual(keysOf({}), EVERY)
  assert.deepEqual(keysOf({ roles: { agency: 'agency_sid' } }), EVERY.toSpliced(5, 0, 'agency'))
  assert.deepEqual(keysOf({ relation_types: {} as NonNullable<typeof kind.relation_types> }), [...EVERY, 'relations']) // which they are does not matter here
})

test('a dealing shows the rights concerned first, in place of the dealings of a right', () => {
  const dealing = {} as NonNullable<typeof kind.dealing> // what is dealt with does not matter here
  assert.deepEqual(keysOf({ dealing }), ['dealings', ...EVERY.filter((key) => key !== 'dealings')])
})
