import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor, Context, Grant } from '../context.ts'
import { SYSTEM } from '../context.ts'
import { ALL_VERBS } from './denied.ts'
import { boundBy, forFunction, functionOf, functionOfRoute, isWithheld, withinFunctions } from './functions.ts'

const grant = (more: Partial<Grant> = {}): Grant => ({
  ...{ role: 'a', model: 'patent', verbs: ['get', 'update', 'delete'], scope: 'ALL', query: null, hidden: [], read_only: [] },
  ...more,
})
const verbsOf = (grants: readonly Grant[]) => grants.map(({ role, model, verbs }) => [role, model, verbs.join()])
const less = ALL_VERBS.filter((verb) => verb !== 'delete').join()

for (const [what, restrictions, bound] of [
  ['without a role nothing is bound', [[['a.get'], []], [['a.get'], null]], {}],
  ['without a function nothing is bound', [[null, ['r']]], {}],
  ['each function is given by the roles that are named', [[['a.get', 'b.get'], ['r', 's']], [['c.get'], ['t']]], { 'a.get': ['r', 's'], 'b.get': ['r', 's'], 'c.get': ['t'] }],
  ['a function that is bound twice is given by the roles that both name', [[['a.get'], ['r', 's']], [['a.get'], ['s', 't']]], { 'a.get': ['s'] }],
  ['a function that is bound twice to different roles is given by none', [[['a.get'], ['r']], [['a.get'], ['s']]], { 'a.get': [] }],
] as const)
  test(`restrictions: ${what}`, () => assert.deepEqual(boundBy(restrictions.map(([functions, role_sids]) => ({ functions, role_sids }))), bound)) // oxfmt-ignore

for (const [what, functions, grants, left] of [
  ['no binding takes nothing', {}, [grant()], [['a', 'patent', 'get,update,delete']]],
  ['a verb that other roles give is taken', { 'patent.delete': ['b'] }, [grant()], [['a', 'patent', 'get,update']]],
  ['a verb that the role gives stays', { 'patent.delete': ['b', 'a'] }, [grant()], [['a', 'patent', 'get,update,delete']]],
  ['a verb of another model is not taken', { 'fee.delete': ['b'] }, [grant()], [['a', 'patent', 'get,update,delete']]],
  ['a verb is taken out of all verbs', { 'patent.delete': ['b'] }, [grant({ verbs: ['*'] })], [['a', 'patent', less]]],
  ['without seeing no verb is left', { 'patent.get': ['b'] }, [grant()], [['a', 'patent', '']]],
  ['two bindings take two verbs', { 'patent.delete': ['b'], 'patent.update': ['b'] }, [grant()], [['a', 'patent', 'get']]],
  ['an action is no verb, and takes none', { 'patent.copy': ['b'] }, [grant({ verbs: ['*'] })], [['a', 'patent', '*']]],
  [
    'of a grant on all models the others are kept',
    { 'patent.delete': ['b'] },
    [grant({ model: '*', verbs: ['*'] })],
    [['a', '*', '*'], ['a', 'patent', less]],
  ],
  ['a grant on all models of a role that gives it stays', { 'patent.delete': ['a'] }, [grant({ model: '*' })], [['a', '*', 'get,update,delete']]],
  [
    'a grant on all models does not come back beside one on the model',
    { 'patent.delete': ['b'] },
    [grant({ model: '*', verbs: ['*'] }), grant({ verbs: ['get', 'delete'] })],
    [['a', '*', '*'], ['a', 'patent', 'get']],
  ],
] as const)
  test(`functions bound to roles: ${what}`, () => assert.deepEqual(verbsOf(withinFunctions(grants, functions)), left)) // oxfmt-ignore

const acting = (more: Partial<Actor>) => ({ actor: { ...SYSTEM, grants: [grant(), grant({ role: 'b' })], access: new Map(), ...more } }) as Context // all that is read of it

test('an action bound to roles has its permission from these alone, also in the eyes of somebody who views; one of the person is not bound', () => {
  const functions = { 'patent.copy': ['b'] }
  const ctx = acting({ functions, viewer: acting({ functions }).actor })
  const bound = forFunction(ctx, 'patent.copy', 'patent', 'update')
  const left = [['a', 'patent', 'get,delete'], ['b', 'patent', 'get,update,delete']] // oxfmt-ignore
  assert.deepEqual(verbsOf(bound.actor.grants), left)
  assert.deepEqual(verbsOf(bound.actor.viewer?.grants ?? []), left)
  assert.notEqual(bound.actor.access, ctx.actor.access)
  assert.equal(forFunction(ctx, 'patent.copy', 'patent', 'update').actor, bound.actor, 'access is computed once')
  const able = acting({ functions, grants: [grant({ verbs: ['get', 'extend'] })] })
  assert.deepEqual(verbsOf(forFunction(able, 'patent.copy', 'patent', { code: 'extend', zh: '', en: '' }).actor.grants), [['a', 'patent', 'get']])
  for (const same of [forFunction(ctx, 'patent.other', 'patent', 'update'), forFunction(ctx, 'patent.copy', 'patent', 'person')])
    assert.equal(same, ctx)
})

for (const [what, functions, role_sids, withheld] of [
  ['not bound', {}, ['a'], false],
  ['bound to a role of theirs', { 'patent.copy': ['b', 'a'] }, ['a'], false],
  ['bound to other roles', { 'patent.copy': ['b'] }, ['a'], true],
  ['bound, of somebody without a role', { 'patent.copy': ['b'] }, undefined, true],
  ['of which another is bound', { 'patent.delete': ['b'] }, ['a'], false],
] as const)
  test(`a function ${what} is ${withheld ? 'withheld' : 'not withheld'}`, () =>
    assert.equal(isWithheld({ functions, ...(role_sids && { role_sids }) }, 'patent.copy'), withheld))

test('a function has the same name at both addresses of portals, and an action has that of the model where it stands', () => {
  const [own, shared] = ['/innoe-webapi/portal/layout/:sid', '/innoe-webapi/model/portal/layout/:sid'].map((url) =>
    functionOfRoute({ method: 'GET', url }),
  )
  assert.deepEqual([own, shared], ['get.portal_layout_sid', 'get.portal_layout_sid'])
  assert.equal(functionOfRoute({ method: 'POST', url: '/innoe-web/files/x' }), 'post.files_x')
  assert.equal(functionOfRoute({ method: 'GET', url: '/innoe-openapi/innoe-web/x' }), 'get._innoe_openapi_innoe_web_x')
  assert.equal(functionOfRoute({ method: 'POST', url: '/innoe-webapi/model/import' }), 'post.model_import')
  assert.deepEqual(
    [functionOf({ model: 'patent', name: 'copy' }), functionOf({ model: 'patent', at: 'fee', name: 'copy' })],
    ['patent.copy', 'fee.copy'],
  )
})
