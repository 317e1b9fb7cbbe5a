import { type CaseKind, fieldOfRole } from '../../model/cases/case-kind.ts'
import type { Field, Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { dayOfEvent } from '../docketing/events/event-transitions.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import type { Part } from '../records/modules.ts'
import type { Context, Draft } from '../records/context.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { checkForms, checkOrder, printNumbers } from './dates-and-numbers.ts'
import { checkDuplicateNumber } from './numbering/duplicate-number.ts'
import { ruleFault } from './rule-fault.ts'

/** Checks of the people, the end and the suspensions of a case of any kind */
export const caseChecks = (kind: CaseKind): Part => ({
  hooks: [
    {
      model: [kind.name],
      prepare: (ctx: Context, drafts: readonly Draft[]) => {
        for (const draft of drafts) {
          closeOrReopen(kind, dayOfEvent.of(ctx) ?? ctx.today, draft)
          printNumbers(kind, draft)
        }
      },
      check: async (ctx: Context, drafts: readonly Draft[]) => {
        const model = modelNamed(ctx.tenant.models, kind.name)
        for (const draft of drafts) {
          checkPeople(ctx, model, draft)
          checkSuspensions(ctx, model, draft)
          checkForms(ctx, kind, model, draft)
          checkOrder(ctx, kind, model, draft)
        }
        await checkAgents(ctx, model, drafts)
        await checkDuplicateNumber(ctx, kind, drafts)
      },
    },
  ],
})

/** The transition that ends a case sets its end date; the one that restores it clears the date and the reason. */
function closeOrReopen({ model }: CaseKind, day: string, draft: Draft) {
  const { row, before, transition } = draft
  const { states } = model
  const closed = fieldOfRole(model, 'close_date')
  if (!transition || !states || !closed || !before) return
  const [was, is] = [before, row].map((one) => states.closed.includes(String(one[states.field])))
  if (is && !was && (row[closed] ?? null) === null) setValue(draft, closed, day)
  if (was && !is) for (const code of [closed, 'close_reason']) if (fieldOf(model, code)) setValue(draft, code, null)
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** No person occurs twice among the applicants or the inventors. */
function checkPeople(ctx: Context, model: Model, draft: Draft) {
  for (const role of ['applicants', 'inventors'] as const) {
    const code = fieldOfRole(model, role)
    const field = code === undefined ? undefined : fieldOf(model, code)
    if (code === undefined || field?.type !== 'rows' || !draft.changed.has(code)) continue
    const part = Object.entries<Field>(field.of).find(([, { type }]) => type === 'reference')?.[0] ?? ''
    const sids = listOf(draft.row[code]).map((row) => (row as Record<string, unknown>)[part]) // rows are parsed as records
    if (new Set(sids).size < sids.length) faultAt(ctx, model, draft, code, ['不能重复', 'must not contain a person twice'])
  }
}

/** Agents work for the agency of the case. */
async function checkAgents(ctx: Context, model: Model, drafts: readonly Draft[]) {
  const agency = fieldOfRole(model, 'agency') ?? ''
  const asked = drafts.filter(({ row, changed }) => (changed.has('agent_sids') || changed.has(agency)) && listOf(row.agent_sids).length > 0)
  if (asked.length === 0) return
  const sids = [...new Set(asked.flatMap(({ row }) => listOf(row.agent_sids).map(String)))]
  const rows = await ctx.db.selectFrom('agent').select(['sid', 'agency_sid', 'name']).where('sid', 'in', sids).execute()
  for (const draft of asked) {
    const others = rows.filter((agent) => listOf(draft.row.agent_sids).includes(agent.sid) && agent.agency_sid !== draft.row[agency])
    const names = others.map((agent) => agent.name)
    if (names.length > 0)
      faultAt(ctx, model, draft, 'agent_sids', [`${names.join('、')}不属于所选代理机构`, `${names.join(', ')}: not a member of the selected agency`])
  }
}

/** Each suspension ends after it began, and only the last may be without an end: the next begins after it. */
function checkSuspensions(ctx: Context, model: Model, draft: Draft) {
  const code = fieldOfRole(model, 'suspensions') ?? ''
  const { row, changed } = draft
  const given = row[code]
  if (!changed.has(code) || !Array.isArray(given)) return
  const field = fieldOf(model, code)
  const fault = (words: Words) => ruleFault(ctx, draft, [field?.zh ?? '', field?.en ?? ''], words, code)
  const all = (given as { from: string; to?: string | null }[]).toSorted((a, b) => (a.from < b.from ? -1 : 1)) // rows as the model declares them
  for (const [at, { from, to }] of all.entries()) {
    if (to && to < from) fault([`中止止 ${to} 早于中止起 ${from}`, `the suspension from ${from} has the earlier end date ${to}`])
    const next = all[at + 1]
    if (!next || (to && to <= next.from)) continue
    fault(
      to
        ? [`${from} 的中止与 ${next.from} 的中止重叠`, `the suspensions from ${from} and from ${next.from} overlap`]
        : [`${from} 的中止没有结束日，其后不能再有中止`, `the suspension from ${from} has no end date, so no later suspension is possible`],
    )
  }
}
