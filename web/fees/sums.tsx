import { Skeleton } from 'antd'
import type { sumFees } from '../../model/fees/fee-actions.ts'
import type { AnswerOf } from '../../model/kit/action.ts'
import { amountText } from '../cases/charts/sums.ts'

export type Summed = AnswerOf<typeof sumFees>['record'] | undefined

export function Sums({ sums }: { sums: Summed }) {
  if (!sums) return <Skeleton.Input active size="small" />
  return sums.map((sum) => (
    <b key={sum.currency} className="number sum">
      {amountText({ currency: sum.currency, amount: sum.total })}
    </b>
  ))
}
