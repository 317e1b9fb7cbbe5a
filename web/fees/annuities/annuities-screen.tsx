import { decideFees, forecastFees } from '../../../model/fees/fee-actions.ts'
import { BarChartOutlined, TeamOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Segmented } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, useGroups, useSchema } from '../../api/api.ts'
import { ChartWaits } from '../../cases/charts/chart-waits.tsx'
import { todayIn } from '../../../model/kit/days/clock.ts'
import { type Forecast, type ForecastRow, isStillDue, type Sum, sumsOf } from '../../cases/charts/sums.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { CaseChips } from '../../cases/worklist/case-chips.tsx'
import { CASE_FILTERS, caseIql } from '../../cases/worklist/case-filters.ts'
import { KeyHints } from '../../cases/worklist/key-hints.tsx'
import { OpenedDrawer } from '../../cases/worklist/opened-drawer.tsx'
import { useZone } from '../../fields/moments.ts'
import { NotAllowed } from '../../ui/faults/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { allows } from '../../api/allows.ts'
import { useWords } from '../../words/language.ts'
import { ForecastFile } from '../costs/forecast-file.tsx'
import { FeeTable } from '../fee-table.tsx'
import { InCompanyCurrency } from '../../cases/charts/in-company-currency.tsx'
import { MonthStrip } from './month-strip.tsx'
import { classIql, decisionOf, DECISIONS, type FeeAddress, feesIql, feesWhere, PAST, yearFrom } from '../query.ts'
import { partOnRequest } from '../../ui/on-request.tsx'
import '../fees.css'

const FeeDrawer = partOnRequest(async () => (await import('../drawer.tsx')).FeeDrawer)
const ForecastChart = partOnRequest(async () => (await import('../../cases/charts/forecast-chart.tsx')).ForecastChart)
const WORDS = { ASK: 'annuity.ask', PAY: 'annuity.pay', ABANDON: 'annuity.abandon' } as const

/** The fees of the coming year, by month, late ones first, with the decision on each. */
export function AnnuitiesScreen() {
  const { t } = useWords()
  const { read, put } = useAddress()
  const schema = useSchema('fee').data
  const zone = useZone()
  const [which, month] = [read('which'), read('month')]
  const cases = caseIql(read)
  const iql = [classIql(which), cases].filter(Boolean).join(' AND ')
  const forecast = useQuery({
    queryKey: ['fee', 'forecast', iql],
    queryFn: () => act(forecastFees, { months: 12, ...(iql && { iql }) }),
    placeholderData: keepPreviousData,
    enabled: schema !== undefined && allows(schema, 'search'),
    meta: { faults: 'own' },
  })
  const past = usePast(PAST[month], iql, schema !== undefined && allows(schema, 'search'))
  if (schema && !allows(schema, 'search')) return <NotAllowed />
  if (forecast.error) return <Alert className="page" type="info" showIcon title={forecast.error.message} />
  if (!schema) return <PageSkeleton />
  const name = t('annuity.title')
  // The rows are queried in parallel with the sums.
  const address = { month, decision: read('decision'), which, cases, ...yearFrom(todayIn(zone)) }
  return (
    <div className="page list worklist annuities">
      <PageHead
        title={name}
        name={name}
        acts={<Acts iql={feesWhere(address)} file={allows(schema, 'export') && <ForecastFile span="MONTHS" name={name} iql={iql} />} />}
      />
      <MonthStrip forecast={forecast.data} month={month} onMonth={(one) => put({ month: one || null })} />
      {forecast.data && <InCompanyCurrency sums={sumsShown(forecast.data, month)} />}
      {read('chart') === '1' && forecast.data && (
        <Suspense fallback={<ChartWaits />}>
          <section className="annuity-chart">
            <ForecastChart forecast={forecast.data} onMonth={(one) => put({ month: one })} />
          </section>
        </Suspense>
      )}
      <Filters schema={schema} counted={month in PAST ? past : countedIn(forecast.data, month)} address={address} />
      <FeeTable key={JSON.stringify(address)} schema={schema} iql={feesIql(address)} where={feesWhere(address)} />
      <OpenedDrawer title={t('annuity.why')} size={520}>
        {(sid) => <FeeDrawer sid={sid} schema={schema} />}
      </OpenedDrawer>
    </div>
  )
}

function Acts({ iql, file }: { iql: string; file: ReactNode }) {
  const { t } = useWords()
  const { read, put } = useAddress()
  const isDrawn = read('chart') === '1'
  return (
    <>
      <Button icon={<BarChartOutlined />} aria-pressed={isDrawn} onClick={() => put({ chart: isDrawn ? null : '1' }, true)}>
        {t('annuity.chart')}
      </Button>
      <Link to={`/m/fee?${new URLSearchParams({ group: 'case_sid.applicant_sids', iql })}`}>
        <Button icon={<TeamOutlined />}>{t('annuity.byApplicant')}</Button>
      </Link>
      <Link to="/annuities/payments">
        <Button icon={<UnorderedListOutlined />}>{t('annuity.lists')}</Button>
      </Link>
      {file}
    </>
  )
}

type Counts = readonly Pick<ForecastRow, 'decision' | 'status' | 'count'>[] | undefined

/** Fees past their due date have no month: they are counted by themselves. */
function usePast(past: string | undefined, iql: string, enabled: boolean): Counts {
  const { data } = useGroups('fee', { iql: [past, iql].filter(Boolean).join(' AND '), by: ['decision', 'status'] }, enabled && past !== undefined)
  return data?.record.map(({ by, count }) => ({ decision: String(by['decision']), status: String(by['status']), count }))
}

/** The sums of the chosen month, as the strip has them. */
function sumsShown({ late, free, record }: Forecast, month: string): Sum[] {
  if (month === 'late') return sumsOf(late)
  if (month === 'free') return sumsOf(free)
  return sumsOf(record.filter((row) => isStillDue(row) && (month === '' || row.month === month)))
}

/** The fees in the counts of decisions. */
const countedIn = (forecast: Forecast | undefined, month: string): Counts =>
  forecast && [...forecast.record, ...forecast.abandoned].filter((row) => row.status !== 'PAID' && (month === '' || row.month === month))

function Filters({ schema, counted, address }: { schema: WireSchema; counted: Counts; address: FeeAddress }) {
  const { t } = useWords()
  const { read, put } = useAddress()
  return (
    <div className="tab-bar">
      <Segmented
        aria-label={t('annuity.decision')}
        value={decisionOf(read('decision'))}
        onChange={(decision) => put({ decision: decision || null })}
        options={[
          { value: '', label: <Counted word={t('annuity.any')} count={countOf(counted)} /> },
          ...DECISIONS.map((value) => ({ value, label: <Counted word={t(WORDS[value])} count={countOf(counted, value)} /> })),
        ]}
      />
      <Segmented
        aria-label={t('annuity.which')}
        value={read('which') === 'all' ? 'all' : ''}
        onChange={(value) => put({ which: value || null })}
        options={[
          { value: '', label: t('annuity.onlyAnnuities') },
          { value: 'all', label: t('annuity.allFees') },
        ]}
      />
      <CaseChips
        codes={CASE_FILTERS}
        model="fee"
        iqlWithout={(code) => feesWhere({ ...address, cases: caseIql((key) => (key === code ? '' : read(key))) })}
      />
      {allows(schema, decideFees.name) && (
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
  )
}

const countOf = (rows: Counts, decision?: string) =>
  rows?.reduce(
    (sum, row) => sum + (decision === undefined ? (row.status === 'ABANDONED' ? 0 : row.count) : row.decision === decision ? row.count : 0),
    0,
  )

const Counted = ({ word, count }: { word: string; count: number | undefined }) => (
  <>
    {word} {count !== undefined && <b className="number">{count}</b>}
  </>
)
