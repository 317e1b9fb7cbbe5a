import { forecastFees } from '../../model/fees/fee-actions.ts'
import { BarChartOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Segmented, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { act, useSchema } from '../api/api.ts'
import { useAddress } from '../cases/address.ts'
import { ChartWaits } from '../cases/charts/chart-waits.tsx'
import { todayIn } from '../cases/dates/days.ts'
import { KeyHints } from '../cases/key-hints.tsx'
import type { ForecastRow } from '../cases/charts/sums.ts'
import { useZone } from '../fields/moments.ts'
import { NotAllowed } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { allows } from '../api/allows.ts'
import { useWords } from '../words/language.ts'
import { MonthStrip } from './month-strip.tsx'
import { classIql, decisionOf, DECISIONS, feesIql, yearFrom } from './query.ts'
import { FeeTable } from './table.tsx'
import './fees.css'

const FeeDrawer = lazy(async () => ({ default: (await import('./drawer.tsx')).FeeDrawer }))
const ForecastChart = lazy(async () => ({ default: (await import('../cases/charts/forecast-chart.tsx')).ForecastChart }))
const WORDS = { ASK: 'annuity.ask', PAY: 'annuity.pay', ABANDON: 'annuity.abandon' } as const

/** What is to be paid in the coming year, by month; what is late first; and the decision on each. */
export function AnnuityDesk() {
  const { t } = useWords()
  const { read, put } = useAddress()
  const schema = useSchema('fee').data
  const [selected, setSelected] = useState<string[]>([])
  const zone = useZone()
  const which = read('which')
  const iql = classIql(which)
  const forecast = useQuery({
    queryKey: ['fee', 'forecast', iql],
    queryFn: () => act(forecastFees, { months: 12, ...(iql && { iql }) }),
    placeholderData: keepPreviousData,
    enabled: schema !== undefined && allows(schema, 'search'),
    meta: { faults: 'own' },
  })
  if (schema && !allows(schema, 'search')) return <NotAllowed />
  if (forecast.error) return <Alert className="page" type="info" showIcon title={forecast.error.message} />
  if (!schema) return <PageSkeleton />
  const change = (changes: Record<string, string | null>) => {
    setSelected([])
    put(changes)
  }
  const month = read('month')
  // What is late has no month of its own, and is counted by its own list.
  const counted = month === 'late' ? undefined : forecast.data?.record.filter((row) => row.status !== 'PAID' && (month === '' || row.month === month))
  const name = t('annuity.title')
  // The rows are asked for beside the sums, not after them.
  const address = { month, decision: read('decision'), which, ...yearFrom(todayIn(zone)) }
  return (
    <div className="page list desk annuities">
      <PageHead
        title={name}
        name={name}
        acts={
          <>
            <Button
              icon={<BarChartOutlined />}
              aria-pressed={read('chart') === '1'}
              onClick={() => put({ chart: read('chart') === '1' ? null : '1' }, true)}
            >
              {t('annuity.chart')}
            </Button>
            <Link to="/annuities/payments">
              <Button icon={<UnorderedListOutlined />}>{t('annuity.lists')}</Button>
            </Link>
          </>
        }
      />
      <MonthStrip forecast={forecast.data} month={month} onMonth={(one) => change({ month: one || null })} />
      {read('chart') === '1' && forecast.data && (
        <Suspense fallback={<ChartWaits />}>
          <section className="annuity-chart">
            <ForecastChart forecast={forecast.data} onMonth={(one) => change({ month: one })} />
          </section>
        </Suspense>
      )}
      <div className="tab-bar">
        <Segmented
          aria-label={t('annuity.decision')}
          value={decisionOf(read('decision'))}
          onChange={(decision) => change({ decision: decision || null })}
          options={[
            { value: '', label: <Counted word={t('annuity.any')} count={countOf(counted)} /> },
            ...DECISIONS.map((value) => ({ value, label: <Counted word={t(WORDS[value])} count={countOf(counted, value)} /> })),
          ]}
        />
        <Segmented
          aria-label={t('annuity.which')}
          value={which === 'all' ? 'all' : ''}
          onChange={(value) => change({ which: value || null })}
          options={[
            { value: '', label: t('annuity.onlyAnnuities') },
            { value: 'all', label: t('annuity.allFees') },
          ]}
        />
        {allows(schema, 'transition') && (
          <KeyHints
            keys={[
              ['j k', t('keys.upAndDown')],
              ['y', t('annuity.keepIt')],
              ['a', t('annuity.dropIt')],
              ['u', t('annuity.ask')],
              ['x', t('keys.select')],
            ]}
          />
        )}
      </div>
      <FeeTable key={JSON.stringify(address)} schema={schema} iql={feesIql(address)} selected={selected} onSelect={setSelected} />
      <Drawer open={Boolean(read('open'))} onClose={() => put({ open: null }, true)} size={520} mask={false} title={t('annuity.why')} destroyOnHidden>
        <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{read('open') && <FeeDrawer sid={read('open')} schema={schema} />}</Suspense>
      </Drawer>
    </div>
  )
}

const countOf = (rows: readonly ForecastRow[] | undefined, decision?: string) =>
  rows?.reduce(
    (sum, row) => sum + (decision === undefined ? (row.status === 'ABANDONED' ? 0 : row.count) : row.decision === decision ? row.count : 0),
    0,
  )

const Counted = ({ word, count }: { word: string; count: number | undefined }) => (
  <>
    {word} {count !== undefined && <b className="number">{count}</b>}
  </>
)
