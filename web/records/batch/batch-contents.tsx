import { Button, Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { BatchWays } from '../../../model/kit/batch-modes.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { useRecord, type Rec } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { isRef, sidOf, useNames } from '../../fields/names.ts'
import { usePageItem } from '../../ui/page/page-item.tsx'
import { useWords } from '../../words/language.ts'
import { RecordTable } from './record-table.tsx'
import { LogValue } from '../detail/changes.tsx'
import { ConditionWords } from '../filter/condition-words.tsx'

type Values = Readonly<Record<string, unknown>>
type Changed = { sid: string; old: Values; now?: Values }
type ContentsProps = { entry: Rec; schema: WireSchema }

/** The values that a batch set, the query that chose its records, and on request each record before and after. */
export function BatchContents({ entry, schema }: ContentsProps) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const values = Object(entry['edited_fields']) as Values
  const ways = Object(entry['modes']) as BatchWays
  const { iql } = Object(entry['query']) as { iql?: string }
  const fields = schema.fields.filter(({ code }) => code in values)
  const asker = isRef(entry['created_by']) ? entry['created_by'].name : ''
  return (
    <>
      <table className="rows plain-rows">
        <tbody>
          {iql && (
            <tr>
              <th scope="row">{t('batch.chosenBy')}</th>
              <td>
                <ConditionWords schema={schema} iql={iql} asker={asker} />
              </td>
            </tr>
          )}
          {fields.map((field) => (
            <tr key={field.code}>
              <th scope="row">{field.label}</th>
              <td>
                <Way field={field} ways={ways} value={values[field.code]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'batch.hideRecords' : 'batch.showRecords')}
      </Button>
      {isOpen && (
        <ChangedRecords
          sid={entry.sid}
          schema={schema}
          codes={[...fields.map(({ code }) => code), entry['transition'] ? (schema.states?.field ?? '') : '']}
        />
      )}
    </>
  )
}

function Way({ field, ways, value }: { field: WireField; ways: BatchWays; value: unknown }) {
  const { t } = useWords()
  const { mode = 'SET', find } = ways[field.code] ?? {}
  const named = <NamedValue field={field} value={value} />
  if (mode === 'CLEAR') return <>{t('batch.mode.CLEAR')}</>
  if (mode === 'REPLACE')
    return (
      <>
        {t('batch.mode.REPLACE')} <del className="old"><NamedValue field={field} value={find} /></del> → {named}
      </>
    ) // oxfmt-ignore
  return (
    <>
      {mode !== 'SET' && `${t(`batch.mode.${mode}`)} `}
      {named}
    </>
  )
}

/** A batch stores the keys of references; names appear if this person may see them. */
function NamedValue({ field, value }: { field: WireField; value: unknown }) {
  const sids = field.to ? [value].flat().map(sidOf).filter(Boolean) : []
  const names = useNames(field.to, sids)
  if (!field.to || sids.length === 0) return <LogValue field={field} value={value} />
  return <LogValue field={field} value={sids.map((sid) => ({ sid, name: names.get(sid) ?? '' }))} />
}

const ROWS = 20

function ChangedRecords({ sid, schema, codes }: { sid: string; schema: WireSchema; codes: readonly string[] }) {
  const { t } = useWords()
  const pageItem = usePageItem()
  const [page, setPage] = useState(1)
  const { data, isPending } = useRecord('batch_edit', sid)
  const records = (data?.['edited_records'] ?? []) as Changed[] // as the server keeps them
  const shown = records.slice((page - 1) * ROWS, page * ROWS)
  const names = useNames(schema.model, shown.map((one) => one.sid)) // oxfmt-ignore
  if (isPending) return <Skeleton active />
  const fields = schema.fields.filter(({ code }) => codes.includes(code))
  return (
    <>
      <RecordTable schema={schema} fields={fields}>
          {shown.map((one) => (
            <tr key={one.sid}>
              <th scope="row">{names.has(one.sid) ? <Link to={pageOf(schema.model, `/${one.sid}`)}>{names.get(one.sid)}</Link> : t('batch.gone')}</th>
              {fields.map((field) => (
                <td key={field.code}>
                  <OldAndNew field={field} record={one} />
                </td>
              ))}
            </tr>
          ))}
</RecordTable>
      {records.length > ROWS && (
        <Pagination itemRender={pageItem} size="small" current={page} pageSize={ROWS} total={records.length} showSizeChanger={false} onChange={setPage} />
      )}
    </>
  ) // oxfmt-ignore
}

/** Entries of earlier versions of the product have only the values before. */
function OldAndNew({ field, record: { old, now } }: { field: WireField; record: Changed }) {
  const { t } = useWords()
  if (!(field.code in old)) return <span className="quiet">{t('batch.same')}</span>
  return (
    <>
      <del className="old">
        <NamedValue field={field} value={old[field.code]} />
      </del>
      {now && ' → '}
      {now && <NamedValue field={field} value={now[field.code]} />}
    </>
  )
}
