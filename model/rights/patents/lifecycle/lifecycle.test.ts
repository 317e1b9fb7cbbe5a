import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLOSED, IN_FORCE, LEGAL_STATUS, legalStatusOf, STATUS, type PatentStatus } from './states.ts'
import { TRANSITIONS } from './transitions.ts'
import { OFFICES } from '../../../cases/offices.ts'

const offered = (country: string) => Object.entries(TRANSITIONS).filter(([, { only }]) => !only?.country || only.country.includes(country))

function reached(country: string): Set<string> {
  const states = new Set<string>(['DRAFTING'])
  // A set grows while it is walked, and the walk goes on to what was added.
  for (const state of states) for (const [, { from, to }] of offered(country)) if (from.includes(state)) states.add(to)
  return states
}

for (const [country, end] of [
  ['CN', 'GRANTED'],
  ['US', 'US_GRANTED'],
  ['EP', 'EP_GRANTED'],
  ['JP', 'JP_GRANTED'],
  ['KR', 'JP_GRANTED'],
  ['WO', 'INTL_CLOSED'],
  ['DE', 'GRANTED'],
  ['HK', 'GRANTED'],
] as const) {
  test(`${country}: a draft comes to ${end}, and no open state is without a way on`, () => {
    const states = reached(country)
    assert.ok(states.has(end))
    const stuck = [...states].filter(
      (state) => !CLOSED.some((one) => one === state) && !offered(country).some(([, { from }]) => from.includes(state)),
    )
    assert.deepEqual(stuck, [])
  })

  test(`${country}: never meets the practice of another office`, () => {
    const own = { US: ['US'], EP: ['EP'], JP: ['JP'], KR: ['JP'], WO: ['INTL'] }[country as string] ?? []
    const foreign = ['US', 'EP', 'JP', 'INTL'].filter((prefix) => !own.includes(prefix))
    assert.deepEqual(
      [...reached(country)].filter((state) => foreign.some((prefix) => state.startsWith(`${prefix}_`))),
      [],
    )
  })
}

test('every state can be reached somewhere, and every office has a way to file', () => {
  const everywhere = new Set(Object.keys(OFFICES).flatMap((country) => [...reached(country)]))
  assert.deepEqual(
    Object.keys(STATUS).filter((status) => !everywhere.has(status)),
    [],
  )
  for (const country of Object.keys(OFFICES))
    assert.ok(
      [...reached(country)].some((state) => state.endsWith('FILED')),
      country,
    )
})

test('a state in force shows as such, one that has ended never as pending', () => {
  for (const status of IN_FORCE) assert.equal(legalStatusOf(status), 'GRANTED')
  for (const status of CLOSED) assert.ok(!['PENDING', 'PREPARING', 'GRANTED', 'PUBLISHED'].includes(legalStatusOf(status)), status)
  for (const status of Object.keys(STATUS)) assert.ok(legalStatusOf(status as PatentStatus) in LEGAL_STATUS) // keys of the table itself
})
