import { App, Button, Input, Modal, Segmented, Skeleton, type TableColumnType } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { type Rec, useTransition } from '../../api/api.ts'
import { ApiFault, WAITS_FOR_APPROVAL } from '../../api/fault.ts'
import { pageOf } from '../../api/page-of.ts'
import { KeyHints } from '../../cases/worklist/key-hints.tsx'
import { optionLabel } from '../../fields/option-label.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { usePaged } from '../../records/list/use-paged.tsx'
import { useFocusText } from '../../ui/focus-text.ts'
import { useKeys } from '../../ui/keys.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { EntityPage } from '../../records/entity-page.tsx'
import { useWords } from '../../words/language.ts'
import './ideas.css'

/** The decisions of a meeting, by their keys. */
const DECISIONS = { f: 'approve', s: 'keep_secret', p: 'publish', r: 'ip_return', x: 'reject' } as const
type Decision = (typeof DECISIONS)[keyof typeof DECISIONS]

const VIEWS = ['open', 'done'] as const
type View = (typeof VIEWS)[number]
const IQL: Readonly<Record<View, string>> = {
  open: "status IN ('IP_REVIEW', 'EVALUATED') ORDER BY submit_date ASC",
  done: 'decision IS NOT EMPTY ORDER BY decided_date DESC',
}
const FL = ['sid', 'case_no', 'title', 'proposal_type', 'status', 'inventors', 'problem', 'solution', 'search_result', 'plan_disclosure_date', 'total_score', 'suggested_grade', 'evaluate_verdict', 'expert_opinion', 'grade', 'decision', 'ip_opinion'] // oxfmt-ignore

/** Many disclosures side by side, each decided by a key with its reason; each decision is a write of its own. */
export const Meeting = () => <EntityPage entity="proposal" ability="transition" content={MeetingBody} />

function MeetingBody({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const [view, setView] = useState<View>('open')
  return (
    <div className="page">
      <PageHead title={t('meeting.title')} name={t('meeting.title')} />
      <div className="tab-bar">
        <Segmented<View>
          aria-label={t('meeting.which')}
          value={view}
          onChange={setView}
          options={VIEWS.map((value) => ({ value, label: t(`meeting.${value}`) }))}
        />
        {view === 'open' && <KeyHints keys={[['j / k', t('meeting.move')], ...Object.entries(DECISIONS).map(([key, code]) => [key, stepLabel(schema, code)] as const)]} />}
      </div>
      <Rows schema={schema} view={view} />
    </div>
  )
} // oxfmt-ignore

const stepLabel = (schema: WireSchema, code: string) => schema.states?.transitions.find((one) => one.code === code)?.label ?? code

type RowsProps = { schema: WireSchema; view: View }

function Rows({ schema, view }: RowsProps) {
  const { t } = useWords()
  const { data, record: records, pages } = usePaged('proposal', { fl: FL, iql: IQL[view], rows: 100 })
  const [at, setAt] = useState<{ sid: string; row: number }>({ sid: '', row: 0 })
  const [asked, setAsked] = useState<{ record: Rec; decision: Decision } | null>(null)
  // The disclosure stays selected when others above it are decided elsewhere; once it is gone itself, the one at its place is next.
  const found = records.findIndex(({ sid }) => sid === at.sid)
  const here = found >= 0 ? found : Math.min(at.row, records.length - 1)
  const mark = (row: number) => setAt({ sid: records[row]?.sid ?? '', row })
  const ask = (decision: Decision, record = records[here]) => {
    if (!record || view !== 'open') return
    mark(records.indexOf(record))
    setAsked({ record, decision })
  }
  useKeys({
    j: () => mark(Math.min(here + 1, records.length - 1)),
    k: () => mark(Math.max(here - 1, 0)),
    ...Object.fromEntries(Object.entries(DECISIONS).map(([key, decision]) => [key, () => ask(decision)])),
  })
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  const isOpen = view === 'open'
  return (
    <>
      <PlainTable<Rec>
        dataSource={records}
        rowKey="sid"
        rowClassName={(_, index) => (index === here && view === 'open' ? 'meeting-row now' : 'meeting-row')}
        onRow={(_, index) => ({ onClick: () => mark(index ?? 0), 'aria-current': index === here && view === 'open' ? true : undefined })}
        scroll={{ x: 930 }}
        columns={columnsOf({ schema, t, onAsk: isOpen ? ask : undefined })}
        locale={{ emptyText: <Nothing text={t(view === 'open' ? 'meeting.none' : 'meeting.noneDone')} /> }}
      />
      {pages}
      {asked && <Reason key={asked.record.sid} {...asked} label={stepLabel(schema, asked.decision)} onClose={() => setAsked((now) => (now === asked ? null : now))} />}
    </>
  )
} // oxfmt-ignore

type ColumnsAsked = { schema: WireSchema; t: ReturnType<typeof useWords>['t']; onAsk: ((decision: Decision, record: Rec) => void) | undefined }

function columnsOf({ schema, t, onAsk }: ColumnsAsked): TableColumnType<Rec>[] {
  const label = (code: string) => schema.fields.find((one) => one.code === code)?.label
  const shown = (code: string, value: unknown) => {
    const field = schema.fields.find((one) => one.code === code)
    return field && value ? optionLabel(field, value) : ''
  }
  return [
          {
            title: label('title'),
            width: 150,
            render: (_, row) => (
              <>
                <Link to={pageOf('proposal', `/${row.sid}`)}>{String(row['title'])}</Link>
                <div className="quiet">
                  {String(row['case_no'])} · {shown('proposal_type', row['proposal_type'])}
                </div>
              </>
            ),
          },
          { title: label('inventors'), width: 85, render: (_, row) => inventorNames(row['inventors']) },
          { title: label('solution'), render: (_, row) => <div className="meeting-text">{[row['problem'], row['solution']].filter(Boolean).join('\n')}</div> },
          { title: label('search_result'), width: 110, render: (_, row) => <div className="meeting-text">{String(row['search_result'] ?? '')}</div> },
          { title: t('meeting.evaluation'), width: 130, render: (_, row) => <Evaluation row={row} /> },
          { title: label('plan_disclosure_date'), width: 100, dataIndex: 'plan_disclosure_date' },
          onAsk
            ? {
                title: t('meeting.decide'),
                width: 175,
                render: (_, row) => (
                  <div className="meeting-acts">
                    {Object.values(DECISIONS).map((code) => (
                      <Button key={code} size="small" onClick={() => onAsk(code, row)}>
                        {stepLabel(schema, code)}
                      </Button>
                    ))}
                  </div>
                ),
              }
            : { title: label('decision'), width: 220, render: (_, row) => `${shown('decision', row['decision'])} ${String(row['ip_opinion'] ?? '')}` },
        ]
} // oxfmt-ignore

/** The evaluation by the experts: total, suggested grade, vote and opinions. */
function Evaluation({ row }: { row: Rec }) {
  const { t } = useWords()
  if (!row['total_score']) return null
  const verdict = row['evaluate_verdict'] === 'PASS' ? t('meeting.passed') : t('meeting.failed')
  return (
    <div className="meeting-text">
      <b className="number">{String(row['total_score'])}</b> {String(row['suggested_grade'] ?? '')} · {verdict}
      {row['expert_opinion'] ? `\n${String(row['expert_opinion'])}` : ''}
    </div>
  )
}

const inventorNames = (value: unknown) =>
  (Array.isArray(value) ? (value as { inventor_sid?: { name?: string } | null }[]) : [])
    .map(({ inventor_sid }) => inventor_sid?.name ?? '')
    .join(', ') // rows as the model declares them

type ReasonProps = { record: Rec; decision: Decision; label: string; onClose: () => void }

/** The reason of a decision, in one sentence; the next disclosure follows at once. */
function Reason({ record, decision, label, onClose }: ReasonProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  const take = useTransition('proposal')
  const { text, opening } = useFocusText()
  const decide = async () => {
    try {
      await take.mutateAsync({ sid: record.sid, transition: decision, ...(reason && { ip_opinion: reason }), ...(decision === 'ip_return' && { restart_mode: 'BACK' }) })
      message.success(t('transition.done', { label }))
      onClose()
    } catch (refused) {
      if (!(refused instanceof ApiFault)) throw refused
      if (refused.code === WAITS_FOR_APPROVAL) return onClose()
      setFault(refused.message)
    }
  }
  return (
    <Modal open title={`${label}${t('colon')}${String(record['title'])}`} okText={label} onOk={() => void decide()} onCancel={onClose} confirmLoading={take.isPending} {...opening}>
      <label htmlFor="meeting-reason">{t('meeting.reason')}</label>
      <Input.TextArea
        id="meeting-reason"
        ref={text}
        autoSize={{ minRows: 2 }}
        value={reason}
        maxLength={2000}
        onChange={({ target }) => setReason(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void decide()
        }}
      />
      {fault && <p role="alert">{fault}</p>}
    </Modal>
  )
} // oxfmt-ignore
