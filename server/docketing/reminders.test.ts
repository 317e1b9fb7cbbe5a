import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../tests/harness/server.ts'
import { presentDay, systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { remind } from './reminders.ts'

const { tenant, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), row)
const day = (offset: number) => `${Temporal.PlainDate.from(presentDay()).add({ days: offset })}`

const owner = await enrol('ip_engineer', { name: '虚构负责人' })
const deputy = await enrol('ip_engineer', { name: '虚构代理人' })
const patent = await make('patent', { title: '虚构案件', country: 'CN', patent_type: 'INVENTION', owner_sid: owner.sid, company_sid: owner.company })

type Stored = Partial<Record<'status' | 'extended_due' | 'grace_end' | 'owner_sid' | 'suspended', unknown>>

/** The notices of the nightly run of today to this person about one deadline. */
async function noticed(due: number, { stored = {}, since = -1, to = owner.sid }: { stored?: Stored; since?: number; to?: string } = {}) {
  const { db } = tenant
  const sid = await make('deadline', { case_sid: patent, name: '虚构期限', name_en: 'Fictional', kind: 'ACTION', official_due: day(due) })
  const owned = { owner_sid: owner.sid, ...stored }
  await db
    .updateTable('deadline')
    .set(owned as never) // columns of the table, as named above
    .where('sid', '=', sid)
    .execute()
  await db.deleteFrom('notification').execute()
  await remind(systemContext(tenant), day(since))
  const rows = await db.selectFrom('notification').select(['title_en', 'level']).where('user_sid', '=', to).execute()
  await db.deleteFrom('deadline').where('sid', '=', sid).execute()
  return rows.map(({ title_en, level }) => `${level} ${String(title_en).replace(/:? P\d+.*$/, '')}`)
}

for (const [what, due, more, expected] of [
  ['due today', 0, {}, ['URGENT Due today']],
  ['due tomorrow', 1, {}, ['URGENT Due tomorrow']],
  ['due in two days, reminded of yesterday', 2, {}, []],
  ['due in two days, when the last run was long ago', 2, { since: -9 }, ['URGENT Due in 2 days']],
  ['due in three days', 3, {}, ['URGENT Due in 3 days']],
  ['due in seven days', 7, {}, ['SOON Deadlines: 1 coming up, 1 within 7 days; the nearest in 7 days']],
  ['due in eight days', 8, {}, []],
  ['due in fifteen days', 15, {}, ['SOON Deadlines: 1 coming up; the nearest in 15 days']],
  ['due in sixty days', 60, {}, ['SOON Deadlines: 1 coming up; the nearest in 60 days']],
  ['due in sixty-one days', 61, {}, []],
  ['missed since the last run', -1, { stored: { status: 'MISSED' } }, ['URGENT Missed']],
  ['missed before the last run', -2, { stored: { status: 'MISSED' } }, []],
  ['past its day and still open, when the last run was long ago', -1, { since: -9 }, []],
  ['due tomorrow and done', 1, { stored: { status: 'DONE' } }, []],
  ['due tomorrow and suspended', 1, { stored: { suspended: true } }, []],
  ['extended to tomorrow', -3, { stored: { extended_due: day(1) } }, ['URGENT Due tomorrow']],
  ['within its grace, which ends in three days', -20, { stored: { grace_end: day(3) } }, ['URGENT Due in 3 days']],
  ['due today, with a grace after it', 0, { stored: { grace_end: day(60) } }, ['URGENT Due today']],
  ['due tomorrow, of nobody, on a case with an owner', 1, { stored: { owner_sid: null } }, ['URGENT Due tomorrow']],
  ['due tomorrow, of another person', 1, { stored: { owner_sid: deputy.sid } }, []],
] as const)
  test(`a deadline ${what} gives its owner ${expected.length > 0 ? 'a notice' : 'no notice'}`, async () => {
    assert.deepEqual(await noticed(due, more), expected)
  })

for (const [what, from, to, isReminded] of [
  ['that ends today', -5, 0, true],
  ['that begins today', 0, 5, true],
  ['that ended yesterday', -5, -1, false],
  ['that begins tomorrow', 1, 5, false],
] as const)
  test(`during an absence ${what} the deputy ${isReminded ? 'is reminded as well' : 'is not reminded'}`, async () => {
    const sid = await make('absence', { person_sid: owner.sid, deputy_sid: deputy.sid, from_date: day(0), to_date: day(5) })
    await tenant.db
      .updateTable('absence')
      .set({ from_date: day(from), to_date: day(to) })
      .where('sid', '=', sid)
      .execute()
    const notices = await noticed(1, { to: deputy.sid })
    await tenant.db.deleteFrom('absence').where('sid', '=', sid).execute()
    assert.deepEqual(notices, isReminded ? ['URGENT (for 虚构负责人) Due tomorrow'] : [])
  })

test('a deadline that a role denies to its owner is reminded to those who receive the unowned and see it, and to administrators if nobody else does', async () => {
  let made = 0
  const person = async (name: string, ...denials: Record<string, unknown>[]) => {
    const role = await make('role', { code: `denies_${++made}`, name: `拒绝${made}`, weight: 1 })
    for (const grant of denials) await make('role_grant', { role_sid: role, denies: true, verbs: ['get'], ...grant })
    const { sid: manager } = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'ip_manager').executeTakeFirstOrThrow()
    return enrol('ip_manager', { name, role_sids: [manager, role] })
  }
  const query = { entity: 'patent', data_scope: 'CUSTOM', query: "title = '虚构案件'" }
  const admin = await enrol('system_admin', { name: '虚构管理员' })
  const deniedOwner = await person('被拒负责人', query)
  const deniedReceiver = await person('被拒接收人', query)
  const untasked = await person('不接收者', { entity: 'deadline', data_scope: 'ALL', verbs: ['receive_unowned'] })
  const all = [admin, deniedOwner, deniedReceiver, untasked]
  const reminded = async (of: Stored) => {
    const found: string[] = []
    for (const one of all) if ((await noticed(1, { stored: of, to: one.sid })).length > 0) found.push(one.sid)
    return found
  }
  assert.deepEqual(await reminded({ owner_sid: deniedOwner.sid }), [admin.sid])
  const receiver = await enrol('ip_manager', { name: '虚构接收人' })
  all.push(receiver)
  assert.deepEqual(await reminded({ owner_sid: deniedOwner.sid }), [receiver.sid])
})
