import { Segmented, Tag } from 'antd'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { UNDECIDED } from '../../model/notices/notice_intake.ts'
import { type Rec, useRecord } from '../api/api.ts'
import { dayText } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { useKeys } from '../ui/keys.ts'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { EntityPage } from '../records/entity-page.tsx'
import { usePaged } from '../records/list/use-paged.tsx'
import { useWords } from '../words/language.ts'
import { EnterFacts } from './enter-facts.tsx'
import { IntakeForm } from './intake-form.tsx'
import { Paper } from './intake-paper.tsx'
import type { Schema } from './readings.ts'
import { SendNotices } from './send-notices.tsx'
import '../ui/queue.css'
import './intake.css'

const MODEL = 'notice_intake'
const ROWS = 100
const SHOWN = ['sid', 'original_name', 'state', 'waits_to_enter', 'case_sid', 'doc_type', 'issue_date', 'number', 'created_at']
const OPEN = ['READING', ...UNDECIDED].map((state) => `'${state}'`).join(', ')
const COLOURS: Readonly<Record<string, string>> = { READY: 'success', UNSURE: 'warning', TWICE: 'warning', NO_CASE: 'warning', UNREADABLE: 'error' }

/** Received notices, their pages, and the values read from them; one key accepts, another goes to the next. */
export const IntakeScreen = () => <EntityPage entity={MODEL} content={Inbox} />

type Shown = 'open' | 'decided'

function Inbox({ schema }: { schema: Schema }) {
  const { t } = useWords()
  const [shown, setShown] = useState<Shown>('open')
  const [chosen, setChosen] = useState<string>()
  const iql =
    shown === 'open'
      ? `state IN (${OPEN}) OR waits_to_enter = true ORDER BY created_at, original_name`
      : `state IN ('ACCEPTED', 'REJECTED') ORDER BY decided_at DESC`
  const { data, error, refetch, record: rows, pages } = usePaged(MODEL, { fl: SHOWN, iql, rows: ROWS })
  useReading(rows)
  const at = Math.max(0, rows.findIndex(({ sid }) => sid === chosen)) // oxfmt-ignore
  const step = (by: number) => setChosen(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?.sid)
  useKeys({ j: () => step(1), k: () => step(-1) })
  return (
    <div className="page intake">
      <PageHead
        title={t('intake.title')}
        name={t('intake.title')}
        acts={
          <Segmented<Shown>
            value={shown}
            onChange={setShown}
            options={[
              { value: 'open', label: t('intake.open') },
              { value: 'decided', label: t('intake.decided') },
            ]}
          />
        }
      />
      <SendNotices model={MODEL} />
      {error && <QueryFault fault={error} onRetry={() => void refetch()} />}
      {rows.length === 0 && data ? (
        <Nothing text={t('intake.none')} hint={t('intake.noneHint')} />
      ) : (
        <div className="queue-columns">
          <Rows rows={rows} at={at} schema={schema} onChoose={setChosen} />
          {rows[at] && <Chosen key={rows[at].sid} sid={rows[at].sid} schema={schema} onDone={() => setChosen(rows[at + 1]?.sid)} />}
        </div>
      )}
      {pages}
      <p className="quiet queue-keys">{t('intake.keys')}</p>
    </div>
  )
}

const READ_AGAIN_MS = 1500

/** Asks again while a notice is being read. */
function useReading(rows: readonly Rec[]) {
  const client = useQueryClient()
  const isReading = rows.some(({ state }) => state === 'READING')
  useEffect(() => {
    if (!isReading) return
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: [MODEL] }), READ_AGAIN_MS)
    return () => clearInterval(timer)
  }, [client, isReading])
}

function Rows({ rows, at, schema, onChoose }: { rows: readonly Rec[]; at: number; schema: Schema; onChoose: (sid: string) => void }) {
  const { t, tag } = useWords()
  const states = schema.fields.find(({ code }) => code === 'state')?.options ?? []
  return (
    <nav aria-label={t('intake.list')}>
      <ul className="queue-rows intake-rows">
        {rows.map((row, index) => (
          <li key={row.sid}>
            {/* A click takes no focus: Enter then accepts the notice, and does not choose its row again. */}
            <button type="button" aria-current={index === at} onMouseDown={(event) => event.preventDefault()} onClick={() => onChoose(row.sid)}>
              <b>{isRef(row['doc_type']) ? row['doc_type'].name : String(row['original_name'] ?? '')}</b>
              {row['waits_to_enter'] === true ? (
                <Tag color="warning">{t('intake.toEnter')}</Tag>
              ) : (
                <Tag color={COLOURS[String(row['state'])] ?? 'default'}>
                  {states.find(({ code }) => code === row['state'])?.label ?? String(row['state'])}
                </Tag>
              )}
              <span className="quiet">{isRef(row['case_sid']) ? row['case_sid'].name : String(row['number'] ?? row['original_name'] ?? '')}</span>
              {typeof row['issue_date'] === 'string' && <time dateTime={row['issue_date']}>{dayText(row['issue_date'], tag)}</time>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Chosen({ sid, schema, onDone }: { sid: string; schema: Schema; onDone: () => void }) {
  const { t } = useWords()
  const { data: row } = useRecord(MODEL, sid)
  if (!row) return <PageSkeleton />
  const isOpen = (UNDECIDED as readonly unknown[]).includes(row['state'])
  return (
    <>
      <section className="intake-paper" aria-label={t('intake.paper')}>
        <Paper row={row} schema={schema} />
      </section>
      {isOpen ? (
        <IntakeForm key={`${row.sid} ${row.version}`} row={row} schema={schema} onDone={onDone} />
      ) : row['waits_to_enter'] === true ? (
        <EnterFacts key={row.sid} row={row} schema={schema} onDone={onDone} />
      ) : (
        <p className="quiet">{t(row['state'] === 'READING' ? 'intake.reading' : 'intake.isDecided')}</p>
      )}
    </>
  )
}
