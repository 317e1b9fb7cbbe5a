import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Skeleton } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { DOUBTS } from '../../../model/fees/annuities/years-ahead.ts'
import { forecastYears } from '../../../model/fees/annuities/years-ahead-actions.ts'
import { act, useSchema } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { ApiFault } from '../../api/fault.ts'
import { pageOf } from '../../api/page-of.ts'
import { ChartWaits } from '../../cases/charts/chart-waits.tsx'
import { useAddress } from '../../cases/worklist/address.ts'
import { CaseChips } from '../../cases/worklist/case-chips.tsx'
import { CASE_FILTERS, caseIql, valuesIn } from '../../cases/worklist/case-filters.ts'
import { DayCell } from '../../cases/worklist/cells.tsx'
import { Money } from '../../fields/money.tsx'
import { dayText } from '../../fields/moments.ts'
import { amongIql } from '../../records/list/list-address.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { NotAllowed } from '../../ui/faults/notice.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import { Converted } from '../../cases/charts/in-company-currency.tsx'
import { ForecastFile } from '../costs/forecast-file.tsx'
import type { YearsForecast } from './years-chart.tsx'
import { partOnRequest } from '../../ui/on-request.tsx'
import '../fees.css'

const YearsChart = partOnRequest(async () => (await import('./years-chart.tsx')).YearsChart)

/** Ten years of annuities, by year and currency; a year opens its fees. */
export function YearsScreen() {
  const { t } = useWords()
  const { read } = useAddress()
  const schema = useSchema('fee').data
  if (!schema) return <PageSkeleton />
  if (!allows(schema, forecastYears.name)) return <NotAllowed />
  const name = t('years.title')
  return (
    <div className="page">
      <PageHead
        title={name}
        name={name}
        crumbs={[{ label: t('annuity.title'), to: '/annuities' }]}
        acts={allows(schema, 'export') && <ForecastFile span="YEARS" name={name} iql={iqlIn(read)} />}
      />
      <Forecast />
    </div>
  )
}

/** The rights that are chosen. */
const iqlIn = (read: (key: string) => string) =>
  CASE_FILTERS.flatMap((code) => {
    const values = valuesIn(read(code))
    return values.length > 0 ? amongIql(code, values) : []
  }).join(' AND ')

/** An earlier forecast of this person, or those of others, come first. */
const isToWait = (failures: number, fault: Error) =>
  fault instanceof ApiFault && (fault.status === 429 ? failures < 60 : fault.status === 0 && failures < 1)

function Forecast() {
  const { t, tag } = useWords()
  const { read, put } = useAddress()
  const iql = iqlIn(read)
  const year = /^\d{4}$/.test(read('year')) ? Number(read('year')) : undefined
  const { data, error } = useQuery({
    queryKey: ['fee', 'forecast_years', iql, year],
    queryFn: () => act(forecastYears, { ...(iql && { iql }), ...(year && { detail: year }) }),
    placeholderData: keepPreviousData,
    retry: isToWait,
    retryDelay: 5000,
    meta: { faults: 'own' },
  })
  const pick = (one: number) => put({ year: one === year ? null : `${one}` })
  return (
    <>
      <div className="tab-bar">
        <CaseChips
          codes={CASE_FILTERS}
          model="fee"
          iqlWithout={(code) => caseIql((key) => (key === code ? '' : read(key))) || 'due_date IS NOT EMPTY'}
        />
      </div>
      {error && <Alert type="info" showIcon title={error.message} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && data.record.length === 0 && <Nothing text={t('years.none')} hint={t('years.noneHint')} />}
      {data && data.record.length > 0 && (
        <>
          <p className="quiet">{t('years.hint', { rights: data.rights, from: dayText(data.from, tag), to: dayText(data.to, tag) })}</p>
          <Converted of={data.whole} />
          <Suspense fallback={<ChartWaits />}>
            <YearsChart forecast={data} onYear={pick} />
          </Suspense>
          <Years forecast={data} year={year} onYear={pick} />
          <Drawer
            open={year !== undefined}
            onClose={() => put({ year: null }, true)}
            size={860}
            mask={false}
            title={t('years.of', { year: year ?? '' })}
            destroyOnHidden
          >
            <FeesOfYear forecast={data} />
          </Drawer>
        </>
      )}
    </>
  )
}

type YearsProps = { forecast: YearsForecast; year: number | undefined; onYear: (year: number) => void }

function Years({ forecast: { years, record, converted }, year, onYear }: YearsProps) {
  const { t } = useWords()
  const rows = years.map((one) => ({ year: one, sums: record.filter((sum) => sum.year === one), all: converted.find((each) => each.year === one) }))
  return (
    <PlainTable<(typeof rows)[number]>
      rowKey="year"
      dataSource={rows}
      scroll={{ x: 760 }}
      rowClassName={(row) => (row.year === year ? 'ant-table-row-selected' : '')}
      columns={[
        {
          title: t('years.year'),
          width: 90,
          render: (_, row) => (
            <Button type="link" size="small" aria-pressed={row.year === year} onClick={() => onYear(row.year)}>
              {row.year}
            </Button>
          ),
        },
        { title: t('years.fees'), width: 80, align: 'right', render: (_, row) => row.sums.reduce((count, sum) => count + sum.count, 0) },
        {
          title: t('years.sums'),
          align: 'right',
          render: (_, row) => <Amounts of={row.sums.map(({ currency, amount }) => ({ currency, amount }))} />,
        },
        {
          title: t('years.unsure'),
          align: 'right',
          render: (_, row) => (
            <Amounts of={row.sums.filter((sum) => sum.unsure_count > 0).map(({ currency, unsure }) => ({ currency, amount: unsure }))} />
          ),
        },
        { title: t('years.converted'), align: 'right', render: (_, row) => row.all && <Converted of={row.all.total} /> },
      ]}
    />
  )
}

const Amounts = ({ of }: { of: readonly { currency: string; amount: string }[] }) => (
  <span className="owed number years-sums">
    {of.map(({ currency, amount }) => (
      <span key={currency}>
        <Money amount={amount} currency={currency} />
      </span>
    ))}
  </span>
)

function FeesOfYear({ forecast: { fees, truncated } }: { forecast: YearsForecast }) {
  const { t, lang } = useWords()
  return (
    <>
      {truncated && <Alert type="info" showIcon className="spaced" title={t('years.first', { count: fees.length })} />}
      <PlainTable<YearsForecast['fees'][number]>
        rowKey={(fee) => `${fee.case_sid} ${fee.annuity_year}`}
        dataSource={fees}
        scroll={{ x: 760 }}
        columns={[
          {
            title: t('deadlineList.case'),
            render: (_, fee) => (
              <>
                <Link to={pageOf('case', `/${fee.case_sid}?tab=fees`)}>{fee.case_no}</Link> <span className="quiet">{fee.title}</span>
              </>
            ),
          },
          { title: t('years.annuityYear'), width: 90, align: 'right', dataIndex: 'annuity_year' },
          { title: t('fees.dueDate'), width: 120, render: (_, fee) => <DayCell value={fee.due_date} /> },
          { title: t('fees.amount'), width: 150, align: 'right', render: (_, fee) => <Money amount={fee.amount} currency={fee.currency} /> },
          {
            title: t('years.from'),
            width: 120,
            render: (_, fee) => (fee.fee_sid ? <Link to={pageOf('fee', `/${fee.fee_sid}`)}>{t('years.recorded')}</Link> : t('years.byLaw')),
          },
          {
            title: t('years.doubt'),
            width: 200,
            render: (_, fee) => fee.doubts.map((doubt) => DOUBTS[doubt][lang === 'zh' ? 0 : 1]).join(t('semicolon')),
          },
        ]}
      />
    </>
  )
}
