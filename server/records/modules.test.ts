import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineAction } from '../../model/kit/action.ts'
import { perform } from './actions.ts'
import { assemble } from './modules.ts'

const one = { name: 'one' }

test('hooks of one model run in the order of the modules and of their parts', () => {
  const hooks = [1, 2, 3].map((at) => ({ model: ['patent'], prepare: () => void order.push(at) }))
  const order: number[] = []
  const modules = assemble([
    { name: 'first', hooks: hooks.slice(0, 1), parts: [{ hooks: hooks.slice(1, 2) }] },
    { name: 'second', after: ['first'], hooks: hooks.slice(2) },
  ])
  for (const { prepare } of modules.hooksOf('patent')) void prepare?.(undefined as never, []) // these read nothing
  assert.deepEqual(order, [1, 2, 3])
  assert.deepEqual(modules.hooksOf('agency'), [])
})

test('a contradictory order of modules or hooks stops the start', () => {
  const second = { name: 'second', after: ['one'] }
  assert.doesNotThrow(() => assemble([one, second]))
  assert.throws(() => assemble([second, one]), /the module second must stand after one/)
  const hooked = { name: 'hooked', parts: [{ hooks: [{ model: 'patent', after: ['one'] }] }] }
  assert.throws(() => assemble([hooked, one]), /the module hooked must stand after one/)
})

test('duplicate module names, action addresses and job kinds stop the start', () => {
  assert.throws(() => assemble([one, one]), /the module one/)
  const declared = defineAction({
    model: 'role',
    name: 'copy',
    zh: '复制',
    en: 'Copy',
    methods: ['GET', 'POST'],
    body: {},
    answer: {},
    permission: 'person',
  })
  const [copyByGet, copy] = perform(declared, async () => ({}))
  assert.ok(copyByGet && copy)
  assert.throws(
    () =>
      assemble([
        { name: 'a', actions: [copy] },
        { name: 'b', actions: [copy] },
      ]),
    /the action POST role\/copy/,
  )
  assert.doesNotThrow(() => assemble([{ name: 'a', actions: [copy, copyByGet] }]))
  const job = { kind: 'IMPORT' as const, run: async () => {} }
  assert.throws(() => assemble([{ name: 'a', jobs: [job, job] }]), /the job IMPORT/)
})
