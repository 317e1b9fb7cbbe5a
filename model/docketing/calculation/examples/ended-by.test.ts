import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ComputedDeadline } from '../computed-deadline.ts'
import { endedBy, postponed } from '../postponed.ts'

const words = { zh: '答复', en: 'Reply' }
const ONE: ComputedDeadline = {
  key: 'R', rule_id: 'R', rule_version: 1, kind: 'ACTION', name: words, basis_date: '2026-01-10', trigger: 'OA', trigger_event: 'e', period: '2m', raw_due: '2026-03-10',
  official_due: '2026-03-10', internal_due: null, status: 'OPEN', overdue: false, suspended: false, certainty: 'SURE', provisional: false,
  explanation: {
    rule: { id: 'R', version: 1, name: words, legal_basis: words, source: 'test', certainty: 'SURE' },
    office: 'CN', trigger: { date: '2026-01-10' }, candidates: [], raw: '2026-03-10', not_rolled: true, provisional: false,
  },
} // oxfmt-ignore
const one = (more: Partial<ComputedDeadline> = {}): ComputedDeadline => ({ ...ONE, ...more })
const ENDED = [{ key: 'R', name: '答复', name_en: 'Reply', from: '2026-03-10', to: null }]

for (const [what, before, after, found] of [
  ['is removed', [one()], [], ENDED],
  ['is removed while it is missed', [one({ status: 'MISSED' })], [], ENDED],
  ['is removed after an extension', [one({ extended_due: '2026-04-10' })], [], [{ ...ENDED[0], from: '2026-04-10' }]],
  ['stays', [one()], [one()], []],
  ['stays with a later date', [one()], [one({ official_due: '2026-05-10' })], []],
  ['was done', [one({ status: 'DONE' })], [], ENDED],
  ['was done and stays', [one({ status: 'DONE' })], [one({ status: 'DONE' })], []],
  ['is a monitor', [one({ kind: 'MONITOR' })], [], []],
  ['is an annuity', [one({ kind: 'ANNUITY' })], [], ENDED],
  ['is of another notice', [one({ trigger_event: 'other' })], [], []],
  ['has no date yet', [one({ official_due: null })], [], []],
  ['is replaced by one due earlier', [one()], [one({ key: 'S', official_due: '2026-03-09' })], []],
  ['is replaced by one due on the same day', [one()], [one({ key: 'S' })], []],
  ['is replaced by one due later', [one()], [one({ key: 'S', official_due: '2026-03-11' })], ENDED],
  ['is replaced by one without a date', [one()], [one({ key: 'S', official_due: null })], ENDED],
  ['is replaced by one of another notice', [one()], [one({ key: 'S', trigger_event: 'other' })], ENDED],
  ['is replaced by one that is done', [one()], [one({ key: 'S', status: 'DONE' })], ENDED],
] satisfies [string, ComputedDeadline[], ComputedDeadline[], object[]][])
  test(`a deadline of a notice that ${what} is ${found.length > 0 ? '' : 'not '}reported as ended`, () =>
    assert.deepEqual(endedBy('e', before, after, () => false), found)) // oxfmt-ignore

test('an optional act neither ends nor replaces another', () => {
  const isOptional = ({ key }: ComputedDeadline) => key === 'S'
  assert.deepEqual(endedBy('e', [one({ key: 'S' })], [], isOptional), [])
  assert.deepEqual(endedBy('e', [one()], [one({ key: 'S', official_due: '2026-03-09' })], isOptional), ENDED)
})

for (const [what, before, after, found] of [
  ['moves to a later day', [one()], [one({ official_due: '2026-03-11' })], [{ ...ENDED[0], to: '2026-03-11' }]],
  ['had no date', [one({ official_due: null })], [one()], []],
  ['has no date any more', [one()], [one({ official_due: null })], []],
  ['is gone', [one()], [], []],
  ['had no date and is gone', [one({ official_due: null })], [], []],
] satisfies [string, ComputedDeadline[], ComputedDeadline[], object[]][])
  test(`a deadline that ${what} is ${found.length > 0 ? '' : 'not '}reported as postponed`, () =>
    assert.deepEqual(postponed(before, after, () => false), found)) // oxfmt-ignore
