import { UNPAID_IQL } from '../../../model/fees/unpaid.ts'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Rec } from '../../api/api.ts'
import { useSearch } from '../../api/api.ts'
import { Digits, Money } from '../../fields/money.tsx'
import { dayText } from '../../fields/moments.ts'
import { pageOf } from '../../api/page-of.ts'
import { useSees } from '../../api/sees.ts'
import { useWords } from '../../words/language.ts'
import { BY_FINAL_DUE, bucketIql } from '../../../model/docketing/buckets.ts'
import { DaysLeft, DaysToLoss, FeeDaysLeft } from './days-left.tsx'
import { dueDayOf, earlierOf, firstOwedOf, soonestOf } from './due-day.ts'
import { findingsOf, useOpenFindings } from './open-findings.tsx'

/** Rarely do more deadlines or fees of a case fall on one day. */
const SAME_DAY = 10
const OWN = { meta: { faults: 'own' } } as const
const DEADLINE_FIELDS = ['sid', 'name', 'name_en', 'kind', 'manual', 'official_due', 'extended_due', 'final_due', 'status', 'if_missed']
const NEXT = `(${bucketIql('all', 'official')} OR ${bucketIql('restorable', 'official')}) AND kind != 'MONITOR' AND official_due IS NOT EMPTY ${BY_FINAL_DUE}`
/** For cases whose only other deadline is their end, such as the next review of a trade secret. */
const NEXT_WATCHED = `status = 'OPEN' AND kind = 'MONITOR' AND official_due >= today() ${BY_FINAL_DUE}`
const FEE_FIELDS = ['sid', 'name', 'name_en', 'due_date', 'next_band_from', 'grace_end', 'currency', 'amount', 'surcharge', 'status', 'decision']

/** The next deadline and the next fee of a case. Each links to its tab. */
export function NextDue({ sid, model }: { sid: string; model: string }) {
  const { t } = useWords()
  const [sees, seesFees] = [useSees('deadline'), useSees('fee')]
  const deadlines = useSearch(
    'deadline',
    {
      fl: DEADLINE_FIELDS,
      iql: `case_sid = '${sid}' AND ${NEXT}`,
      rows: SAME_DAY,
    },
    { ...OWN, enabled: sees === true },
  )
  const watched = useSearch(
    'deadline',
    { fl: DEADLINE_FIELDS, iql: `case_sid = '${sid}' AND ${NEXT_WATCHED}`, rows: 1 },
    { ...OWN, enabled: deadlines.data?.record.every(({ kind }) => kind === 'TERM') === true },
  )
  const fees = useSearch(
    'fee',
    {
      fl: FEE_FIELDS,
      iql: `case_sid = '${sid}' AND ${UNPAID_IQL} ORDER BY due_date ASC`,
      rows: SAME_DAY,
    },
    { ...OWN, enabled: seesFees === true },
  )
  const deadline = earlierOf(soonestOf(deadlines.data?.record ?? []), watched.data?.record[0])
  const fee = firstOwedOf(fees.data?.record ?? [])
  const found = useOpenFindings(sid)
  // An open finding may hide a deadline: a missing fact keeps it from being computed.
  const none = found?.record.length ? <Link to={findingsOf(sid)}>{t('due.noneFound')}</Link> : t('due.none')
  return (
    <div className="next-due">
      <Due
        label={t('due.nextDeadline')}
        to={pageOf(model, `/${sid}?tab=deadlines`)}
        isPending={deadlines.isPending || watched.isLoading}
        isDenied={sees === false || deadlines.isError}
        none={none}
      >
        {deadline && <Deadline record={deadline} />}
      </Due>
      <Due
        label={t('due.nextFee')}
        to={pageOf(model, `/${sid}?tab=fees`)}
        isPending={fees.isPending}
        isDenied={seesFees === false || fees.isError}
        none={none}
      >
        {fee && <Fee record={fee} />}
      </Due>
    </div>
  )
}

function Deadline({ record }: { record: Rec }) {
  const { lang, tag } = useWords()
  const due = dueDayOf(record) ?? ''
  return (
    <>
      <b>{nameOf(record, lang)}</b>
      <time dateTime={due}>{dayText(due, tag)}</time>
      <DaysLeft date={due} />
      <DaysToLoss record={record} />
    </>
  )
}

function Fee({ record }: { record: Rec }) {
  const { lang, tag } = useWords()
  const due = String(record['due_date'])
  return (
    <>
      <b>{nameOf(record, lang)}</b>
      <span className="number">
        <Money amount={record['amount']} currency={record['currency']} />
        {Number(record['surcharge']) > 0 && (
          <>
            {' + '}
            <Digits amount={record['surcharge']} currency={record['currency']} />
          </>
        )}
      </span>
      <time dateTime={due}>{dayText(due, tag)}</time>
      <FeeDaysLeft record={record} withGrace />
    </>
  )
}

export const nameOf = (record: Rec, lang: 'zh' | 'en') => String((lang === 'en' && record['name_en']) || record['name'] || '')

type DueProps = { label: string; to: string; isPending: boolean; isDenied: boolean; none: ReactNode; children: ReactNode }

function Due({ label, to, isPending, isDenied, none, children }: DueProps) {
  if (isDenied) return null
  return (
    <div className="next-due-one">
      <span className="quiet">{label}</span>
      {isPending ? (
        <Skeleton.Input active size="small" />
      ) : children ? (
        <Link to={to} className="next-due-what">
          {children}
        </Link>
      ) : (
        <span className="quiet">{none}</span>
      )}
    </div>
  )
}
