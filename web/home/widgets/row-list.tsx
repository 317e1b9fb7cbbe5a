import { Link } from 'react-router'
import { ROW_WIDGETS, type RowWidget } from '../../../model/portal/row-widgets.ts'
import { type Rec, useSchema, useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { DaysLeft } from '../../cases/dates/days-left.tsx'
import { dayText } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { totalText } from '../../records/list/total-text.ts'
import { useWords } from '../../words/language.ts'
import { Clear } from './deadlines.tsx'
import { Failed, together } from '../../ui/faults/failed.tsx'
import { Waiting } from './waiting.tsx'

const MAX_ROWS = 10
const textOf = (value: unknown) => (isRef(value) ? value.name : typeof value === 'string' ? value : '')

/** The first records of a widget’s query; the link opens exactly these, all of them. */
export function RowList({ widget }: { widget: RowWidget }) {
  const { t, lang } = useWords()
  const { model, iql, name, beside, day } = ROW_WIDGETS[widget]
  const reading = useSchema(model)
  const schema = reading.data
  const state = schema?.states?.field ?? schema?.fields.find(({ code }) => code === 'status' || code === 'state')?.code
  const shown = [name, beside, day, 'title_en', state].filter((code) => code !== undefined && schema?.fields.some((field) => field.code === code))
  const query = useSearch(
    model,
    { fl: ['sid', ...new Set(shown.filter((code) => code !== undefined))], iql, rows: MAX_ROWS, total: 'capped' },
    { enabled: schema !== undefined, meta: { faults: 'own' } },
  )
  const { data } = query
  if (!data) return <Waiting query={together(reading, query)} />
  if (data.record.length === 0) return query.isError ? <Failed query={query} /> : <Clear word="home.noneOpen" />
  return (
    <>
      <div className="widget-acts">
        <Link to={`${pageOf(model)}?${new URLSearchParams({ iql })}`}>
          {t('home.more')} {totalText(data, lang)}
        </Link>
      </div>
      <ul className="widget-rows">
        {data.record.map((record) => (
          <li key={record.sid}>
            <Row widget={widget} record={record} state={state} />
          </li>
        ))}
      </ul>
    </>
  )
}

type RowProps = { widget: RowWidget; record: Rec; state: string | undefined }

function Row({ widget, record, state }: RowProps) {
  const { lang, tag } = useWords()
  const of = ROW_WIDGETS[widget]
  const schema = useSchema(of.model).data
  const field = schema?.fields.find(({ code }) => code === state)
  const day = textOf(record[of.day]).slice(0, 10)
  return (
    <Link to={pageOf(of.model, `/${record.sid}`)}>
      <span className="row-lines">
        <b>{textOf((lang === 'en' && of.name === 'title' && record['title_en']) || record[of.name])}</b>
        <small className="quiet">{textOf(record[of.beside])}</small>
      </span>
      <span className="row-due">
        {schema?.states && field ? (
          <StateTag schema={schema} state={record[field.code]} />
        ) : (
          field && <small>{optionLabel(field, textOf(record[field.code]))}</small>
        )}
        {day && <time dateTime={day}>{dayText(day, tag)}</time>}
        {day && 'isDue' in of && <DaysLeft date={day} />}
      </span>
    </Link>
  )
}
