import { Pagination, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import type { HistoryLine } from '../../../model/kit/verbs.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { optionLabel, withoutQualifier } from '../../fields/option-label.ts'
import { isBlank } from '../../fields/view.ts'
import { viewFor } from '../../fields/views.ts'
import { useWords } from '../../words/language.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { actionWord, sourceWord } from './change-words.ts'
import { otherLanguage } from './overview.tsx'
import { useHistory } from './use-history.ts'
import { usePageItem } from '../../ui/page/page-item.tsx'

type Change = HistoryLine['changes'][number]
const ROWS = 20

function Source({ source }: { source: unknown }) {
  const { t } = useWords()
  const word = sourceWord(source)
  return word ? <span className="quiet">{t(word)}</span> : null
}

/** The user, time, old and new value of each change. */
export function Changes({ schema, sid }: { schema: WireSchema; sid: string }) {
  const { t, tag, lang } = useWords()
  const pageItem = usePageItem()
  const zone = useZone()
  const [page, setPage] = useState(1)
  const { data, isPending } = useHistory(schema.model, sid)
  if (isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  const lines = (data ?? []).slice((page - 1) * ROWS, page * ROWS)
  if (lines.length === 0) return <Nothing text={t('changes.none')} />
  return (
    <div className="changes">
      <ol>
        {lines.map((line) => (
          <li key={line.sid}>
            <header>
              <b>{line.created_by?.name ?? t('changes.system')}</b>
              <Tag>{actionWord(line.action, lang)}</Tag>
              <time dateTime={line.created_at}>{timeText(line.created_at, tag, zone)}</time>
              <Source source={line.source} />
              {line.reason && <span className="quiet">{line.reason}</span>}
            </header>
            <ChangedFields schema={schema} changes={line.changes} isNew={line.action === 'CREATE'} />
          </li>
        ))}
      </ol>
      {(data?.length ?? 0) > ROWS && (
        <Pagination
          itemRender={pageItem}
          size="small"
          current={page}
          pageSize={ROWS}
          total={data?.length ?? 0}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </div>
  )
}

function ChangedFields({ schema, changes, isNew }: { schema: WireSchema; changes: Change[]; isNew: boolean }) {
  const { t, lang } = useWords()
  const [isWhole, setWhole] = useState(false)
  const known = changes.flatMap((change) => {
    const field = schema.fields.find(({ code }) => code === change.field)
    return field && !field.coded ? [{ field, change }] : []
  })
  const shown = isNew && !isWhole ? known.slice(0, 4) : known
  // The state of a record is called as at its head.
  const valueOf = (field: WireField, value: unknown) =>
    field.code === schema.states?.field && !isBlank(value) ? withoutQualifier(optionLabel(field, value)) : <LogValue field={field} value={value} />
  return (
    <>
      <table className="rows plain-rows">
        <tbody>
          {shown.map(({ field, change }) => (
            <tr key={field.code}>
              <th scope="row">{field.label}</th>
              {!isNew && (
                <td className="old" lang={otherLanguage(schema, field.code, lang)}>
                  {valueOf(field, change.old)}
                </td>
              )}
              <td lang={otherLanguage(schema, field.code, lang)}>{valueOf(field, change.new)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < known.length && (
        <button type="button" className="plain link" onClick={() => setWhole(true)}>
          {t('changes.more', { count: known.length - shown.length })}
        </button>
      )}
    </>
  )
}

/** References have names, as in a record. */
export function LogValue({ field, value }: { field: WireField; value: unknown }) {
  if (isBlank(value)) return <span className="none">—</span>
  if (field.to)
    return (
      <>
        {[value]
          .flat()
          .map((one) => (isRef(one) ? one.name || '—' : String(one)))
          .join(', ')}
      </>
    )
  const { Cell } = viewFor(field)
  return <Cell field={field} value={value} />
}
