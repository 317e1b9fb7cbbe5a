import type { Tenant } from '../../server/records/context.ts'

let entered = 0

/** What must be stated of an employed person who is entered by hand, beside the name: an address, the IP department and the role of inventors. */
export async function personAsked({ db }: Tenant): Promise<(more?: Record<string, unknown>) => Record<string, unknown>> {
  const department = await db.selectFrom('department').select('sid').where('code', '=', 'IP').orderBy('created_at').executeTakeFirstOrThrow()
  const role = await db.selectFrom('role').select('sid').where('code', '=', 'inventor').executeTakeFirstOrThrow()
  return (more = {}) => ({ email: `entered-${++entered}@example.test`, department_sid: department.sid, role_sids: [role.sid], ...more })
}
