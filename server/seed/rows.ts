import { createRow } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import type { Context } from '../records/context.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../records/write/write.ts'
import { setPassword } from '../auth/passwords/passwords.ts'
import { oneTimePassword } from '../auth/session/secrets.ts'

export type FirstLogin = { account: string; password: string }

/** A person with an account whose one-time password the start of the server prints. */
export async function openFirst(ctx: Context, person: Record<string, unknown>, account: string, platform: '1' | '2'): Promise<FirstLogin> {
  const password = oneTimePassword()
  const sid = await createRow(ctx, modelNamed(ctx.tenant.models, 'user_info'), { person_type: platform === '2' ? 'AGENCY' : 'INTERNAL', ...person })
  const user = await createRow(ctx, modelNamed(ctx.tenant.models, 'user'), { account, user_info_sid: sid, platform })
  await setPassword({ ...ctx.tenant, db: ctx.db }, user, password, true)
  return { account, password }
}

/** Many rows of one model at once, checked like any others. */
export async function add(ctx: Context, name: string, rows: readonly Record<string, unknown>[]): Promise<string[]> {
  const model = modelNamed(ctx.tenant.models, name)
  const drafts = await draftNew(ctx, model, rows)
  refuseFaulty(drafts)
  await insertDrafts(ctx, model, drafts)
  return drafts.map((draft) => draft.sid)
}
