import { Cascader } from 'antd'
import type { EditorProps } from '../fields/view.ts'
import { inputFacts } from '../fields/view.ts'
import { useWords } from '../words/language.ts'
import { eventsOf, useOffered } from './events.ts'

/** Record types on the left, their events on the right. */
export function EventsEditor(props: EditorProps) {
  const { value, onChange } = props
  const { t } = useWords()
  const { data: offered = [], isPending } = useOffered()
  const options = offered.map(({ entity, label, changes }) => ({
    value: entity,
    label,
    children: changes.map((one) => ({ value: one.change, label: one.label })),
  }))
  return (
    <Cascader
      {...inputFacts(props)}
      multiple
      loading={isPending}
      options={options}
      value={eventsOf(value).map(({ entity, change }) => [entity, change])}
      onChange={(lines) => onChange?.(lines.map(([entity, change]) => ({ entity: String(entity), change: String(change) })))}
      displayRender={(labels) => labels.join(' · ')}
      showCheckedStrategy={Cascader.SHOW_CHILD}
      placeholder={t('webhook.choose')}
      allowClear
      showSearch
      style={{ width: '100%' }}
    />
  )
}
