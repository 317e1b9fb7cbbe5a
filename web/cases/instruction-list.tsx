import { readFilingRule, setFilingRule } from '../../model/instructions/instruction-actions.ts'
import type { WireSchema } from '../../model/kit/wire.ts'
import { act, useSchema } from '../api/api.ts'
import { allows } from '../api/allows.ts'
import { ModelList } from '../records/list/list.tsx'
import { RuleSwitch } from '../records/list/rule-switch.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { useWords } from '../words/language.ts'

const MODEL = 'agency_instruction'

/** What agencies are asked to do on all cases, with the rule that holds for them. */
export function InstructionList() {
  const { data: schema } = useSchema(MODEL)
  if (!schema) return <PageSkeleton />
  return <ModelList schema={schema} own={{ acts: allows(schema, readFilingRule.name) && <FilingRule schema={schema} /> }} />
}

function FilingRule({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  return (
    <RuleSwitch
      model={MODEL}
      label={t('instruction.rule')}
      help={t('instruction.ruleHelp')}
      read={async () => (await act(readFilingRule, {})).accepted_first}
      set={allows(schema, setFilingRule.name) ? (accepted_first) => act(setFilingRule, { accepted_first }) : undefined}
    />
  )
}
