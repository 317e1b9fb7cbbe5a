import { MailOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Suspense, useEffect, useState } from 'react'
import type { CaseRole } from '../../model/kit/fields.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import type { Rec } from '../api/api.ts'
import { useSchema, useSchemas } from '../api/api.ts'
import { allows } from '../api/allows.ts'
import { useDateQuestion } from './dates/date-changes.tsx'
import { displayName, isRef } from '../fields/names.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { Overview } from '../records/detail/overview.tsx'
import { SharedBy } from './sharing/shared-by.tsx'
import { speakAlso, useWords } from '../words/language.ts'
import { type CaseTab, caseTabs } from './case-tabs.ts'
import { CourseSteps } from './course-steps.tsx'
import { NextDue } from './dates/next-due.tsx'
import { useSees } from '../api/sees.ts'
import { OpenFindings } from './dates/open-findings.tsx'
import { WaitingDates } from './dates/waiting-dates.tsx'
import { WaitingValues } from './dates/waiting-values.tsx'
import { noteOpened } from './opened.ts'
import { SendMail } from './mail/send-mail.tsx'
import { UndoTransition } from './undo-transition.tsx'
import { dialogOnRequest, partOnRequest } from '../ui/on-request.tsx'
import './case-screen.css'

// A tab is loaded when it is first opened: most visits stay on the overview.
const Timeline = partOnRequest(async () => (await import('./tabs/timeline.tsx')).Timeline)
const Documents = partOnRequest(async () => (await import('./tabs/documents.tsx')).Documents)
const CaseDeadlines = partOnRequest(async () => (await import('./tabs/deadlines.tsx')).CaseDeadlines)
const Notes = partOnRequest(async () => (await import('./tabs/notes.tsx')).Notes)
const CaseFees = partOnRequest(async () => (await import('./tabs/fees.tsx')).CaseFees)
const CaseTasks = partOnRequest(async () => (await import('./tabs/tasks.tsx')).CaseTasks)
const Shares = partOnRequest(async () => (await Promise.all([import('./sharing/shares.tsx'), speakAlso('sharing')]))[0].Shares)
const Instructions = partOnRequest(async () => (await Promise.all([import('./tabs/instructions.tsx'), speakAlso('instructions')]))[0].Instructions)
const Dealings = partOnRequest(async () => (await import('./tabs/dealings.tsx')).Dealings)
const DealtRights = partOnRequest(async () => (await import('./tabs/dealt-rights.tsx')).DealtRights)
const Relations = partOnRequest(async () => (await import('./family/relations.tsx')).Relations)
const OfficialDocumentDialog = dialogOnRequest(async () => (await import('./tabs/official-document.tsx')).OfficialDocumentDialog)

type CaseScreenProps = {
  schema: WireSchema
  record: Rec
  /** Codes of the fields with further numbers of the case, shown after its application number. */
  numbers?: readonly string[]
  /** Tabs of this right alone, before those of every case; `model` is the one whose records they show. */
  first?: readonly OwnTab[]
  /** A notice above everything else. */
  notice?: ReactNode
  /** Actions of this right alone. */
  acts?: ReactNode
}

type OwnTab = { key: string; label: string; model: string; children: ReactNode }

/** Tabs of records that the person may see. */
function useSeen(tabs: readonly OwnTab[]) {
  const answers = useSchemas(tabs.map(({ model }) => model))
  return tabs.filter((_, at) => {
    const schema = answers[at]?.data
    return schema !== undefined && allows(schema, 'search')
  })
}

/** The page of a case of any right: its course, next dates, timeline, documents, deadlines and fees. */
export function CaseScreen({ schema, record, numbers = [], first = [], notice, acts }: CaseScreenProps) {
  const { t, lang } = useWords()
  const [isRecording, setRecording] = useState(false)
  const { sid } = record
  const beforeSave = useDateQuestion(schema.model)
  const recordDocument = () => setRecording(true)
  const mayReceive = useMayReceive()
  const hidden = useHiddenTabs()
  const office = String(valueOf(schema, record, 'country') ?? '')
  useEffect(() => noteOpened(sid), [sid])
  const own = useSeen(first)
  const all = tabsOf({ schema, record, name: displayName(record, schema, lang), onRecord: mayReceive ? recordDocument : undefined, t })
  return (
    <>
      <RecordPage
        schema={schema}
        record={record}
        acts={
          <>
            {acts}
            <UndoTransition record={record} schema={schema} />
            <SendMail sid={sid} />
            {mayReceive && (
              <Button icon={<MailOutlined />} onClick={recordDocument}>
                {t('officialDocument.open')}
              </Button>
            )}
          </>
        }
        above={
          <div className="case-head">
            {notice}
            <SharedBy sid={sid} />
            <WaitingDates sid={sid} />
            <OpenFindings sid={sid} />
            <div className="case-facts">
              <Identity record={record} schema={schema} numbers={numbers} />
              <NextDue sid={sid} model={schema.model} />
            </div>
            <CourseSteps schema={schema} record={record} />
          </div>
        }
        overview={
          <WaitingValues model={schema.model}>
            <Overview schema={schema} record={record} beforeSave={beforeSave} />
          </WaitingValues>
        }
        tabs={[...own, ...all.filter(({ key }) => !hidden.includes(key))].map((tab) => ({ ...tab, children: <Loaded>{tab.children}</Loaded> }))}
      />
      {isRecording && <OfficialDocumentDialog sid={sid} office={office} onClose={() => setRecording(false)} />}
    </>
  )
}

/** A tab without any visible data is hidden. */
function useHiddenTabs(): readonly string[] {
  const sees = {
    documents: useSees('document'),
    deadlines: useSees('deadline'),
    fees: useSees('fee'),
    notes: useSees('case_note'),
    tasks: useSees('task'),
    agency: useSees('agency_instruction'),
    dealings: useSees('dealt_right'),
    shares: useSees('share'),
  }
  return Object.entries(sees).flatMap(([key, may]) => (may === false ? [key] : []))
}

type TabsAsked = { schema: WireSchema; record: Rec; name: string; onRecord: (() => void) | undefined; t: ReturnType<typeof useWords>['t'] }

function tabsOf({ schema, record, name, onRecord, t }: TabsAsked) {
  const { sid } = record
  const country = String(valueOf(schema, record, 'country') ?? '')
  const shown: Record<CaseTab, () => ReactNode> = {
    dealings: () => (schema.case?.dealing ? <DealtRights schema={schema} record={record} /> : <Dealings sid={sid} />),
    timeline: () => <Timeline schema={schema} record={record} />,
    documents: () => <Documents of={{ sid, kind: schema.model, country, case_no: String(valueOf(schema, record, 'case_no') ?? '') }} />,
    deadlines: () => <CaseDeadlines sid={sid} name={name} {...(onRecord && { onRecord })} />,
    fees: () => <CaseFees sid={sid} kind={schema.model} />,
    notes: () => <Notes caseSid={sid} />,
    agency: () => <Instructions caseSid={sid} />,
    tasks: () => <CaseTasks sid={sid} />,
    shares: () => <Shares schema={schema} record={record} name={name} />,
    relations: () => <Relations schema={schema} record={record} />,
  }
  return caseTabs(schema).map(({ key, word }) => ({ key, label: t(word), children: shown[key]() }))
}

/** The value of the field of this role. */
const valueOf = ({ case: kind }: WireSchema, record: Rec, role: CaseRole): unknown => record[kind?.roles[role] ?? '']

/** An official document is filed as a file, or without one as an event; a person who cannot search events, but only files receipts, files none. */
function useMayReceive(): boolean {
  const [document, event] = [useSchema('document').data, useSchema('official_event').data]
  if (!event || !allows(event, 'search')) return false
  return allows(event, 'create') || (document !== undefined && allows(document, 'create'))
}

const Loaded = ({ children }: { children: ReactNode }) => <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{children}</Suspense>

/** Identifies the case in one line: its numbers, its applicants and the person responsible. */
function Identity({ record, schema, numbers }: { record: Rec; schema: WireSchema; numbers: readonly string[] }) {
  const roles = schema.case?.roles
  const shown = [roles?.application_no, ...numbers, roles?.applicants, roles?.owner].flatMap((code) => {
    const field = schema.fields.find((one) => one.code === code)
    const text = field ? namesIn(record[field.code]) : ''
    return field && text ? [{ code: field.code, label: field.label, text }] : []
  })
  return (
    <dl className="case-few">
      {shown.map(({ code, label, text }) => (
        <div key={code}>
          <dt>{label}</dt>
          <dd className="number" title={text}>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A text, the name of a reference, or the names in the rows of a table. */
function namesIn(value: unknown): string {
  if (Array.isArray(value))
    return value
      .flatMap((row) => Object.values(row as Record<string, unknown>).filter(isRef))
      .map(({ name }) => name)
      .join(', ')
  return isRef(value) ? value.name : typeof value === 'string' ? value : ''
}
