import { Segmented, Select } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { type Rec, useRecord, useSearch } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { Overview } from '../../records/detail/overview.tsx'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { FormSample } from '../../records/form/form-sample.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { speak, useWords } from '../../words/language.ts'
import { usePreview } from './use-preview.ts'

/** The saved draft as people of a role see it, in either language. */
export function Preview({ record, model }: { record: Rec; model: string }) {
  const { t, lang } = useWords()
  const [role, setRole] = useState<string>()
  const [part, setPart] = useState<'form' | 'page'>('form')
  const { data: schema, error, refetch } = usePreview(record, { role })
  const roles = useSearch('role', { fl: ['sid', 'name', 'name_en'], iql: 'ORDER BY weight DESC', rows: 100, total: 'none' })
  const options = (roles.data?.record ?? []).map((one) => ({ value: one.sid, label: String((lang === 'en' && one['name_en']) || one['name']) }))
  return (
    <>
      <div className="layout-tools">
        <Select
          className="layout-role"
          aria-label={t('layout.role')}
          value={role ?? ''}
          options={[{ value: '', label: t('layout.asMe') }, ...options]}
          onChange={(value) => setRole(value || undefined)}
          showSearch={{ optionFilterProp: 'label' }}
        />
        <Segmented
          aria-label={t('layout.language')}
          value={lang}
          options={[
            { value: 'zh', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={(value) => void speak(value === 'en' ? 'en' : 'zh')}
        />
        <Segmented
          aria-label={t('layout.part')}
          value={part}
          options={[
            { value: 'form', label: t('layout.form') },
            { value: 'page', label: t('layout.page') },
          ]}
          onChange={(value) => setPart(value === 'page' ? 'page' : 'form')}
        />
      </div>
      {!schema && (error ? <QueryFault fault={error} onRetry={() => void refetch()} /> : <PageSkeleton />)}
      {schema &&
        part === 'form' &&
        (allows(schema, 'create') || allows(schema, 'update') ? (
          <FormSample key={`${role} ${lang}`} schema={schema} />
        ) : (
          <p className="quiet">{t('layout.noForm')}</p>
        ))}
      {schema && part === 'page' && <Page schema={schema} model={model} />}
    </>
  )
}

/** One record that the administrator may see; the preview does not change it. */
function Page({ schema, model }: { schema: WireSchema; model: string }) {
  const { t } = useWords()
  const found = useSearch(model, { fl: ['sid'], rows: 1, total: 'none' }, { meta: { faults: 'own' } })
  const one = useRecord(model, found.data?.record[0]?.sid, { meta: { faults: 'own' } })
  const record = one.data
  if (!allows(schema, 'get')) return <p className="quiet">{t('layout.noPage')}</p>
  if (found.data?.record.length === 0) return <p className="quiet">{t('layout.noRecord')}</p>
  const failed = [found, one].find(({ isError }) => isError)
  if (!record) return failed ? <QueryFault fault={failed.error} onRetry={() => void failed.refetch()} /> : <PageSkeleton />
  const { abilities: _, ...shown } = record
  return (
    <>
      {schema.states && <StateTag schema={schema} state={record[schema.states.field]} />}
      <Overview schema={{ ...schema, actions: [] }} record={shown as Rec} /> {/* without its abilities a record is only read */}
    </>
  )
}
