import { randomUUIDv7 } from 'node:crypto'
import { openPoint } from '../../../model/rights/trade-secrets/actions.ts'
import { auditIn } from '../../auth/audit/audit.ts'
import { refuse } from '../../errors.ts'
import { perform } from '../../records/actions.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { readSecret } from '../../records/write/secrets.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import { insertRows, lockRows } from '../../records/write/write.ts'

/** Only authorised readers of the secret open its points or write their content, with any role. */
export const secretPoints: Part = {
  hooks: [{ model: 'secret_point', check }],
  actions: [...perform(openPoint, ({ ctx, body }) => open(ctx, body.sid))],
}

async function open(ctx: Context, sid: string) {
  const model = modelNamed(ctx.tenant.models, 'secret_point')
  const [point] = await lockRows(ctx, model, [sid])
  if (!point) refuse('not_found')
  const case_sid = String(point.case_sid)
  if (!(await namesReader(ctx, case_sid))) refuse('secret_closed')
  const content = await readSecret(ctx, model, sid, 'content')
  await recordOpening(ctx, case_sid, sid)
  return { content }
}

async function namesReader({ db, actor }: Context, case_sid: string): Promise<boolean> {
  const row = await db.selectFrom('trade_secret').select('authorised_users').where('sid', '=', case_sid).executeTakeFirst()
  return actor.sid !== null && (row?.authorised_users ?? []).includes(actor.sid)
}

/** In the reading transaction, so that a point is not shown without a record of it. */
async function recordOpening(ctx: Context, case_sid: string, point_sid: string) {
  const now = new Date().toISOString()
  const who = { created_by: ctx.actor.sid, updated_by: ctx.actor.sid, company_sid: ctx.actor.company_sid, created_at: now, updated_at: now }
  const row = { sid: randomUUIDv7(), version: 1, valid: true, case_sid, point_sid, person_sid: ctx.actor.sid, opened_at: now, ...who }
  await insertRows(ctx, modelNamed(ctx.tenant.models, 'secret_access'), [row])
  await auditIn(ctx, [{ event: 'SECRET_OPENED', entity: 'secret_point', record_sid: point_sid }])
}

async function check(ctx: Context, drafts: readonly DraftOf<'secret_point'>[]) {
  const model = modelNamed(ctx.tenant.models, 'secret_point')
  for (const draft of drafts) {
    if (!draft.row.case_sid) continue // refused as missing
    if (!(await isOfSecret(ctx, draft.row.case_sid))) faultAt(ctx, model, draft, 'case_sid', ['应为技术秘密', 'must be a trade secret'])
    if (ctx.actor.sid && draft.changed.has('content') && !(await namesReader(ctx, draft.row.case_sid)))
      faultAt(ctx, model, draft, 'content', ['只能由该技术秘密的获授权知悉人填写', 'may only be written by those authorised to read the secret'])
  }
}

const isOfSecret = async ({ db }: Context, sid: string) =>
  (await db.selectFrom('trade_secret').select('sid').where('sid', '=', sid).executeTakeFirst()) !== undefined
