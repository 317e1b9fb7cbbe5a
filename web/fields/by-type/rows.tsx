import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { useWords } from '../../words/language.ts'
import { compareDecimals, groupDigits, splitEqually, sumOf } from '../decimals.ts'
import type { CellProps, EditorProps, FieldView } from '../view.ts'
import { isBlank } from '../view.ts'
import { partView } from '../parts.ts'

type RowValue = Record<string, unknown>
const rowsOf = (value: unknown): RowValue[] => (Array.isArray(value) ? value : [])

/** The currency of an amount is shown with it. */
const partsOf = ({ rows = [] }: CellProps['field']) => rows.filter(({ code }) => !rows.some(({ currency }) => currency === code))

const Cell = ({ field, value }: CellProps) => {
  const list = rowsOf(value)
  const parts = partsOf(field).slice(0, 2)
  return (
    <span className="inline-rows">
      {list.map((row, at) => (
        // Rows have no key of their own: their index is the key.
        <span key={at}>
          {parts
            .filter(({ code }) => !isBlank(row[code]))
            .map((part, nth) => {
              const { Cell: Part } = partView(part.type)
              const shown = <Part key={part.code} field={part} value={row[part.code]} record={row} />
              return nth === 0 ? shown : <Fragment key={part.code}> ({shown})</Fragment>
            })}
        </span>
      ))}
    </span>
  )
}

/** The full table on a detail page, without the parts that no row has. */
export const RowsTable = ({ field, value }: CellProps) => {
  const list = rowsOf(value)
  const parts = partsOf(field).filter(({ code }) => list.some((row) => !isBlank(row[code])))
  const isNamedAbove = parts.length === 1 && parts[0]?.label === field.label
  return (
    <div className="rows-scroll">
      <table className="rows stacked">
        <thead className={isNamedAbove ? 'unseen' : undefined}>
          <tr>
            {parts.map((part) => (
              <th key={part.code} scope="col" className={partView(part.type).isNumeric ? 'right' : undefined}>
                {part.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((row, at) => (
            <tr key={at}>
              {parts.map((part) => {
                const { Cell: Part, isNumeric } = partView(part.type)
                return (
                  <td key={part.code} data-label={isNamedAbove ? undefined : part.label} className={isNumeric ? 'right' : undefined}>
                    <Part field={part} value={row[part.code]} record={row} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Editor = ({ field, value, onChange, id, disabled }: EditorProps) => {
  const { t } = useWords()
  const list = rowsOf(value)
  const isFixed = Boolean(disabled)
  const set = (next: RowValue[]) => onChange?.(next)
  const blank = Object.fromEntries((field.rows ?? []).map((part) => [part.code, part.default ?? null]))
  return (
    <div id={id} tabIndex={-1} className="rows-editor" role="group" aria-label={field.label}>
      {list.length > 0 && (
        <div className="rows-scroll">
          <table className="rows stacked">
            <Heads field={field} />
            <tbody>
              {list.map((_row, at) => (
                <EditedRow key={at} field={field} list={list} at={at} isFixed={isFixed} onChange={set} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="rows-foot">
        <Button size="small" icon={<PlusOutlined />} disabled={disabled || list.length >= (field.max ?? 500)} onClick={() => set([...list, blank])}>
          {t('rows.add')}
        </Button>
        {field.total && list.length > 0 && <Total field={field} list={list} onSplit={set} isFixed={isFixed} />}
      </div>
    </div>
  )
}

function Heads({ field }: Pick<EditorProps, 'field'>) {
  const { t } = useWords()
  return (
    <thead>
      <tr>
        {(field.rows ?? []).map((part) => (
          <th key={part.code} scope="col">
            {part.label}
            {part.required && <span className="required"> *</span>}
          </th>
        ))}
        <th scope="col">
          <span className="unseen">{t('rows.order')}</span>
        </th>
      </tr>
    </thead>
  )
}

type EditedRowProps = { field: EditorProps['field']; list: RowValue[]; at: number; isFixed: boolean; onChange: (rows: RowValue[]) => void }

function EditedRow({ field, list, at, isFixed, onChange }: EditedRowProps) {
  const { t } = useWords()
  const row = list[at] ?? {}
  const rest = list.filter((_, here) => here !== at)
  const put = (code: string, part: unknown) => onChange(list.map((one, here) => (here === at ? { ...one, [code]: part } : one)))
  const move = (by: number) => onChange([...rest.slice(0, at + by), row, ...rest.slice(at + by)])
  const isLast = at === list.length - 1
  return (
    <tr>
      {(field.rows ?? []).map((part) => {
        const { Editor: Part } = partView(part.type)
        const label = `${part.label} ${at + 1}`
        return (
          <td key={part.code} data-label={part.label}>
            <Part field={part} value={row[part.code]} record={row} disabled={isFixed} label={label} onChange={(next) => put(part.code, next)} />
          </td>
        )
      })}
      <td className="row-acts">
        <RowAct icon={<ArrowUpOutlined />} label={t('rows.up')} disabled={isFixed || at === 0} onClick={() => move(-1)} />
        <RowAct icon={<ArrowDownOutlined />} label={t('rows.down')} disabled={isFixed || isLast} onClick={() => move(1)} />
        <RowAct icon={<DeleteOutlined />} label={t('rows.remove')} disabled={isFixed} onClick={() => onChange(rest)} />
      </td>
    </tr>
  )
}

type RowActProps = { icon: ReactNode; label: string; disabled: boolean; onClick: () => void }

const RowAct = ({ label, ...button }: RowActProps) => <Button type="text" size="small" aria-label={label} {...button} />

type TotalProps = { field: EditorProps['field']; list: RowValue[]; onSplit: (rows: RowValue[]) => void; isFixed: boolean }

/** The assigned part of the fixed total, and the rest. */
function Total({ field, list, onSplit, isFixed }: TotalProps) {
  const { t } = useWords()
  const { of: code, is } = field.total ?? { of: '', is: 0 }
  const part = field.rows?.find((one) => one.code === code)
  const digits = part?.type === 'integer' ? 0 : (part?.digits ?? 2)
  const given = list
    .map((row) => row[code])
    .filter((share) => !isBlank(share))
    .map(String)
  const sum = sumOf(given, digits)
  const isRight = given.length === 0 || compareDecimals(sum, String(is)) === 0
  const split = () => {
    const shares = splitEqually(is, list.length, digits)
    onSplit(list.map((row, at) => ({ ...row, [code]: part?.type === 'integer' ? Number(shares[at]) : shares[at] })))
  }
  return (
    <span className="rows-total" role="status">
      <span className={isRight ? 'number' : 'number bad'}>
        {part?.label} {t('rows.total', { sum: groupDigits(sum), is })}
        {!isRight && ` · ${t('rows.rest', { rest: sumOf([String(is), sum.startsWith('-') ? sum.slice(1) : `-${sum}`], digits) })}`}
      </span>
      <Tooltip title={t('rows.splitHint')}>
        <Button size="small" type="link" onClick={split} disabled={isFixed}>
          {t('rows.split')}
        </Button>
      </Tooltip>
    </span>
  )
}

export const rows: FieldView = { Cell, Editor, Filter: null, width: 220, isWide: true }
