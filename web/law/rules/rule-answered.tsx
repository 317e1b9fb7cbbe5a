import { Checkbox } from 'antd'
import type { Term } from '../../../model/docketing/rules/rule.ts'
import { useWords } from '../../words/language.ts'
import { CodePicker } from '../code-picker.tsx'
import { Period } from '../inputs.tsx'
import type { Patch } from './rule-draft.ts'

type AfterAnswerProps = { term: Term; set: (part: Patch<Term>) => void }

/** For a term that counts from a later document: the act that must have come in time, and the longest reach of the term. */
export function AfterAnswer({ term: { answered, at_most }, set }: AfterAnswerProps) {
  const { t } = useWords()
  return (
    <>
      <div className="law-row">
        <Checkbox
          checked={Boolean(answered)}
          onChange={(event) => set({ answered: event.target.checked ? { events: [], within: '2m' } : undefined })}
        >
          {t('law.edit.answered')}
        </Checkbox>
        {answered && (
          <>
            <CodePicker
              label={t('law.edit.answers')}
              kinds={['event']}
              value={answered.events}
              onChange={(events) => set({ answered: { ...answered, events } })}
            />
            <Period
              label={t('law.edit.answeredWithin')}
              value={answered.within}
              onChange={(within) => set({ answered: { events: answered.events, within } })}
            />
          </>
        )}
      </div>
      <div className="law-row">
        <Checkbox checked={Boolean(at_most)} onChange={(event) => set({ at_most: event.target.checked ? '6m' : undefined })}>
          {t('law.edit.atMost')}
        </Checkbox>
        {at_most && <Period label={t('law.edit.atMost')} value={at_most} onChange={(next) => set({ at_most: next })} />}
      </div>
    </>
  )
}
