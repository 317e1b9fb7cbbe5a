import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standing } from '../../../model/docketing/calculation/state.ts'
import { CLOSED, STATE_FACTS } from '../../../model/rights/patents/lifecycle/states.ts'
import { readLaw } from '../../../seed/law/deadlines/read.ts'
import { declaredModels } from '../../records/registry.ts'

const { kinds } = await declaredModels()

test('every state a rule names is a state that a case of its kind can have', () => {
  const unknown = readLaw().rules.flatMap(({ id, case_kind = '', survives = [], proves, closes }) => {
    const states = kinds.get(case_kind)?.model.states?.facts ?? {}
    return [...survives, ...(proves?.states ?? []), ...(closes?.states ?? [])].filter((state) => !(state in states)).map((state) => `${id} ${state}`)
  })
  assert.deepEqual(unknown, [])
})

test('a case on which work has ended counts as closed for its deadlines', () => {
  assert.deepEqual(
    CLOSED.filter((status) => standing(STATE_FACTS[status]) === 'LIVE'),
    [],
  )
})
