import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf, testEngine, workAs } from '../../../tests/harness/engine.ts'
import type { Actor, Grant } from '../context.ts'
import { leaves } from '../write/states.ts'
import { accessOf, authorize, authorizeAbility } from './permission.ts'

const { tenant } = await testEngine()
const person: Partial<Actor> = {
  sid: 'p', platform: 1, company_sid: 'c1', companies: ['c1', 'c2'], department_sid: 'd1', departments: ['d1', 'd2'], virtual: { organisations: [], people: [], departments: [] }, stands_in_for: [], selected: null, roles: [],
} // oxfmt-ignore
const accessWith = (model: string, grants: Partial<Grant>[], more: Partial<Actor> = {}) =>
  accessOf(workAs(tenant, { ...person, ...more }, grants), modelOf(tenant, model))
const sees = (grants: Partial<Grant>[]) => JSON.stringify(accessWith('patent', grants).rows ?? 'ALL')

test('a field hidden by one role is readable if another role of the user shows it', () => {
  const [hiding, showing] = [{ role: 'a', hidden: ['title'] }, { role: 'b' }]
  assert.deepEqual([[hiding, showing], [hiding, hiding], [showing]].map((grants) => accessWith('patent', grants).mayRead('title')), [true, false, true]) // oxfmt-ignore
})

test('a field that is read from another one is hidden with it', () => {
  const { states } = modelOf(tenant, 'patent')
  const state = states?.field ?? ''
  const readable = (hidden: string[]) => [state, 'phase'].map((code) => accessWith('patent', [{ hidden }]).mayRead(code))
  assert.deepEqual([[], ['phase'], [state]].map(readable), [[true, true], [true, false], [false, false]]) // oxfmt-ignore
})

test('a field is writable only if a role neither hides it nor makes it read-only', () => {
  const written = (...grants: Partial<Grant>[]) => accessWith('patent', grants).mayWrite('title')
  assert.deepEqual([written({}), written({ hidden: ['title'] }), written({ read_only: ['title'] }), written({ read_only: ['title'] }, { role: 'b' })], [true, false, false, true]) // oxfmt-ignore
})

test('the grant of a role on a model replaces its own grant on all models, not that of another role', () => {
  const verbs = (...grants: Partial<Grant>[]) => accessWith('patent', grants).verbs
  const own = { role: 'a', model: 'patent', verbs: ['get'] }
  assert.equal(verbs({ role: 'a', verbs: ['*'] }, own).has('*'), false)
  assert.equal(verbs({ role: 'b', verbs: ['*'] }, own).has('*'), true)
})

test('each scope selects its own rows', () => {
  assert.match(sees([{ scope: 'DEPT' }]), /"d1"/)
  assert.doesNotMatch(sees([{ scope: 'DEPT' }]), /"d2"/)
  assert.match(sees([{ scope: 'DEPT_SUB' }]), /"d2"/)
  assert.doesNotMatch(sees([{ scope: 'COMPANY' }]), /"c2"/)
  assert.match(sees([{ scope: 'COMPANY_SUB' }]), /"c2"/)
  assert.equal(sees([{ scope: 'ALL' }]), '"ALL"')
})

test('a scope by query without a query shows nothing', () => {
  const { rows } = accessWith('patent', [{ scope: 'CUSTOM', query: null }])
  assert.deepEqual(rows, { kind: 'empty', path: ['sid'], at: -1, negated: false })
})

test('a verb applies only to the rows of the grants that contain it', () => {
  const access = accessWith('patent', [
    { role: 'a', verbs: ['update'], scope: 'COMPANY' },
    { role: 'b', verbs: ['delete'], scope: 'ALL' },
  ])
  assert.equal(access.changeableBy('delete'), undefined)
  assert.match(JSON.stringify(access.changeableBy('update')), /"c1"/)
})

test('the records that a person may change are those of the narrower scope, not all that the person sees', () => {
  const { rows, changeable } = accessWith('patent', [{ verbs: ['get', 'update'], scope: 'ALL', change_scope: 'COMPANY' }])
  assert.deepEqual([rows, changeable], [undefined, accessWith('patent', [{ verbs: ['get'], scope: 'COMPANY' }]).rows])
})

test('a number is masked only where every role that shows it masks it', () => {
  const masked = (...grants: Partial<Grant>[]) => accessWith('user_info', grants).masks('mobile')
  const mask = { masks: ['mobile' as const] }
  assert.deepEqual([masked(mask), masked(mask, { role: 'b', masks: [] }), masked({ masks: [] })], [true, false, false])
  assert.equal(masked(mask, { role: 'b', masks: [], hidden: ['mobile'] }), true, 'a role that hides it does not show it whole')
})

test('a verb that a model excludes and an ability without a grant are refused', () => {
  const ctx = workAs(tenant, person, [{ verbs: ['get'] }])
  assert.throws(() => authorize(workAs(tenant, person, [{}]), modelOf(tenant, 'change_log'), 'update'), /verb_refused/)
  assert.throws(() => authorize(ctx, modelOf(tenant, 'patent'), 'update'), /forbidden/)
  assert.throws(() => authorizeAbility(ctx, modelOf(tenant, 'deadline'), { code: 'extend', zh: '延长', en: 'extend' }), /forbidden/)
})

const open = (only?: Record<string, readonly string[]>) => ({ zh: '', en: '', from: '*' as const, to: 'B', ...(only && { only }) })
const model = { states: { field: 's', closed: ['Z'], transitions: {} } } as unknown as Parameters<typeof leaves>[0] // only its states are read

for (const [what, transition, state, record, may] of [
  ['any open state', open(), 'A', {}, true],
  ['the state where it leads', open(), 'B', {}, false],
  ['a closed state', open(), 'Z', {}, false],
  ['a state that it names', { ...open(), from: ['A'] }, 'A', {}, true],
  ['a state that it does not name', { ...open(), from: ['A'] }, 'C', {}, false],
  ['a case of its office', open({ country: ['CN'] }), 'A', { country: 'CN' }, true],
  ['a case of another office', open({ country: ['CN'] }), 'A', { country: 'US' }, false],
  ['a case whose office is hidden', open({ country: ['CN'] }), 'A', {}, true],
] as const)
  test(`a transition ${may ? 'leaves' : 'does not leave'} ${what}`, () => assert.equal(leaves(model, transition, state, record), may))
