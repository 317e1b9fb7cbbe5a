import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES } from '../seed/roles/roles.ts'
import { declaredModels } from '../server/records/registry.ts'
import { codeOf, readSources } from './harness/sources.ts'

const models = new Set((await declaredModels()).all.keys())
/** An address that other programs use (system_admin/do/password_reset), its area in the description of the API, and the seeded role that an operator command restores. */
const ADDRESSES = new Map([
  ['model/auth/accounts/user-actions.ts', 'system_admin'],
  ['server/auth/accounts/make-administrator.ts', 'system_admin'],
  ['server/http/openapi/area.ts', 'system_admin'],
])

const product = readSources().filter(
  ({ path }) => /^(model|server|web)\//.test(path) && !/\.test\.tsx?$/.test(path) && !/^server\/(seed|database\/migrations)\//.test(path),
)

for (const { code } of ROLES)
  test(`nothing depends on the role code ${code}`, () => {
    const quoted = `['"\`]${code}['"\`]`
    // Some roles have the name of a model: then only what is said of a role counts.
    const sign = models.has(code)
      ? new RegExp(`\\brole\\w*\\b[^\\n]*${quoted}|${quoted}[^\\n]*\\brole\\w*\\b`, 'i')
      : new RegExp(`${quoted}|\\b${code}:`)
    const found = product.filter(({ path, text }) => ADDRESSES.get(path) !== code && sign.test(codeOf(text)))
    assert.deepEqual(
      found.map(({ path }) => path),
      [],
    )
  })
