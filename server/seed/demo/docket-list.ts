import { matchHeadings } from '../../../model/import/headings.ts'
import { docketProfile } from '../../../model/reconciliation/docket-profile.ts'
import type { Item } from '../../import/rows/item.ts'
import { profileOf } from '../../import/profile.ts'
import { givenBy, type Plan, readOf } from '../../import/table.ts'
import { foundIn, keepFound } from '../../reconciliation/found.ts'
import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftNew, insertDrafts } from '../../records/write/write.ts'

const SHOWN = 12
const FILE = '虚构·北桥在办案件清单.xlsx'
const HEADINGS = ['我方案号', '贵方案号', '发明名称', '申请号', '申请日', '下一步', '官方绝限']

/** A made-up list of an agency about its cases of the demo company: a few values differ, and each side lacks a case. */
export async function seedDocketList(ctx: Context, { company, agency }: { company: string; agency: string | undefined }) {
  const model = modelNamed(ctx.tenant.models, 'patent')
  const own = ctx.db.selectFrom('patent').select(['case_no', 'title', 'application_no', 'filing_date', 'sid'])
  const cases = await own.where('company_sid', '=', company).where('agency_sid', '=', agency ?? null).where('application_no', 'is not', null).where('status', 'in', ['SE', 'PUBLISHED', 'FILED', 'GRANTED']).orderBy('case_no').limit(SHOWN).execute() // oxfmt-ignore
  if (!agency || cases.length === 0) return
  const rows = [...cases.map((one, at) => rowOf(one, at)), ['BQ-9001', '', '一种虚构的温湿度传感器', '202410999999.9', '2024-05-06', '', '']]
  const plan: Plan = {
    ...{ sheet: 0, header_row: 1, source: undefined, orders: [] },
    columns: matchHeadings(model, HEADINGS, { profile: docketProfile(profileOf(ctx, model)) }),
  }
  const items = rows.map((cells, at): Item => {
    const row = { at: at + 2, cells }
    const read = readOf(ctx, model, plan, row, FILE)
    return { row, read, values: read.values, given: givenBy(plan) }
  })
  const lists = modelNamed(ctx.tenant.models, 'docket_list')
  const drafts = await draftNew(ctx, lists, [{ company_sid: company }])
  for (const draft of drafts)
    for (const [code, value] of Object.entries({ file_name: FILE, agency_sid: agency, kind: model.name })) setValue(draft, code, value)
  await insertDrafts(ctx, lists, drafts)
  const inCompany = { ...ctx, actor: { ...ctx.actor, company_sid: company } }
  for (const { sid } of drafts) await keepFound(inCompany, sid, await foundIn(inCompany, { model, plan, agency }, items))
}

type Case = { case_no: string | null; title: string | null; application_no: string | null; filing_date: string | null }

/** Every fourth row differs: another day of filing, or a due date that is not recorded. */
function rowOf({ case_no, title, application_no, filing_date }: Case, at: number): string[] {
  const day = filing_date && at % 4 === 1 ? `${Temporal.PlainDate.from(filing_date).add({ days: 1 })}` : filing_date
  const due = filing_date && at % 4 === 2 ? `${Temporal.PlainDate.from(filing_date).add({ years: 12 })}` : ''
  return [`BQ-${100 + at}`, case_no ?? '', title ?? '', application_no ?? '', day ?? '', due && '补正', due]
}
