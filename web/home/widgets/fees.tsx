import { forecastFees } from '../../../model/fees/fee-actions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Rec } from '../../api/api.ts'
import { act, useSearch } from '../../api/api.ts'
import { DaysToLoss } from '../../cases/dates/days-left.tsx'
import { nameOf } from '../../cases/dates/next-due.tsx'
import { amountText, isStillDue, type Sum, sumsOf } from '../../cases/charts/sums.ts'
import { Digits } from '../../fields/money.tsx'
import { dayText, monthText } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { useWords } from '../../words/language.ts'
import { Clear } from './deadlines.tsx'
import { Failed } from '../../ui/faults/failed.tsx'
import { Waiting } from './waiting.tsx'

const ANNUITIES = "fee_class = 'ANNUITY'"

export const useForecast = () =>
  useQuery({
    queryKey: ['fee', 'forecast', ANNUITIES],
    queryFn: () => act(forecastFees, { months: 12, iql: ANNUITIES }),
    meta: { faults: 'own' },
  })

/** The cost of the coming months, in each currency. */
export function FeesDue() {
  const { t, tag } = useWords()
  const query = useForecast()
  const { data } = query
  if (!data) return <Waiting query={query} rows={5} />
  const due = data.record.filter(isStillDue)
  const free = sumsOf(data.free)
  if (due.length === 0 && free.length === 0) return query.isError ? <Failed query={query} /> : <Clear />
  return (
    <ul className="widget-rows">
      {free.length > 0 && <Sums month="free" title={t('annuity.free')} sums={free} />}
      {data.months.map((month) => {
        const sums = sumsOf(due.filter((row) => row.month === month))
        return sums.length === 0 ? null : <Sums key={month} month={month} title={monthText(month, tag)} sums={sums} />
      })}
    </ul>
  )
}

function Sums({ month, title, sums }: { month: string; title: string; sums: readonly Sum[] }) {
  const { t } = useWords()
  return (
    <li>
      <Link to={`/annuities?month=${month}`}>
        <span className="row-what">
          <b className="number">{title}</b>
          <small className="quiet">{t('annuity.count', { count: sums.reduce((sum, { count }) => sum + count, 0) })}</small>
        </span>
        <span className="row-sums number">
          {sums.map((sum) => (
            <span key={sum.currency}>{amountText(sum)}</span>
          ))}
        </span>
      </Link>
    </li>
  )
}

const FL = ['sid', 'name', 'name_en', 'case_sid', 'currency', 'amount', 'surcharge', 'next_band_from', 'next_band_surcharge', 'grace_end']

/** Late fees that can still be paid: today's surcharge, and its next increase. */
export function GraceList() {
  const query = useSearch(
    'fee',
    { fl: FL, iql: `${ANNUITIES} AND status = 'OVERDUE' ORDER BY grace_end ASC`, rows: 10, total: 'none' },
    { meta: { faults: 'own' } },
  )
  const { data } = query
  if (!data) return <Waiting query={query} />
  if (data.record.length === 0) return query.isError ? <Failed query={query} /> : <Clear />
  return (
    <ul className="widget-rows">
      {data.record.map((record) => (
        <li key={record.sid}>
          <Late record={record} />
        </li>
      ))}
    </ul>
  )
}

function Late({ record }: { record: Rec }) {
  const { lang, tag } = useWords()
  const next = record['next_band_from']
  return (
    <Link to={`/annuities?month=late&open=${record.sid}`}>
      <span className="row-what">
        <b>{isRef(record['case_sid']) ? record['case_sid'].name.split(' ')[0] : ''}</b>
        <small className="quiet">{nameOf(record, lang)}</small>
      </span>
      <span className="row-sums number">
        <span>
          <span className="currency">{String(record['currency'])}</span> +{' '}
          <Digits amount={record['surcharge'] ?? '0'} currency={record['currency']} />
        </span>
        {typeof next === 'string' && (
          <small className="quiet">
            {dayText(next, tag)} → <Digits amount={record['next_band_surcharge']} currency={record['currency']} />
          </small>
        )}
      </span>
      {typeof record['grace_end'] === 'string' && (
        <span className="row-left">
          <DaysToLoss record={{ kind: 'ANNUITY', final_due: record['grace_end'] }} />
        </span>
      )}
    </Link>
  )
}
