import type { Tenant } from '../../server/records/context.ts'
import type { Person, testServer } from './server.ts'

type Given = {
  tenant: Tenant
  call: Awaited<ReturnType<typeof testServer>>['call']
  admin: Person
  patent: (more?: Record<string, unknown>) => Promise<string>
  agent: (agency_sid: string) => Promise<string>
  someone: () => Promise<string>
}

let agencies = 0

/** The bodies of the actions on shares and instructions that succeed for an administrator. */
export function shareBodies({ tenant, call, admin, patent, someone, agent }: Given) {
  const wanted = async () => ({ case_sid: await patent(), to_kind: 'USER', user_sids: [await someone()] })
  const shared = async () => {
    const body = await wanted()
    await call('share/do/give', body, { as: admin })
    const row = await tenant.db.selectFrom('share').select('sid').where('case_sid', '=', body.case_sid).executeTakeFirstOrThrow()
    return { sid: row.sid }
  }
  const instructed = async () => {
    const firm = await call<{ sid: string }>('agency/do/create', { agency_name: `虚构代理 ${++agencies}` }, { as: admin })
    const agency_sid = firm.data.sid
    const agency_user_sid = await agent(agency_sid)
    const case_sid = await patent({ agency_sid })
    const { data } = await call<{ sid: string }>('agency_instruction/do/create', { case_sid }, { as: admin })
    await call('agency_instruction/do/transition', { sid: data.sid, transition: 'send', agency_user_sid, draft_due: '2027-03-01' }, { as: admin })
    return { sid: data.sid, comment: '两个角色' }
  }
  return { 'agency_instruction/comment': instructed, 'share/give': wanted, 'share/revoke': shared, 'share/revoke_any': shared }
}
