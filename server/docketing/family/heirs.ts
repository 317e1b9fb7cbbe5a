import type { Words } from '../../../model/kit/fields.ts'
import { officeWords } from '../../../model/cases/offices.ts'
import { HEAD } from '../../../model/cases/head-fields.ts'
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context, Draft } from '../../records/context.ts'
import { search } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { contextSlot } from '../../records/slots.ts'
import { warnAt } from '../../records/write/checks/warnings.ts'
import { carryingOut } from '../later-dates/proposals.ts'
import { isCorrection, isSurprising } from './follow-corrections.ts'

/** The cases whose dates rest on these: they derive from them or claim them, over all generations. One statement a generation. */
export async function heirsOf(ctx: Context, sids: readonly string[]): Promise<Map<string, string[]>> {
  const children = new Map<string, string[]>()
  for (let next = [...new Set(sids)]; next.length > 0;) {
    const found = await childrenOf(ctx, next)
    for (const sid of next) children.set(sid, [])
    for (const { sid, of } of found) children.get(of)?.push(sid)
    next = [...new Set(found.map(({ sid }) => sid))].filter((sid) => !children.has(sid))
  }
  return new Map([...new Set(sids)].map((sid) => [sid, below(sid, children)]))
}

async function childrenOf({ db }: Context, sids: readonly string[]): Promise<{ sid: string; of: string }[]> {
  const rows = await db
    .selectFrom('related_case')
    .select(['later_sid as sid', 'earlier_sid as of'])
    .where('earlier_sid', 'in', sids)
    .where('deleted_at', 'is', null)
    .unionAll((of) =>
      of
        .selectFrom('priority')
        .select(['case_sid as sid', 'priority_case_sid as of'])
        .where('priority_case_sid', 'in', sids)
        .where('deleted_at', 'is', null)
        .$narrowType<{ of: string }>(),
    )
    .execute()
  return rows.map(({ sid, of }) => ({ sid: String(sid), of: String(of) }))
}

function below(sid: string, children: ReadonlyMap<string, readonly string[]>): string[] {
  const seen = new Set([sid])
  // The iteration of a set includes items added during the loop.
  for (const one of seen) for (const child of children.get(one) ?? []) seen.add(child)
  seen.delete(sid)
  return [...seen]
}

/** The numbers and countries of those cases that this person may see. */
export async function namesSeen(ctx: Context, sids: readonly string[]): Promise<Map<string, Words>> {
  const model = modelNamed(ctx.tenant.models, HEAD)
  const seen = new Map<string, Words>()
  for (let at = 0; at < sids.length; at += PAGE) {
    const iql = `sid in (${sids.slice(at, at + PAGE).map((sid) => `"${sid}"`).join(',')})` // oxfmt-ignore
    const { record } = await search(ctx, model, { fl: ['sid', 'case_no', 'country'], iql, rows: PAGE, total: 'none' })
    for (const { sid, case_no, country } of record) {
      const [zh, en] = country ? officeWords(String(country)) : ['', '']
      const named = (place: string) => [case_no, place].filter(Boolean).join(' ')
      seen.set(String(sid), [named(zh), named(en)])
    }
  }
  return seen
}

const PAGE = 100

/** Corrected cases on whose dates no other case depends */
const childless = contextSlot<Set<string>>()
export const hasHeirs = (ctx: Context, { sid }: Draft) => !childless.of(ctx)?.has(sid)

/** Before a correction of a case is saved: the other cases whose dates it moves. */
export async function warnOfHeirs(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  if (carryingOut.of(ctx)) return // the second person was shown these dates
  const asked = drafts.filter((draft) => draft.faults.length === 0 && isCorrection(kind, draft) && isSurprising(kind, draft))
  if (asked.length === 0) return
  const model = modelNamed(ctx.tenant.models, kind.name)
  await warn(ctx, model, asked, ({ sid }) => sid)
}

/** The same for a priority: cases that derive from its case inherit it. */
export async function warnOfClaimHeirs(ctx: Context, drafts: readonly Draft[]) {
  if (carryingOut.of(ctx)) return
  const asked = drafts.filter(({ row, changed, faults }) => row.case_sid && faults.length === 0 && changed.has('priority_date'))
  if (asked.length > 0) await warn(ctx, modelNamed(ctx.tenant.models, 'priority'), asked, ({ row }) => String(row.case_sid))
}

const SHOWN = 10

async function warn(ctx: Context, model: Model, drafts: readonly Draft[], caseOf: (draft: Draft) => string) {
  const heirs = await heirsOf(ctx, drafts.map(caseOf))
  const all = [...new Set([...heirs.values()].flat())]
  if (ctx.db.isTransaction && model.name !== 'priority')
    for (const draft of drafts) if (!heirs.get(draft.sid)?.length) childless.ensure(ctx, () => new Set()).add(draft.sid)
  if (all.length === 0) return
  const names = await namesSeen(ctx, all)
  for (const draft of drafts) {
    const own = heirs.get(caseOf(draft)) ?? []
    if (own.length > 0) warnAt(model, draft, { code: 'family_dates', words: warningOf(own, names), asks: true })
  }
}

function warningOf(sids: readonly string[], names: ReadonlyMap<string, Words>): Words {
  const seen = sids.map((sid) => names.get(sid)).filter((words) => words !== undefined)
  const hidden = sids.length - seen.length
  const more = seen.length > SHOWN
  const shown = seen.slice(0, SHOWN)
  const [zhNames, enNames] = [shown.map(([zh]) => zh).join('、'), shown.map(([, en]) => en).join(', ')]
  const zh = [seen.length ? `${zhNames}${more ? ` 等 ${seen.length} 件` : ''}` : '', hidden ? `您无权查看的 ${hidden} 件` : ''].filter(Boolean)
  const en = [seen.length ? `${enNames}${more ? ` and others (${seen.length})` : ''}` : '', hidden ? `${hidden} that you may not see` : ''].filter(
    Boolean,
  )
  return [
    `同族中 ${sids.length} 件在后案件的期限将随之重新计算：${zh.join('；')}`,
    `The dates of ${sids.length} later ${sids.length === 1 ? 'case' : 'cases'} of the family will be recalculated: ${en.join('; ')}`,
  ]
}
