import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLOSED, IN_FORCE, LEGAL_STATUS, legalStatusOf, STATUS, type PatentStatus } from './states.ts'
import { TRANSITIONS } from './transitions.ts'
import { OFFICES } from '../../../cases/offices.ts'

const offered = (country: string) => Object.entries(TRANSITIONS).filter(([, { only }]) => !only?.country || only.country.includes(country))

function reached(country: string): Set<string> {
  const states = new Set<string>(['DRAFTING'])
  // The iteration of a set includes items added during the loop.
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
  test(`${country}: a draft reaches ${end}, and every open state has a transition`, () => {
    const states = reached(country)
    assert.ok(states.has(end))
    const stuck = [...states].filter(
      (state) => !CLOSED.some((one) => one === state) && !offered(country).some(([, { from }]) => from.includes(state)),
    )
    assert.deepEqual(stuck, [])
  })

  test(`${country}: no state belongs to the practice of another office`, () => {
    const own = { US: ['US'], EP: ['EP'], JP: ['JP'], KR: ['JP'], WO: ['INTL'] }[country as string] ?? []
    const foreign = ['US', 'EP', 'JP', 'INTL'].filter((prefix) => !own.includes(prefix))
    assert.deepEqual(
      [...reached(country)].filter((state) => foreign.some((prefix) => state.startsWith(`${prefix}_`))),
      [],
    )
  })
}

test('every state is reachable somewhere, and every office has a way to file', () => {
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

test('a state in force has such a legal status, an ended one is never pending', () => {
  for (const status of IN_FORCE) assert.equal(legalStatusOf(status), 'GRANTED')
  for (const status of CLOSED) assert.ok(!['PENDING', 'PREPARING', 'GRANTED', 'PUBLISHED'].includes(legalStatusOf(status)), status)
  for (const status of Object.keys(STATUS)) assert.ok(legalStatusOf(status as PatentStatus) in LEGAL_STATUS) // keys of the table itself
})
