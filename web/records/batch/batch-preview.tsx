import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import type { AnswerOf } from '../../../model/kit/action.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { type BatchWays, valueAfter } from '../../../model/kit/batch-modes.ts'
import { checkBatch } from '../../../model/settings/setting-routes.ts'
import type { Rec } from '../../api/api.ts'
import { useSearch } from '../../api/api.ts'
import { ask } from '../../api/call.ts'
import { displayName } from '../../fields/names.ts'
import { isBlank } from '../../fields/view.ts'
import { viewFor } from '../../fields/views.ts'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { RecordTable } from './record-table.tsx'
import { isSame } from '../form/form-fields.ts'
import { quoted } from '../../api/iql.ts'
import { allResults } from './all-results.ts'

type Changes = Readonly<Record<string, unknown>>
type BeforeProps = {
  schema: WireSchema
  sids: readonly string[]
  fields: readonly WireField[]
  changes: Changes
  ways: BatchWays
  /** Leaves these records as they are. */
  onLeaveOut: (sids: readonly string[]) => void
}

/** Each record: old and new, or why it is refused. */
export function Before({ schema, sids, fields, changes, ways, onLeaveOut }: BeforeProps) {
  const { t } = useWords()
  const check = useChecked(schema.model, { sids, changes, ways })
  const refused = refusedIn(check.data)
  return (
    <>
      <p className="quiet">{t('batch.undo')}</p>
      {check.error && <QueryFault fault={check.error} onRetry={() => void check.refetch()} />}
      {refused.size > 0 && (
        <Alert
          type="error"
          showIcon
          className="spaced"
          title={t('batch.refusedCount', { count: refused.size })}
          action={
            refused.size < sids.length && (
              <Button size="small" onClick={() => onLeaveOut([...refused.keys()])}>
                {t('batch.leaveOut')}
              </Button>
            )
          }
        />
      )}
      <Records schema={schema} sids={sids} fields={fields} changes={changes} ways={ways} refused={refused} />
    </>
  )
}

/** The first of all results in the same way; refused ones stay unchanged, and the job names them. */
export function BeforeOfAll({ iql, ...props }: Omit<BeforeProps, 'sids' | 'onLeaveOut'> & { iql: string }) {
  const { t } = useWords()
  const { data: checked, error, refetch } = useChecked(props.schema.model, { iql, changes: props.changes, ways: props.ways })
  if (error) return <QueryFault fault={error} onRetry={() => void refetch()} />
  if (!checked) return <Skeleton active title={false} />
  if (checked.sids.length === 0) return null
  const refused = refusedIn(checked)
  const [shown, total] = [checked.sids.length, checked.total]
  return (
    <>
      {total > shown && <p className="quiet">{t('batch.triedFirst', { shown, total })}</p>}
      {refused.size > 0 && <Alert type="warning" showIcon className="spaced" title={t('batch.refusedOfAll', { count: refused.size })} />}
      <Records {...props} sids={checked.sids} refused={refused} />
    </>
  )
}

type RecordsProps = Omit<BeforeProps, 'onLeaveOut'> & { refused: ReadonlyMap<string, string> }

function Records({ schema, sids, fields, changes, ways, refused }: RecordsProps) {
  const { lang } = useWords()
  const beside = schema.fields.flatMap(({ code }) => (code === 'name_en' ? [code] : []))
  const fl = [...new Set(['sid', ...schema.display, ...beside, ...fields.map(({ code }) => code)])]
  const { data } = useSearch(schema.model, { fl, iql: `sid IN (${sids.map(quoted).join(', ')})`, rows: 100 })
  const records: Rec[] = data?.record ?? []
  return (
    <RecordTable schema={schema} fields={fields}>
      {records.map((record) => (
        <tr key={record.sid}>
          <th scope="row">
            {displayName(record, schema, lang)}
            {refused.has(record.sid) && <div className="bad batch-refused">{refused.get(record.sid)}</div>}
          </th>
          {fields.map((field) => (
            <td key={field.code}>
              <OldAndNew field={field} record={record} next={nextOf(field, record, changes, ways)} />
            </td>
          ))}
        </tr>
      ))}
    </RecordTable>
  )
}

const nextOf = ({ code }: WireField, record: Rec, changes: Changes, ways: BatchWays) =>
  ways[code] ? valueAfter(ways[code], record[code], changes[code]) : changes[code]

type Wanted = { sids?: readonly string[]; iql?: string; changes: Changes; ways: BatchWays }
type Checked = AnswerOf<typeof checkBatch>

/** The part of the change that the server would refuse. */
function useChecked(model: string, { sids, iql, changes, ways }: Wanted) {
  const body = { ...(sids ? { sids: [...sids] } : { iql: allResults(iql) }), changes: plain(changes), modes: plain(ways) }
  return useQuery({
    queryKey: [model, 'batch_check', body],
    queryFn: () => ask(checkBatch, body, { path: { model } }),
    retry: false,
    meta: { faults: 'own' },
  })
}

/** The reasons of the refused records, by their sids. */
const refusedIn = (checked: Checked | undefined): ReadonlyMap<string, string> =>
  new Map((checked?.refused ?? []).map(({ sid, reason }) => [sid, reason]))

/** The value in the form in which it is sent. */
const plain = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value)) as T // JSON of the same shape

function OldAndNew({ field, record, next }: { field: WireField; record: Rec; next: unknown }) {
  const { t } = useWords()
  const { Cell } = viewFor(field)
  const now = record[field.code]
  if (isSame(now, next)) return <span className="quiet">{t('batch.same')}</span>
  return (
    <>
      <del className="old">{isBlank(now) ? '—' : <Cell field={field} value={now} record={record} />}</del> →{' '}
      {isBlank(next) ? '—' : <Cell field={field} value={next} record={record} />}
    </>
  )
}
