import { isUndoable, undoTransition } from '../../../model/rights/patents/actions.ts'
import { MailOutlined, RollbackOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Input, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire.ts'
import type { Rec } from '../../api/api.ts'
import { act, useSchema, useWrite } from '../../api/api.ts'
import { OwnEditors } from '../../fields/own-editors.ts'
import { displayName, isRef } from '../../fields/names.ts'
import { RecordPage } from '../../records/detail/detail.tsx'
import { Overview } from '../../records/detail/overview.tsx'
import { allows, allowsOn } from '../../api/allows.ts'
import { useWords } from '../../words/language.ts'
import { useDateQuestion } from './form/date-changes.tsx'
import { EDITORS } from './form/editors.ts'
import { NextDue, useSees } from '../../cases/dates/next-due.tsx'
import { noteOpened } from '../../cases/opened.ts'
import { LifeSteps } from './steps.tsx'
import './patents.css'
import { OneRecord } from '../../records/detail/one-record.tsx'

// A tab is loaded when it is first opened: most visits stay on the overview.
const Timeline = lazy(async () => ({ default: (await import('./tabs/timeline.tsx')).Timeline }))
const Documents = lazy(async () => ({ default: (await import('./tabs/documents.tsx')).Documents }))
const CaseDeadlines = lazy(async () => ({ default: (await import('./tabs/deadlines.tsx')).CaseDeadlines }))
const CaseFees = lazy(async () => ({ default: (await import('./tabs/fees.tsx')).CaseFees }))
const Relations = lazy(async () => ({ default: (await import('./family/relations.tsx')).Relations }))
const OfficialLetter = lazy(async () => ({ default: (await import('./tabs/official-document.tsx')).OfficialLetter }))

export const PatentScreen = () => (
  <OneRecord model="patent">{(schema, record) => <PatentPage key={record.sid} schema={schema} record={record} />}</OneRecord>
)

function PatentPage({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t, lang } = useWords()
  const [isRecording, setRecording] = useState(false)
  const beforeSave = useDateQuestion()
  const { sid } = record
  const letter = () => setRecording(true)
  const mayReceive = useMayReceive()
  // A tab without any visible data is hidden.
  const sees = { documents: useSees('document'), deadlines: useSees('deadline'), fees: useSees('fee') }
  const hidden = Object.entries(sees).flatMap(([key, may]) => (may === false ? [key] : []))
  useEffect(() => noteOpened(sid), [sid])
  const tabs = [
    { key: 'timeline', label: t('case.timeline'), children: <Timeline schema={schema} record={record} /> },
    { key: 'documents', label: t('case.documents'), children: <Documents caseSid={sid} /> },
    {
      key: 'deadlines',
      label: t('case.deadlines'),
      children: <CaseDeadlines sid={sid} name={displayName(record, schema, lang)} {...(mayReceive && { onLetter: letter })} />,
    },
    { key: 'fees', label: t('case.fees'), children: <CaseFees sid={sid} /> },
    { key: 'relations', label: t('case.relations'), children: <Relations schema={schema} record={record} /> },
  ]
  return (
    <OwnEditors.Provider value={EDITORS}>
      <RecordPage
        schema={schema}
        record={record}
        acts={
          <>
            <Undo record={record} schema={schema} />
            {mayReceive && (
              <Button icon={<MailOutlined />} onClick={letter}>
                {t('letter.open')}
              </Button>
            )}
          </>
        }
        above={
          <div className="case-head">
            <LifeSteps schema={schema} record={record} />
            <div className="case-facts">
              <NextDue sid={sid} />
              <Facts record={record} schema={schema} />
            </div>
          </div>
        }
        overview={<Overview schema={schema} record={record} beforeSave={beforeSave} />}
        tabs={tabs.filter(({ key }) => !hidden.includes(key)).map((tab) => ({ ...tab, children: <Loaded>{tab.children}</Loaded> }))}
      />
      <Suspense fallback={null}>{isRecording && <OfficialLetter record={record} onClose={() => setRecording(false)} />}</Suspense>
    </OwnEditors.Provider>
  )
}

/** An official document is filed as a file, or without one as an event. */
function useMayReceive(): boolean {
  const [document, event] = [useSchema('document').data, useSchema('official_event').data]
  return Boolean((document && allows(document, 'create')) || (event && allows(event, 'create')))
}

const Loaded = ({ children }: { children: ReactNode }) => <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{children}</Suspense>

/** The most important facts: the number at the office, the filing date, the applicant. */
function Facts({ record, schema }: { record: Rec; schema: WireSchema }) {
  const shown = ['application_no', 'owner_sid', 'agency_sid'].flatMap((code) => {
    const field = schema.fields.find((one) => one.code === code)
    const value = record[code]
    const text = isRef(value) ? value.name : typeof value === 'string' ? value : ''
    return field && text ? [{ code, label: field.label, text }] : []
  })
  return (
    <dl className="case-few">
      {shown.map(({ code, label, text }) => (
        <div key={code}>
          <dt>{label}</dt>
          <dd className="number">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Undoing the last transition needs a permission and a transition: the server checks both. */
function Undo({ record, schema }: { record: Rec; schema: WireSchema }) {
  const { t } = useWords()
  const { modal, message } = App.useApp()
  const undo = useWrite('patent', (reason: string) => act(undoTransition, { sid: record.sid, reason }))
  const { data } = useQuery({
    queryKey: ['patent', 'undoable', record.sid, record.version],
    queryFn: () => act(isUndoable, { sid: record.sid }),
    enabled: allowsOn(schema, record, undoTransition.name),
    meta: { faults: 'own' },
  })
  if (!data?.undoable) return null
  const ask = () => {
    let reason = ''
    modal.confirm({
      title: t('undo.title'),
      content: (
        <div className="stack">
          <p>{t('undo.text')}</p>
          <Input
            autoFocus
            maxLength={255}
            aria-label={t('undo.reason')}
            placeholder={t('undo.reason')}
            onChange={(event) => {
              reason = event.target.value
            }}
          />
        </div>
      ),
      okText: t('undo.do'),
      onOk: async () => {
        if (!reason.trim()) {
          message.warning(t('undo.needsReason'))
          throw new Error('a reason is needed')
        }
        // A refusal has already been shown; the dialog closes in any case.
        await undo.mutateAsync(reason.trim()).then(
          () => message.success(t('undo.done')),
          () => undefined,
        )
      },
    })
  }
  return <Button type="text" icon={<RollbackOutlined />} aria-label={t('undo.open')} title={t('undo.open')} onClick={ask} />
}
