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

/** A case with a deadline of the next days that has no owner, and with the finding of it. */
async function ownerless(): Promise<string> {
  const ago = (days: number) => `${Temporal.PlainDate.from(t.ctx.today).subtract({ days })}`
  const facts = { status: 'SE', filing_date: ago(730), se_entered_date: ago(365) }
  const sid = await t.make('patent', { title: 'Case', patent_type: 'INVENTION', country: 'CN', company_sid, owner_sid, ...facts })
  await t.make('official_event', { case_sid: sid, code: 'CN14', event_date: ago(110) })
  for (const [table, key] of [
    ['patent', 'sid'],
    ['deadline', 'case_sid'],
  ] as const)
    // oxfmt-ignore
    await t.ctx.db.updateTable(table).set({ owner_sid: null }).where(key, '=', sid).execute()
  await checkCompleteness(t.ctx, [sid])
  assert.equal(await stateOf(t.ctx, sid), 'OPEN')
  return sid
}

async function stateOf({ db }: Context, sid: string) {
  const rows = await db.selectFrom('finding').select('status').where('case_sid', '=', sid).where('code', '=', 'NO_OWNER').execute()
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
