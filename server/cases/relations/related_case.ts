import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import { copiesFrom, mayCopy } from '../../../model/cases/relations/copies.ts'
import { checkAnyRelation, type Notice, unknownType } from '../../../model/cases/relations/relation-rules.ts'
import { RELATION_TYPES } from '../../../model/cases/related_case.ts'
import type { Words } from '../../../model/kit/fields.ts'
import { runHooks } from '../../records/hooks.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { warnAt } from '../../records/write/checks/warnings.ts'
import { sidOf } from '../../records/write/values.ts'
import type { Part } from '../../records/modules.ts'
import { lockKey, type Context, type Draft, type RowValues } from '../../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { membersOf } from '../kinds.ts'
import { foundFamily, placeIn } from './patent_family.ts'
import { familyOf, isRelationType, type KnownRelation, readCases, type RelatedCase, relationOf, relationsAround, roleOf } from './relation-facts.ts'
import { labelAt, ruleFault } from '../rule-fault.ts'

export const relations: Part = {
  hooks: [{ model: 'related_case', check, written, restored: (ctx, rows) => joinAll(ctx, rows) }],
  shown: { related_case: addWarnings },
}

/** Collects every objection to each relation; different families need the user's choice. */
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

/** A doubt that may be a mistake, such as an expired priority period. A field of the form covers the choice of family. */
const isDoubt = ({ level, code }: Notice) => level === 'warning' && code !== 'family_mismatch'
const doubtOf = ({ code, zh, en }: Notice) => ({ code, words: [zh, en] as const, asks: true })

/** An objection that does not forbid a relation, such as an expired priority period, is shown with the record. */
async function addWarnings(ctx: Context, record: RowValues) {
  const relation = { ...record, earlier_sid: sidOf(record.earlier_sid), later_sid: sidOf(record.later_sid) }
  if (!relation.earlier_sid || !relation.later_sid || !isRelationType(record.relation_type)) return
  const cases = await readCases(ctx, [relation.earlier_sid, relation.later_sid])
  const warnings = noticesOf(relationOf(relation), cases, []).filter(({ level }) => level === 'warning')
  if (warnings.length > 0) record.warnings = warnings.map((notice) => notice[ctx.lang])
}

/** Two cases of one kind are checked by its rules, any others by the common rules. */
export function noticesOf(relation: KnownRelation, cases: ReadonlyMap<string, RelatedCase>, existing: readonly KnownRelation[]): Notice[] {
  const [earlier, later] = [cases.get(relation.earlier_sid), cases.get(relation.later_sid)]
  if (!earlier || !later) return []
  const others = existing.filter(({ sid }) => sid !== relation.sid)
  const rules = earlier.kind === later.kind ? earlier.kind.relations : undefined
  if (rules && unknownType(rules, relation.relation_type).length > 0) return unknownType(rules, relation.relation_type)
  const rolled = (date: string) => later.roll?.(date, String(roleOf(later, 'country') ?? '')) ?? date
  if (rules) return rules.check(earlier.end, later.end, relation.relation_type, others, rolled)
  return checkAnyRelation(earlier.end, later.end, relation.relation_type, others, [roleOf(earlier, 'filing_date'), roleOf(later, 'filing_date')])
}

/** The fields of a kind whose change may break a relation. */
const recheckedOf = ({ model, relations: rules }: CaseKind) => rules?.rechecked ?? [fieldOfRole(model, 'filing_date') ?? '']

/** A date added after the relation was made, or a corrected fact, must still agree with the relation. */
export async function recheck(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const rechecked = recheckedOf(kind)
  const moved = drafts.filter(({ before, changed }) => before && rechecked.some((code) => changed.has(code)))
  if (moved.length === 0) return
  const existing = await relationsAround(
    ctx,
    moved.map(({ sid }) => sid),
  )
  if (existing.length === 0) return
  const cases = await readCases(ctx, [...new Set(existing.flatMap((one) => [one.earlier_sid, one.later_sid]))])
  // Doubts that existed before the change are not asked again.
  const known = new Set(existing.flatMap((relation) => noticesOf(relation, cases, existing).map(({ code }) => `${relation.sid} ${code}`)))
  for (const { sid, row } of moved) correct(cases, existing, sid, { kind, end: { ...row, sid, restored: cases.get(sid)?.end.restored ?? false } })
  const model = modelNamed(ctx.tenant.models, kind.name)
  for (const draft of moved) {
    const field = rechecked.find((one) => draft.changed.has(one)) ?? ''
    for (const relation of existing.filter((one) => one.earlier_sid === draft.sid || one.later_sid === draft.sid))
      for (const notice of noticesOf(relation, cases, existing)) {
        const label = labelAt(kind.name, ctx, field)
        if (notice.level === 'block') ruleFault(ctx, draft, label, named(relation, [notice.zh, notice.en]), field)
        else if (isDoubt(notice) && !known.has(`${relation.sid} ${notice.code}`)) warnAt(model, draft, { ...doubtOf(notice), field })
      }
  }
}

/** Later cases that copied a value from the corrected one follow it, so they are checked with the new value. */
function correct(cases: Map<string, RelatedCase>, existing: readonly KnownRelation[], sid: string, to: RelatedCase) {
  const from = cases.get(sid)
  cases.set(sid, { ...from, ...to })
  if (!from) return
  for (const { later_sid, relation_type } of existing.filter((one) => one.earlier_sid === sid)) {
    const later = cases.get(later_sid)
    if (!later || later.kind.name !== to.kind.name) continue // with fields of a company's own, a kind is an object of its own
    const copies = copiesFrom({ kind: to.kind, before: from.end, after: to.end }, later.end, relation_type)
    if (Object.keys(copies).length > 0) correct(cases, existing, later_sid, { ...later, end: { ...later.end, ...copies } })
  }
}

/** The fault names the broken relation. */
function named({ relation_type }: KnownRelation, [zh, en]: Words): Words {
  const [name, english] = RELATION_TYPES[relation_type]
  return [`${name}：${zh}`, `${english}: ${en}`]
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

/** Puts both cases into one family: a new one, that of either, or the chosen one where they differed. */
async function joinFamilies(ctx: Context, row: RowValues) {
  const both = [String(row.earlier_sid), String(row.later_sid)]
  const cases = await readCases(ctx, both)
  const [earlier, later] = [cases.get(String(row.earlier_sid)), cases.get(String(row.later_sid))]
  if (!earlier || !later) return
  if (earlier.kind.family && later.kind.family) {
    const [one, other] = [familyOf(earlier), familyOf(later)]
    const family = one ?? other ?? (await foundFamily(ctx, earlier))
    const isMerged = one && other && one !== other && row.family_choice === 'MERGE'
    await placeIn(ctx, family, isMerged ? (await membersOf(ctx, [other])).map(({ sid }) => sid) : both)
  }
  const rules = earlier.kind === later.kind ? earlier.kind.relations : undefined
  const values = rules?.tells?.(earlier.end, later.end, String(row.relation_type))
  if (values?.later) await fill(ctx, later, values.later)
  if (values?.earlier) await fill(ctx, earlier, values.earlier)
}

/** Enters the values that the relation gives to a case, unless the field has a value. */
async function fill(ctx: Context, { kind, end }: RelatedCase, facts: RowValues) {
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, kind.name)
  const [row] = await lockRows(own, model, [end.sid])
  if (!row) return
  const draft = draftFrom(row)
  for (const [code, value] of Object.entries(facts))
    if ((row[code] ?? null) === null && value && mayCopy(kind, row, code)) setValue(draft, code, value)
  await runHooks(model.name, 'prepare', own, [draft])
  await updateDrafts(own, model, [draft])
}
