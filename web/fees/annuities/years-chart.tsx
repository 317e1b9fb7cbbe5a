import { theme } from 'antd'
import type { forecastYears } from '../../../model/fees/annuities/years-ahead-actions.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { formatAmount, subtractMoney } from '../../../model/kit/money/money.ts'
import { Chart } from '../../cases/charts/chart.tsx'
import { useWords } from '../../words/language.ts'

export type YearsForecast = AnswerOf<typeof forecastYears>

/** The cost of each year in the currency of the company: the certain part, and the part to be checked. */
export function YearsChart({ forecast: { years, converted, whole }, onYear }: { forecast: YearsForecast; onYear: (year: number) => void }) {
  const { t } = useWords()
  const { token } = theme.useToken()
  const { currency } = whole
  const of = (year: number) => converted.find((one) => one.year === year)
  // A chart needs no more precision than a number has.
  const unsure = years.map((year) => Number(of(year)?.unsure.total ?? 0))
  const sure = years.map((year) => Number(subtractMoney(of(year)?.total.total ?? '0', of(year)?.unsure.total ?? '0', currency)))
  return (
    <Chart
      label={t('years.chart', { currency })}
      names={years.map(String)}
      series={[
        { name: t('years.sure'), color: token.colorPrimary, values: sure },
        { name: t('years.unsure'), color: token.colorPrimaryBorderHover, values: unsure },
      ]}
      format={(value) => formatAmount(String(value), currency)}
      onPick={(at) => years[at] !== undefined && onYear(years[at])}
    />
  )
}
