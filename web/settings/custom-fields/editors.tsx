import { Form, Select } from 'antd'
import { useEffect } from 'react'
import { INPUT_TARGETS, inputsOf } from '../../../model/settings/custom-fields/custom-field-inputs.ts'
import type { Editors } from '../../fields/own-editors.ts'
import { type EditorProps, inputFacts } from '../../fields/view.ts'
import { useWords } from '../../words/language.ts'

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : null)

/** The entities by their names. */
export function EntityEditor(props: EditorProps) {
  const { field, value, onChange } = props
  const { t } = useWords()
  return (
    <Select
      {...inputFacts(props)}
      value={textOf(value)}
      onChange={(picked: string | undefined) => onChange?.(picked ?? null)}
      options={(field.options ?? []).filter(({ code }) => code !== '*').map(({ code, label }) => ({ value: code, label }))}
      showSearch={{ optionFilterProp: ['label', 'value'] }}
      placeholder={t('filter.choose')}
    />
  )
}

/** Only the ways that the type of value has; another type drops a way that it lacks. */
function InputTypeEditor(props: EditorProps) {
  const { field, value, onChange } = props
  const { t } = useWords()
  const form = Form.useFormInstance()
  const watch = { form, preserve: true }
  const typed: unknown[] = [Form.useWatch('data_type', watch), Form.useWatch('multi', watch), Form.useWatch('to', watch)]
  const [data_type, multi, to] = typed
  const fits = inputsOf({ data_type, multi }).filter((input) => {
    const targets = INPUT_TARGETS[input]
    return !targets || typeof to !== 'string' || targets.includes(to)
  })
  const known = (field.options ?? []).filter(({ code }) => fits.some((input) => input === code))
  const isLost = textOf(value) !== null && data_type !== undefined && !known.some(({ code }) => code === value)
  useEffect(() => {
    if (isLost) onChange?.(null)
  }, [isLost, onChange])
  return (
    <Select
      {...inputFacts(props)}
      value={isLost ? null : textOf(value)}
      onChange={(picked: string | undefined) => onChange?.(picked ?? null)}
      options={known.map(({ code, label }) => ({ value: code, label }))}
      placeholder={known[0] && t('customField.usualInput', { name: known[0].label })}
      allowClear
    />
  )
}

export const FIELD_EDITORS: Editors = { entity: EntityEditor, to: EntityEditor, input_type: InputTypeEditor }
