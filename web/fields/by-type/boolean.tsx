import { CheckOutlined, MinusOutlined } from '@ant-design/icons'
import { Radio, Switch } from 'antd'
import { useWords } from '../../words/language.ts'
import type { CellProps, EditorProps, FieldView, FilterProps } from '../view.ts'
import { isBlank } from '../view.ts'

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

const Editor = ({ id, value, onChange, disabled, field, autoFocus }: EditorProps) => (
  <Switch
    {...(id && { id })}
    {...(autoFocus && { autoFocus })}
    checked={value === true}
    onChange={(checked) => onChange?.(checked)}
    disabled={Boolean(disabled)}
    aria-label={field.label}
  />
)

const Filter = ({ field, values, onChange }: FilterProps) => {
  const { t } = useWords()
  return (
    <Radio.Group
      aria-label={field.label}
      value={values[0]}
      onChange={(event) => onChange([String(event.target.value)])}
      options={[
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ]}
    />
  )
}

export const boolean: FieldView = { Cell, Editor, Filter, width: 80 }
