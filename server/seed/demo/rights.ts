import type { Field } from '../../../model/kit/fields.ts'
import { fieldOfRole } from '../../../model/cases/case-kind.ts'
import { RIGHTS } from '../../../seed/demo/rights.ts'
import { docketTogether } from '../../docketing/case-hooks.ts'
import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../../records/write/write.ts'

type Around = { company: string; department: string | undefined; owners: readonly string[] }
type Row = Readonly<Record<string, unknown>> & { ago: Readonly<Record<string, string>>; merged_into?: string; becomes?: string }

/** The other rights of the demo company, in the states in which a portfolio has them. */
export async function seedRights(ctx: Context, { company, department, owners }: Around) {
  const today = Temporal.PlainDate.from(ctx.today)
  const dayOf = (span: string) => `${today.subtract(Temporal.Duration.from(span.toUpperCase().replace(/^(-?)/, '$1P')))}`
  const daysOf = (ago: Row['ago'], isMeant: (code: string) => boolean) =>
    Object.fromEntries(Object.entries(ago).flatMap(([code, span]) => (isMeant(code) ? [[code, dayOf(span)]] : [])))
  const holder = await ctx.db.selectFrom('applicant').select('sid').where('name', '=', '虚构科技集团有限公司').executeTakeFirst()
  for (const [name, rows] of Object.entries<readonly Row[]>(RIGHTS)) {
    const model = modelNamed(ctx.tenant.models, name)
    const held = fieldOfRole(model, 'applicants')
    const fields: Readonly<Record<string, Field>> = model.fields
    const records = rows.map(({ ago, merged_into: _into, becomes: _becomes, ...one }, at) => ({
      ...one,
      ...daysOf(ago, (code) => fields[code]?.computed !== true),
      ...(held && holder && { [held]: [{ applicant_sid: holder.sid }] }),
      company_sid: company,
      department_sid: department,
      owner_sid: owners[at % owners.length],
      ...('authorised_users' in fields && { authorised_users: [owners[at % owners.length]] }),
    }))
    const became = await resultsOf(ctx, rows)
    await docketTogether(ctx, async () => {
      const drafts = await draftNew(ctx, model, records)
      for (const [at, { ago, merged_into: title, becomes }] of rows.entries()) {
        const draft = drafts[at]
        if (!draft) continue
        for (const [code, day] of Object.entries(daysOf(ago, (one) => fields[one]?.computed === true))) setValue(draft, code, day)
        if (title) setValue(draft, 'merged_into', drafts.find(({ row }) => row.title === title)?.sid)
        const result = became.get(becomes ?? '')
        if (result) setValue(draft, 'result_case_sids', [result])
      }
      refuseFaulty(drafts)
      await insertDrafts(ctx, model, drafts)
    })
  }
}

/** The cases that disclosures became, by title. */
async function resultsOf({ db }: Context, rows: readonly Row[]): Promise<ReadonlyMap<string | null, string>> {
  const titles = rows.flatMap(({ becomes }) => becomes ?? [])
  if (titles.length === 0) return new Map()
  const found = await db.selectFrom('case').select(['sid', 'title']).where('title', 'in', titles).orderBy('case_no', 'desc').execute()
  return new Map(found.map(({ sid, title }) => [title, sid])) // of a family the first one
}
