import { fieldOfRole } from '../../model/cases/case-kind.ts'
import { RIGHTS } from '../../seed/demo/rights.ts'
import { docketTogether } from '../docketing/case-hooks.ts'
import type { Context } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { add } from './rows.ts'

type Around = { company: string; department: string | undefined; owners: readonly string[] }
type Row = Readonly<Record<string, unknown>> & { ago: Readonly<Record<string, string>> }

/** The other rights of the demo company, in the states in which a portfolio has them. */
export async function seedRights(ctx: Context, { company, department, owners }: Around) {
  const today = Temporal.PlainDate.from(ctx.today)
  const dayOf = (span: string) => `${today.subtract(Temporal.Duration.from(span.toUpperCase().replace(/^(-?)/, '$1P')))}`
  const holder = await ctx.db.selectFrom('applicant').select('sid').where('name', '=', '虚构科技集团有限公司').executeTakeFirst()
  for (const [name, rows] of Object.entries<readonly Row[]>(RIGHTS)) {
    const model = modelNamed(ctx.tenant.models, name)
    const [held, { fields }] = [fieldOfRole(model, 'applicants'), model]
    const records = rows.map(({ ago, ...one }, at) => ({
      ...one,
      ...Object.fromEntries(Object.entries(ago).map(([code, span]) => [code, dayOf(span)])),
      ...(held && holder && { [held]: [{ applicant_sid: holder.sid }] }),
      company_sid: company,
      department_sid: department,
      owner_sid: owners[at % owners.length],
      ...('authorised_users' in fields && { authorised_users: [owners[at % owners.length]] }),
    }))
    await docketTogether(ctx, () => add(ctx, name, records))
  }
}
