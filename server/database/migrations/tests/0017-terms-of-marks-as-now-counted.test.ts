import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0017-terms-of-marks-as-now-counted.ts'

const { server, tenant, call, enrol } = await testServer()
const { make } = casesOf(call, await enrol('system_admin'))

for (const [title, mark, before, after] of [
  ['Macao, first term', { country: 'MO' }, ['2020-02-01', '2030-01-31'], ['2020-02-01', '2027-01-31', '2026-01-31']],
  ['Macao, renewed once', { country: 'MO' }, ['2020-02-01', '2040-01-31'], ['2020-02-01', '2034-01-31', '2033-01-31']],
  ['Macao, as a person entered it', { country: 'MO' }, ['2020-02-01', '2027-02-01'], ['2020-02-01', '2027-02-01', '2026-02-01']],
  ['Switzerland, first term', { country: 'CH' }, ['2020-02-01', '2030-02-01'], ['2019-03-31', '2029-03-31', '2028-03-31']],
  ['Switzerland, renewed once', { country: 'CH' }, ['2020-02-01', '2040-02-01'], ['2019-03-31', '2039-03-31', '2038-03-31']],
  ['Switzerland, as a person entered it', { country: 'CH' }, ['2019-03-30', '2030-02-01'], ['2019-03-30', '2030-02-01', '2029-02-01']],
  ['Switzerland, with an end that a person entered', { country: 'CH' }, ['2020-02-01', '2030-01-31'], ['2020-02-01', '2030-01-31', '2029-01-31']],
  ['Japan', { country: 'JP' }, ['2020-02-01', '2030-02-01'], ['2020-02-01', '2030-02-01', '2029-08-01']],
  ['China', { country: 'CN' }, ['2020-02-01', '2030-01-31'], ['2020-02-01', '2030-01-31', '2029-01-31']],
  [
    'a designation of Switzerland',
    { country: 'CH', route: 'MADRID_DESIGNATION', status: 'DES_PROTECTED', intl_reg_date: '2019-05-06', intl_reg_no: '1234567' },
    ['2019-05-06', '2029-05-06'],
    ['2019-05-06', '2029-05-06', '2028-05-06'],
  ],
] as const)
  // oxfmt-ignore
  test(`the term of a mark from before: ${title}`, async () => {
    const values = { title, status: 'TM_REGISTERED', filing_date: '2019-03-31', reg_date: '2020-02-01', ...mark }
    const { sid } = await make('trademark', values)
    const [valid_from, valid_to] = before
    const opens = `${Temporal.PlainDate.from(valid_to).subtract({ months: mark.country === 'JP' ? 6 : 12 })}`
    await tenant.db.updateTable('trademark').set({ valid_from, valid_to, renewal_window_from: opens }).where('sid', '=', sid).execute()
    // A migration names tables and columns as they were, so its handle knows no declarations.
    const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
    await up(db)
    await up(db)
    const stored = await tenant.db
      .selectFrom('trademark')
      .select(['valid_from', 'valid_to', 'renewal_window_from'])
      .where('sid', '=', sid)
      .executeTakeFirstOrThrow()
    assert.deepEqual(Object.values(stored), after)
  })
