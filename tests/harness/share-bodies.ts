import type { Tenant } from '../../server/records/context.ts'
import type { Person, testServer } from './server.ts'

type Given = {
  tenant: Tenant
  call: Awaited<ReturnType<typeof testServer>>['call']
  admin: Person
  patent: () => Promise<string>
  someone: () => Promise<string>
}

/** The bodies of the actions on shares that succeed for an administrator. */
export function shareBodies({ tenant, call, admin, patent, someone }: Given) {
  const wanted = async () => ({ case_sid: await patent(), to_kind: 'USER', user_sids: [await someone()] })
  const shared = async () => {
    const body = await wanted()
    await call('share/do/give', body, { as: admin })
    const row = await tenant.db.selectFrom('share').select('sid').where('case_sid', '=', body.case_sid).executeTakeFirstOrThrow()
    return { sid: row.sid }
  }
  return { 'share/give': wanted, 'share/revoke': shared, 'share/revoke_any': shared }
}
