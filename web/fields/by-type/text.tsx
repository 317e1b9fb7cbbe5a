import { Input } from 'antd'
import { FilterText } from '../filters.tsx'
import type { CellProps, EditorProps, FieldView } from '../view.ts'
import { inputFacts, isBlank } from '../view.ts'

const Cell = ({ value }: CellProps) => (isBlank(value) ? null : <span className="lines">{String(value)}</span>)

const Editor = (props: EditorProps) => {
  const { field, value, onChange } = props
  return (
    <Input.TextArea
      {...inputFacts(props)}
      value={isBlank(value) ? '' : String(value)}
      onChange={(event) => onChange?.(event.target.value || null)}
      autoSize={{ minRows: 2, maxRows: 12 }}
      {...(field.max && { count: { max: field.max, show: true } })}
    />
  )
}

export const text: FieldView = { Cell, Editor, Filter: FilterText, width: 240, isWide: true }
