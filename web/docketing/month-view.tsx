import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Calendar, type CalendarProps } from 'antd'
import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import type { DueKind } from '../../model/docketing/buckets.ts'
import { doVerb, useSearch } from '../api/api.ts'
import { todayIn } from '../../model/kit/days/clock.ts'
import { dueDayOf } from '../cases/dates/due-day.ts'
import { nameOf } from '../cases/dates/next-due.tsx'
import { useReadable } from '../cases/worklist/use-worklist.ts'
import { monthText, useZone } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { markTodayIn } from '../ui/calendar-zone.ts'
import { type Asked, Failed, together } from '../ui/faults/failed.tsx'
import { isOurs, patternOf } from '../words/day-pattern.ts'
import { useWords } from '../words/language.ts'

type MonthViewProps = { iql: string | undefined; due: DueKind; month: string; onMonth: (month: string) => void; onDay: (day: string) => void }

/** One month with the count of each day; a day opens its rows. */
export function MonthView({ iql, due, month, onMonth, onDay }: MonthViewProps) {
  const words = useWords()
  const { t, tag } = words
  const zone = useZone()
  const today = todayIn(zone)
  markTodayIn(zone)
  const shown = dayjs(/^\d{4}-\d\d$/.test(month) ? `${month}-01` : today)
  const from = shown.startOf('month').subtract(7, 'day').format('YYYY-MM-DD')
  const to = shown.endOf('month').add(14, 'day').format('YYYY-MM-DD')
  const { days, titles, query } = useMonth(iql, due, from, to)
  return (
    <>
      <Failed query={query} words="deadlineList.monthFailed" />
      <Calendar
        className="deadline-calendar"
        {...withDays(words)}
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
            <>
              <span className={`day-count ${day < today ? 'due-over' : value.diff(today, 'day') <= 7 ? 'due-soon' : ''}`}>
                {count.toLocaleString(tag)} <span>{t('deadlineList.dayCount')}</span>
              </span>
              <ul className="day-titles">
                {(titles.get(day) ?? []).slice(0, SHOWN_TITLES).map((title) => (
                  <li key={title} title={title}>
                    {title}
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      />
    </>
  )
}

/** The title of each day, as dates are written elsewhere. */
function withDays({ locale, lang, tag }: Pick<ReturnType<typeof useWords>, 'locale' | 'lang' | 'tag'>): Pick<CalendarProps<Dayjs>, 'locale'> {
  const { DatePicker: words } = locale ?? {}
  const fieldDateFormat = isOurs(tag) ? (lang === 'zh' ? 'YYYY-MM-DD' : 'DD MMM YYYY') : patternOf(tag)
  return words ? { locale: { ...words, lang: { ...words.lang, fieldDateFormat } } } : {}
}

const SHOWN_TITLES = 2

/** The number of deadlines on each day, and the first ones by name. An extended deadline is shown on its later day. */
function useMonth(iql: string | undefined, due: DueKind, from: string, to: string) {
  const within = (field: string) => `${field} BETWEEN '${from}' AND '${to}'`
  const where =
    due === 'internal'
      ? `${iql} AND ${within('internal_due')}`
      : `${iql} AND (${within('extended_due')} OR extended_due IS EMPTY AND ${within('official_due')})`
  const by = due === 'official' ? ['official_due', 'extended_due', 'kind'] : ['internal_due', 'kind']
  const counts = useQuery({
    queryKey: ['deadline', 'month', iql, due, from],
    queryFn: () => doVerb('deadline', 'aggregate', { by, iql: where }),
    enabled: iql !== undefined,
    meta: { faults: 'own' },
  })
  const groups = counts.data?.record ?? []
  const days = new Map<string, number>()
  for (const { by: group, count } of groups) days.set(dueText(group, due), (days.get(dueText(group, due)) ?? 0) + count)
  const onTime = useTitles(iql && (due === 'internal' ? where : `${iql} AND extended_due IS EMPTY AND ${within('official_due')}`), due)
  const extended = useTitles(iql && extendedIql(iql, groups, within), due)
  const titles = new Map<string, string[]>()
  for (const [day, title] of [...onTime.titles, ...extended.titles]) titles.set(day, [...(titles.get(day) ?? []), title])
  return { days, titles, query: together(counts, onTime.query, extended.query) }
}

const dueText = (one: Readonly<Record<string, unknown>>, due: DueKind) => String((due === 'official' ? dueDayOf(one) : one['internal_due']) ?? '')

/** No index holds extended days, so the counted groups give the range of official days of the few extended deadlines. */
function extendedIql(iql: string, groups: readonly { by: Readonly<Record<string, unknown>> }[], within: (field: string) => string) {
  const official = groups.flatMap(({ by }) => (by['extended_due'] ? [String(by['official_due'])] : [])).sort()
  return official.length === 0 ? undefined : `${iql} AND official_due BETWEEN '${official[0]}' AND '${official.at(-1)}' AND ${within('extended_due')}`
}

/** The days and titles of the first deadlines of a query. */
function useTitles(iql: string | undefined, due: DueKind): { titles: [day: string, title: string][]; query: Asked } {
  const { lang } = useWords()
  const fl = useReadable('deadline', ['sid', 'name', 'name_en', 'case_sid', 'official_due', 'extended_due', 'internal_due'])
  const asked = { fl, iql: `${iql} ORDER BY ${due}_due ASC`, rows: 100, total: 'none' as const }
  const query = useSearch('deadline', asked, { enabled: iql !== undefined, meta: { faults: 'own' } })
  const titles = (query.data?.record ?? []).map((record): [string, string] => {
    const number = isRef(record['case_sid']) ? record['case_sid'].name.split(' ')[0] : ''
    return [dueText(record, due), `${number} ${nameOf(record, lang)}`.trim()]
  })
  return { titles, query }
}

function MonthHead({ shown, onMonth }: { shown: Dayjs; onMonth: (month: string) => void }) {
  const { t, tag } = useWords()
  const go = (months: number) => onMonth(shown.add(months, 'month').format('YYYY-MM'))
  return (
    <div className="month-head">
      <Button size="small" icon={<LeftOutlined />} aria-label={t('deadlineList.previousMonth')} onClick={() => go(-1)} />
      <h2>{monthText(shown.format('YYYY-MM'), tag)}</h2>
      <Button size="small" icon={<RightOutlined />} aria-label={t('deadlineList.nextMonth')} onClick={() => go(1)} />
      <Button size="small" type="link" onClick={() => onMonth('')}>
        {t('deadlineList.thisMonth')}
      </Button>
    </div>
  )
}
