import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GivenGrant, Grantable } from './role-actions.ts'
import { widerThanCases } from './wider-than-cases.ts'

const entity = (name: string, case_part: Grantable['case_part']): Grantable => ({
  entity: name,
  label: name,
  area: '',
  case_part,
  verbs: [],
  fields: [],
})
const ENTITIES = [entity('patent', 'CASE'), entity('trademark', 'CASE'), entity('deadline', 'OF_CASE'), entity('fee', 'OF_CASE'), entity('tag', null)]
const grant = (name: string, data_scope: string, more: Partial<GivenGrant> = {}): GivenGrant => ({
  entity: name,
  verbs: ['get', 'search', 'count'],
  denies: false,
  data_scope,
  query: null,
  change_scope: null,
  delete_scope: null,
  within_company: null,
  export_max: null,
  hidden_fields: [],
  read_only_fields: [],
  ...more,
})
const told = (...grants: GivenGrant[]) => widerThanCases(ENTITIES, grants).map((one) => [one.entity.entity, ...one.kinds.map((kind) => kind.entity.entity)]) // oxfmt-ignore

test('a role with the patents of one department and the deadlines of the company is told so, kind by kind', () => {
  const grants = [
    grant('patent', 'DEPT'),
    grant('trademark', 'COMPANY_SUB'),
    grant('deadline', 'COMPANY_SUB'),
    grant('fee', 'DEPT'),
    grant('tag', 'ALL'),
  ]
  assert.deepEqual(told(...grants), [['deadline', 'patent']])
})

test('a condition on the cases, and one company of them, are less than the company and all', () => {
  const custom = { query: "country = 'CN'" }
  assert.deepEqual(told(grant('patent', 'CUSTOM', custom), grant('deadline', 'COMPANY')), [['deadline', 'patent']])
  assert.deepEqual(told(grant('patent', 'ALL', { within_company: 'a' }), grant('deadline', 'ALL')), [['deadline', 'patent']])
  assert.deepEqual(told(grant('patent', 'ALL', { within_company: 'a' }), grant('deadline', 'ALL', { within_company: 'a' })), [])
})

test('the grant on all other entities counts where an entity has none of its own; it is no grant that only denies', () => {
  assert.deepEqual(told(grant('*', 'ALL', { verbs: ['*'] }), grant('patent', 'SELF')), [['deadline', 'patent'], ['fee', 'patent']]) // oxfmt-ignore
  assert.deepEqual(told(grant('patent', 'SELF', { denies: true }), grant('deadline', 'ALL')), [])
})

test('as wide as the cases, narrower, not comparable, or for a role that sees no case: nothing is told', () => {
  assert.deepEqual(told(grant('patent', 'COMPANY'), grant('deadline', 'COMPANY'), grant('fee', 'SELF')), [])
  assert.deepEqual(told(grant('patent', 'SELF'), grant('deadline', 'CUSTOM', { query: 'owner_sid = me()' })), [])
  assert.deepEqual(told(grant('patent', 'AGENCY'), grant('deadline', 'AGENCY')), [])
  assert.deepEqual(told(grant('deadline', 'ALL')), [])
  assert.deepEqual(told(grant('patent', 'SELF'), grant('deadline', 'ALL', { verbs: ['create'] })), [])
})
