import { sumFees } from '../../model/fees/fee-actions.ts'
import { roundMoney, sumMoney } from '../../model/kit/money/money.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { allOf, among } from '../records/permission/conditions.ts'
import { type Call, perform } from '../records/actions.ts'
import { aggregate } from '../records/query/totals/aggregate.ts'
import { readIql } from '../records/query/search.ts'
import { authorize, visible } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import type { Context } from '../records/context.ts'
import { leftOutOf, MAX_LISTED } from './payments/listable.ts'
import type { Part } from '../records/modules.ts'
import { refuse } from '../errors.ts'

export const feeSums: Part = { actions: perform(sumFees, sum) }

/** The sum of chosen fees, or of all that a query selects, in each currency; for a list, of those that it takes. */
async function sum({ ctx, model, body: { sids = [], iql, for_list } }: Call<typeof sumFees>) {
  if (sids.length === 0 && iql === undefined) return refuse('select_one')
  const chosen = sids.length ? readIql(`sid IN (${sids.map((sid) => `'${sid}'`).join(', ')})`).where : undefined
  const where = allOf([chosen, readIql(iql).where].filter((part): part is Condition => part !== undefined))
  if (!for_list) return { record: await sumsOf(ctx, model, where), left_out: [], earlier: [] }
  authorize(ctx, model, 'transition') // it tells names, to those who would list the fees
  const rows = await readPage(ctx, model, ['sid'], { where: visible(ctx, model, where), order: [] }, { start: 0, rows: MAX_LISTED + 1 })
  if (rows.length > MAX_LISTED) return refuse('too_many_values', { key: iql === undefined ? 'sids' : 'iql', max: MAX_LISTED })
  const all = rows.map((row) => String(row.sid))
  const left_out = await leftOutOf(ctx, all)
  const left = new Set(left_out.map((one) => one.sid))
  const listed = all.filter((sid) => !left.has(sid))
  return { record: listed.length > 0 ? await sumsOf(ctx, model, among(['sid'], listed)) : [], left_out, earlier: await earlierOf(ctx, listed) }
}

/** A later year does not keep a right whose earlier year stays unpaid: the earliest such year of each case. */
async function earlierOf({ db }: Context, listed: readonly string[]) {
  if (listed.length === 0) return []
  const rows = await db
    .selectFrom('fee as own')
    .innerJoin('fee as owed', 'owed.case_sid', 'own.case_sid')
    .innerJoin('case as c', 'c.sid', 'own.case_sid')
    .select((of) => ['c.case_no', of.fn.min('owed.annuity_year').as('year')])
    .where('own.sid', 'in', [...listed])
    .where('own.fee_class', '=', 'ANNUITY')
    .where('owed.fee_class', '=', 'ANNUITY')
    .where('owed.status', 'in', EARLIER)
    .where('owed.deleted_at', 'is', null)
    .where('owed.sid', 'not in', [...listed])
    .whereRef('owed.annuity_year', '<', 'own.annuity_year')
    .groupBy('c.case_no')
    .orderBy('c.case_no')
    .execute()
  return rows.map(({ case_no, year }) => ({ case_no: case_no ?? '', year: Number(year) }))
}

/** Still owed, and on no list. */
const EARLIER = ['PLANNED', 'TO_PAY', 'DUE', 'OVERDUE', 'UNDERPAID'] as const

async function sumsOf(ctx: Context, model: Model, where: Condition | undefined) {
  const parts = { unsure: readIql("certainty = 'CHECK'").where, unnumbered: readIql('case_sid.application_no IS EMPTY').where }
  const groups = await aggregate(ctx, model, { where, by: ['currency'], sums: ['amount', 'surcharge'], parts })
  return groups.map(({ by, count, sums, parts: { unsure = 0, unnumbered = 0 } }) => {
    const currency = String(by.currency)
    const [amount, surcharge] = [roundMoney(sums.amount ?? '0', currency), roundMoney(sums.surcharge ?? '0', currency)]
    return { currency, count, amount, surcharge, total: sumMoney([amount, surcharge], currency), unsure, unnumbered }
  })
}
