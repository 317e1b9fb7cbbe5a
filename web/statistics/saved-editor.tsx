import { App, Button } from 'antd'
import { type ComponentType, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { type Rec, useRecord, useSave } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { useEscape, useLeaveGuard } from '../records/form/leave-guard.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { PageFault } from '../ui/faults/query-fault.tsx'
import { useWords } from '../words/language.ts'
import { nameOf } from './names.ts'
import './editor.css'

export const MAX_NAME = 60

/** The editor of a statistic or a report; `D` is its draft. */
export type Edited<D> = {
  model: 'statistic' | 'report'
  empty: D
  draftOf: (record: Rec) => D
  storedOf: (draft: D) => Record<string, unknown>
  /** Whether all is chosen that it needs beside its name. */
  isComplete: (draft: D) => boolean
  Body: ComponentType<{ draft: D; onChange: (changes: Partial<D>) => void }>
}

type Named = { name: string; name_en: string }

/** A new one, or a copy of another. */
export function NewSaved<D extends Named>({ of }: { of: Edited<D> }) {
  const [query] = useSearchParams()
  const from = query.get('from')
  return from ? <OfRecord of={of} sid={from} isCopy /> : <Editor of={of} given={of.empty} record={undefined} />
}

export function EditSaved<D extends Named>({ of }: { of: Edited<D> }) {
  const { sid = '' } = useParams()
  return <OfRecord of={of} sid={sid} />
}

function OfRecord<D extends Named>({ of, sid, isCopy = false }: { of: Edited<D>; sid: string; isCopy?: boolean }) {
  const { t } = useWords()
  const query = useRecord(of.model, sid, { meta: { faults: 'own' } })
  const { data } = query
  if (!data) return query.isError ? <PageFault fault={query.error} onRetry={() => void query.refetch()} /> : <PageSkeleton />
  const draft = of.draftOf(data)
  if (!isCopy) return <Editor key={data.version} of={of} given={draft} record={data} />
  const copied = (name: string) => name && t('statistic.copyOf', { name }).slice(0, MAX_NAME)
  const copy = { ...draft, name: copied(draft.name), name_en: copied(draft.name_en) }
  return <Editor of={of} given={copy} record={undefined} />
}

function Editor<D extends Named>({ of: { model, storedOf, isComplete, Body }, given, record }: { of: Edited<D>; given: D; record: Rec | undefined }) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [first] = useState(given)
  const [draft, setDraft] = useState(first)
  const save = useSave(model, {})
  const guard = useLeaveGuard(JSON.stringify(draft) !== JSON.stringify(first))
  const leave = () => void navigate(pageOf(model, record ? `/${record.sid}` : ''))
  useEscape(leave)
  const keep = async () => {
    const saved = await save.mutateAsync({ ...(record && { sid: record.sid, version: record.version }), ...storedOf(draft) })
    guard.allow()
    message.success(t('saved'))
    await navigate(pageOf(model, `/${saved.sid}`))
  }
  const title = nameOf(draft, lang) || t(`${model}.new`)
  const mayKeep = draft.name.trim() !== '' && isComplete(draft)
  return (
    <div className="page">
      <PageHead
        title={title}
        name={title}
        crumbs={[{ label: t(`${model}.title`), to: pageOf(model) }]}
        acts={
          <>
            <Button onClick={leave}>{t('cancel')}</Button>
            <Button type="primary" disabled={!mayKeep} loading={save.isPending} onClick={() => void keep().catch(() => undefined)}>
              {t('save')}
            </Button>
          </>
        }
      />
      <Body draft={draft} onChange={(changes) => setDraft((now) => ({ ...now, ...changes }))} />
    </div>
  )
}
