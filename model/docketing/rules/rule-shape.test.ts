import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLawRows } from '../../../seed/law/deadlines/read.ts'
import { faultsOf } from './law-pack.ts'
import { misshapen } from './rule-shape.ts'

const { rules, services } = readLawRows()
const rows = rules as Record<string, unknown>[] // the form of the files
const sound = rows.find(({ id }) => id === 'CNP15') ?? {}

test('every shipped rule has a valid shape', () => {
  for (const row of rows) assert.deepEqual(misshapen(row), [], String(row.id))
})

for (const [part, value, place] of [
  ['terms', 5, 'terms'],
  ['terms', [null], 'terms.0'],
  ['terms', [{ from: 5, period: '1m' }], 'terms.0.from'],
  ['terms', [{ from: 'trigger', period: '1m', by_country: { CN: 5 } }], 'terms.0.by_country.CN'],
  ['terms', [{ from: 'trigger', period: '1m', colour: 'red' }], 'terms.0.colour'],
  ['when', 5, 'when'],
  ['when', [null], 'when.0'],
  ['recurring', 'yearly', 'recurring'],
  ['trigger', { events: 'CN14' }, 'trigger.events'],
  ['trigger', null, 'trigger'],
  ['steps', [null], 'steps.0'],
  ['closes', 5, 'closes'],
  ['proves', { events: 5 }, 'proves.events'],
  ['survives', 'REFUSED', 'survives'],
  ['overrides', 'CNP01', 'overrides'],
  ['countries', 'CN', 'countries'],
  ['legal_basis', 'Art. 1', 'legal_basis'],
  ['once', 'yes', 'once'],
] as const) {
  test(`${part}: ${JSON.stringify(value)} is refused with its position and without a crash`, () => {
    const row = { ...sound, [part]: value }
    assert.deepEqual(misshapen(row), [place])
    const faults = faultsOf({ rules: [...rows.filter((one) => one !== sound), row], services, calendars: [] })
    assert.ok(faults.some(({ en }) => en.startsWith(`${place} has the wrong structure`)))
  })
}

test('an extension without steps is a fault', () => {
  const row = { ...sound, extensions: {} }
  const faults = faultsOf({ rules: [...rows.filter((one) => one !== sound), row], services, calendars: [] })
  assert.deepEqual(
    faults.map(({ en }) => en),
    ['extensions requires steps and times'],
  )
})
