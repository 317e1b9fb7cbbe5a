import { FAMILY } from '../../../seed/demo/family.ts'
import { docketTogether } from '../../docketing/case-hooks.ts'
import type { Context } from '../../records/context.ts'
import { add } from '../rows.ts'

type Around = { company: string; department: string | undefined; agencies: readonly string[]; owner: string | undefined }

/** One family of the demo company, so that a tree is there to be looked at. */
export async function seedFamily(ctx: Context, { company, department, agencies, owner }: Around) {
  const today = Temporal.PlainDate.from(ctx.today)
  const ago = (months: string) => `${today.subtract(Temporal.Duration.from(months))}`
  const rows = FAMILY.cases.map(({ key: _, filed, country, route, status, ...one }) => ({
    ...{ title: FAMILY.title, title_en: FAMILY.title_en, patent_type: 'INVENTION', country, route, status, claims_count: 9, value_grade: 'A' },
    ...{ company_sid: company, department_sid: department, owner_sid: owner, agency_sid: country === 'CN' ? agencies[0] : agencies[1] },
    filing_date: ago(filed),
    ...('published' in one && { publication_date: ago(one.published) }),
    ...('entered' in one && { entry_date: ago(one.entered) }),
    ...('submitted' in one && { submission_date: ago(one.submitted) }),
    application_no: 'no' in one ? one.no : FAMILY.first_no,
  }))
  const sids = await docketTogether(ctx, () => add(ctx, 'patent', rows))
  const sidOf = new Map<string, string | undefined>(FAMILY.cases.map(({ key }, at) => [key, sids[at]]))
  const first = FAMILY.cases[0]
  const priorities = FAMILY.cases.flatMap((one) =>
    'claims' in one
      ? [
          {
            case_sid: sidOf.get(one.key),
            priority_no: FAMILY.first_no,
            priority_date: ago(first.filed),
            priority_country: first.country,
            priority_case_sid: sidOf.get(first.key),
            copy_status: 'DAS',
          },
        ]
      : [],
  )
  await docketTogether(ctx, () => add(ctx, 'priority', priorities))
  // One after the other: each joins the family that the last has made.
  for (const { earlier, later, relation_type } of FAMILY.relations)
    await add(ctx, 'related_case', [{ earlier_sid: sidOf.get(earlier), later_sid: sidOf.get(later), relation_type }])
}
