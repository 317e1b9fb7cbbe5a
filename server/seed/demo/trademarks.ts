import { TRADEMARKS } from '../../../seed/demo/trademarks.ts'
import type { AttachedFile } from '../../../model/kit/pictures.ts'
import { docketTogether } from '../../docketing/case-hooks.ts'
import type { Context } from '../../records/context.ts'
import { add } from '../rows.ts'
import { attachDemoPicture } from './file.ts'

type Around = { company: string; department: string | undefined; agency: string | undefined; owners: readonly string[] }

/** The marks of the demo company, in the states in which a portfolio has them. */
export async function seedTrademarks(ctx: Context, { company, department, agency, owners }: Around) {
  const today = Temporal.PlainDate.from(ctx.today)
  const ago = (span: string) => `${today.subtract(Temporal.Duration.from(`P${span.toUpperCase()}`))}`
  const [owner] = await add(ctx, 'applicant', [
    { name: '虚构科技集团有限公司', name_en: 'Xugou Technology Group', applicant_kind: 'COMPANY', country: 'CN' },
  ])
  const pictures: (AttachedFile | undefined)[] = []
  for (const one of TRADEMARKS) pictures.push('drawing' in one ? await pictureOf(ctx, one) : undefined)
  const rows = TRADEMARKS.map(({ classes, ...one }, at) => {
    const {
      filed,
      published,
      registered,
      drawing: _,
      ...mark
    } = { filed: undefined, published: undefined, registered: undefined, drawing: '', ...one }
    const picture = pictures[at]
    return {
      ...mark,
      ...(picture && { mark_image: [picture] }),
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

/** Twelve times the points of the drawing: an office wants the sides of a picture between 400 and 1500 pixels. */
const pictureOf = (ctx: Context, { title, drawing }: { title: string; drawing: string }) =>
  attachDemoPicture(ctx, 'trademark.mark_image', {
    name: `${title}.png`,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="960" viewBox="0 0 80 80"><rect width="80" height="80" fill="#fff"/>${drawing}</svg>`,
  })
