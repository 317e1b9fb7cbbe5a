import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDuplicate, violated } from './violation.ts'

const LONG = 'settlement_payment__company_sid_settlement_sid_currency_unique'
const indexes = [{ name: 'patent__case_no_unique' }, { name: LONG }]

const fault = (code: string, constraint: string | undefined, message = '') =>
  Object.assign(new Error(message), { code, ...(constraint && { constraint }) })
const said = (name: string) => `duplicate key value violates unique constraint "${name}"`

for (const [title, error, name] of [
  ['plain PostgreSQL', fault('23505', 'patent__case_no_unique'), 'patent__case_no_unique'],
  ['a shard of Citus', fault('23505', 'patent__case_no_unique_102345'), 'patent__case_no_unique'],
  ['a code of Citus', fault('XX000', undefined, said('patent__case_no_unique_102345')), 'patent__case_no_unique'],
  ['a name that Citus cut', fault('23505', `${LONG.slice(0, 45)}_0a1b2c3d_102345`), LONG],
  ['an index that nothing declares', fault('23505', 'something_else'), undefined],
  ['another fault of Citus', fault('XX000', undefined, 'shard is not found'), undefined],
] as const)
  test(`the index that a value violates: ${title}`, () => {
    assert.equal(violated(error, indexes)?.name, name)
    assert.equal(isDuplicate(error), error.code === '23505' || name !== undefined)
  })
