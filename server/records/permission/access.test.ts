import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf, testEngine, workAs } from '../../../tests/harness/engine.ts'
import type { Actor, Grant } from '../context.ts'
import { leaves } from '../write/states.ts'
import { accessOf, authorize, authorizeAbility } from './permission.ts'
import { fieldsReadBeyond } from './received.ts'

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

test('with a company selected, cases of the other companies are left out, but nobody’s own records', () => {
  const rowsOf = (model: string) => JSON.stringify(accessWith(model, [{ scope: 'ALL' }], { selected: ['c2'] }).rows ?? 'ALL')
  assert.match(rowsOf('patent'), /"c2"/)
  for (const model of ['task', 'token']) assert.doesNotMatch(rowsOf(model), /"c2"/, model)
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

test('the head of cases shows what may be read in every kind that is seen, and has the verbs of all of them', () => {
  const head = (...grants: Partial<Grant>[]) => {
    const { mayRead, verbs } = accessWith('case', grants)
    return [mayRead('title'), mayRead('kind'), ...['get', 'export', 'update'].map((verb) => verbs.has(verb))]
  }
  const [patent, mark] = [
    { model: 'patent', verbs: ['get', 'export'] },
    { model: 'trademark', verbs: ['get', 'update'] },
  ]
  const untitled = { ...patent, hidden: ['title'] }
  assert.deepEqual(head(patent, mark), [true, true, true, false, false])
  assert.deepEqual(head(untitled, mark), [false, true, true, false, false])
  assert.deepEqual(head(untitled), [false, true, true, true, false])
  assert.deepEqual(head(untitled, { ...patent, role: 'b' }, mark), [true, true, true, false, false])
  assert.deepEqual(head(patent, { ...untitled, model: 'fee' }), [true, true, true, true, false])
  assert.deepEqual(head({ model: 'fee' }), [false, false, false, false, false])
})

test('what is common to all companies is only seen by a grant for some of them, and not denied for some of them', () => {
  const may = (grants: Partial<Grant>[], denies: Partial<Grant>[] = []) => {
    const { verbs, rows } = accessOf(workAs(tenant, { ...person, denies: workAs(tenant, {}, denies).actor.grants }, grants), modelOf(tenant, 'tag'))
    return [['get', 'update'].map((verb) => verbs.has(verb) || verbs.has('*')), rows === undefined]
  }
  const denied = { role: 'd', model: 'tag', verbs: ['update'] }
  assert.deepEqual(may([{}]), [[true, true], true])
  assert.deepEqual(may([{ within: ['c1'] }]), [[true, false], true])
  assert.deepEqual(may([{ model: 'tag', verbs: ['get', 'update'], within: ['c1'] }]), [[true, false], true])
  assert.deepEqual(may([{}], [denied]), [[true, false], true])
  for (const more of [{ within: ['c1'] }, { scope: 'COMPANY' as const }, { scope: 'SELF' as const }])
    assert.deepEqual(may([{}], [{ ...denied, verbs: ['get'], ...more }]), [[true, true], true], JSON.stringify(more))
  assert.deepEqual(may([{}], [{ ...denied, verbs: ['get'], scope: 'CUSTOM', query: "name = 'x'" }]), [[true, true], false])
})

test('what is set up for all companies together is not even seen by a grant for some of them', () => {
  const verbs = (grant: Partial<Grant>) => [...accessWith('webhook', [{ verbs: ['get'], ...grant }]).verbs]
  const grants = [
    { model: '*', scope: 'ALL' },
    { model: '*', scope: 'COMPANY' },
    { model: '*', scope: 'ALL', within: ['c1'] },
  ] as const
  assert.deepEqual(grants.map(verbs), [['get'], [], []])
})

test('a department in which a person works part-time counts as their own', () => {
  const scope = (more: Partial<Actor>) => JSON.stringify(accessWith('patent', [{ scope: 'DEPT' }], more).rows)
  assert.deepEqual(
    ['d1', 'd7', 'd8'].map((one) => scope({ part_time_departments: ['d7'] }).includes(one)),
    [true, true, false],
  )
  assert.ok(scope({ department_sid: null, part_time_departments: ['d7'] }).includes('d7'))
})

for (const [what, grants, places] of [
  ['every company', [{ verbs: ['create'] }], undefined],
  ['the company to which the grant is limited', [{ verbs: ['create'], within: ['c9'] }], ['c9']],
  ['their own companies, of all that they see', [{ verbs: ['get', 'update'], change_scope: 'COMPANY' }], ['c1', 'c2']],
  ['their own companies', [{ verbs: ['import'], scope: 'COMPANY' }], ['c1', 'c2']],
  ['those of their own to which the grant is limited', [{ verbs: ['create'], scope: 'COMPANY_SUB', within: ['c2', 'c9'] }], ['c2']],
  ['their own companies, by a grant that enters nothing', [{ verbs: ['get', 'delete'] }], ['c1', 'c2']],
  ['the companies of both roles', [{ verbs: ['create'], within: ['c9'] }, { role: 'b', verbs: ['update'], scope: 'SELF' }], ['c9', 'c1', 'c2']],
  ['every company, by one of two roles', [{ verbs: ['create'], scope: 'COMPANY' }, { role: 'b', verbs: ['update'] }], undefined],
] as const)
  test(`a person gives records to ${what}`, () => assert.deepEqual(accessWith('patent', [...grants]).places, places)) // oxfmt-ignore

for (const [what, grants, most] of [
  ['the largest limit of the roles that export', [{ export_max: 10 }, { role: 'b', verbs: ['export'], export_max: 30 }], 30],
  ['no limit of a role that does not export', [{ verbs: ['export'], export_max: 10 }, { role: 'b', verbs: ['get'], export_max: 30 }], 10],
  ['no row beyond the limit for a role without one that only shows', [{ verbs: ['export'], export_max: 10 }, { role: 'b', verbs: ['get'] }], 10],
  ['everything by one role without a limit', [{ export_max: 10 }, { role: 'b' }], undefined],
  ['none by a limit of zero', [{ export_max: 0 }], 0],
] as const)
  test(`an export has ${what}`, () => assert.equal(accessWith('patent', [...grants]).exportable, most)) // oxfmt-ignore

test('a number is masked only where every role that shows it masks it', () => {
  const masked = (...grants: Partial<Grant>[]) => accessWith('user_info', grants).masks('mobile')
  const mask = { masks: ['mobile' as const] }
  assert.deepEqual([masked(mask), masked(mask, { role: 'b', masks: [] }), masked({ masks: [] })], [true, false, false])
  assert.equal(masked(mask, { role: 'b', masks: [], hidden: ['mobile'] }), true, 'a role that hides it does not show it whole')
})

test('a share is not received by whoever reads more of the record than the sharer: a field that is hidden from the sharer, or a number that they see masked', () => {
  const [whole, masked, hiding] = [{ masks: [] }, { masks: ['mobile' as const] }, { hidden: ['mobile'] }]
  const beyond = (sharer: Partial<Grant>, own: Partial<Grant>) => fieldsReadBeyond(modelOf(tenant, 'inventor'), accessWith('inventor', [sharer]), accessWith('inventor', [own])) // oxfmt-ignore
  assert.deepEqual([beyond(whole, whole), beyond(masked, whole), beyond(hiding, whole)], [[], ['mobile'], ['mobile']])
  assert.deepEqual([beyond(masked, masked), beyond(whole, masked), beyond(hiding, masked)], [[], [], ['mobile']])
  assert.deepEqual([beyond(hiding, hiding), beyond(masked, hiding)], [[], []])
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
