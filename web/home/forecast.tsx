import { useNavigate } from 'react-router'
import { ChartWaits } from '../cases/chart-waits.tsx'
import { ForecastChart } from '../cases/forecast-chart.tsx'
import { useForecast } from './fees.tsx'

export function Forecast() {
  const navigate = useNavigate()
  const { data } = useForecast()
  return data ? <ForecastChart forecast={data} onMonth={(month) => navigate(`/annuities?month=${month}`)} /> : <ChartWaits />
}
