import { HEAD } from '../../model/cases/head-fields.ts'
import { forecastYears, type ComingRow } from '../../model/fees/years-ahead-actions.ts'
import { type ComingFee, comingFees, type KnownFee, sumsByYear, type YearSum, yearOwed } from '../../model/fees/years-ahead.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { PHASES, type Phase } from '../../model/kit/model.ts'
import { annuitiesAhead } from '../docketing/annuities.ts'
import { lawFor } from '../docketing/law/law.ts'
import { type Case, readCases, roleOf } from '../docketing/read-cases.ts'
import { refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { allOf } from '../records/permission/conditions.ts'
import { accessOf, visible } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import { readIql } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'
import { companyCurrency, conversionTo, ratesTo } from './exchange-rates.ts'

/** The annuities of the coming years of the rights that a person sees, from their records and from the law. */
export const yearsAhead: Part = { actions: perform(forecastYears, forecast) }

/** The law of each right is worked out anew: so many are answered while a person waits. */
const MOST_RIGHTS = 5000
const MOST_ROWS = 1000
const BATCH = 250

async function forecast({ ctx, model, body: { years: count, iql, detail } }: Call<typeof forecastYears>) {
  for (const code of ['amount', 'surcharge', 'currency', 'due_date'])
    if (!accessOf(ctx, model).mayRead(code)) refuse('forbidden', { what_zh: '查看费用金额', what_en: 'view the amounts of fees' })
  const first = Number(ctx.today.slice(0, 4))
  const to = `${first + count - 1}-12-31`
  const heads = await rightsOf(ctx, iql)
  const coming = await comingOf(ctx, heads, to)
  const record = sumsByYear(coming, first)
  const listed = detail === undefined ? [] : coming.filter((fee) => yearOwed(fee, first) === detail)
  return {
    from: ctx.today,
    to,
    rights: heads.size,
    years: Array.from({ length: count }, (_, at) => first + at),
    record,
    ...(await convertedOf(ctx, record)),
    fees: listed.slice(0, MOST_ROWS).map((fee) => named(fee, heads)),
    truncated: listed.length > MOST_ROWS,
  }
}

type Head = { sid: string; kind: string; phase: Phase; case_no: string; title: string }

/** Rights that are pending or in force; contracts and disputes about them have no annuities. */
async function rightsOf(ctx: Context, iql: string | undefined): Promise<ReadonlyMap<string, Head>> {
  const model = modelNamed(ctx.tenant.models, HEAD)
  const parts = [readIql("phase IN ('PENDING', 'GRANTED', 'GRACE')").where, readIql(iql).where].filter(
    (part): part is Condition => part !== undefined,
  )
  const query = { where: visible(ctx, model, allOf(parts)), order: readIql('ORDER BY case_no ASC').order }
  const rows = await readPage(ctx, model, ['sid', 'kind', 'phase', 'case_no', 'title'], query, { start: 0, rows: MOST_RIGHTS + 1 })
  if (rows.length > MOST_RIGHTS)
    refuse('rule', {
      summary_zh: `超过 ${MOST_RIGHTS} 件权利：请按国家、负责人或申请人缩小范围`,
      summary_en: `More than ${MOST_RIGHTS} rights: choose an office, a responsible person or an applicant`,
    })
  return new Map(rows.map((row) => [String(row.sid), headOf(row)]))
}

const headOf = ({ sid, kind, phase, case_no, title }: Readonly<Record<string, unknown>>): Head => ({
  sid: String(sid),
  kind: String(kind),
  phase: Object.hasOwn(PHASES, String(phase)) ? (phase as Phase) : 'PENDING', // just looked up
  case_no: String(case_no ?? ''),
  title: String(title ?? ''),
})

async function comingOf(ctx: Context, heads: ReadonlyMap<string, Head>, to: string): Promise<ComingFee[]> {
  const law = await lawFor(ctx)
  const coming: ComingFee[] = []
  for (const [kind, own] of Map.groupBy(heads.values(), (head) => head.kind)) {
    if (ctx.tenant.declared.kinds.get(kind)?.dealing) continue
    for (let at = 0; at < own.length; at += BATCH) {
      const sids = own.slice(at, at + BATCH).map(({ sid }) => sid)
      for (const one of await readCases(ctx, sids, kind)) {
        const head = heads.get(String(one.row.sid))
        if (head) coming.push(...comingFees({ ...rightOf(one, head), quotes: annuitiesAhead(one, law, ctx.today, to) }, ctx.today, to))
      }
    }
  }
  return coming.toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1))
}

function rightOf(one: Case, { sid, phase }: Head) {
  const next = roleOf(one, 'next_annuity_year')
  return {
    case_sid: sid,
    phase,
    isGivenUp: roleOf(one, 'annuity_decision') === 'ABANDON',
    next_year: next === null ? null : Number(next),
    fees: one.fees as unknown as KnownFee[], // whole rows of the table of fees
  }
}

async function convertedOf(ctx: Context, record: readonly YearSum[]) {
  const to = await companyCurrency(ctx, ctx.actor.company_sid)
  const day = ctx.today
  const rates = await ratesTo(ctx, to, record.map(({ currency }) => ({ currency, day }))) // oxfmt-ignore
  const converted = (of: readonly YearSum[], what: 'amount' | 'unsure') =>
    conversionTo(to, of.map((sum) => ({ currency: sum.currency, amount: sum[what], day })), rates) // oxfmt-ignore
  return {
    converted: [...Map.groupBy(record, ({ year }) => year)].map(([year, of]) => ({
      year,
      total: converted(of, 'amount'),
      unsure: converted(of, 'unsure'),
    })),
    whole: converted(record, 'amount'),
  }
}

const named = (fee: ComingFee, heads: ReadonlyMap<string, Head>): ComingRow => {
  const { case_no = '', title = '' } = heads.get(fee.case_sid) ?? {}
  return { ...fee, case_no, title }
}
