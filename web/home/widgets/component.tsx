import { Skeleton } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useSchema, useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { defaultSettings, keepKnown } from '../../records/list/list-settings.ts'
import type { Column } from '../../records/list/list-settings.ts'
import { ListCell } from '../../records/list/list-table.tsx'
import { totalText } from '../../records/list/total-text.ts'
import { useWords } from '../../words/language.ts'
import type { Portal } from '../portal.ts'
import { PlainComponent } from './plain-component.tsx'
import { Failed, together } from '../../ui/faults/failed.tsx'
import { Waiting } from './waiting.tsx'
import { partOnRequest } from '../../ui/on-request.tsx'

type Shown = Portal['components'][number]
// The table and the chart of a statistic are larger than all else here.
const StatisticFigures = partOnRequest(async () => (await import('./statistic-figures.tsx')).StatisticFigures)

type ViewProps = { of: Extract<Shown, { widget: 'VIEW' }> }

/** A component of the tenant, or a statistic. */
export function Component({ of }: { of: Shown }) {
  if (of.widget === 'VIEW') return <ViewRows of={of} />
  if (of.widget === 'STATISTIC')
    return (
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 4 }} />}>
        <StatisticFigures of={of} />
      </Suspense>
    )
  return <PlainComponent of={of} />
}

const FEW_COLUMNS = 5
const FEW_ROWS = 10

/** The first rows of a saved list, and the way to all of them. */
function ViewRows({ of: { view } }: ViewProps) {
  const { t, lang } = useWords()
  const reading = useSchema(view.entity)
  const schema = reading.data
  // Written by the lists of this client; unknown columns are left out.
  const kept = schema ? keepKnown(view.columns as Column[] | undefined, schema) : []
  const columns = schema ? (kept.length > 0 ? kept : defaultSettings(schema, lang).columns).slice(0, FEW_COLUMNS) : []
  const fields = columns.flatMap(({ code }) => schema?.fields.find((field) => field.code === code) ?? [])
  const query = useSearch(
    view.entity,
    { fl: ['sid', ...fields.map(({ code }) => code)], iql: view.iql, rows: FEW_ROWS, total: 'capped' },
    { enabled: schema !== undefined, meta: { faults: 'own' } },
  )
  if (!schema || !query.data) return <Waiting query={together(reading, query)} />
  if (query.data.record.length === 0) return query.isError ? <Failed query={query} /> : <p className="quiet">{t('home.noRows')}</p>
  return (
    <>
      <div className="widget-acts">
        <Link to={`${pageOf(view.entity)}?${new URLSearchParams({ iql: view.iql })}`}>
          {t('home.more')} {totalText(query.data, lang)}
        </Link>
      </div>
      <table className="portal-rows">
        <thead>
          <tr>
            {fields.map(({ code, label }) => (
              <th key={code} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {query.data.record.map((record) => (
            <tr key={record.sid}>
              {fields.map((field, at) => (
                <td key={field.code}>
                  <ListCell
                    schema={schema}
                    field={field}
                    record={record}
                    Own={undefined}
                    {...(at === 0 && { link: { to: pageOf(view.entity, `/${record.sid}`), state: undefined } })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
