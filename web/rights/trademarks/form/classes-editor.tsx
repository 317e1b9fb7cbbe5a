import { Select } from 'antd'
import { rows } from '../../../fields/by-type/rows.tsx'
import type { EditorProps } from '../../../fields/view.ts'
import { useWords } from '../../../words/language.ts'
import { classesPicked, FIRST_OF_SERVICES, isEntered, rowsOf } from './classes.ts'

/** The classes of a mark: picked from the Nice Classification, several at once, with a line for the goods or services of each. */
export function ClassesEditor(props: EditorProps) {
  const { field, value, onChange, disabled } = props
  const { t } = useWords()
  const list = rowsOf(value)
  const entered = new Set(list.filter(isEntered).map(({ class_no }) => String(class_no)))
  const options = field.rows?.find(({ code }) => code === 'class_no')?.options ?? []
  const choices = (isOfServices: boolean) =>
    options
      .filter(({ code }) => Number(code) >= FIRST_OF_SERVICES === isOfServices)
      .map(({ code, label }) => ({ value: code, label, disabled: entered.has(code) }))
  return (
    <>
      <Select
        mode="multiple"
        className="class-picker"
        value={list.flatMap(({ class_no }) => (class_no ? [String(class_no)] : []))}
        onChange={(picked: string[]) => onChange?.(classesPicked(list, picked))}
        options={[
          { label: t('trademark.goods'), options: choices(false) },
          { label: t('trademark.services'), options: choices(true) },
        ]}
        showSearch={{ optionFilterProp: 'label' }}
        disabled={Boolean(disabled)}
        placeholder={t('trademark.pick')}
        aria-label={t('trademark.pick')}
        title={t('trademark.pickHint')}
      />
      <rows.Editor {...props} />
    </>
  )
}
