import { TRADEMARKS } from '../../../seed/demo/trademarks.ts'
import { docketTogether } from '../../docketing/case-hooks.ts'
import type { Context } from '../../records/context.ts'
import { add } from '../rows.ts'

type Around = { company: string; department: string | undefined; agency: string | undefined; owners: readonly string[] }

/** The marks of the demo company, in the states in which a portfolio has them. */
export async function seedTrademarks(ctx: Context, { company, department, agency, owners }: Around) {
  const today = Temporal.PlainDate.from(ctx.today)
  const ago = (span: string) => `${today.subtract(Temporal.Duration.from(`P${span.toUpperCase()}`))}`
  const [owner] = await add(ctx, 'applicant', [
    { name: '虚构科技集团有限公司', name_en: 'Xugou Technology Group', applicant_kind: 'COMPANY', country: 'CN' },
  ])
  const rows = TRADEMARKS.map(({ classes, ...one }, at) => {
    const { filed, published, registered, ...mark } = { filed: undefined, published: undefined, registered: undefined, ...one }
    return {
      ...mark,
      ...(filed && { filing_date: ago(filed) }),
      ...(published && { prelim_pub_date: ago(published) }),
      ...(registered && { reg_date: ago(registered) }),
      classes: classes.map((row) => ({ ...row })),
      applicants: [{ applicant_sid: owner }],
      company_sid: company,
      department_sid: department,
      agency_sid: agency,
      owner_sid: owners[at % owners.length],
    }
  })
  await docketTogether(ctx, () => add(ctx, 'trademark', rows))
}
