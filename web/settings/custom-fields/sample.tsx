import { Form } from 'antd'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { useSearch } from '../../api/api.ts'
import { quoted } from '../../api/iql.ts'
import { isRef } from '../../fields/names.ts'
import { viewFor } from '../../fields/views.ts'
import { useWords } from '../../words/language.ts'
import { fieldOf, type Offered } from './field-of.ts'

type Values = Readonly<Record<string, unknown>>

/** The field as people will fill it in; the input is not stored. */
export function Sample({ values }: { values: Values }) {
  const { t, lang } = useWords()
  const dictionary = values['dictionary']
  const offered = useOptionsOf(typeof dictionary === 'string' ? dictionary : '', lang)
  const field = fieldOf(values, lang, offered)
  const [typed, setTyped] = useState<unknown>()
  const isComplete = field && !(field.to === '' || (field.options && field.options.length === 0))
  if (!isComplete || field.type === 'attachment') return null
  const { Editor } = viewFor(field)
  return (
    <section className="field-sample" aria-label={t('customField.sample')}>
      <h2>{t('customField.sample')}</h2>
      <div>
        <label htmlFor="field-sample">
          {field.label || t('customField.unnamed')}
          {field.required && <span className="required"> *</span>}
        </label>
        {/* Another type of value starts empty. */}
        <Editor
          key={`${field.type} ${field.input} ${field.to}`}
          id="field-sample"
          field={field}
          value={typed}
          onChange={setTyped}
          label={field.label}
        />
      </div>
    </section>
  )
}

export function FormSample({ form }: { form: FormInstance<Record<string, unknown>> }) {
  const values = Form.useWatch((all: Values) => all, { form, preserve: true }) as Values | undefined // undefined on the first pass
  return <Sample values={values ?? {}} />
}

function useOptionsOf(dictionary: string, lang: 'zh' | 'en'): Offered {
  const body = {
    fl: ['code', 'label_zh', 'label_en', 'parent_sid', 'valid', 'colour'],
    iql: `dictionary = ${quoted(dictionary)} ORDER BY sort`,
    rows: 100,
  }
  const { data } = useSearch('dictionary_item', body, { enabled: dictionary !== '', meta: { faults: 'own' } })
  const rows = dictionary === '' ? [] : (data?.record ?? [])
  const codes = new Map(rows.map((row) => [row.sid, String(row['code'])]))
  return rows.map((row) => {
    const above = isRef(row['parent_sid']) ? codes.get(row['parent_sid'].sid) : undefined
    const label = String((lang === 'en' && row['label_en']) || row['label_zh'])
    return { code: String(row['code']), label, valid: row['valid'] !== false, ...(above !== undefined && { above }) }
  })
}
