import { CheckOutlined, MinusOutlined } from '@ant-design/icons'
import { Radio, Select, Switch } from 'antd'
import { useWords } from '../../words/language.ts'
import type { CellProps, EditorProps, FieldView, FilterProps } from '../view.ts'
import { inputFacts, isBlank } from '../view.ts'

const Cell = ({ value }: CellProps) => {
  const { t } = useWords()
  if (isBlank(value)) return null
  return value === true ? (
    <span>
      <CheckOutlined aria-hidden /> {t('yes')}
    </span>
  ) : (
    <span className="quiet">
      <MinusOutlined aria-hidden /> {t('no')}
    </span>
  )
}

const Editor = (props: EditorProps) => {
  const { id, value, onChange, disabled, field, autoFocus } = props
  const options = useYesAndNo()
  if (field.input === 'radio' || field.input === 'select') {
    const chosen = isBlank(value) ? null : String(value)
    if (field.input === 'select')
      return (
        <Select
          {...inputFacts(props)}
          value={chosen}
          onChange={(picked) => onChange?.(picked === undefined ? null : picked === 'true')}
          options={options}
          allowClear={!field.required}
        />
      )
    return (
      <Radio.Group
        {...(id && { id })}
        aria-label={field.label}
        disabled={Boolean(disabled)}
        value={chosen}
        onChange={(event) => onChange?.(event.target.value === 'true')}
        options={options}
      />
    )
  }
  return (
    <Switch
      {...(id && { id })}
      {...(autoFocus && { autoFocus })}
      checked={value === true}
      onChange={(checked) => onChange?.(checked)}
      disabled={Boolean(disabled)}
      aria-label={field.label}
    />
  )
}

function useYesAndNo() {
  const { t } = useWords()
  return [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ]
}

const Filter = ({ field, values, onChange }: FilterProps) => {
  return (
    <Radio.Group aria-label={field.label} value={values[0]} onChange={(event) => onChange([String(event.target.value)])} options={useYesAndNo()} />
  )
}

export const boolean: FieldView = { Cell, Editor, Filter, width: 80 }
