import { ClockCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { daysFromNow } from './days.ts'

const SOON = 30

/** The days left, shown by words and a sign, and also by colour. */
export function DaysLeft({ date, kind }: { date: string; kind?: unknown }) {
  const { t } = useWords()
  const zone = useZone()
  const days = daysFromNow(date, zone)
  // A monitored office action is not overdue by the user's fault.
  if (days < 0 && kind === 'MONITOR') return <span className="quiet">{t('due.awaited', { days: -days })}</span>
  if (days < 0)
    return (
      <span className="due-over">
        <ExclamationCircleOutlined aria-hidden /> {t('due.over', { days: -days })}
      </span>
    )
  const text = days === 0 ? t('due.today') : t('due.left', { days })
  return days <= SOON ? (
    <span className="due-soon">
      <ClockCircleOutlined aria-hidden /> {text}
    </span>
  ) : (
    <span className="quiet">{text}</span>
  )
}
