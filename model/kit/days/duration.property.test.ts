import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDuration, addSteps } from './duration.ts'

const days = fc.integer({ min: 0, max: 60_000 }).map((count) => Temporal.PlainDate.from('1930-01-01').add({ days: count }))
const steps = fc.array(fc.tuple(fc.integer({ min: -400, max: 400 }), fc.constantFrom('d', 'm', 'y')), { minLength: 1, maxLength: 4 })

const NAMES = { d: 'days', m: 'months', y: 'years' } as const

test('[9.09] a duration adds each of its parts in order, exactly as Temporal does', () => {
  fc.assert(
    fc.property(days, steps, (from, parts) => {
      const text = parts.map(([count, unit]) => `${count}${unit}`).join(',')
      const expected = parts.reduce((date, [count, unit]) => date.add({ [NAMES[unit]]: count }), from) // one of the three letters
      assert.equal(`${addDuration(from, text)}`, `${expected}`)
      assert.equal(addSteps(from, text).at(-1)?.date, `${expected}`)
    }),
    { numRuns: 2000 },
  )
})
