import { FILINGS } from '../../../model/rights/patents/lifecycle/transitions.ts'
import type { Context, Draft } from '../../records/context.ts'
import { labelAt, ruleFault } from '../../cases/rule-fault.ts'
import { readCases } from '../../docketing/read-cases.ts'

/** The fields that the route requires by the filing date. */
export async function checkFiling(ctx: Context, drafts: readonly Draft[]) {
  const filed = drafts.filter(({ transition }) => transition && FILINGS.includes(transition))
  if (filed.length === 0) return
  await demandPriority(
    ctx,
    filed.filter(({ row }) => row.route === 'PARIS'),
  )
}

async function demandPriority(ctx: Context, drafts: readonly Draft[]) {
  if (drafts.length === 0) return
  // A related first filing is a priority, too.
  const cases = await readCases(
    ctx,
    drafts.map(({ sid }) => sid),
  )
  const claiming = new Set(cases.flatMap(({ row, facts }) => (facts.priorities?.length ? [String(row.sid)] : [])))
  for (const draft of drafts)
    if (!claiming.has(draft.sid))
      ruleFault(
        ctx,
        draft,
        labelAt('patent', ctx, 'route'),
        ['巴黎公约途径递交时至少一项优先权', 'requires at least one priority at filing by the Paris route'],
        'route',
      )
}
