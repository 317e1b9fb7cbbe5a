import { SYSTEM, type Work } from '../records/context.ts'

/** What follows from a person's write is done with the system's rights and logged under the person's name. */
export function ownHand(work: Work): Work {
  const { sid, name, account, company_sid } = work.actor
  return { ...work, actor: { ...SYSTEM, sid, name, account, company_sid, access: new Map() } }
}
