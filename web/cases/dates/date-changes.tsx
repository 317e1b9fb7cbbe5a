import { docketActionsOf, type Moved } from '../../../model/docketing/deadline-actions.ts'
import { ArrowRightOutlined } from '@ant-design/icons'
import { Alert, App, Tag } from 'antd'
import { useCallback } from 'react'
import type { Rec } from '../../api/api.ts'
import { act, useSchema } from '../../api/api.ts'
import { dayText } from '../../fields/moments.ts'
import type { BeforeSave } from '../../records/detail/overview.tsx'
import type { Word } from '../../words/language.ts'
import { useWords } from '../../words/language.ts'

const WHAT: Readonly<Record<Moved['what'], readonly [Word, string]>> = {
  NEW: ['moved.new', 'processing'],
  MOVED: ['moved.moved', 'warning'],
  CLOSED: ['moved.closed', 'default'],
  REOPENED: ['moved.reopened', 'warning'],
}

/** The question of the server that names the later cases: here each of their dates was shown. */
const FAMILY_DATES = 'family_dates'

/** Shown before a save that moves deadlines: each of them old → new, with a confirmation. */
export function useDateQuestion(kind: string): BeforeSave {
  const { modal } = App.useApp()
  const { t } = useWords()
  const { data: schema } = useSchema(kind)
  return useCallback(
    async (record: Rec, changes: Record<string, unknown>) => {
      const drives = new Set(schema?.fields.flatMap(({ code, drives: what }) => (what === 'docketing' ? [code] : [])))
      if (schema && !Object.keys(changes).some((code) => drives.has(code))) return []
      const { moved, hidden, waits } = await act(docketActionsOf(kind).previewDates, { sid: record.sid, changes })
      if (moved.length === 0 && hidden === 0) return []
      const isConfirmed = await modal.confirm({
        title: t('moved.title', { count: moved.length }),
        content: (
          <>
            {waits && <Alert type="warning" showIcon className="spaced" title={t('moved.waits')} />}
            <MovedTable moved={moved} hidden={hidden} />
          </>
        ),
        okText: t(waits ? 'moved.propose' : 'moved.save'),
        cancelText: t('moved.back'),
        width: 640,
        icon: null,
      })
      return isConfirmed ? [FAMILY_DATES] : undefined
    },
    [modal, schema, kind, t],
  )
}

type MovedTableProps = {
  moved: readonly Moved[]
  /** The number of further changed cases that the reader may not see. */
  hidden?: number
  /** A record is deleted, and deadlines end with it. */
  isDeletion?: boolean
}

export function MovedTable({ moved, hidden = 0, isDeletion = false }: MovedTableProps) {
  const { t, lang, tag } = useWords()
  const day = (date: string | null) => (date ? <time dateTime={date}>{dayText(date, tag)}</time> : <span className="none">—</span>)
  return (
    <div className="moved">
      <table className="rows">
        <tbody>
          {moved.map((one) => (
            <tr key={`${one.case_sid} ${one.key}`}>
              <td>
                <Tag color={WHAT[one.what][1]}>{t(isDeletion && one.what === 'CLOSED' ? 'moved.ends' : WHAT[one.what][0])}</Tag>
              </td>
              <th scope="row">
                {(lang === 'en' && one.name_en) || one.name}
                {one.case_name && <div className="none">{one.case_name}</div>}
              </th>
              <td className="number">{one.what === 'NEW' ? '' : day(one.from)}</td>
              <td>{one.what !== 'NEW' && <ArrowRightOutlined aria-label={t('moved.becomes')} />}</td>
              <td className="number">{one.what === 'CLOSED' ? t(isDeletion ? 'moved.withDeletion' : 'moved.gone') : <b>{day(one.to)}</b>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p>{t('moved.hidden', { count: hidden })}</p>}
    </div>
  )
}
