import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireTransition } from '../../../model/kit/wire/wire.ts'
import { transitionsNow } from './transitions-now.ts'

const step = (code: string, to: string): WireTransition => ({ code, label: code, from: [], to, fields: [], required: [] })
const states = {
  field: 'status',
  closed: ['WITHDRAWN', 'DELETED'],
  transitions: [step('withdraw', 'WITHDRAWN'), step('delete', 'DELETED'), step('correct', 'CORRECT'), step('register', 'REGISTERED')],
}

for (const [offered, shown] of [
  [['withdraw', 'correct', 'register'], 'correct,register,withdraw'],
  [['register', 'delete', 'withdraw'], 'register,withdraw,delete'],
  [['delete'], 'delete'],
  [[], ''],
] as const)
  test(`of ${offered.join(', ') || 'no step'} the page offers ${shown || 'none'}: what ends the case is not the first button`, () => {
    const transitions = offered.map((code) => ({ code, to: states.transitions.find((one) => one.code === code)?.to ?? '' }))
    assert.equal(transitionsNow({ states }, { sid: 'x', transitions } as never).map(({ code }) => code).join(), shown) // oxfmt-ignore
  })
