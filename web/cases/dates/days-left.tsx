import { ClockCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { dayText, useZone } from '../../fields/moments.ts'
import type { Rec } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { todayIn } from '../../../model/kit/days/clock.ts'
import { daysFromNow, spanText } from './days.ts'
import { dueDayOf, freeUntil, lossDayOf } from './due-day.ts'

const SOON_DAYS = 30
const LAST_DAYS = 7

/** The days left, shown by words and a sign, and also by colour. */
export function DaysLeft({ date, kind }: { date: string; kind?: unknown }) {
  const { t, lang } = useWords()
  const zone = useZone()
  const days = daysFromNow(date, zone)
  const span = spanText(days, lang, todayIn(zone))
  // A monitored office action is not overdue by the user's fault.
  if (days < 0 && kind === 'MONITOR') return <span className="quiet">{t('due.awaited', { span })}</span>
  if (days < 0)
    return (
      <span className="due-over">
        <ExclamationCircleOutlined aria-hidden /> {t('due.over', { span })}
      </span>
    )
  const text = days === 0 ? t('due.today') : t('due.left', { span })
  return days <= SOON_DAYS ? (
    <span className="due-soon">
      <ClockCircleOutlined aria-hidden /> {text}
    </span>
  ) : (
    <span className="quiet">{text}</span>
  )
}

/** Of a fee past its due date and still without a surcharge: the last day without one; with `withGrace`, also the last day with one. */
export function FeeDaysLeft({ record, withGrace = false }: { record: Readonly<Record<string, unknown>>; withGrace?: boolean }) {
  const { t, tag } = useWords()
  const free = freeUntil(record, todayIn(useZone()))
  const [due, grace] = [record['due_date'], record['grace_end']]
  if (typeof due !== 'string') return null
  if (!free) return <DaysLeft date={due} />
  return (
    <span className="due-soon">
      <ClockCircleOutlined aria-hidden /> {t('due.freeUntil', { day: dayText(free, tag) })}
      {withGrace && typeof grace === 'string' && t('due.graceUntil', { day: dayText(grace, tag) })}
    </span>
  )
}

/** The days left of a deadline; an annuity past its due date names the last day without a surcharge. */
export function DueDaysLeft({ record, due }: { record: Rec; due: string }) {
  const { t, tag } = useWords()
  const today = todayIn(useZone())
  const free = record['free_to']
  if (record['status'] !== 'OPEN' || due >= today || typeof free !== 'string' || free < today) return <DaysLeft date={due} kind={record['kind']} />
  return (
    <span className="due-soon">
      <ClockCircleOutlined aria-hidden /> {t('due.freeUntil', { day: dayText(free, tag) })}
    </span>
  )
}

/** The time in which the right can still be saved, if that differs from the due date or is near. */
export function DaysToLoss({ record }: { record: Readonly<Record<string, unknown>> }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const loss = lossDayOf(record)
  if (!loss) return null
  const days = daysFromNow(loss, zone)
  if (days > LAST_DAYS && loss === dueDayOf(record)) return null
  if (days < 0) return <span className="quiet">{t('due.lost')}</span>
  const text = days === 0 ? t('due.lostToday') : days <= SOON_DAYS ? t('due.lostIn', { days }) : t('due.lostOn', { day: dayText(loss, tag) })
  return days <= LAST_DAYS ? (
    <span className="due-over">
      <ExclamationCircleOutlined aria-hidden /> {text}
    </span>
  ) : (
    <span className={days <= SOON_DAYS ? 'due-soon' : 'quiet'}>{text}</span>
  )
}

/** After the due date, or within days of the loss, the time in which the right can still be saved is shown. */
export function LeftOrLost({ record, due }: { record: Rec; due: string }) {
  const zone = useZone()
  const loss = lossDayOf(record)
  const isNear = loss !== null && (daysFromNow(due, zone) < 0 || daysFromNow(loss, zone) <= LAST_DAYS)
  return isNear ? <DaysToLoss record={record} /> : <DaysLeft date={due} />
}
