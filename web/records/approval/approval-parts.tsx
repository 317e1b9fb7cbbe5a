import { Suspense } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { useWords } from '../../words/language.ts'
import { isUnderWay, textIn, useApprovalsOf } from './approvals.ts'
import { partOnRequest } from '../../ui/on-request.tsx'

// Most records have no approval.
const ApprovalBar = partOnRequest(async () => (await import('./approval-bar.tsx')).ApprovalBar)
const ApprovalTab = partOnRequest(async () => (await import('./approval-tab.tsx')).ApprovalTab)

/** The approvals on the page of a record: a bar while one runs, and a tab with all of them. */
export function useApprovalParts(schema: WireSchema, sid: string) {
  const { t, lang } = useWords()
  const approvals = useApprovalsOf(schema.model, sid, schema.states !== undefined).data ?? []
  const running = approvals.find(isUnderWay)
  const tab = (
    <Suspense fallback={null}>
      <ApprovalTab approvals={approvals} />
    </Suspense>
  )
  return {
    /** No step is taken while one of them is approved. */
    held: running && t('approval.running', { step: textIn(running, 'transition_name', lang) }),
    bar: <Suspense fallback={null}>{running && <ApprovalBar approval={running} />}</Suspense>,
    tabs: approvals.length > 0 ? [{ key: 'approvals', label: t('approval.tab'), children: tab }] : [],
  }
}
