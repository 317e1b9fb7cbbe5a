import { ownRank } from '../auth/accounts/rank.ts'
import type { Context, Draft } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'

/**
 * A department or an agency shows its cases to its people. So a person limited to some companies may put people only into departments
 * of these, and may not manage people of an agency, which works for other companies as well.
 */
export async function checkPlaces(ctx: Context, drafts: readonly Draft[]) {
  await checkWithin(ctx, drafts)
  await checkOwnPlace(ctx, drafts)
}

async function checkWithin(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const { places } = accessOf(ctx, model)
  if (!places || ctx.actor.platform === 2) return // an agency keeps its own people alone
  for (const draft of drafts) {
    const { department_sid, part_time_department_sids, agency_sid } = draft.row
    if (draft.changed.has('department_sid') && department_sid && !(await isWithin(ctx, String(department_sid), places)))
      faultAt(ctx, model, draft, 'department_sid', ['不在您的公司范围内', 'is outside your companies'])
    for (const one of draft.changed.has('part_time_department_sids') ? ((part_time_department_sids ?? []) as string[]) : [])
      // a references field
      if (!((draft.before?.part_time_department_sids ?? []) as string[]).includes(one) && !(await isWithin(ctx, one, places)))
        faultAt(ctx, model, draft, 'part_time_department_sids', ['不在您的公司范围内', 'is outside your companies'])
    const field = agency_sid ? ['agency_sid', 'role_sids'].find((code) => draft.changed.has(code)) : undefined
    if (field && (await hasOthers(ctx, places)))
      faultAt(ctx, model, draft, field, ['代理机构也为您公司范围以外的公司工作', 'is of an agency, which also works for companies outside yours'])
  }
}

/** Whether it is this person's own record, whose place they may not change. */
export const isOwnPlace = async (ctx: Context, person: string) => person === ctx.actor.sid && (await ownRank(ctx)) !== Number.POSITIVE_INFINITY

/** Nobody moves to where they would see other cases. */
async function checkOwnPlace(ctx: Context, drafts: readonly Draft[]) {
  const own = drafts.find(({ sid, before }) => before && sid === ctx.actor.sid)
  const code = own && OWN_PLACE.find((one) => own.changed.has(one))
  if (!own || !code || own.faults.some(({ field }) => field === code) || !(await isOwnPlace(ctx, own.sid))) return
  faultAt(ctx, modelNamed(ctx.tenant.models, 'user_info'), own, code, [
    '是您本人的：决定您看到哪些案件，请由他人修改',
    'is your own and decides which cases you see: ask somebody else to change it',
  ])
}

const OWN_PLACE = ['company_sid', 'department_sid', 'part_time_department_sids', 'agency_sid', 'person_type']

async function isWithin({ db }: Context, department: string, places: readonly string[]): Promise<boolean> {
  const row = await db.selectFrom('department').select('company_sid').where('sid', '=', department).executeTakeFirst()
  return row?.company_sid !== undefined && row.company_sid !== null && places.includes(row.company_sid)
}

/** Whether the tenant has a company that is none of these. */
async function hasOthers({ db }: Context, places: readonly string[]): Promise<boolean> {
  const of = db.selectFrom('company').select('sid').where('deleted_at', 'is', null)
  return (await (places.length > 0 ? of.where('sid', 'not in', [...places]) : of).limit(1).executeTakeFirst()) !== undefined
}
