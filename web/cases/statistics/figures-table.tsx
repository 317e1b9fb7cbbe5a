import { Link } from 'react-router'
import type { Drawing, Figure, Figures, Heading } from '../../../model/statistics/definition.ts'
import { useWords } from '../../words/language.ts'
import { listBehind, shownValue } from './figures.ts'

type TableProps = { figures: Figures; drawing: Drawing }

/** Rows and columns with their totals; each figure opens the list of its records. A plain table has a line for each pair of groups. */
export function FiguresTable({ figures, drawing }: TableProps) {
  return drawing === 'TABLE' && figures.column_label !== null ? <PlainTable figures={figures} /> : <PivotTable figures={figures} />
}

type CellProps = { figures: Figures; of: readonly Figure[]; row?: Heading | undefined; column?: Heading | undefined }

/** One line for each currency. */
function Cell({ figures, of, row, column }: CellProps) {
  if (of.length === 0) return <span className="none">—</span>
  return (
    <span className="sums">
      {of.map((figure) => {
        const to = listBehind(figures, { row, column, currency: figure.currency })
        const shown = (
          <>
            {figure.currency !== null && <span className="currency">{figure.currency} </span>}
            {shownValue(figure)}
          </>
        )
        return (
          <span key={figure.currency ?? ''} className="number">
            {to ? <Link to={to}>{shown}</Link> : shown}
          </span>
        )
      })}
    </span>
  )
}

function PivotTable({ figures }: { figures: Figures }) {
  const { t } = useWords()
  const { rows, columns, cells, row_totals, column_totals, total, column_label } = figures
  const isSplit = column_label !== null
  return (
    <div className="figures-table" tabIndex={0} role="region" aria-label={figures.row_label}>
      <table>
        <PivotHead figures={figures} />
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row)}>
              <th scope="row">{row.label}</th>
              {isSplit &&
                columns.map((column, beside) => (
                  <td key={keyOf(column)}>
                    <Cell figures={figures} of={cells[at]?.[beside] ?? []} row={row} column={column} />
                  </td>
                ))}
              <td className="whole">
                <Cell figures={figures} of={row_totals[at] ?? []} row={row} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('statistic.total')}</th>
            {isSplit &&
              columns.map((column, beside) => (
                <td key={keyOf(column)}>
                  <Cell figures={figures} of={column_totals[beside] ?? []} column={column} />
                </td>
              ))}
            <td className="whole">
              <Cell figures={figures} of={total} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function PivotHead({ figures }: { figures: Figures }) {
  const { t } = useWords()
  const { columns, column_label, row_label, measure_label } = figures
  if (column_label === null)
    return (
      <thead>
        <tr>
          <th scope="col">{row_label}</th>
          <th scope="col" className="right">
            {measure_label}
          </th>
        </tr>
      </thead>
    )
  return (
    <thead>
      <tr>
        <th scope="col">{`${row_label} \\ ${column_label}`}</th>
        {columns.map((column) => (
          <th key={keyOf(column)} scope="col" className="right">
            {column.label}
          </th>
        ))}
        <th scope="col" className="right">
          {t('statistic.total')}
        </th>
      </tr>
    </thead>
  )
}

function PlainTable({ figures }: { figures: Figures }) {
  const { t } = useWords()
  const { rows, columns, cells } = figures
  const lines = rows.flatMap((row, at) =>
    columns.flatMap((column, beside) => {
      const of = cells[at]?.[beside] ?? []
      return of.length > 0 ? [{ row, column, of }] : []
    }),
  )
  return (
    <div className="figures-table" tabIndex={0} role="region" aria-label={figures.row_label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{figures.row_label}</th>
            <th scope="col">{figures.column_label}</th>
            <th scope="col" className="right">
              {figures.measure_label}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row, column, of }) => (
            <tr key={`${keyOf(row)} ${keyOf(column)}`}>
              <th scope="row">{row.label}</th>
              <td className="text">{column.label}</td>
              <td>
                <Cell figures={figures} of={of} row={row} column={column} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('statistic.total')}
            </th>
            <td>
              <Cell figures={figures} of={figures.total} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const keyOf = ({ value, others }: Heading) => (others ? '*' : (value ?? ''))
