import { inSentence } from '../../words/in-sentence.ts'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useRecord, useSchema } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { pageOf } from '../../api/page-of.ts'
import { displayName } from '../../fields/names.ts'
import { Conflict } from '../../records/form/conflict.tsx'
import { useEscape } from '../../records/form/leave-guard.ts'
import { NotAllowed } from '../../ui/faults/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords, type Word } from '../../words/language.ts'
import { keepEnter } from './keep-enter.ts'
import { useSaving } from './saving.ts'
import type { Versioned } from './versioned.ts'
import '../law.css'
import { OneRecord } from '../../records/detail/one-record.tsx'

/** Edits a version; the effects of the change are shown before saving. */
export function EditVersioned<C extends object>({ kind }: { kind: Versioned<C> }) {
  const { t, lang } = useWords()
  return (
    <OneRecord model={kind.model}>
      {(schema, record) => (
        <VersionedForm
          key={record.sid}
          kind={kind}
          schema={schema}
          record={record}
          start={kind.read(record['content']) ?? kind.fresh()}
          title={t('form.edit', { name: displayName(record, schema, lang) })}
        />
      )}
    </OneRecord>
  )
}

/** A first version, or the next one: `?from=<sid>` starts as a copy of that. */
export function NewVersioned<C extends object>({ kind }: { kind: Versioned<C> }) {
  const { t, lang } = useWords()
  const [query] = useSearchParams()
  const from = query.get('from') ?? undefined
  const { data: schema } = useSchema(kind.model)
  const { data: last } = useRecord(kind.model, from)
  if (schema && !allows(schema, 'create')) return <NotAllowed />
  if (!schema || (from && !last)) return <PageSkeleton />
  const copied = kind.read(last?.['content'])
  const start = copied ? kind.next(copied) : kind.fresh()
  const title = t('form.new', { name: inSentence(schema[lang], lang) })
  return <VersionedForm key={from ?? ''} kind={kind} schema={schema} start={start} {...(last && { last })} title={title} />
}

type VersionedFormProps<C extends object> = { kind: Versioned<C>; schema: WireSchema; record?: Rec; last?: Rec; start: C; title: string }

function VersionedForm<C extends object>({ kind, schema, record, last, start, title }: VersionedFormProps<C>) {
  const { t } = useWords()
  const [content, put] = useState(start)
  const [isTried, setTried] = useState(false)
  const ask = kind.useQuestion()
  const saving = useSaving({
    ...{ model: kind.model, record, content, start },
    ask: () => ask({ record, last, content }),
    ...(kind.columns && { beside: kind.columns(content) }),
    follow: last && ((reason) => kind.follow(last, content, reason)),
  })
  const missing = kind.missing(content)
  const submit = () => {
    setTried(true)
    if (missing.length === 0) void saving.save()
  }
  const { Fields, Telling } = kind
  return (
    <div className="page">
      <PageHead title={title} name={title} crumbs={[{ label: t(kind.words.list), to: pageOf(kind.model) }]} />
      <div className="law-editor">
        <LawForm title={title} onSubmit={submit}>
          {isTried && missing.length > 0 && <Missing words={missing} />}
          {last && <Alert type="info" showIcon className="spaced" title={t(kind.words.follows)} />}
          {saving.fault && <Refusal text={saving.fault} />}
          <Fields content={content} put={put} isNew={!record} />
          <Foot saving={saving} backTo={pageOf(kind.model, record || last ? `/${(record ?? last)?.sid}` : '')} />
        </LawForm>
        <aside className="law-beside">
          <Telling content={content} />
        </aside>
      </div>
      {saving.theirs && record && (
        <Conflict
          schema={schema}
          mine={{ content }}
          theirs={saving.theirs}
          onKeepMine={() => void saving.save(saving.theirs?.version)}
          onTakeTheirs={() => saving.leave(record.sid)}
          onClose={saving.forget}
        />
      )}
    </div>
  )
}

const LawForm = ({ title, onSubmit, children }: { title: string; onSubmit: () => void; children: ReactNode }) => (
  <form
    className="record-form"
    aria-label={title}
    onKeyDown={keepEnter}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {children}
  </form>
)

function Missing({ words }: { words: readonly Word[] }) {
  const { t } = useWords()
  const text = words.map((word) => t(word)).join(t('law.edit.and'))
  return <Alert type="error" showIcon role="alert" className="spaced" title={t('law.edit.missing')} description={text} />
}

function Refusal({ text }: { text: string }) {
  const { t } = useWords()
  return <Alert type="error" showIcon role="alert" className="spaced" title={t('form.faults', { count: 1 })} description={text} />
}

type FootProps = { saving: Pick<ReturnType<typeof useSaving>, 'isPending' | 'isChanged'>; backTo: string }

function Foot({ saving: { isPending, isChanged }, backTo }: FootProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { state } = useLocation()
  const leave = () => void navigate(backTo, { state, replace: true })
  useEscape(leave)
  return (
    <footer className="form-foot">
      <Button type="primary" htmlType="submit" loading={isPending}>
        {t('save')}
      </Button>
      <Button onClick={leave}>{t('cancel')}</Button>
      {isChanged && <span className="quiet">{t('form.unsaved')}</span>}
    </footer>
  )
}
