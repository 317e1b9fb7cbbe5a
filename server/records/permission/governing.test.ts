import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Grant } from '../context.ts'
import { allOf, among, anyOf, GIVEN, isGiven, NOTHING, OWN, prefixed, unionOf } from './conditions.ts'
import { ALL_VERBS, verbsLeft, without } from './denied.ts'
import { givenOn, mayAnywhere, mayEverywhere, seesAllCompanies, shows } from './governing.ts'

const grant = (more: Partial<Grant> = {}): Grant => ({
  ...{ role: 'a', model: 'patent', verbs: ['get', 'update'], scope: 'ALL', query: null, hidden: [], read_only: [] },
  ...more,
})
const ofAll = (more: Partial<Grant> = {}) => grant({ model: '*', ...more })

for (const [what, verb, grants, denies, [anywhere, everywhere]] of [
  ['a grant on all records', 'update', [grant()], [], [true, true]],
  ['a grant of all verbs', 'update', [grant({ verbs: ['*'] })], [], [true, true]],
  ['a grant on all models', 'update', [ofAll()], [], [true, true]],
  ['a grant on another model', 'update', [grant({ model: 'fee' })], [], [false, false]],
  ['a grant of another verb', 'delete', [grant()], [], [false, false]],
  ['a grant on the records of a company', 'update', [grant({ scope: 'COMPANY' })], [], [true, false]],
  ['a grant limited to a company', 'update', [grant({ within: ['c'] })], [], [true, false]],
  ['a grant with a narrower scope of changes, to change', 'update', [grant({ change_scope: 'DEPT' })], [], [true, false]],
  ['a grant with a narrower scope of changes, to see', 'get', [grant({ change_scope: 'DEPT' })], [], [true, true]],
  ['a grant with the same scope of changes', 'update', [grant({ change_scope: 'ALL' })], [], [true, true]],
  ['a wide grant beside a narrow one', 'update', [grant({ scope: 'SELF' }), grant({ role: 'b' })], [], [true, true]],
  ['a grant on all models that one on the model replaces', 'update', [ofAll(), grant({ verbs: ['get'] })], [], [false, false]],
  ['a grant on all models beside one of another role', 'update', [ofAll({ role: 'b' }), grant({ verbs: ['get'] })], [], [true, true]],
  ['a grant that is denied on every record', 'update', [grant()], [grant({ role: 'b', verbs: ['update'] })], [false, false]],
  ['a grant that is denied with all verbs', 'update', [grant()], [grant({ role: 'b', verbs: ['*'] })], [false, false]],
  ['a grant that is denied on all models', 'update', [grant()], [ofAll({ role: 'b' })], [false, false]],
  ['a grant of which another verb is denied', 'update', [grant()], [grant({ role: 'b', verbs: ['delete'] })], [true, true]],
  ['a grant of which seeing is denied', 'update', [grant()], [grant({ role: 'b', verbs: ['search'] })], [false, false]],
  ['a grant that is denied on some records', 'update', [grant()], [grant({ role: 'b', scope: 'DEPT' })], [true, false]],
  ['a grant that is denied in a company', 'update', [grant()], [grant({ role: 'b', within: ['c'] })], [true, false]],
  ['a grant that is denied on another model', 'update', [grant()], [grant({ role: 'b', model: 'fee' })], [true, true]],
  ['a denial on all models that one on the model replaces', 'update', [grant()], [ofAll({ role: 'b' }), grant({ role: 'b', verbs: ['export'] })], [true, true]],
] as const)
  test(`${what} gives a verb ${anywhere ? (everywhere ? 'everywhere' : 'on some records') : 'nowhere'}`, () => {
    const holding = { grants, denies }
    assert.deepEqual([mayAnywhere(holding, 'patent', verb), mayEverywhere(holding, 'patent', verb)], [anywhere, everywhere])
  }) // oxfmt-ignore

test('a verb is given in part where it is denied on some records or, with no grant left, on all', () => {
  const partOf = (denies: readonly Grant[]) => givenOn({ grants: [grant()], denies }, 'patent', 'update')
  assert.deepEqual(partOf([]), { grants: [grant()], isPart: false })
  assert.deepEqual(partOf([grant({ role: 'b', verbs: ['delete'] })]), { grants: [grant()], isPart: false })
  assert.deepEqual(partOf([grant({ role: 'b', scope: 'DEPT' })]), { grants: [grant()], isPart: true })
  assert.deepEqual(partOf([grant({ role: 'b' })]), { grants: [], isPart: true })
  assert.deepEqual(givenOn({ grants: [grant()] }, 'patent', 'update'), { grants: [grant()], isPart: false })
})

for (const [verbs, shown] of [
  [['get'], true],
  [['search'], true],
  [['count'], true],
  [['export'], true],
  [['*'], true],
  [['create', 'update', 'delete', 'transition', 'import', 'extend'], false],
  [[], false],
] as const)
  test(`a grant of ${verbs.join(', ') || 'nothing'} ${shown ? 'shows' : 'does not show'} records`, () => assert.equal(shows(grant({ verbs })), shown))

for (const [what, more, sees] of [
  ['a record of a company', {}, true],
  ['a name that everybody may see', { public_name: true }, false],
  ['what is common to all companies', { scope: 'tenant' }, false],
  ['what is computed from other records', { derived: true }, false],
] as const)
  test(`a grant on ${what} ${sees ? 'shows' : 'does not show'} all companies`, () => {
    const common = { name: 'tag', scope: 'tenant' } as Model // of both, all that is read
    const models = { all: new Map([['tag', common], ['patent', { name: 'patent', scope: 'company', ...more } as Model]]) } // oxfmt-ignore
    assert.equal(seesAllCompanies(models, { grants: [grant({ verbs: ['count'] })] }), sees)
    assert.equal(seesAllCompanies(models, { grants: [grant({ verbs: ['update'] })] }), false)
    assert.equal(seesAllCompanies(models, { grants: [grant({ within: ['c'] })] }), false)
  })

const [own, lab, firm] = ['own', 'lab', 'firm'].map((one) => among([one], ['x'])) as [Condition, Condition, Condition] // three of three
const not = (of: Condition): Condition => ({ kind: 'not', of })

for (const [what, rows, denied, verb, left] of [
  ['no denial', own, [], 'get', own],
  ['a denial of another verb', own, [[['update'], lab]], 'get', own],
  ['a denial of the verb', own, [[['update'], lab]], 'update', { kind: 'and', of: [own, not(lab)] }],
  ['a denial of seeing', own, [[['get'], lab]], 'update', { kind: 'and', of: [own, not(lab)] }],
  ['a denial on every record', own, [[['get'], undefined]], 'get', NOTHING],
  ['a denial of seeing and more', own, [[['delete', 'get'], lab]], 'update', { kind: 'and', of: [own, not(lab)] }],
  ['a denial on every record beside another', own, [[['get'], lab], [['get'], undefined]], 'get', NOTHING],
  ['a denial of every row', undefined, [[['get'], lab]], 'get', not(lab)],
  ['two denials', own, [[['get'], lab], [['get'], firm]], 'get', { kind: 'and', of: [own, not({ kind: 'or', of: [lab, firm] })] }],
] as const)
  test(`${what} leaves the rows of ${verb} that are not taken`, () =>
    assert.deepEqual(without(rows, denied.map(([verbs, of]) => ({ grant: grant({ verbs }), rows: of })), verb), left)) // oxfmt-ignore

for (const [what, verbs, denied, left] of [
  ['on some rows', ['get', 'update'], [[['update'], lab]], ['get', 'update']],
  ['on every row', ['get', 'update'], [[['update'], undefined]], ['get']],
  ['of seeing on every row', ['get', 'update'], [[['get'], undefined]], []],
  ['of all verbs', ['*'], [[['*'], undefined]], []],
  ['beside one of another verb', ['get', 'update', 'delete'], [[['update'], undefined], [['delete'], undefined]], ['get']],
  ['of one of all verbs', ['*'], [[['delete'], undefined]], ALL_VERBS.filter((one) => one !== 'delete')],
  ['of one of all verbs on some rows', ['*'], [[['delete'], lab]], ['*']],
] as const)
  test(`a denial ${what} leaves the other verbs`, () =>
    assert.deepEqual(verbsLeft(verbs, denied.map(([taken, rows]) => ({ grant: grant({ verbs: taken }), rows }))), left)) // oxfmt-ignore

test('a condition of permission is of its values, positive, and tested whoever asks', () => {
  const value = { kind: 'text', value: 'x', at: -1 }
  assert.deepEqual(own, { kind: 'in', path: ['own'], at: -1, negated: false, values: [value] })
  assert.deepEqual(NOTHING, { kind: 'empty', path: ['sid'], at: -1, negated: false })
  assert.deepEqual([GIVEN, OWN, 0, undefined].map(isGiven), [true, true, false, false])
})

test('conditions are joined: of none nothing is seen, of every row all are, and a limit is kept', () => {
  assert.deepEqual([anyOf([]), anyOf([own]), anyOf([own, lab])], [NOTHING, own, { kind: 'or', of: [own, lab] }])
  assert.deepEqual([allOf([]), allOf([own]), allOf([own, lab])], [undefined, own, { kind: 'and', of: [own, lab] }])
  assert.deepEqual([unionOf([]), unionOf([own, undefined]), unionOf([own, lab])], [NOTHING, undefined, { kind: 'or', of: [own, lab] }])
  assert.deepEqual(among(['sid'], []), NOTHING)
  assert.deepEqual(prefixed(undefined, 'case_sid'), undefined)
  const through = (one: string) => among(['case_sid', one], ['x'])
  const whole: Condition = { kind: 'and', of: [own, not({ kind: 'or', of: [lab, firm] })] }
  assert.deepEqual(prefixed(whole, 'case_sid'), { kind: 'and', of: [through('own'), not({ kind: 'or', of: [through('lab'), through('firm')] })] })
})
