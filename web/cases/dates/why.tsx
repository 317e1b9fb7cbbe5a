import { ArrowDownOutlined } from '@ant-design/icons'
import { Alert, Skeleton, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Rec } from '../../api/api.ts'
import { useRecord, useSchema } from '../../api/api.ts'
import { dayText } from '../../fields/moments.ts'
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
