import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ProposedContent } from '../../../model/docketing/law/law_proposal.ts'
import { previewPrice, previewRule } from '../../../model/docketing/law/rule-actions.ts'
import { act } from '../../api/api.ts'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { priceIn, ruleIn } from '../content.ts'
import { FeeShifts, Groups, Shifts } from '../impact/effects.tsx'
import { ChangedPrice, ChangedRule } from '../versioned/changes.tsx'

/** The changes of one rule or price and, while it is undecided, its effect today. */
export function EffectsOf({ content, isOpen }: { content: ProposedContent; isOpen: boolean }) {
  const [before, after] = [ruleIn(content.before), ruleIn(content.after)]
  const [price, newPrice] = [priceIn(content.before), priceIn(content.after)]
  return (
    <>
      {before && after && <ChangedRule before={before} after={after} />}
      {price && newPrice && <ChangedPrice before={price} after={newPrice} />}
      {isOpen && after && <RuleEffects content={content} />}
      {isOpen && newPrice && <PriceEffects content={content} />}
    </>
  )
}

const drafted = ({ sid, follows, after }: ProposedContent) => ({ ...(sid !== null && { sid }), follows, content: after as object }) // read as one above

function RuleEffects({ content }: { content: ProposedContent }) {
  const { t } = useWords()
  const found = useQuery({ queryKey: keyOf(content), queryFn: () => act(previewRule, drafted(content)), meta: { faults: 'own' } })
  return (
    <Effects found={found}>
      {(impact) => (
        <>
          <p>{t('law.impactTitle', { moved: impact.moved, open: impact.open })}</p>
          <Shifts impact={impact} />
          <FeeShifts fees={impact.fees} moved={impact.fees_moved} />
          <Groups groups={impact.groups} />
        </>
      )}
    </Effects>
  )
}

function PriceEffects({ content }: { content: ProposedContent }) {
  const { t } = useWords()
  const found = useQuery({ queryKey: keyOf(content), queryFn: () => act(previewPrice, drafted(content)), meta: { faults: 'own' } })
  return (
    <Effects found={found}>
      {(impact) => (
        <>
          <p>{t('law.impactFees', { moved: impact.moved, open: impact.open })}</p>
          {impact.looked < impact.open && <p className="quiet">{t('law.impactPartFees', { looked: impact.looked })}</p>}
          <FeeShifts fees={impact.fees} moved={impact.moved} />
          <Groups groups={impact.groups} />
        </>
      )}
    </Effects>
  )
}

const keyOf = (content: ProposedContent) => ['law_proposal', 'effects', content]

/** Computed when the page opens: the preview of a rule takes a moment. */
function Effects<I>({ found: { data, error, refetch }, children }: { found: UseQueryResult<I>; children: (impact: I) => ReactNode }) {
  const { t } = useWords()
  return (
    <section aria-label={t('law.proposal.effects')} className="law-changes">
      <h2>{t('law.proposal.effects')}</h2>
      {error ? (
        <QueryFault fault={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <p className="quiet">{t('law.proposal.computing')}</p>
      ) : (
        children(data)
      )}
    </section>
  )
}
