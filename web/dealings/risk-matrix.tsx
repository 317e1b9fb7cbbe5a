import { Alert, Skeleton } from 'antd'
import { Link } from 'react-router'
import { levelOf, STEPS } from '../../model/dealings/risks/level.ts'
import { type Rec, useSchema, useSearch } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { displayName } from '../fields/names.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { EntityPage } from '../records/entity-page.tsx'
import { useWords } from '../words/language.ts'
import './matters.css'

/** The most that one search gives; the gravest come first. */
const MAX_SHOWN = 100
const OPEN = "status NOT IN ('CLOSED', 'ACCEPTED')"
/** The most risks that a field of the matrix names; the others are counted. */
const NAMED = 4

/** The open risks by likelihood and impact; each field links to its list. */
export const RiskMatrix = () => <EntityPage entity="risk" content={RiskPage} />

function RiskPage() {
  const { t } = useWords()
  return (
    <div className="page">
      <PageHead title={t('risk.matrix')} name={t('risk.matrix')} />
      <Matrix />
    </div>
  )
}

function Matrix() {
  const { t, lang } = useWords()
  const schema = useSchema('risk').data
  const fl = ['case_no', 'title', 'likelihood', 'impact', 'status']
  const { data, error, isPending, refetch } = useSearch('risk', { fl, iql: `${OPEN} ORDER BY likelihood DESC, impact DESC`, rows: MAX_SHOWN })
  if (error) return <QueryFault fault={error} onRetry={() => void refetch()} />
  if (isPending || !schema) return <Skeleton active paragraph={{ rows: 8 }} />
  const rows = data?.record ?? []
  const cells = Map.groupBy(rows, ({ likelihood, impact }) => `${String(likelihood)} ${String(impact)}`)
  const unjudged = rows.filter(({ likelihood, impact }) => !likelihood || !impact)
  const steps = Array.from({ length: STEPS }, (_, at) => at + 1)
  return (
    <>
      {(data?.total ?? 0) > rows.length && <Alert type="info" showIcon title={t('risk.first', { count: rows.length })} />}
      <div className="matrix-frame">
        <table className="risk-matrix">
          <caption className="quiet">{t('risk.matrixHint')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('risk.axes')}</th>
              {steps.map((impact) => (
                <th key={impact} scope="col">
                  {t('risk.impact', { degree: impact })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.toReversed().map((likelihood) => (
              <tr key={likelihood}>
                <th scope="row">{t('risk.likelihood', { degree: likelihood })}</th>
                {steps.map((impact) => (
                  <td key={impact} className={`level-${levelOf(likelihood, impact)}`}>
                    <Cell
                      rows={cells.get(`${likelihood} ${impact}`) ?? []}
                      iql={`likelihood = ${likelihood} AND impact = ${impact} AND ${OPEN}`}
                      nameOf={(row) => displayName(row, schema, lang)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {unjudged.length > 0 && (
        <p>
          <Link to={listOf(`(likelihood IS EMPTY OR impact IS EMPTY) AND ${OPEN}`)}>{t('risk.unjudged', { count: unjudged.length })}</Link>
        </p>
      )}
    </>
  )
}

const listOf = (iql: string) => pageOf('risk', `?iql=${encodeURIComponent(iql)}`)

function Cell({ rows, iql, nameOf }: { rows: readonly Rec[]; iql: string; nameOf: (row: Rec) => string }) {
  const { t } = useWords()
  if (rows.length === 0) return null
  return (
    <>
      <Link className="matrix-count" to={listOf(iql)}>
        {t('risk.count', { count: rows.length })}
      </Link>
      <ul>
        {rows.slice(0, NAMED).map((row) => (
          <li key={row.sid}>
            <Link to={pageOf('risk', `/${row.sid}`)}>{nameOf(row)}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
