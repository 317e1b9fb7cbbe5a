import { ArrowDownOutlined } from '@ant-design/icons'
import { Alert, Skeleton, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Rec } from '../../api/api.ts'
import { useRecord, useSchema } from '../../api/api.ts'
import { Viewer } from '../../fields/documents/viewer.tsx'
import { FileIcon } from '../../fields/file-icon.tsx'
import { dayText } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { Transitions } from '../../records/detail/transitions.tsx'
import { useWords } from '../../words/language.ts'
import { chainOf } from './chain.ts'
import { DaysLeft, DaysToLoss } from './days-left.tsx'
import { dueDayOf } from './due-day.ts'
import { useDocumentNames } from './official-document-names.ts'
import { nameOf } from './next-due.tsx'

/** The reason of a deadline's date: the steps from its trigger to the date, the reasons in words, the law. */
export function DeadlineWhy({ sid, isBare = false, acts }: { sid: string; isBare?: boolean; acts?: ReactNode }) {
  const { t, lang } = useWords()
  const schema = useSchema('deadline').data
  const { data: record, isPending, isError } = useRecord('deadline', sid, { meta: { faults: 'own' } })
  if (isError) return <Alert type="info" showIcon title={t('detail.gone')} />
  if (isPending || !record || !schema) return <Skeleton active paragraph={{ rows: 8 }} />
  const lines = Array.isArray(record['why']) ? record['why'].map(String) : []
  const missed = String((lang === 'en' && record['if_missed_en']) || record['if_missed'] || '')
  const due = dueDayOf(record)
  const isOpen = ['OPEN', 'MISSED'].includes(String(record['status']))
  return (
    <div className="deadline-why">
      {!isBare && (
        <header className="why-head">
          <h2>{nameOf(record, lang)}</h2>
          <StateTag schema={schema} state={record['status']} />
          {due && isOpen && <DaysLeft date={due} kind={record['kind']} />}
          {isOpen && <DaysToLoss record={record} />}
        </header>
      )}
      <Chain record={record} />
      {isRef(record['trigger_event_sid']) && <Paper event={record['trigger_event_sid'].sid} />}
      {record['certainty'] === 'CHECK' && <Alert type="warning" showIcon title={t('deadlines.checkHint')} />}
      {record['provisional'] === true && <Alert type="info" showIcon title={t('deadlines.provisionalHint')} />}
      <ul className="why">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {missed && (
        <p>
          <b>{t('why.missed')}</b> {missed}
        </p>
      )}
      {!isBare && (
        <div className="why-acts">
          <Transitions schema={schema} record={record} />
          {acts}
        </div>
      )}
    </div>
  )
}

/** The letter from which the date runs, opened beside it. */
function Paper({ event }: { event: string }) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const paper = useRecord('official_event', event, { meta: { faults: 'own' } }).data?.['document_sid']
  if (!isRef(paper)) return null
  return (
    <p>
      <b>{t('why.paper')}</b>{' '}
      <button type="button" className="plain link" onClick={() => setOpen(true)}>
        <FileIcon name={paper.name} /> {paper.name}
      </button>
      {isOpen && <Viewer files={[paper]} at={0} onClose={() => setOpen(false)} />}
    </p>
  )
}

/** The dates in sequence, each with its step. */
function Chain({ record }: { record: Rec }) {
  const { t, tag, lang } = useWords()
  const links = chainOf(record, lang, useDocumentNames([record]))
  return (
    <ol className="chain">
      {links.map(({ word, note, date }, at) => (
        <li key={word} className={at === links.length - 1 ? 'last' : undefined}>
          {at > 0 && <ArrowDownOutlined aria-hidden className="chain-arrow" />}
          <span className="chain-what">
            {t(word)} {note && <Tag>{note}</Tag>}
          </span>
          <time dateTime={date}>{dayText(date, tag)}</time>
        </li>
      ))}
    </ol>
  )
}
