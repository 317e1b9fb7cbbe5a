import type { Model } from '../../../model/kit/model.ts'
import { FILINGS } from '../../../model/rights/patents/lifecycle/transitions.ts'
import { faultAt } from '../../records/write/validate.ts'
import type { Context, Draft } from '../../records/context.ts'
import { labelAt, ruleFault } from '../../cases/rule-fault.ts'
import { readCases } from '../../docketing/read-cases.ts'

/** The fields that the route requires by the filing date. */
export async function checkFiling(ctx: Context, model: Model, drafts: readonly Draft[]) {
  const filed = drafts.filter(({ transition }) => transition && FILINGS.includes(transition))
  if (filed.length === 0) return
  for (const draft of filed) {
    for (const code of ['applicants', 'inventors'])
      if (!listOf(draft.row[code]).length) faultAt(ctx, model, draft, code, ['递交时至少一名', 'requires at least one at filing'])
  }
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

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** No person occurs twice among the applicants or the inventors. */
export function checkPeople(ctx: Context, model: Model, draft: Draft) {
  for (const [code, part] of [
    ['applicants', 'applicant_sid'],
    ['inventors', 'inventor_sid'],
  ] as const) {
    if (!draft.changed.has(code)) continue
    const sids = listOf(draft.row[code]).map((row) => (row as Record<string, unknown>)[part]) // rows are parsed as records
    if (new Set(sids).size < sids.length) faultAt(ctx, model, draft, code, ['不能重复', 'must not contain a person twice'])
  }
}

/** Agents work for the agency of the case. */
export async function checkAgents(ctx: Context, model: Model, drafts: readonly Draft[]) {
  const asked = drafts.filter(({ row, changed }) => (changed.has('agent_sids') || changed.has('agency_sid')) && listOf(row.agent_sids).length > 0)
  if (asked.length === 0) return
  const sids = [...new Set(asked.flatMap(({ row }) => listOf(row.agent_sids).map(String)))]
  const rows = await ctx.db.selectFrom('agent').select(['sid', 'agency_sid', 'name']).where('sid', 'in', sids).execute()
  for (const draft of asked) {
    const strange = rows.filter((agent) => listOf(draft.row.agent_sids).includes(agent.sid) && agent.agency_sid !== draft.row.agency_sid)
    const names = strange.map((agent) => agent.name)
    if (names.length > 0)
      faultAt(ctx, model, draft, 'agent_sids', [`${names.join('、')}不属于所选代理机构`, `${names.join(', ')}: not a member of the selected agency`])
  }
}
