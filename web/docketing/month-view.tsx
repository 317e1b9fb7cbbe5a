import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Calendar } from 'antd'
import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import type { DueKind } from '../../model/docketing/buckets.ts'
import { doVerb } from '../api/api.ts'
import { useWords } from '../words/language.ts'

type Groups = { record: { by: Record<string, string | null>; count: number }[] }
type MonthViewProps = { iql: string | undefined; due: DueKind; month: string; onMonth: (month: string) => void; onDay: (day: string) => void }

/** One month with the count of each day; a day opens its rows. */
export function MonthView({ iql, due, month, onMonth, onDay }: MonthViewProps) {
  const { t, tag } = useWords()
  const shown = /^\d{4}-\d\d$/.test(month) ? dayjs(`${month}-01`) : dayjs()
  const from = shown.startOf('month').subtract(7, 'day').format('YYYY-MM-DD')
  const to = shown.endOf('month').add(14, 'day').format('YYYY-MM-DD')
  const field = `${due}_due`
  const { data } = useQuery({
    queryKey: ['deadline', 'month', iql, due, from],
    queryFn: () =>
      doVerb<Groups>('deadline', 'aggregate', {
        by: due === 'official' ? [field, 'extended_due', 'kind'] : [field, 'kind'],
        iql: `${iql} AND ${field} BETWEEN '${from}' AND '${to}'`,
      }),
    enabled: iql !== undefined,
  })
  const days = new Map<string, number>()
  for (const { by, count } of data?.record ?? []) {
    const day = by['extended_due'] ?? by[field]
    if (day) days.set(day, (days.get(day) ?? 0) + count)
  }
  const today = dayjs().format('YYYY-MM-DD')
  return (
    <Calendar
      className="deadline-calendar"
      value={shown}
      mode="month"
      headerRender={() => <MonthHead shown={shown} onMonth={onMonth} />}
      onSelect={(value, { source }) => {
        const day = value.format('YYYY-MM-DD')
        if (source === 'date' && days.has(day)) onDay(day)
        else if (source !== 'date') onMonth(value.format('YYYY-MM'))
      }}
      cellRender={(value, { type }) => {
        if (type !== 'date') return null
        const day = value.format('YYYY-MM-DD')
        const count = days.get(day)
        if (!count) return null
        return (
          <span className={`day-count ${day < today ? 'due-over' : value.diff(dayjs(), 'day') <= 7 ? 'due-soon' : ''}`}>
            {count.toLocaleString(tag)} <span>{t('desk.dayCount')}</span>
          </span>
        )
      }}
    />
  )
}

function MonthHead({ shown, onMonth }: { shown: Dayjs; onMonth: (month: string) => void }) {
  const { t, tag } = useWords()
  const go = (months: number) => onMonth(shown.add(months, 'month').format('YYYY-MM'))
  const name = new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, { year: 'numeric', month: 'long' }).format(shown.toDate())
  return (
    <div className="month-head">
      <Button size="small" icon={<LeftOutlined />} aria-label={t('desk.previousMonth')} onClick={() => go(-1)} />
      <h2>{name}</h2>
      <Button size="small" icon={<RightOutlined />} aria-label={t('desk.nextMonth')} onClick={() => go(1)} />
      <Button size="small" type="link" onClick={() => onMonth('')}>
        {t('desk.thisMonth')}
      </Button>
    </div>
  )
}
