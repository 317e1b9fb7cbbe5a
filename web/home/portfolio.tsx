import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { act, useSchema } from '../api.ts'
import { Chart } from '../cases/chart.tsx'
import { ChartWaits } from '../cases/chart-waits.tsx'
import { optionLabel } from '../fields/option.tsx'
import { quoted } from '../records/list-address.ts'
import { useWords } from '../words/language.ts'

type Groups = { record: { by: Record<string, string | null>; count: number }[] }

const useGroups = (by: string) =>
  useQuery({ queryKey: ['patent', 'aggregate', by], queryFn: () => act<Groups>('patent', 'aggregate', { by: [by] }), meta: { faults: 'own' } })

const MOST_BARS = 8
const listOf = (iql: string) => `/patents?${new URLSearchParams({ iql }).toString()}`

/** The cases by one of their fields; each bar opens its list. */
export function Portfolio({ by }: { by: 'status' | 'country' | 'patent_type' }) {
  const { t, tag } = useWords()
  const navigate = useNavigate()
  const schema = useSchema('patent').data
  const { data } = useGroups(by)
  if (!data || !schema) return <ChartWaits />
  const field = schema.fields.find(({ code }) => code === by)
  const regions = new Intl.DisplayNames([tag], { type: 'region', fallback: 'code' })
  const nameOf = (value: string | null) => {
    if (value === null) return t('home.unknown')
    if (field?.options) return optionLabel(field, value)
    return /^[A-Z]{2}$/.test(value) && value !== 'EP' && value !== 'WO' ? (regions.of(value) ?? value) : value
  }
  const iqlOf = (value: string | null) => (value === null ? `${by} IS EMPTY` : `${by} = ${quoted(value)}`)
  const all = data.record.map((one) => ({ value: one.by[by] ?? null, count: one.count })).sort((one, other) => other.count - one.count)
  const [top, rest] = [all.slice(0, MOST_BARS), all.slice(MOST_BARS)]
  const bars = top.map(({ value, count }) => ({ name: nameOf(value), count, iql: iqlOf(value) }))
  if (rest.length)
    bars.push({
      name: t('home.others'),
      count: rest.reduce((sum, { count }) => sum + count, 0),
      iql: rest.map(({ value }) => iqlOf(value)).join(' OR '),
    })
  return (
    <Chart
      label={field?.label ?? by}
      isAcross
      names={bars.map(({ name }) => name)}
      series={[{ name: field?.label ?? by, values: bars.map(({ count }) => count) }]}
      onPick={(at) => navigate(listOf(bars[at]?.iql ?? ''))}
    />
  )
}

const YEARS = 12

function lastYears() {
  const now = new Date().getFullYear()
  return Array.from({ length: YEARS }, (_, at) => String(now - YEARS + 1 + at))
}

/** How many were filed in each of the last years. */
export function Filings() {
  const { t } = useWords()
  const navigate = useNavigate()
  const { data } = useGroups('filing_date:year')
  if (!data) return <ChartWaits />
  const years = lastYears()
  const counts = new Map(data.record.map((one) => [one.by['filing_date:year'], one.count]))
  return (
    <Chart
      label={t('home.filings')}
      names={years}
      series={[{ name: t('home.filings'), values: years.map((year) => counts.get(year) ?? 0) }]}
      onPick={(at) => navigate(listOf(`filing_date BETWEEN '${years[at]}-01-01' AND '${years[at]}-12-31'`))}
    />
  )
}
