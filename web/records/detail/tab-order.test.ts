import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLayout } from './tab-order.ts'

const tabs = ['overview', 'own', 'fees', 'notes', 'changes'].map((key) => ({ key }))

for (const [what, placed, keys] of [
  ['nothing', [], 'overview,own,fees,notes,changes'],
  ['an order', [{ key: 'overview' }, { key: 'notes' }, { key: 'fees' }, { key: 'changes' }], 'overview,own,notes,fees,changes'],
  ['a hidden tab', [{ key: 'fees', hidden: true }, { key: 'gone' }], 'overview,own,notes,changes'],
  ['hidden tabs beside those that it does not name', [{ key: 'notes', hidden: true }], 'overview,own,fees,changes'],
] as const)
  test(`a layout with ${what} shows ${keys}`, () =>
    assert.equal(
      inLayout(tabs, placed as never)
        .map(({ key }) => key)
        .join(),
      keys,
    ))
