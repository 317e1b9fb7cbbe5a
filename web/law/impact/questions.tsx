import { App, Input } from 'antd'
import { type ReactNode, useCallback } from 'react'
import { previewPrice, previewRule } from '../../../model/docketing/law/rule-actions.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { Broken } from '../../../model/docketing/rules/rule-trial.ts'
import type { FeeRow } from '../../../model/fees/schedule/schedule.ts'
import { act } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { priceIn, ruleIn } from '../content.ts'
import type { Confirmed, Draft } from '../versioned/versioned.ts'
import { ChangedPrice, ChangedRule } from '../versioned/changes.tsx'
import { BrokenCases, FeeShifts, Groups, Shifts } from './effects.tsx'

const drafted = ({ record, last }: Draft<object>) => ({ sid: (record ?? last)?.sid, follows: last !== undefined })

/** Asked before a rule is saved: shows the changes in words, the affected deadlines and fees, and asks for a confirmation. */
export function useRuleQuestion(): (draft: Draft<Rule>) => Promise<Confirmed> {
  const { t } = useWords()
  const { message } = App.useApp()
  const confirm = useConfirmation()
  return useCallback(
    async (draft) => {
      const impact = await act(previewRule, { ...drafted(draft), content: draft.content })
      const { open, moved, added, fees_moved: fees, broken } = impact
      if (moved + added + fees + broken.length === 0) {
        message.info(t('law.impactNone', { open }))
        return {}
      }
      const before = ruleIn((draft.record ?? draft.last)?.['content'])
      return confirm({
        title: t('law.impactTitle', { moved, open }),
        save: t('law.impactSave'),
        broken,
        content: (
          <>
            {before && <ChangedRule before={before} after={draft.content} />}
            <Shifts impact={impact} />
            <FeeShifts fees={impact.fees} moved={fees} />
            <Groups groups={impact.groups} />
          </>
        ),
      })
    },
    [confirm, message, t],
  )
}

/** The same for a price, with the unpaid fees that it would change. */
export function usePriceQuestion(): (draft: Draft<FeeRow>) => Promise<Confirmed> {
  const { t } = useWords()
  const { message } = App.useApp()
  const confirm = useConfirmation()
  return useCallback(
    async (draft) => {
      const impact = await act(previewPrice, { ...drafted(draft), content: draft.content })
      const { open, looked, moved, broken } = impact
      if (moved + broken.length === 0) {
        message.info(t('law.impactNoFees', { open }))
        return {}
      }
      const before = priceIn((draft.record ?? draft.last)?.['content'])
      return confirm({
        title: t('law.impactFees', { moved, open }),
        save: t('law.impactSavePrice'),
        broken,
        content: (
          <>
            {before && <ChangedPrice before={before} after={draft.content} />}
            {looked < open && <p className="quiet">{t('law.impactPartFees', { looked })}</p>}
            <FeeShifts fees={impact.fees} moved={moved} />
            <Groups groups={impact.groups} />
          </>
        ),
      })
    },
    [confirm, message, t],
  )
}

type Question = { title: string; save: string; content: ReactNode; broken: readonly Broken[] }

function useConfirmation() {
  const { modal } = App.useApp()
  const { t } = useWords()
  return useCallback(
    async ({ title, save, content, broken }: Question): Promise<Confirmed> => {
      let reason = ''
      const needsReason = broken.length > 0
      const asked = modal.confirm({
        title,
        content: (
          <div className="impact">
            {needsReason && (
              <BrokenCases broken={broken}>
                <Input.TextArea
                  aria-label={t('law.golden.reason')}
                  placeholder={t('law.golden.reason')}
                  maxLength={500}
                  autoSize={{ minRows: 1, maxRows: 4 }}
                  onChange={(event) => {
                    reason = event.target.value.trim()
                    asked.update({ okButtonProps: { disabled: reason === '' } })
                  }}
                />
              </BrokenCases>
            )}
            {content}
          </div>
        ),
        okText: save,
        okButtonProps: { disabled: needsReason },
        cancelText: t('law.impactBack'),
        width: 860,
        icon: null,
      })
      return (await asked) ? { ...(reason && { reason }) } : null
    },
    [modal, t],
  )
}
