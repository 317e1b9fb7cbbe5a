import { Select } from 'antd'
import { useWords } from '../../words/language.ts'
import { MAX_QUICK } from '../arrangement.ts'

type QuickChoiceProps = {
  chosen: readonly string[]
  offered: { value: string; label: string }[]
  onChange: (codes: string[]) => void
}

/** Selects the quick entries and their order. */
export function QuickChoice({ chosen, offered, onChange }: QuickChoiceProps) {
  const { t } = useWords()
  return (
    <Select
      mode="multiple"
      className="quick-choice"
      aria-label={t('home.chooseQuick')}
      placeholder={t('home.noQuick')}
      maxCount={MAX_QUICK}
      value={[...chosen]}
      onChange={onChange}
      options={offered}
      showSearch={{ optionFilterProp: 'label' }}
    />
  )
}
