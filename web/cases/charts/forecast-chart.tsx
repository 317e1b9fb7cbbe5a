import { Segmented, theme } from 'antd'
import { useState } from 'react'
import { formatAmount, sumMoney } from '../../../model/kit/money/money.ts'
import { useWords } from '../../words/language.ts'
import { Chart } from './chart.tsx'
import type { Forecast } from './sums.ts'
import { sumsOf } from './sums.ts'

const DECISIONS = [
  ['PAY', 'annuity.pay'],
  ['ASK', 'annuity.ask'],
  ['ABANDON', 'annuity.abandon'],
] as const

/** The cost of each month in one currency, by decision. */
export function ForecastChart({ forecast, onMonth }: { forecast: Forecast; onMonth: (month: string) => void }) {
  const { t } = useWords()
  const { token } = theme.useToken()
  const currencies = sumsOf(forecast.record).map(({ currency }) => currency)
  const [chosen, choose] = useState('')
  const currency = currencies.includes(chosen) ? chosen : currencies[0]
  if (!currency) return <p className="quiet">{t('annuity.none')}</p>
  const colours = { PAY: token.colorPrimary, ASK: token.colorPrimaryBorderHover, ABANDON: token.colorBorder }
  const amountOf = (month: string, decision: string) => {
    const rows = [...forecast.record, ...forecast.abandoned].filter(
      (row) => row.month === month && row.currency === currency && row.decision === decision && row.status !== 'PAID',
    )
    // A chart needs no more precision than a number has.
    return Number(
      sumMoney(
        rows.flatMap(({ amount, surcharge }) => [amount, surcharge]),
        currency,
      ),
    )
  }
  return (
    <div className="forecast">
      {currencies.length > 1 && <Segmented size="small" aria-label={t('fees.currency')} value={currency} onChange={choose} options={currencies} />}
      <Chart
        label={t('annuity.chartOf', { currency })}
        names={forecast.months.map((month) => month.slice(2))}
        series={DECISIONS.map(([code, word]) => ({
          name: t(word),
          color: colours[code],
          values: forecast.months.map((month) => amountOf(month, code)),
        }))}
        format={(value) => formatAmount(String(value), currency)}
        onPick={(at) => onMonth(forecast.months[at] ?? '')}
      />
    </div>
  )
}
