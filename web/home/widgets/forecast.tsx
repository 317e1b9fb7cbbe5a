import { useNavigate } from 'react-router'
import { ForecastChart } from '../../cases/charts/forecast-chart.tsx'
import { amountText, isStillDue, sumsOf } from '../../cases/charts/sums.ts'
import { ChartLinks } from '../../cases/charts/chart-links.tsx'
import { useForecast } from './fees.tsx'
import { Waiting } from './waiting.tsx'

const pageOfMonth = (month: string) => `/annuities?month=${month}`

/** The annuity cost of the coming year; each month opens its fees. */
export function Forecast() {
  const navigate = useNavigate()
  const query = useForecast()
  const { data } = query
  if (!data) return <Waiting query={query} />
  const bars = data.months.flatMap((month) => {
    const sums = sumsOf(data.record.filter((row) => row.month === month && isStillDue(row)))
    return sums.length ? [{ name: month, count: sums.map(amountText).join(', '), to: pageOfMonth(month) }] : []
  })
  return (
    <div className="chart-box">
      <ForecastChart forecast={data} onMonth={(month) => navigate(pageOfMonth(month))} />
      <ChartLinks bars={bars} />
    </div>
  )
}
