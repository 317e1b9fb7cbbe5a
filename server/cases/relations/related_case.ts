import type { Words } from '../../../model/kit/fields.ts'
import { checkRelation, type Notice } from '../../../model/rights/patents/relations/relation-rules.ts'
import { RELATION_RULES } from '../../../model/rights/patents/relations/relation-types.ts'
import { runHooks, type Draft, type RowValues } from '../../records/hooks.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/validate.ts'
import { warnAt } from '../../records/write/warnings.ts'
import { sidOf } from '../../records/write/values.ts'
import type { Part } from '../../records/modules.ts'
import { lockKey, type Context } from '../../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { onBehalfOf } from '../../records/on-behalf-of.ts'
import { foundFamily, placeIn } from './patent_family.ts'
import { isRelationType, readCases, relationCase, relationOf, relationsAround, textOf, type KnownRelation } from './relation-facts.ts'
import { labelAt, ruleFault } from '../rule-fault.ts'

export const relations: Part = {
  hooks: [
    { model: 'related_case', check, written, restored: (ctx, rows) => joinAll(ctx, rows) },
    { model: 'patent', check: recheck },
  ],
  shown: { related_case: addWarnings },
}

/** All that speaks against each relation, at once; families that differ need the choice of the person. */
async function check(ctx: Context, drafts: readonly Draft[]) {
  const asked = drafts.filter(({ before, row, faults }) => !before && faults.length === 0 && isRelationType(row.relation_type))
  if (asked.length === 0) return
  if (ctx.db.isTransaction) await lockKey(ctx, 'related_case')
  const sids = [...new Set(asked.flatMap(({ row }) => [String(row.earlier_sid), String(row.later_sid)]))]
  const [cases, existing] = await Promise.all([readCases(ctx, sids), relationsAround(ctx, sids)])
  for (const draft of asked) {
    const relation = relationOf({ ...draft.row, sid: draft.sid })
    for (const notice of noticesOf(relation, cases, existing))
      if (notice.level === 'block' || (notice.code === 'family_mismatch' && !draft.row.family_choice))
        ruleFault(ctx, draft, labelAt('related_case', ctx, 'relation_type'), [notice.zh, notice.en], 'relation_type')
      else if (isDoubt(notice)) warnAt(modelNamed(ctx.tenant.models, 'related_case'), draft, doubtOf(notice))
    existing.push(relation)
  }
}

/** What may be right and may be a mistake, such as a priority period that has run out. Which family is chosen is asked for by a field. */
const isDoubt = ({ level, code }: Notice) => level === 'warning' && code !== 'family_mismatch'
const doubtOf = ({ code, zh, en }: Notice) => ({ code, words: [zh, en] as const, asks: true })

/** What speaks against a relation without forbidding it, such as a priority period that has run out, stands with the record. */
async function addWarnings(ctx: Context, record: RowValues) {
  const relation = { ...record, earlier_sid: sidOf(record.earlier_sid), later_sid: sidOf(record.later_sid) }
  if (!relation.earlier_sid || !relation.later_sid || !isRelationType(record.relation_type)) return
  const cases = await readCases(ctx, [relation.earlier_sid, relation.later_sid])
  const warnings = noticesOf(relationOf(relation), cases, []).filter(({ level }) => level === 'warning')
  if (warnings.length > 0) record.warnings = warnings.map((notice) => notice[ctx.lang])
}

export function noticesOf(relation: KnownRelation, cases: Awaited<ReturnType<typeof readCases>>, existing: readonly KnownRelation[]): Notice[] {
  const [earlier, later] = [cases.get(relation.earlier_sid), cases.get(relation.later_sid)]
  if (!earlier || !later) return []
  const others = existing.filter(({ sid }) => sid !== relation.sid)
  return checkRelation(relationCase(earlier), relationCase(later, later.restored), relation.relation_type, others)
}

const RECHECKED = ['filing_date', 'submission_date', 'entry_date', 'country', 'route', 'patent_type', 'application_no', 'pct_no', 'designated']

/** A date that was missing when the relation was made, or a fact that is corrected, must still agree with it. */
async function recheck(ctx: Context, drafts: readonly Draft[]) {
  const moved = drafts.filter(({ before, changed }) => before && RECHECKED.some((code) => changed.has(code)))
  if (moved.length === 0) return
  const existing = await relationsAround(
    ctx,
    moved.map(({ sid }) => sid),
  )
  if (existing.length === 0) return
  const cases = await readCases(ctx, [...new Set(existing.flatMap((one) => [one.earlier_sid, one.later_sid]))])
  // What was doubtful before the change is not asked about again.
  const known = new Set(existing.flatMap((relation) => noticesOf(relation, cases, existing).map(({ code }) => `${relation.sid} ${code}`)))
  for (const { sid, row } of moved) cases.set(sid, { ...row, sid, restored: cases.get(sid)?.restored ?? false })
  for (const draft of moved)
    for (const relation of existing.filter((one) => one.earlier_sid === draft.sid || one.later_sid === draft.sid))
      for (const notice of noticesOf(relation, cases, existing)) {
        if (notice.level === 'block') ruleFaultOf(ctx, draft, relation, [notice.zh, notice.en])
        else if (isDoubt(notice) && !known.has(`${relation.sid} ${notice.code}`))
          warnAt(modelNamed(ctx.tenant.models, 'patent'), draft, { ...doubtOf(notice), field: changedFirst(draft) })
      }
}

const changedFirst = ({ changed }: Draft) => RECHECKED.find((one) => changed.has(one)) ?? 'filing_date'

/** Told at the first field that was changed, by the name of the relation that it breaks. */
function ruleFaultOf(ctx: Context, draft: Draft, { relation_type }: KnownRelation, [zh, en]: Words) {
  const code = changedFirst(draft)
  const { zh: name, en: english } = RELATION_RULES[relation_type]
  ruleFault(ctx, draft, labelAt('patent', ctx, code), [`${name}：${zh}`, `${english}: ${en}`], code)
}

async function written(ctx: Context, drafts: readonly Draft[]) {
  await joinAll(
    ctx,
    drafts.filter(({ before }) => !before).map(({ row }) => row),
  )
}

async function joinAll(ctx: Context, rows: readonly RowValues[]) {
  for (const row of rows) await joinFamilies(ctx, row)
}

/** Both cases end in one family: a new one, that of either, or what was chosen where they differed. */
async function joinFamilies(ctx: Context, row: RowValues) {
  const cases = await readCases(ctx, [String(row.earlier_sid), String(row.later_sid)])
  const [earlier, later] = [cases.get(String(row.earlier_sid)), cases.get(String(row.later_sid))]
  if (!earlier || !later) return
  const [one, other] = [textOf(earlier.family_sid), textOf(later.family_sid)]
  const family = one ?? other ?? (await foundFamily(ctx, earlier))
  const both = [String(row.earlier_sid), String(row.later_sid)]
  const moved = one && other && one !== other && row.family_choice === 'MERGE' ? await membersOf(ctx, other) : both
  await placeIn(ctx, family, moved)
  if (row.relation_type === 'PCT') await fill(ctx, String(row.later_sid), Object.fromEntries(PCT_FACTS.map((code) => [code, earlier[code]])))
  if (row.relation_type === 'DUAL') {
    await fill(ctx, String(row.later_sid), { dual_case_sid: row.earlier_sid })
    await fill(ctx, String(row.earlier_sid), { dual_case_sid: row.later_sid })
  }
}

async function membersOf({ db }: Context, family: string): Promise<string[]> {
  const rows = await db.selectFrom('patent').select('sid').where('family_sid', '=', family).where('deleted_at', 'is', null).execute()
  return rows.map((row) => String(row.sid))
}

const PCT_FACTS = ['pct_no', 'pct_filing_date', 'pct_pub_no', 'pct_pub_date']

/** What the relation tells of a case is entered there, unless something stands there already. */
async function fill(ctx: Context, sid: string, facts: RowValues) {
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'patent')
  const [row] = await lockRows(own, model, [sid])
  if (!row) return
  const draft = draftFrom(row)
  for (const [code, value] of Object.entries(facts)) if ((row[code] ?? null) === null && value) setValue(draft, code, value)
  await runHooks(model.name, 'prepare', own, [draft])
  await updateDrafts(own, model, [draft])
}
