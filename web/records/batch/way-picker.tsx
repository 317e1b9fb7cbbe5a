import { Input, Segmented } from 'antd'
import type { WireField } from '../../../model/kit/wire/wire.ts'
import { type BatchMode, type BatchWay, modesOf } from '../../../model/kit/batch-modes.ts'
import { viewFor } from '../../fields/views.ts'
import { useWords } from '../../words/language.ts'

type WayPickerProps = { field: WireField; way: BatchWay; onChange: (way: BatchWay) => void }

/** Whether the value is set, cleared, appended, or takes the place of a part. */
export function WayPicker({ field, way, onChange }: WayPickerProps) {
  const { t } = useWords()
  return (
    <div className="batch-way">
      <Segmented<BatchMode>
        size="small"
        value={way.mode}
        onChange={(mode) => onChange({ mode })}
        options={modesOf(field.type).map((mode) => ({ value: mode, label: t(`batch.mode.${mode}`) }))}
        aria-label={t('batch.modeOf', { field: field.label })}
      />
      {way.mode === 'REPLACE' && <Sought field={field} value={way.find} onChange={(find) => onChange({ ...way, find })} />}
    </div>
  )
}

function Sought({ field, value, onChange }: { field: WireField; value: unknown; onChange: (find: unknown) => void }) {
  const { t } = useWords()
  const label = t('batch.find', { field: field.label })
  if (field.type === 'string' || field.type === 'text')
    return (
      <Input
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value)}
        placeholder={label}
        aria-label={label}
        maxLength={255}
      />
    )
  const { Editor } = viewFor(field)
  // One entry is replaced: the last chosen.
  return (
    <Editor
      field={field}
      label={label}
      value={value === undefined ? [] : [value]}
      onChange={(all) => onChange(Array.isArray(all) ? all.at(-1) : undefined)}
    />
  )
}
