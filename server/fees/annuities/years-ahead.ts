import { HEAD } from '../../../model/cases/head-fields.ts'
import { forecastYears, type ComingRow } from '../../../model/fees/annuities/years-ahead-actions.ts'
import { type ComingFee, comingFees, type KnownFee, type YearSum, yearOwed, yearSums } from '../../../model/fees/annuities/years-ahead.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { PHASES, type Phase } from '../../../model/kit/model.ts'
import { annuitiesAhead } from '../../docketing/annuities.ts'
import { lawFor } from '../../docketing/law/law.ts'
import { type Case, readCases, roleOf } from '../../docketing/read-cases.ts'
import { refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Context } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { allOf } from '../../records/permission/conditions.ts'
import { accessOf, visible } from '../../records/permission/permission.ts'
import { readPage } from '../../records/query/page.ts'
import { readIql } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { turnsOfPeople } from '../../turns.ts'
import { companyCurrency, conversionTo, ratesTo } from '../exchange-rates.ts'
import { pictures } from '../pictures.ts'

/** The annuities of the coming years of the rights that a person sees, from their records and from the law. */
export const yearsAhead: Part = { actions: perform(forecastYears, forecast) }

/** Most rights in one answer: the law of each is computed, in about a millisecond. */
const MAX_RIGHTS = 50_000
/** The listed fees of a year. */
const MAX_ROWS = 1000
const BATCH = 250
/** Other requests of the process go on between the batches of one forecast, but not between those of several. */
const inTurn = turnsOfPeople(20)

type Asked = Pick<Call<typeof forecastYears>, 'ctx' | 'model' | 'body'>

async function forecast(asked: Asked) {
  const { detail } = asked.body
  const { listed, ...shown } = await forecastOfYears(asked)
  const { fees = [], isCut = false } = detail === undefined ? {} : (listed.get(detail) ?? {})
  return { ...shown, fees, truncated: isCut }
}

/** With the earliest fees of each year. */
export async function forecastOfYears({ ctx, model, body: { years: count, iql, detail } }: Asked) {
  for (const code of ['amount', 'surcharge', 'currency', 'due_date'])
    if (!accessOf(ctx, model).mayRead(code)) refuse('forbidden', { what_zh: '查看费用金额', what_en: 'view the amounts of fees' })
  const first = Number(ctx.today.slice(0, 4))
  const to = `${first + count - 1}-12-31`
  const where = rightsWhere(ctx, iql)
  const key = JSON.stringify([ctx.actor.sid, ctx.actor.selected, ctx.today, count, where])
  // The fees of a year are those of the sums that are looked at; the sums themselves are of now.
  const { rights, record, listed } = await worked.keep(ctx.tenant, key, () => inOrder(ctx, where, { first, to }), { anew: detail === undefined })
  const years = Array.from({ length: count }, (_, at) => first + at)
  return { from: ctx.today, to, rights, years, record, ...(await convertedOf(ctx, record)), listed }
}

/** `listed`: the earliest fees of each year. */
type Worked = { rights: number; record: YearSum[]; listed: ReadonlyMap<number, { fees: ComingRow[]; isCut: boolean }> }

/** A year of it is opened while the sums are looked at. */
const worked = pictures<Worked>(8)

type Until = { first: number; to: string }

/** A few rights, as those of one case, wait for no forecast of many. */
async function inOrder(ctx: Context, where: Condition | undefined, until: Until): Promise<Worked> {
  const heads = await rightsOf(ctx, where)
  const work = () => workOut(ctx, heads, until)
  return heads.size <= BATCH ? work() : inTurn(`${ctx.tenant.schema} ${ctx.actor.sid}`, work)
}

async function workOut(ctx: Context, heads: ReadonlyMap<string, Head>, { first, to }: Until): Promise<Worked> {
  const sums = yearSums(first)
  const years = new Map<number, ReturnType<typeof earliest>>()
  for await (const fee of comingOf(ctx, heads, to)) {
    sums.add(fee)
    const year = yearOwed(fee, first)
    const known = years.get(year) ?? earliest(MAX_ROWS)
    years.set(year, known)
    known.add(named(fee, heads))
  }
  return { rights: heads.size, record: sums.all(), listed: new Map([...years].map(([year, { all }]) => [year, all()])) }
}

/** The fees that are due first; of the others only that there are some. */
function earliest(most: number) {
  let fees: ComingRow[] = []
  let isCut = false
  const sort = () => {
    fees = fees.toSorted((one, other) => (one.due_date === other.due_date ? 0 : one.due_date < other.due_date ? -1 : 1))
    isCut ||= fees.length > most
    fees.length = Math.min(fees.length, most)
  }
  const add = (fee: ComingRow) => {
    fees.push(fee)
    if (fees.length > 2 * most) sort()
  }
  const all = () => {
    sort()
    return { fees, isCut }
  }
  return { add, all }
}

type Head = { sid: string; kind: string; phase: Phase; case_no: string; title: string }

/** Rights that are pending or in force; contracts and disputes about them have no annuities. */
function rightsWhere(ctx: Context, iql: string | undefined): Condition | undefined {
  const parts = [readIql("phase IN ('PENDING', 'GRANTED', 'GRACE')").where, readIql(iql).where].filter(
    (part): part is Condition => part !== undefined,
  )
  return visible(ctx, modelNamed(ctx.tenant.models, HEAD), allOf(parts))
}

async function rightsOf(ctx: Context, where: Condition | undefined): Promise<ReadonlyMap<string, Head>> {
  const model = modelNamed(ctx.tenant.models, HEAD)
  const query = { where, order: readIql('ORDER BY case_no ASC').order }
  const rows = await readPage(ctx, model, ['sid', 'kind', 'phase', 'case_no', 'title'], query, { start: 0, rows: MAX_RIGHTS + 1 })
  if (rows.length > MAX_RIGHTS)
    refuse('rule', {
      summary_zh: `超过 ${MAX_RIGHTS} 件权利：请按国家、负责人或申请人缩小范围`,
      summary_en: `More than ${MAX_RIGHTS} rights: choose an office, a responsible person or an applicant`,
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

async function* comingOf(ctx: Context, heads: ReadonlyMap<string, Head>, to: string): AsyncGenerator<ComingFee> {
  const law = await lawFor(ctx)
  for (const [kind, own] of Map.groupBy(heads.values(), (head) => head.kind)) {
    if (ctx.tenant.declared.kinds.get(kind)?.dealing) continue
    for (let at = 0; at < own.length; at += BATCH) {
      const sids = own.slice(at, at + BATCH).map(({ sid }) => sid)
      for (const one of await readCases(ctx, sids, kind)) {
        const head = heads.get(String(one.row.sid))
        if (head) yield* comingFees({ ...rightOf(one, head), quotes: annuitiesAhead(one, law, ctx.today, to) }, ctx.today, to)
      }
    }
  }
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
