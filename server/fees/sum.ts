import { sumFees } from '../../model/fees/fee-actions.ts'
import { roundMoney, sumMoney } from '../../model/kit/money.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { allOf } from '../records/permission/conditions.ts'
import { type Call, perform } from '../records/actions.ts'
import { aggregate } from '../records/query/aggregate.ts'
import { readIql } from '../records/query/search.ts'
import type { Part } from '../records/modules.ts'
import { refuse } from '../errors.ts'

export const feeSums: Part = { actions: perform(sumFees, sum) }

/** The sum of chosen fees, or of all that a query selects, in each currency. */
async function sum({ ctx, model, body: { sids = [], iql } }: Call<typeof sumFees>) {
  if (sids.length === 0 && iql === undefined) return refuse('select_one')
  const chosen = sids.length ? readIql(`sid IN (${sids.map((sid) => `'${sid}'`).join(', ')})`).where : undefined
  const where = allOf([chosen, readIql(iql).where].filter((part): part is Condition => part !== undefined))
  const parts = { unsure: readIql("certainty = 'CHECK'").where, unnumbered: readIql('case_sid.application_no IS EMPTY').where }
  const groups = await aggregate(ctx, model, { where, by: ['currency'], sums: ['amount', 'surcharge'], parts })
  return {
    record: groups.map(({ by, count, sums, parts: { unsure = 0, unnumbered = 0 } }) => {
      const currency = String(by.currency)
      const [amount, surcharge] = [roundMoney(sums.amount ?? '0', currency), roundMoney(sums.surcharge ?? '0', currency)]
      return { currency, count, amount, surcharge, total: sumMoney([amount, surcharge], currency), unsure, unnumbered }
    }),
  }
}
