// Every state of a contract, a dispute or other work can be reached from its first one, and every one leads to an end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Field } from '../kit/fields.ts'
import type { Model } from '../kit/model.ts'
import { dispute } from './disputes/dispute.ts'
import { licence } from './licences/licence.ts'
import { pledge } from './pledges/pledge.ts'
import { project } from './projects/project.ts'
import { retrievalRequest } from './retrievals/retrieval_request.ts'
import { risk } from './risks/risk.ts'
import { transfer } from './transfers/transfer.ts'

for (const model of [dispute, licence, pledge, project, retrievalRequest, risk, transfer] as readonly Model[])
  test(`[1.09] every state of ${model.name} is reached, and ends`, () => {
    const { states } = model
    assert.ok(states)
    const field = (model.fields as Readonly<Record<string, Field>>)[states.field]
    assert.ok(field?.type === 'option' && typeof field.default === 'string')
    const all = Object.keys(field.options)
    const next = (state: string) => Object.values(states.transitions).flatMap(({ from, to }) => (from === '*' || from.includes(state) ? [to] : []))
    const reached = (from: string) => {
      const seen = new Set([from])
      for (const state of seen) for (const to of next(state)) seen.add(to)
      return seen
    }
    assert.deepEqual(all.filter((state) => !reached(String(field.default)).has(state)), []) // oxfmt-ignore
    const stuck = all.filter((state) => !states.closed.includes(state) && ![...reached(state)].some((to) => states.closed.includes(to)))
    assert.deepEqual(stuck, [])
    for (const { fields = [] } of Object.values(states.transitions)) for (const code of fields) assert.ok(code in model.fields, code)
  })
