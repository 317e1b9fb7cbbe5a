import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KindWords } from '../kind-words.ts'
import { choicesOf, datesIn, factsIn, kindOfFact, nameOfFact } from './rule-lists.ts'

const layouts: KindWords = {
  subtype: [],
  route: [],
  status: [],
  dates: [
    { value: 'filing_date', label: 'Filing date' },
    { value: 'first_exploit_date', label: 'First exploited on' },
    { value: 'shown_on', label: 'First shown on' },
  ],
  options: { dispute_type: [{ value: 'OWNERSHIP', label: 'Ownership' }] },
  owed: {},
}

const labelOf = (value: string) => datesIn('en', layouts).find((one) => one.value === value)?.label

test('the dates of its own kind of case are offered to a rule by their names, each once', () => {
  assert.equal(labelOf('first_exploit_date'), 'First exploited on')
  assert.equal(datesIn('en', layouts).filter(({ value }) => value === 'filing_date').length, 1)
  const facts = factsIn('en', layouts)
  assert.deepEqual(
    facts.filter(({ label }) => /_/.test(label)),
    [],
  )
  assert.equal(facts.find(({ value }) => value === 'shown_on')?.label, 'First shown on…')
})

test('a fact that the list does not offer has its name too, and the choices of the kind have theirs', () => {
  assert.equal(nameOfFact('abroad', 'en', layouts), 'Abroad')
  assert.equal(kindOfFact('dispute_type', layouts), 'choice')
  assert.deepEqual(choicesOf('dispute_type', 'en', layouts), [{ value: 'OWNERSHIP', label: 'Ownership' }])
  assert.equal(kindOfFact('first_exploit_date', layouts), 'date')
})
