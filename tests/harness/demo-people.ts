import type { Tenant } from '../../server/records/context.ts'
import { openSession, type Person } from './server.ts'

/** People of the demo company, by their accounts, as if each had signed in and chosen a password. */
export async function demoPeople<const A extends string>({ db, ...tenant }: Tenant, ...accounts: readonly A[]): Promise<Record<A, Person>> {
  const people: [A, Person][] = []
  for (const account of accounts) {
    const user = await db.updateTable('user').set({ must_change_password: false }).where('account', '=', account).returning(['sid', 'platform', 'user_info_sid']).executeTakeFirstOrThrow() // oxfmt-ignore
    const of = await db.selectFrom('user_info').select(['sid', 'company_sid', 'department_sid', 'agency_sid']).where('sid', '=', String(user.user_info_sid)).executeTakeFirstOrThrow() // oxfmt-ignore
    const company = String(of.company_sid)
    const token = await openSession({ ...tenant, db }, { user: user.sid, person: of.sid, company, platform: Number(user.platform) })
    people.push([account, { token, sid: of.sid, account, password: '', company, department: String(of.department_sid), agency: of.agency_sid }])
  }
  return Object.fromEntries(people) as Record<A, Person> // one for each account
}
