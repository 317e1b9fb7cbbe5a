import { CalendarOutlined, DollarOutlined, EditOutlined, FileTextOutlined, MailOutlined, MessageOutlined } from '@ant-design/icons'
import { Alert, Checkbox, Skeleton, Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Lang } from '../../../model/kit/fields.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useSchema, useSearch } from '../../api/api.ts'
import { todayIn } from '../../../model/kit/days/clock.ts'
import { DaysLeft } from '../dates/days-left.tsx'
import { nameOf } from '../dates/next-due.tsx'
import { useSees } from '../../api/sees.ts'
import { Money } from '../../fields/money.tsx'
import { dayText, useZone } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { actionWord } from '../../records/detail/change-words.ts'
import { useHistory } from '../../records/detail/use-history.ts'
import { useWords } from '../../words/language.ts'
import type { Kind, Moment } from './timeline-entries.ts'
import { aroundToday, KINDS, lineOf, READS } from './timeline-entries.ts'

const MAX_SHOWN = 100
const ICONS: Readonly<Record<Kind, ReactNode>> = {
  event: <MailOutlined aria-hidden />,
  document: <FileTextOutlined aria-hidden />,
  deadline: <CalendarOutlined aria-hidden />,
  fee: <DollarOutlined aria-hidden />,
  note: <MessageOutlined aria-hidden />,
  change: <EditOutlined aria-hidden />,
}
const OWN = { meta: { faults: 'own' } } as const

function useSources(model: string, sid: string) {
  const mine = `case_sid = '${sid}'`
  const of = (model: string) => ({ ...OWN, enabled: sees[model] === true })
  const sees: Readonly<Record<string, boolean | undefined>> = {
    official_event: useSees('official_event'),
    document: useSees('document'),
    deadline: useSees('deadline'),
    fee: useSees('fee'),
    case_note: useSees('case_note'),
  }
  const event = useSearch('official_event', { iql: `${mine} ORDER BY event_date DESC`, rows: MAX_SHOWN }, of('official_event'))
  const document = useSearch(
    'document',
    { fl: READS.document, iql: `${mine} AND is_main = TRUE ORDER BY issue_date DESC`, rows: MAX_SHOWN },
    of('document'),
  )
  const deadline = useSearch(
    'deadline',
    { fl: READS.deadline, iql: `${mine} AND status != 'CANCELLED' ORDER BY official_due ASC`, rows: MAX_SHOWN },
    of('deadline'),
  )
  const fee = useSearch('fee', { iql: `${mine} AND status != 'CANCELLED' ORDER BY due_date ASC`, rows: MAX_SHOWN }, of('fee'))
  const note = useSearch('case_note', { fl: READS.note, iql: `${mine} ORDER BY created_at DESC`, rows: MAX_SHOWN }, of('case_note'))
  const change = useHistory(model, sid)
  const kinds = [event, document, deadline, fee, note]
  return {
    isPending: change.isPending || Object.values(sees).includes(undefined) || kinds.some((kind) => kind.isLoading),
    isCut: kinds.some((kind) => (kind.data?.total ?? 0) > MAX_SHOWN),
    sources: {
      event: event.data?.record ?? [],
      document: document.data?.record ?? [],
      deadline: deadline.data?.record ?? [],
      fee: fee.data?.record ?? [],
      note: note.data?.record ?? [],
      change: change.data ?? [],
    },
  }
}

/** All entries in one timeline; kinds can be deselected, and the choice is in the address. */
export function Timeline({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const zone = useZone()
  const [query, setQuery] = useSearchParams()
  const without = (query.get('without') ?? '').split(',')
  const shown = KINDS.filter((kind) => !without.includes(kind))
  const { isPending, isCut, sources } = useSources(schema.model, record.sid)
  const { ahead, behind } = aroundToday(lineOf(sources, shown), todayIn(zone))
  const choose = (kinds: string[]) => {
    const hidden = KINDS.filter((kind) => !kinds.includes(kind))
    setQuery({ tab: 'timeline', ...(hidden.length > 0 && { without: hidden.join(',') }) }, { replace: true })
  }
  if (isPending) return <Skeleton active paragraph={{ rows: 10 }} />
  return (
    <div className="timeline">
      <div className="tab-bar">
        <Checkbox.Group
          value={shown}
          options={KINDS.map((kind) => ({ value: kind, label: t(`timeline.${kind}`) }))}
          onChange={(kinds) => choose(kinds.map(String))}
        />
      </div>
      {isCut && <Alert type="info" showIcon className="spaced" title={t('timeline.cut', { max: MAX_SHOWN })} />}
      {ahead.length + behind.length === 0 && <Nothing text={t('timeline.none')} hint={t('timeline.noneHint')} />}
      {ahead.length > 0 && <Line moments={ahead} schema={schema} label={t('timeline.ahead')} />}
      {ahead.length > 0 && behind.length > 0 && (
        <p className="timeline-today">
          <span>{t('timeline.today')}</span>
        </p>
      )}
      {behind.length > 0 && <Line moments={behind} schema={schema} label={t('timeline.behind')} />}
    </div>
  )
}

type LineProps = { moments: readonly Moment[]; schema: WireSchema; label: string }

function Line({ moments, schema, label }: LineProps) {
  const { tag } = useWords()
  const deadline = useSchema('deadline').data
  const fee = useSchema('fee').data
  return (
    <ol className="timeline-line" aria-label={label}>
      {moments.map((moment, at) => (
        <li key={moment.key} className={`of-${moment.kind}`}>
          <time dateTime={moment.date} className={moments[at - 1]?.date === moment.date ? 'same' : undefined}>
            {dayText(moment.date, tag)}
          </time>
          <span className="timeline-icon">{ICONS[moment.kind]}</span>
          <span className="timeline-what">
            <What moment={moment} schemas={{ own: schema, deadline, fee }} />
          </span>
        </li>
      ))}
    </ol>
  )
}

type Schemas = { own: WireSchema; deadline: WireSchema | undefined; fee: WireSchema | undefined }

const labelIn = (schema: WireSchema | undefined, code: string, value: unknown) => {
  const field = schema?.fields.find((one) => one.code === code)
  return field ? optionLabel(field, value) : ''
}

function What({ moment: { kind, record, sid, date }, schemas }: { moment: Moment; schemas: Schemas }) {
  const { t, lang } = useWords()
  const name = nameOf(record as Rec, lang) // read from a search
  switch (kind) {
    case 'event':
      return (
        <>
          <b>{name}</b>
          {record['direction'] === 'OUT' && <span className="quiet">{t('timeline.out')}</span>}
        </>
      )
    case 'document':
      return (
        <>
          {String(record['file_name'])} {isRef(record['doc_type']) && <span className="quiet">{record['doc_type'].name}</span>}
        </>
      )
    case 'deadline':
      return (
        <>
          <Link to={`?tab=deadlines&which=all&why=${sid}`}>{name}</Link> <Tag>{labelIn(schemas.deadline, 'status', record['status'])}</Tag>
          {['OPEN', 'MISSED'].includes(String(record['status'])) && <DaysLeft date={date} kind={record['kind']} />}
        </>
      )
    case 'fee':
      return (
        <>
          <Link to="?tab=fees&which=all">{name}</Link> <Money amount={record['amount']} currency={record['currency']} />{' '}
          <Tag>{labelIn(schemas.fee, 'status', record['status'])}</Tag>
        </>
      )
    case 'note':
      return (
        <>
          <span className="quiet">{isRef(record['created_by']) ? record['created_by'].name : ''}</span>{' '}
          <Link to="?tab=notes">{String(record['text'])}</Link>
        </>
      )
    case 'change':
      return <Changed record={record} schemas={schemas} lang={lang} />
  }
}

const NAMED = 4

function Changed({ record, schemas, lang }: { record: Readonly<Record<string, unknown>>; schemas: Schemas; lang: Lang }) {
  const { t } = useWords()
  const codes = Array.isArray(record['changes']) ? record['changes'].map((one: { field?: unknown }) => String(one.field)) : []
  const labels = codes.flatMap((code) => schemas.own.fields.find((field) => field.code === code && !field.coded)?.label ?? [])
  const rest = labels.length - NAMED
  const who = isRef(record['created_by']) ? record['created_by'].name : t('changes.system')
  const action = actionWord(record['action'], lang)
  const named = record['action'] === 'CREATE' ? '' : labels.slice(0, NAMED).join(lang === 'zh' ? '、' : ', ')
  return (
    <>
      <span className="quiet">{who}</span> {action} {named} {named && rest > 0 && <span className="quiet">{t('changes.more', { count: rest })}</span>}
    </>
  )
}
