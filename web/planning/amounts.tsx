import { sumMoney } from '../../model/kit/money/money.ts'
import { PLAN_DOUBTS, type PlanDoubt, type PlanResult } from '../../model/planning/plan-result.ts'
import { Tag } from 'antd'
import { Money } from '../fields/money.tsx'
import { useWords } from '../words/language.ts'

type Amount = { currency: string; amount: string }

export const sumsOf = (fees: readonly Amount[]): Amount[] =>
  [...Map.groupBy(fees, ({ currency }) => currency)]
    .map(([currency, of]) => ({
      currency,
      amount: sumMoney(
        of.map(({ amount }) => amount),
        currency,
      ),
    })) // oxfmt-ignore
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))

/** One line for each currency. */
export const Amounts = ({ of }: { of: readonly Amount[] }) =>
  of.length === 0 ? (
    <span className="none">—</span>
  ) : (
    <span className="plan-amounts number">
      {of.map(({ currency, amount }) => (
        <span key={currency}>
          <Money amount={amount} currency={currency} />
        </span>
      ))}
    </span>
  )

/** The number of cases with a fee that the total lacks. */
export function Unpriced({ of }: { of: PlanResult }) {
  const { t } = useWords()
  const count = of.priced ? of.cases.filter(({ unpriced }) => unpriced.length > 0).length : 0
  return count > 0 ? <div className="plan-lacks">{t('plan.lacks', { count })}</div> : null
}

export function Doubts({ of }: { of: readonly PlanDoubt[] }) {
  const { lang } = useWords()
  return (
    <>
      {of.map((doubt) => (
        <Tag key={doubt} color={doubt === 'CHECK' ? 'warning' : 'default'}>
          {PLAN_DOUBTS[doubt][lang === 'zh' ? 0 : 1]}
        </Tag>
      ))}
    </>
  )
}
