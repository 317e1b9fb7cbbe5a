import { Segmented } from 'antd'
import { Suspense, useState } from 'react'
import type { Drawing, Figures } from '../../../model/statistics/definition.ts'
import { useWords } from '../../words/language.ts'
import { ChartWaits } from '../charts/chart-waits.tsx'
import { FiguresTable } from './figures-table.tsx'
import { partOnRequest } from '../../ui/on-request.tsx'
import './statistics.css'

const FiguresChart = partOnRequest(async () => (await import('./figures-chart.tsx')).FiguresChart)

const CountryMap = partOnRequest(async () => (await import('./country-map.tsx')).CountryMap)

const CHARTS: ReadonlySet<Drawing> = new Set(['BAR', 'STACKED', 'LINE', 'PIE', 'MAP'])
export const isChart = (drawing: Drawing) => CHARTS.has(drawing)

type ViewProps = { figures: Figures; drawing: Drawing; name: string; hasTable?: boolean }

/** A statistic as it is drawn; with `hasTable`, its figures are also listed below a chart. */
export function StatisticView({ figures, drawing, name, hasTable = false }: ViewProps) {
  const { t } = useWords()
  const [chosen, choose] = useState<string>()
  const { currencies } = figures
  const currency = (chosen !== undefined && currencies.includes(chosen) ? chosen : currencies[0]) ?? null
  if (figures.rows.length === 0) return <p className="quiet">{t('statistic.none')}</p>
  const isDrawn = isChart(drawing)
  return (
    <div className="statistic-view">
      {isDrawn && currencies.length > 1 && (
        <Segmented size="small" aria-label={t('fees.currency')} value={currency ?? ''} onChange={choose} options={currencies} />
      )}
      {isDrawn && (
        <Suspense fallback={<ChartWaits />}>
          {drawing === 'MAP' ? (
            <CountryMap figures={figures} currency={currency} />
          ) : (
            <FiguresChart figures={figures} drawing={drawing} currency={currency} label={name || figures.measure_label} />
          )}
        </Suspense>
      )}
      {(hasTable || !isDrawn) && <FiguresTable figures={figures} drawing={isDrawn ? 'PIVOT' : drawing} />}
      <Notes figures={figures} />
    </div>
  )
}

/** Remarks needed to read the figures. */
function Notes({ figures }: { figures: Figures }) {
  const { t } = useWords()
  const notes = [
    t('statistic.asOf', { day: figures.as_of }),
    ...(figures.past ? [t('statistic.past')] : []),
    ...(figures.several ? [t('statistic.several')] : []),
    ...(figures.cut ? [t('statistic.cut')] : []),
  ]
  return <p className="quiet statistic-notes">{notes.join(' · ')}</p>
}
