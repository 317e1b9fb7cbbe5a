import { createRow } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import type { Work } from '../records/context.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../records/write/write.ts'
import { setPassword } from '../auth/session/passwords.ts'
import { oneTimePassword } from '../auth/session/secrets.ts'

export type FirstLogin = { account: string; password: string }

/** A person with an account whose one-time password is told by whoever starts the server. */
export async function openFirst(work: Work, person: Record<string, unknown>, account: string, platform: '1' | '2'): Promise<FirstLogin> {
  const password = oneTimePassword()
  const sid = await createRow(work, modelNamed(work.tenant.models, 'user_info'), { person_type: platform === '2' ? 'AGENCY' : 'INTERNAL', ...person })
  const user = await createRow(work, modelNamed(work.tenant.models, 'user'), { account, user_info_sid: sid, platform })
  await setPassword({ ...work.tenant, db: work.db }, user, password, true)
  return { account, password }
}

/** Many rows of one model at once, checked like any others. */
export async function add(work: Work, name: string, rows: readonly Record<string, unknown>[]): Promise<string[]> {
  const model = modelNamed(work.tenant.models, name)
  const drafts = await draftNew(work, model, rows)
  refuseFaulty(drafts)
  await insertDrafts(work, model, drafts)
  return drafts.map((draft) => draft.sid)
}
