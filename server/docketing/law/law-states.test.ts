import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standing } from '../../../model/docketing/calculation/state.ts'
import { CLOSED, STATE_FACTS, STATUS } from '../../../model/rights/patents/lifecycle/states.ts'
import { readLaw } from '../../../seed/law/deadlines/read.ts'

test('every state a rule names is a state that a patent can have', () => {
  const unknown = readLaw().rules.flatMap(({ id, survives = [], proves, closes }) =>
    [...survives, ...(proves?.states ?? []), ...(closes?.states ?? [])].filter((state) => !(state in STATUS)).map((state) => `${id} ${state}`),
  )
  assert.deepEqual(unknown, [])
})

test('a case on which work has ended counts as closed for its deadlines', () => {
  assert.deepEqual(
    CLOSED.filter((status) => standing(STATE_FACTS[status]) === 'LIVE'),
    [],
  )
})
