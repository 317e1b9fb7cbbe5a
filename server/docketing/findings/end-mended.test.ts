// What is found beside the facts of a case ends when a larger write that mends it has ended.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { testTenant, type TestTenant } from '../../../tests/harness/tenant.ts'
import { inTransaction, type Context } from '../../records/context.ts'
import { updateRow } from '../../records/write/update.ts'
import { checkCompleteness, docketTogether } from '../case-hooks.ts'
import { seedLaw } from '../law/seed-law.ts'
import { withOpenBeside } from './at-once.ts'

let t: TestTenant
let company_sid: string
let owner_sid: string

before(async () => {
  t = await testTenant()
  await seedLaw(t.ctx.tenant)
  company_sid = await t.make('company', { company_name: 'Innoe' })
  owner_sid = await t.make('user_info', { name: 'Wang', company_sid })
})
after(() => t.close())

/** A Chinese patent that was filed so long ago. */
function granted(filed: Temporal.DurationLike) {
  const ago = (since: Temporal.DurationLike) => `${Temporal.PlainDate.from(t.ctx.today).subtract(since)}`
  const facts = { status: 'GRANTED', filing_date: ago(filed), grant_date: ago({ years: 2 }), grant_no: `CN11700000${++n}B` }
  return t.make('patent', { title: 'Case', patent_type: 'INVENTION', country: 'CN', company_sid, owner_sid, ...facts })
}
let n = 0

/** A case with a deadline of the next days that has no owner, and with the finding of it. */
async function ownerless(): Promise<string> {
  const sid = await granted({ years: 5, months: 11, days: 15 })
  const { db } = t.ctx
  await db.updateTable('patent').set({ owner_sid: null }).where('sid', '=', sid).execute()
  await db.updateTable('deadline').set({ owner_sid: null }).where('case_sid', '=', sid).execute()
  await checkCompleteness(t.ctx, [sid])
  assert.equal(await stateOf(t.ctx, sid), 'OPEN')
  return sid
}

async function stateOf({ db }: Context, sid: string, code = 'NO_OWNER') {
  const rows = await db.selectFrom('finding').select('status').where('case_sid', '=', sid).where('code', '=', code).execute()
  return rows.map(({ status }) => status).join()
}

for (const [finds, expected] of [
  [true, 'SETTLED'],
  [false, 'OPEN'],
] as const)
  test(`a larger write that ${finds ? 'finds checks its cases once, at its end' : 'leaves the check to its caller checks none'}`, async () => {
    const sid = await ownerless()
    await inTransaction(t.ctx, async (tx) => {
      const mend = async () => {
        await updateRow(tx, t.modelOf('patent'), sid, { owner_sid })
        assert.equal(await stateOf(tx, sid), 'OPEN', 'not while the write goes on')
      }
      await docketTogether(tx, mend, { finds })
    })
    assert.equal(await stateOf(t.ctx, sid), expected)
  })

test('a write of more cases than a statement takes parameters is looked through', async () => {
  const sid = await ownerless()
  const many = Array.from({ length: 70_000 }, () => randomUUID())
  assert.deepEqual(await withOpenBeside(t.ctx, [...many, sid]), [sid])
})

test('an annuity without a fee schedule has a price once its amount is entered by hand', async () => {
  const sid = await granted({ years: 5, months: 10 })
  const { db } = t.ctx
  const fees = await db.selectFrom('fee').select(['deadline_key', 'annuity_year']).where('case_sid', '=', sid).where('fee_class', '=', 'ANNUITY').execute() // oxfmt-ignore
  const due = await db.selectFrom('deadline').select(['key', 'official_due']).where('case_sid', '=', sid).where('kind', '=', 'ANNUITY').where('status', '=', 'OPEN').execute() // oxfmt-ignore
  assert.ok(due.length > 0)
  await db.deleteFrom('fee').where('case_sid', '=', sid).execute()
  await checkCompleteness(t.ctx, [sid])
  assert.equal(await stateOf(t.ctx, sid, 'NO_PRICE'), 'OPEN')
  for (const { key, official_due: due_date } of due) {
    const annuity_year = fees.find(({ deadline_key }) => deadline_key === key)?.annuity_year
    await t.make('fee', { case_sid: sid, fee_class: 'ANNUITY', fee_type: 'OWN', annuity_year, amount: '900', due_date })
  }
  assert.equal(await stateOf(t.ctx, sid, 'NO_PRICE'), 'SETTLED')
})
