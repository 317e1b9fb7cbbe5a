import type { SHARE_LEVELS, SHARE_RIGHTS } from '../../../model/sharing/share-level.ts'
import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { updateRow } from '../../records/write/update.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../../records/write/write.ts'

type Around = { company: string; sharer: string; department: { sid: string; name: string } }
type Given = {
  to: Record<string, string>
  level: keyof typeof SHARE_LEVELS
  rights: keyof typeof SHARE_RIGHTS
  classes: readonly string[]
  /** Days from today. */
  ends?: number
  revoked?: boolean
}

/** Cases that the manager of the demo company shows to its agency, to an inventor and to a department, one of them no longer. */
export async function seedShares(ctx: Context, { company, sharer, department }: Around) {
  const [agency, inventor] = [await personOf(ctx, 'agency'), await personOf(ctx, 'inventor')]
  const user = ({ sid, name }: { sid: string; name: string }) => ({ to_kind: 'USER', to_name: name, user_sid: sid })
  const shares: Given[] = [
    { to: user(agency), level: 'SYSTEM', rights: 'DOWNLOAD', classes: ['V2'], ends: 60 },
    { to: user(agency), level: 'OPEN', rights: 'COMMENT', classes: ['V2', 'V3'] },
    { to: user(inventor), level: 'SYSTEM', rights: 'VIEW', classes: [], ends: 30 },
    { to: { to_kind: 'DEPARTMENT', to_name: department.name, department_sid: department.sid }, level: 'SYSTEM', rights: 'COMMENT', classes: ['V2'] },
    { to: user(inventor), level: 'SYSTEM', rights: 'EDIT', classes: ['V2'], ends: 90, revoked: true },
  ]
  const cases = await ctx.db
    .selectFrom('patent')
    .select('sid')
    .where('company_sid', '=', company)
    .where('agency_sid', 'is distinct from', agency.agency_sid)
    .orderBy('case_no')
    .limit(shares.length)
    .execute()
  const [patent, model] = [modelNamed(ctx.tenant.models, 'patent'), modelNamed(ctx.tenant.models, 'share')]
  const drafts = await draftNew(ctx, model, cases.map(() => ({ company_sid: company }))) // oxfmt-ignore
  for (const [at, { to, level, rights, classes, ends, revoked }] of shares.slice(0, drafts.length).entries()) {
    const [sid, draft] = [cases[at]?.sid ?? '', drafts[at]]
    await updateRow(ctx, patent, sid, { share_level: level })
    const values = { case_sid: sid, ...to, rights, document_classes: classes, sharer_sid: sharer, expires_at: ends ? inDays(ends) : null, revoked_at: revoked ? inDays(0) : null, revoked_by: revoked ? sharer : null } // oxfmt-ignore
    for (const [code, value] of Object.entries(values)) if (draft) setValue(draft, code, value)
  }
  refuseFaulty(drafts)
  await insertDrafts(ctx, model, drafts)
}

const personOf = ({ db }: Context, account: string) =>
  db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['p.sid', 'p.name', 'p.agency_sid'])
    .where('u.account', '=', account)
    .executeTakeFirstOrThrow()
    .then(({ sid, name, agency_sid }) => ({ sid, name: String(name), agency_sid }))

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
