import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { yearIn } from '../../../model/kit/clock.ts'
import { type Lang, wordIn } from '../../../model/kit/fields.ts'
import { type Stage, STAGES, stageOf } from '../../../model/rights/patents/lifecycle/stages.ts'
import { type PatentStatus, STATUS } from '../../../model/rights/patents/lifecycle/states.ts'
import { doVerb, useSchema } from '../../api/api.ts'
import { Chart } from '../../cases/charts/chart.tsx'
import { useZone } from '../../fields/moments.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { quoted } from '../../records/list/list-address.ts'
import { useWords } from '../../words/language.ts'
import { ChartLinks } from './chart-links.tsx'
import { FirstStep } from './first-step.tsx'
import { Waiting } from './waiting.tsx'

const useGroups = (by: string) =>
  useQuery({ queryKey: ['patent', 'aggregate', by], queryFn: () => doVerb('patent', 'aggregate', { by: [by] }), meta: { faults: 'own' } })

const MOST_BARS = 8
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const listOf = (iql: string) => `/patents?${new URLSearchParams({ iql }).toString()}`

/** The cases by one of their fields; each bar opens its list. */
export function Portfolio({ by }: { by: 'status' | 'legal_status' | 'country' | 'patent_type' }) {
  const { t, tag, lang } = useWords()
  const navigate = useNavigate()
  const schema = useSchema('patent').data
  const query = useGroups(by)
  const { data } = query
  if (!data || !schema) return <Waiting query={query} />
  if (data.record.length === 0) return <NoCases />
  const field = schema.fields.find(({ code }) => code === by)
  const regions = new Intl.DisplayNames([tag], { type: 'region', fallback: 'code' })
  const nameOf = (value: string | null) => {
    if (value === null) return t('home.unknown')
    if (field?.options) return optionLabel(field, value)
    return /^[A-Z]{2}$/.test(value) && value !== 'EP' && value !== 'WO' ? (regions.of(value) ?? value) : value
  }
  const iqlOf = (value: string | null) => (value === null ? `${by} IS EMPTY` : `${by} = ${quoted(value)}`)
  const all = data.record.map((one) => ({ value: textOf(one.by[by]), count: one.count })).sort((one, other) => other.count - one.count)
  const bars =
    by === 'status'
      ? stagesOf(all, lang)
      : mostOf(
          all.map(({ value, count }) => ({ name: nameOf(value), count, iql: iqlOf(value) })),
          t('home.others'),
        )
  return (
    <div className="chart-box">
      <Chart
        label={field?.label ?? by}
        isAcross
        names={bars.map(({ name }) => name)}
        series={[{ name: field?.label ?? by, values: bars.map(({ count }) => count) }]}
        onPick={(at) => navigate(listOf(bars[at]?.iql ?? ''))}
      />
      <ChartLinks bars={bars.map(({ name, count, iql }) => ({ name, count, to: listOf(iql) }))} />
    </div>
  )
}

type Bar = { name: string; count: number; iql: string }

/** The largest ones, and the others together. */
function mostOf(bars: readonly Bar[], others: string): Bar[] {
  const [top, rest] = [bars.slice(0, MOST_BARS), bars.slice(MOST_BARS)]
  if (rest.length === 0) return top
  return [...top, { name: others, count: rest.reduce((sum, { count }) => sum + count, 0), iql: rest.map(({ iql }) => iql).join(' OR ') }]
}

/** The states of every office, together by how far the case has come and in that order. */
function stagesOf(all: readonly { value: string | null; count: number }[], lang: Lang): Bar[] {
  const known = all.flatMap(({ value, count }) => (value !== null && value in STATUS ? [{ status: value as PatentStatus, count }] : [])) // a key of STATUS
  const byStage = Map.groupBy(known, ({ status }) => stageOf(status))
  return Object.entries(STAGES).flatMap(([stage, words]) => {
    const some = byStage.get(stage as Stage) // a key of STAGES
    if (!some) return []
    return {
      name: wordIn(words, lang),
      count: some.reduce((sum, { count }) => sum + count, 0),
      iql: `status IN (${some.map(({ status }) => quoted(status)).join(', ')})`,
    }
  })
}

const YEARS = 12

function lastYears(now: number) {
  return Array.from({ length: YEARS }, (_, at) => String(now - YEARS + 1 + at))
}

/** The number of filings in each of the last years. */
export function Filings() {
  const { t } = useWords()
  const navigate = useNavigate()
  const zone = useZone()
  const query = useGroups('filing_date:year')
  const { data } = query
  if (!data) return <Waiting query={query} />
  if (data.record.length === 0) return <NoCases />
  const counts = new Map(data.record.map((one) => [one.by['filing_date:year'], one.count]))
  const bars = lastYears(yearIn(zone)).map((year) => ({
    name: year,
    count: counts.get(year) ?? 0,
    to: listOf(`filing_date BETWEEN '${year}-01-01' AND '${year}-12-31'`),
  }))
  return (
    <div className="chart-box">
      <Chart
        label={t('home.filings')}
        names={bars.map(({ name }) => name)}
        series={[{ name: t('home.filings'), values: bars.map(({ count }) => count) }]}
        onPick={(at) => navigate(bars[at]?.to ?? '/patents')}
      />
      <ChartLinks bars={bars.filter(({ count }) => count > 0)} />
    </div>
  )
}

const NoCases = () => <FirstStep what="home.noCases" to="/patents/new" go="home.firstCase" needs={{ model: 'patent', verb: 'create' }} />
