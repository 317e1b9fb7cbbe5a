import { Button, Input, Space } from 'antd'
import { useWords } from '../../words/language.ts'
import type { CellProps, EditorProps, FieldView } from '../view.ts'
import { inputFacts, isSet } from '../view.ts'

const Cell = ({ value }: CellProps) => {
  const { t } = useWords()
  return <span className={isSet(value) ? '' : 'none'}>{t(isSet(value) ? 'secret.set' : 'secret.notSet')}</span>
}

/** Overwritten or cleared, never shown: the browser does not know the value. */
const Editor = (props: EditorProps) => {
  const { value, onChange } = props
  const { t } = useWords()
  return (
    <Space.Compact block>
      <Input.Password
        {...inputFacts(props)}
        value={typeof value === 'string' ? value : ''}
        placeholder={t(isSet(value) ? 'secret.replace' : 'secret.notSet')}
        autoComplete="new-password"
        onChange={(event) => onChange?.(event.target.value || null)}
      />
      {isSet(value) && <Button onClick={() => onChange?.(null)}>{t('secret.clear')}</Button>}
    </Space.Compact>
  )
}

/** A text that the server stores encrypted. */
export const secret: FieldView = { Cell, Editor, Filter: null, width: 120 }
