import { Alert, Segmented, Tag } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { allowsOn } from '../api/allows.ts'
import { type Rec, useRecord } from '../api/api.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { useKeys } from '../ui/keys.ts'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { EntityPage } from '../records/entity-page.tsx'
import { usePaged } from '../records/list/use-paged.tsx'
import { useWords } from '../words/language.ts'
import { MailForm } from './mail-form.tsx'
import { MailText } from './mail-text.tsx'
import '../ui/queue.css'
import './mail.css'

const MODEL = 'archived_mail'
const FL = ['sid', 'subject', 'from_address', 'from_name', 'received_at', 'state', 'case_sid']

const SHOWN = {
  open: "state = 'UNMATCHED' ORDER BY received_at DESC",
  filed: "state = 'FILED' ORDER BY received_at DESC",
  others: "state IN ('IGNORED', 'TOO_LARGE', 'FAILED') ORDER BY received_at DESC",
} as const
type Shown = keyof typeof SHOWN

/** Received mails, and the actions on those whose case was not recognised. */
export const MailScreen = () => <EntityPage entity={MODEL} content={Mails} />

function Mails({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const [shown, setShown] = useState<Shown>('open')
  const [chosen, setChosen] = useState<string>()
  const { data, error, refetch, record: rows, pages } = usePaged(MODEL, { fl: FL, iql: SHOWN[shown], rows: 100 })
  const at = Math.max(0, rows.findIndex(({ sid }) => sid === chosen)) // oxfmt-ignore
  const step = (by: number) => setChosen(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?.sid)
  useKeys({ j: () => step(1), k: () => step(-1) })
  const current = rows[at]
  return (
    <div className="page">
      <PageHead
        title={t('archivedMail.title')}
        name={t('archivedMail.title')}
        acts={
          <Segmented<Shown>
            value={shown}
            onChange={setShown}
            options={(['open', 'filed', 'others'] as const).map((value) => ({ value, label: t(`archivedMail.${value}`) }))}
          />
        }
      />
      {error && <QueryFault fault={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <Nothing text={t('archivedMail.none')} hint={t('archivedMail.noneHint')} />}
      {current && (
        <div className="queue-columns">
          <Rows rows={rows} at={at} onChoose={setChosen} />
          <Chosen key={current.sid} sid={current.sid} schema={schema} onDone={() => setChosen(rows[at + 1]?.sid)} />
        </div>
      )}
      {pages}
      {current && <p className="quiet queue-keys">{t('archivedMail.keys')}</p>}
    </div>
  )
}

function Rows({ rows, at, onChoose }: { rows: readonly Rec[]; at: number; onChoose: (sid: string) => void }) {
  const { t, tag } = useWords()
  const zone = useZone()
  return (
    <nav aria-label={t('archivedMail.list')}>
      <ul className="queue-rows">
        {rows.map((row, index) => (
          <li key={row.sid}>
            <button type="button" aria-current={index === at} onClick={() => onChoose(row.sid)}>
              <b>{String(row['subject'] ?? '–')}</b>
              <span className="quiet">{String(row['from_name'] ?? row['from_address'] ?? '')}</span>
              {isRef(row['case_sid']) && <span>{row['case_sid'].name}</span>}
              {typeof row['received_at'] === 'string' && <time dateTime={row['received_at']}>{timeText(row['received_at'], tag, zone)}</time>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Chosen({ sid, schema, onDone }: { sid: string; schema: WireSchema; onDone: () => void }) {
  const { t } = useWords()
  const { data: row } = useRecord(MODEL, sid)
  if (!row) return <PageSkeleton />
  const isOpen = row['state'] === 'UNMATCHED' && allowsOn(schema, row, 'file')
  return (
    <>
      <section className="mail-text" aria-label={t('archivedMail.text')}>
        <MailText row={row} />
      </section>
      {isOpen ? <MailForm key={`${row.sid} ${row.version}`} row={row} onDone={onDone} /> : <Decided row={row} schema={schema} />}
    </>
  )
}

function Decided({ row, schema }: { row: Rec; schema: WireSchema }) {
  const { lang } = useWords()
  const state = schema.fields.find(({ code }) => code === 'state')?.options?.find(({ code }) => code === row['state'])
  const reason = String((lang === 'en' ? row['reason_en'] : row['reason']) ?? '')
  return (
    <section className="mail-form">
      <span>
        <Tag>{state?.label ?? ''}</Tag> {isRef(row['case_sid']) && row['case_sid'].name}
      </span>
      {reason && <Alert type="info" showIcon title={reason} />}
    </section>
  )
}
