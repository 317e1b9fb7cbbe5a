import { readFilingRule, setFilingRule } from '../../model/instructions/instruction-actions.ts'
import { act } from '../api/api.ts'
import { RuledList } from '../records/list/ruled-list.tsx'
import { useWords } from '../words/language.ts'

/** Instructions to agencies on all cases, with the setting that applies to them. */
export function InstructionList() {
  const { t } = useWords()
  return (
    <RuledList
      model="agency_instruction"
      rule={{
        label: t('instruction.rule'),
        help: t('instruction.ruleHelp'),
        read: [readFilingRule.name, async () => (await act(readFilingRule, {})).accepted_first],
        set: [setFilingRule.name, (accepted_first) => act(setFilingRule, { accepted_first })],
      }}
    />
  )
}
