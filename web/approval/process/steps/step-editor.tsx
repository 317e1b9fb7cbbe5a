import { Select } from 'antd'
import { type EditorProps, inputFacts } from '../../../fields/view.ts'
import { useWords } from '../../../words/language.ts'
import { useChosenEntity } from './chosen-entity.ts'

/** The step that the process approves, by its name among the steps of the chosen record type. */
export function StepEditor(props: EditorProps) {
  const { t } = useWords()
  const schema = useChosenEntity()
  const steps = schema?.states?.transitions ?? []
  const { value, onChange } = props
  return (
    <Select
      {...inputFacts(props)}
      value={typeof value === 'string' && value ? value : null}
      onChange={(code: string | null | undefined) => onChange?.(code ?? null)}
      options={steps.map(({ code, label }) => ({ value: code, label }))}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t(schema ? 'process.chooseStep' : 'process.entityFirst')}
      notFoundContent={t(schema ? 'process.noSteps' : 'process.entityFirst')}
      allowClear
    />
  )
}
