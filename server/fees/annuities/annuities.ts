import { decideFees, forecastFees } from '../../../model/fees/fee-actions.ts'
import { LATE_IQL, statusIn, UNPAID, WITHOUT_SURCHARGE_IQL } from '../../../model/fees/unpaid.ts'
import { addDuration } from '../../../model/kit/days/duration.ts'
import { roundMoney } from '../../../model/kit/money/money.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { allOf } from '../../records/permission/conditions.ts'
import { authorize } from '../../records/permission/permission.ts'
import { type Call, perform } from '../../records/actions.ts'
import { aggregate } from '../../records/query/totals/aggregate.ts'
import { chosenSids } from '../../records/write/batch/batch.ts'
import { takeTransitions } from '../../records/write/batch/batch-transition.ts'
import { modelNamed } from '../../records/registry.ts'
import { confirmedResults } from '../../records/query/results.ts'
import { readIql } from '../../records/query/search.ts'
import { leaves } from '../../records/write/states.ts'
import { updateRow } from '../../records/write/update.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import type { Part } from '../../records/modules.ts'
import { inTransaction, type Context, type RowValues } from '../../records/context.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { refuse } from '../../errors.ts'

export const annuities: Part = {
  actions: [...perform(forecastFees, forecastOfMonths), ...perform(decideFees, decide)],
}

const COUNTED = statusIn([...UNPAID, 'PAID', 'ABANDONED'])
/** Fees are computed two years ahead, and the next fee of each right always. */
const MAX_MONTHS = 36

/** Sums by month, currency, decision and status, exact as text; late fees, those due without a surcharge yet, and abandoned ones, apart. */
export async function forecastOfMonths({ ctx, model, body }: Pick<Call<typeof forecastFees>, 'ctx' | 'model' | 'body'>) {
  const { months } = body
  if (months < 1 || months > MAX_MONTHS) return refuse('out_of_range', { key: 'months', min: 1, max: MAX_MONTHS })
  const from = firstOfMonth(body.from ?? ctx.today)
  const to = `${addDuration(from, `${months}m`).subtract({ days: 1 })}`
  const asked = readIql(body.iql).where
  const within = (iql: string) => allOf([readIql(iql).where, asked].filter((part): part is Condition => part !== undefined))
  const sums = ['amount', 'surcharge']
  const [all, late, free] = await Promise.all([
    aggregate(ctx, model, {
      where: within(`${COUNTED} AND due_date BETWEEN '${from}' AND '${to}'`),
      by: ['due_date:month', 'currency', 'decision', 'status'],
      sums,
    }),
    aggregate(ctx, model, { where: within(LATE_IQL), by: ['currency'], sums }),
    aggregate(ctx, model, { where: within(WITHOUT_SURCHARGE_IQL), by: ['currency'], sums }),
  ])
  return {
    from: `${from}`,
    to,
    months: Array.from({ length: months }, (_, at) => `${addDuration(from, `${at}m`)}`.slice(0, 7)),
    record: all.filter(({ by }) => by.status !== 'ABANDONED').map(sumOfMonth),
    abandoned: all.filter(({ by }) => by.status === 'ABANDONED').map(sumOfMonth),
    late: late.map(sumOfCurrency),
    free: free.map(sumOfCurrency),
  }
}

type Summed = Awaited<ReturnType<typeof aggregate>>[number]

const sumOfMonth = ({ by, count, sums }: Summed) => ({
  month: String(by['due_date:month']),
  currency: String(by.currency),
  decision: String(by.decision),
  status: String(by.status),
  count,
  ...amountsIn(sums, by.currency),
})

const sumOfCurrency = ({ by: { currency }, count, sums }: Summed) => ({ currency: String(currency), count, ...amountsIn(sums, currency) })

/** With the decimals of the currency. */
const amountsIn = ({ amount = '0', surcharge = '0' }: Summed['sums'], currency: unknown) => ({
  amount: roundMoney(amount, String(currency)),
  surcharge: roundMoney(surcharge, String(currency)),
})

function firstOfMonth(given: string) {
  try {
    return Temporal.PlainDate.from(given.length === 7 ? `${given}-01` : given).with({ day: 1 })
  } catch {
    return refuse('bad_request', { why_zh: 'from 应为日期或月份', why_en: 'from must be a day or a month' })
  }
}

type Decision = 'PAY' | 'ABANDON' | 'ASK'
const TAKES: Readonly<Record<Decision, string>> = { PAY: 'decide_pay', ABANDON: 'decide_abandon', ASK: 'decide_later' }
const OF_CASE: Readonly<Record<Decision, string>> = { PAY: 'KEEP', ABANDON: 'ABANDON', ASK: 'ASK' }

/** The annuities of a month of a large portfolio are decided at once. */
const MAX_DECIDED = 300

/**
 * All or none. An abandoned fee has no more reminders;
 * `later` also decides the later years, by the decision in their case.
 */
async function decide({ ctx, model, body }: Call<typeof decideFees>) {
  const { decision, later, reason: words, iql, total } = body
  const sids =
    iql === undefined ? chosenSids({ sids: body.sids }, MAX_DECIDED) : (await confirmedResults(ctx, model, { iql, total, verb: 'transition' })).sids
  await inTransaction({ ...ctx, ...(words && { reason: words }) }, async (tx) => {
    const rows = await lockRows(tx, model, sids)
    if (rows.length < sids.length) refuse('not_found')
    await decideRows(tx, rows, { decision, later: later === true, words })
  })
  return { decision, count: sids.length }
}

export type FeeDecision = { decision: Decision; later: boolean; words: string | undefined }

/** Decides fees that are locked, in the transaction of the caller. */
export async function decideRows(tx: Context, rows: readonly RowValues[], { decision, later, words }: FeeDecision) {
  const model = modelNamed(tx.tenant.models, 'fee')
  const wanted = model.states?.transitions[TAKES[decision]]
  const open = rows.filter((row) => !(row.decision === decision && row.handled))
  const moves = open.filter((row) => wanted && row.status !== wanted.to && leaves(model, wanted, String(row.status), row))
  // A fee already due, or already decided by its case, only stores the decision.
  const stays = open.filter(
    (row) => !moves.includes(row) && (row.status === wanted?.to || (decision !== 'ABANDON' && (row.status === 'DUE' || row.status === 'OVERDUE'))),
  )
  const others = open.filter((row) => !moves.includes(row) && !stays.includes(row))
  await takeTransitions(
    tx,
    model,
    [...moves, ...others].map((row) => String(row.sid)),
    TAKES[decision],
    decision === 'ABANDON' && words ? { handled_reason: words } : {},
  )
  await keepDecision(tx, stays, decision)
  if (decision === 'ABANDON') await settleDeadlines(tx, open, 'waive', words ?? (tx.lang === 'zh' ? '决定放弃缴费' : 'Decided not to pay'))
  else await settleDeadlines(tx, open, 'reopen', words)
  if (later) await decideCases(tx, rows, OF_CASE[decision])
}

async function keepDecision(ctx: Context, rows: readonly RowValues[], decision: Decision) {
  const drafts = rows.map((row) => {
    const draft = draftFrom(row)
    setValue(draft, 'decision', decision)
    setValue(draft, 'handled', true)
    return draft
  })
  await updateDrafts(ctx, modelNamed(ctx.tenant.models, 'fee'), drafts)
}

async function decideCases(ctx: Context, fees: readonly RowValues[], annuity_decision: string) {
  const sids = [...new Set(fees.map((fee) => String(fee.case_sid)))]
  const cases = await ctx.db.selectFrom('case').select(['sid', 'kind']).where('sid', 'in', sids).execute()
  for (const { sid, kind: name } of cases) {
    const kind = ctx.tenant.declared.kinds.get(name ?? '')
    const code = kind?.roles.annuity_decision
    if (!kind || !code) continue
    const model = modelNamed(ctx.tenant.models, kind.name)
    authorize(ctx, model, 'update')
    await updateRow(ctx, model, sid, { [code]: annuity_decision }, { verb: 'update' })
  }
}

/** The payment deadline is abandoned and reopened with the fee, even where the payer may not change deadlines. */
async function settleDeadlines(ctx: Context, fees: readonly RowValues[], transition: 'waive' | 'reopen', reason: string | undefined) {
  await moveDeadlines(ctx, fees, { transition, from: transition === 'waive' ? 'OPEN' : 'WAIVED', reason })
}

/** The deadline of an annuity that a person completed, though it was not paid. */
export const reopenCompleted = (ctx: Context, fee: RowValues) =>
  moveDeadlines(ctx, [fee], { transition: 'reopen', from: 'DONE', handled: true, reason: String(fee.handled_reason ?? '') })

type Move = { transition: 'waive' | 'reopen'; from: 'OPEN' | 'WAIVED' | 'DONE'; handled?: true; reason: string | undefined }

async function moveDeadlines(ctx: Context, fees: readonly RowValues[], { transition, from, handled, reason }: Move) {
  const pairs = fees.filter((fee) => fee.fee_class === 'ANNUITY' && fee.deadline_key)
  if (pairs.length === 0) return
  const found = await ctx.db
    .selectFrom('deadline')
    .select('sid')
    .where((of) => of.or(pairs.map((fee) => of.and({ case_sid: String(fee.case_sid), key: String(fee.deadline_key) }))))
    .where('status', '=', from)
    .$if(handled === true, (query) => query.where('handled', '=', true))
    .where('deleted_at', 'is', null)
    .execute()
  const sids = found.map((row) => row.sid)
  const own = onBehalfOf(ctx)
  if (sids.length) await takeTransitions(own, modelNamed(ctx.tenant.models, 'deadline'), sids, transition, reason ? { handled_reason: reason } : {})
}
