// Some periods depend on whether the applicants live abroad: a changed country of an applicant moves the deadlines of its cases.
import type { Context, Draft } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { startJob } from '../jobs/job-row.ts'
import { docket } from './case-hooks.ts'

/** More cases than this are computed by a job. */
const MAX_AT_ONCE = 300

export const applicantCountry: Part = { hooks: [{ model: 'applicant', written: docketTheirCases }] }

async function docketTheirCases(ctx: Context, drafts: readonly Draft[]) {
  const applicants = drafts.filter(({ before, changed }) => before && changed.has('country')).map(({ sid }) => sid)
  if (applicants.length === 0) return
  const cases = await ctx.db
    .selectFrom('case')
    .select('sid')
    .where('applicant_sids', '&&', [applicants])
    .where('deleted_at', 'is', null)
    .orderBy('sid')
    .limit(MAX_AT_ONCE + 1)
    .execute()
  if (cases.length > MAX_AT_ONCE)
    await startJob(ctx, {
      kind: 'DOCKET',
      title: ['申请人国家变更后重算期限', 'Deadlines after a changed country of an applicant'],
      entity: 'applicant',
      input: { applicants },
    })
  else
    await docket(
      ctx,
      cases.map(({ sid }) => sid),
    )
}
