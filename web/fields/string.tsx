import { Input } from 'antd'
import { FilterText } from './filters.tsx'
import type { CellProps, EditorProps, FieldView } from './view.ts'
import { inputFacts, isBlank } from './view.ts'

const Cell = ({ value, field }: CellProps) => (isBlank(value) ? null : <span className={field.number ? 'number' : undefined}>{String(value)}</span>)

const Editor = (props: EditorProps) => {
  const { field, value, onChange } = props
  const text = isBlank(value) ? '' : String(value)
  return (
    <Input
      {...inputFacts(props)}
      value={text}
      onChange={(event) => onChange?.(event.target.value || null)}
      {...(field.max && { count: { max: field.max, show: ({ count }) => (count > (field.max ?? 0) * 0.8 ? `${count} / ${field.max}` : '') } })}
      autoComplete="off"
    />
  )
}

export const string: FieldView = { Cell, Editor, Filter: FilterText, width: 160 }
