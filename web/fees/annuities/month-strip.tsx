import { ClockCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { Skeleton } from 'antd'
import type { Forecast, LateRow, Sum } from '../../cases/charts/sums.ts'
import { isStillDue, sumsOf } from '../../cases/charts/sums.ts'
import { Money } from '../../fields/money.tsx'
import { monthText } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'

type MonthStripProps = { forecast: Forecast | undefined; month: string; onMonth: (month: string) => void }

/** Each month with its cost; late fees come first, then those past their due date without a surcharge yet. */
export function MonthStrip({ forecast, month, onMonth }: MonthStripProps) {
  const { t, tag } = useWords()
  if (!forecast) return <Skeleton.Node active className="strip-waits" />
  const due = forecast.record.filter(isStillDue)
  const [late, free] = [sumsOf(forecast.late), sumsOf(forecast.free)]
  return (
    <div className="strip" role="group" aria-label={t('annuity.title')}>
      {late.length > 0 && (
        <Month isOn={month === 'late'} onClick={() => onMonth(month === 'late' ? '' : 'late')} sums={late} isLate title={t('annuity.lateHint')}>
          <ExclamationCircleOutlined aria-hidden /> {t('annuity.late')}
        </Month>
      )}
      {free.length > 0 && (
        <Month isOn={month === 'free'} onClick={() => onMonth(month === 'free' ? '' : 'free')} sums={free} title={t('annuity.freeHint')}>
          <ClockCircleOutlined aria-hidden /> {t('annuity.free')}
        </Month>
      )}
      <Month isOn={month === ''} onClick={() => onMonth('')} sums={sumsOf(due)}>
        {t('annuity.everyMonth')}
      </Month>
      {forecast.months.map((one) => (
        <Month
          key={one}
          isOn={month === one}
          onClick={() => onMonth(month === one ? '' : one)}
          sums={sumsOf(due.filter((row): row is typeof row & LateRow => row.month === one))}
        >
          {monthText(one, tag, 'short')}
        </Month>
      ))}
    </div>
  )
}

type MonthProps = { isOn: boolean; onClick: () => void; sums: readonly Sum[]; isLate?: boolean; title?: string; children: React.ReactNode }

function Month({ isOn, onClick, sums, isLate = false, title, children }: MonthProps) {
  const { t } = useWords()
  const count = sums.reduce((sum, one) => sum + one.count, 0)
  return (
    <button type="button" className={`month ${isOn ? 'on' : ''} ${isLate ? 'late' : ''}`} aria-pressed={isOn} onClick={onClick} title={title}>
      <span className="month-name">{children}</span>
      <small>{t('annuity.count', { count })}</small>
      {sums.map(({ currency, amount }) => (
        <span key={currency} className="month-sum">
          <Money amount={amount} currency={currency} />
        </span>
      ))}
    </button>
  )
}
