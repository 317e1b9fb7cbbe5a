import type { Lang } from '../../../model/kit/fields.ts'
import { inLanguage } from '../../../model/fees/wording/explain.ts'
import { dayText, monthName, weekdayText, spokenDay } from '../../fields/moments.ts'
import { LeftOutlined, RightOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Alert, App, Button, Input } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { yearIn } from '../../../model/kit/days/clock.ts'
import type { Rec } from '../../api/api.ts'
import { useRemove, useSave, useSchema, useSearch } from '../../api/api.ts'
import { NotAllowed } from '../../ui/faults/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { pageOf } from '../../api/page-of.ts'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useZone } from '../../fields/moments.ts'
import { allows } from '../../api/allows.ts'
import { useWords } from '../../words/language.ts'
import { daysOfMonth, isWeekend, weekdaysIn } from './calendar-days.ts'
import { quoted } from '../../api/iql.ts'
import { Choice } from '../inputs.tsx'
import { countriesIn } from '../rules/rule-lists.ts'
import '../law.css'

const MODEL = 'office_calendar'
const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/** One office's year, month by month: a click on a day closes it or makes it a working day. */
export function CalendarScreen() {
  const { t } = useWords()
  const [query, setQuery] = useSearchParams()
  const { data: schema } = useSchema(MODEL)
  const office = query.get('office') ?? 'CN'
  const zone = useZone()
  const [thisYear] = useState(() => yearIn(zone))
  const year = Number(query.get('year')) || thisYear
  const [picked, setPicked] = useState('')
  const iql = `office = ${quoted(office)} AND day >= '${year}-01-01' AND day <= '${year}-12-31' ORDER BY day`
  const found = useSearch(MODEL, { fl: ['day', 'kind', 'name', 'source', 'certainty'], iql, rows: 100 })
  if (!schema) return <PageSkeleton />
  if (!allows(schema, 'search')) return <NotAllowed />
  const days = new Map((found.data?.record ?? []).map((record) => [String(record['day']), record]))
  const go = (to: { office?: string; year?: number }) => {
    setPicked('')
    setQuery({ office: to.office ?? office, year: String(to.year ?? year) }, { replace: true })
  }
  const mayWrite = allows(schema, 'create') && allows(schema, 'update')
  return (
    <div className="page calendar-page">
      <PageHead
        title={t('law.calendar.title')}
        name={t('law.calendar.title')}
        acts={
          <>
            <Link to={pageOf('calendar_year')}>{t('law.calendar.years')}</Link>{' '}
            <Link to={pageOf(MODEL, '/list')}>
              <UnorderedListOutlined aria-hidden /> {t('law.calendar.list')}
            </Link>
          </>
        }
      />
      <Bar office={office} year={year} onGo={go} />
      {found.data && days.size === 0 && <Alert type="info" showIcon className="spaced" title={t('law.calendar.empty', { year })} />}
      {picked && (
        <OneDay
          key={`${office} ${picked}`}
          office={office}
          day={picked}
          record={days.get(picked)}
          mayWrite={mayWrite}
          onClose={() => setPicked('')}
        />
      )}
      <div className="calendar-year">
        {MONTHS.map((month) => (
          <Month key={month} year={year} month={month} days={days} picked={picked} onPick={setPicked} />
        ))}
      </div>
    </div>
  )
}

type BarProps = { office: string; year: number; onGo: (to: { office?: string; year?: number }) => void }

/** The selected office and year, and the legend of the marks. */
function Bar({ office, year, onGo }: BarProps) {
  const { t, lang } = useWords()
  return (
    <div className="law-row calendar-bar">
      <div style={{ width: 240 }}>
        <Choice label={t('law.edit.office')} value={office} options={countriesIn(lang)} onChange={(next) => onGo({ office: next ?? 'CN' })} />
      </div>
      <span className="law-inline">
        <Button icon={<LeftOutlined />} aria-label={t('law.calendar.before')} onClick={() => onGo({ year: year - 1 })} />
        <b className="number">{year}</b>
        <Button icon={<RightOutlined />} aria-label={t('law.calendar.after')} onClick={() => onGo({ year: year + 1 })} />
      </span>
      <span className="law-inline quiet">
        <i className="day-key off" aria-hidden /> {t('law.calendar.off')}
        <i className="day-key work" aria-hidden /> {t('law.calendar.work')}
      </span>
    </div>
  )
}

type MonthProps = { year: number; month: number; days: ReadonlyMap<string, Rec>; picked: string; onPick: (day: string) => void }

function Month({ year, month, days, picked, onPick }: MonthProps) {
  const { tag, t, lang } = useWords()
  const { before, dates } = daysOfMonth(year, month)
  const name = monthName(month, tag)
  return (
    <section className="calendar-month" aria-label={`${name} ${year}`}>
      <h2>{name}</h2>
      <div className="calendar-days">
        {weekdaysIn(tag).map((weekday) => (
          <span key={weekday} className="weekday" aria-hidden>
            {weekday}
          </span>
        ))}
        {before > 0 && <span style={{ gridColumn: `span ${before}` }} />}
        {dates.map((day) => {
          const record = days.get(day)
          const kind = record ? (record['kind'] === 'WORK' ? 'work' : 'off') : isWeekend(day) ? 'weekend' : ''
          const spoken = [spokenDay(day, tag), nameIn(record, lang), kind && t(`law.calendar.${kind}`)].filter(Boolean).join(', ')
          return (
            <button
              key={day}
              type="button"
              className={`day ${kind}`}
              aria-label={spoken}
              aria-pressed={day === picked}
              title={record ? nameIn(record, lang) : undefined}
              onClick={() => onPick(day)}
            >
              {Number(day.slice(8))}
            </button>
          )
        })}
      </div>
    </section>
  )
}

type OneDayProps = { office: string; day: string; record: Rec | undefined; mayWrite: boolean; onClose: () => void }

/** The current state of the day and its possible change: each weekday has one exception. */
function OneDay({ office, day, record, mayWrite, onClose }: OneDayProps) {
  const { t, tag } = useWords()
  const { message } = App.useApp()
  const save = useSave(MODEL, {})
  const remove = useRemove(MODEL)
  const [name, setName] = useState(String(record?.['name'] ?? ''))
  const exception = isWeekend(day) ? 'WORK' : 'OFF'
  const put = async () => {
    await save.mutateAsync(record ? { sid: record.sid, version: record.version, name } : { office, day, kind: exception, name, certainty: 'SURE' })
    message.success(t('saved'))
    onClose()
  }
  const takeBack = async () => {
    if (!record) return
    await remove.mutateAsync([record.sid])
    message.success(t('law.calendar.taken'))
    onClose()
  }
  const isNow = record ? (record['kind'] === 'WORK' ? 'work' : 'off') : isWeekend(day) ? 'weekend' : 'ordinary'
  return (
    <section className="group calendar-one" aria-label={dayText(day, tag)}>
      <p>
        <b>{`${weekdayText(day, tag)} ${dayText(day, tag)}`}</b> · {t(`law.calendar.${isNow}`)}
        {record?.['certainty'] === 'CHECK' && ` · ${t('law.check')}`}
        {record?.['source'] ? <span className="quiet"> · {String(record['source'])}</span> : null}
      </p>
      {mayWrite && (
        <form
          className="law-row"
          onSubmit={(event) => {
            event.preventDefault()
            void put()
          }}
        >
          <Input
            aria-label={t('law.calendar.name')}
            placeholder={t(exception === 'WORK' ? 'law.calendar.nameWork' : 'law.calendar.nameOff')}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
            style={{ width: 240 }}
          />
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {record ? t('save') : t(exception === 'WORK' ? 'law.calendar.makeWork' : 'law.calendar.makeOff')}
          </Button>
          {record && (
            <Button loading={remove.isPending} onClick={() => void takeBack()}>
              {t(exception === 'WORK' ? 'law.calendar.backWeekend' : 'law.calendar.backWork')}
            </Button>
          )}
          <Button type="text" onClick={onClose}>
            {t('cancel')}
          </Button>
          <span className="quiet">{t('law.calendar.follows')}</span>
        </form>
      )}
    </section>
  )
}

/** The name of a closed day is in both languages, Chinese first. */
const nameIn = (record: Rec | undefined, lang: Lang) => (record?.['name'] ? inLanguage(String(record['name']), lang) : '')
