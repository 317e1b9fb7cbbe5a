import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { claimFrom, copiesFrom, type Corrected } from '../../../model/cases/relations/copies.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { runHooks } from '../../records/hooks.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'

/** A correction of a value that other records may have copied: the filing date, number, country or dates of relations. */
export const isCorrection = (kind: CaseKind, draft: Draft) => Boolean(draft.before) && copied(kind).some((code) => draft.changed.has(code))

/** A date entered for the first time, such as that of grant, is not a correction. */
export const isSurprising = (kind: CaseKind, { before, changed }: Draft) =>
  copied(kind).some((code) => changed.has(code) && (before?.[code] || !kind.relations?.passedOn?.includes(code)))

const copied = ({ roles, relations }: CaseKind) =>
  [roles.filing_date, roles.application_no, roles.country, ...(relations?.rechecked ?? []), ...(relations?.passedOn ?? [])].flatMap(
    (code) => code ?? [],
  )

/** Records that copied the old value from these cases get the new one; a value that a person recorded differently stays. */
export async function followCorrections(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const corrected = new Map(drafts.map((draft) => [draft.sid, correctedOf(kind, draft)]))
  await followRelations(ctx, kind, corrected)
  await followClaims(ctx, corrected)
}

type Corrections = ReadonlyMap<string, Corrected>

const correctedOf = (kind: CaseKind, { sid, before = {}, row }: Draft): Corrected => ({
  kind,
  before: { ...before, sid, restored: false },
  after: { ...row, sid, restored: false },
})

/** Rules of relations bind two cases of one kind. */
async function followRelations(ctx: Context, kind: CaseKind, corrected: Corrections) {
  const links = await ctx.db
    .selectFrom('related_case as l')
    .innerJoin('case as o', 'o.sid', 'l.later_sid')
    .select(['l.earlier_sid', 'l.later_sid', 'l.relation_type'])
    .where('l.earlier_sid', 'in', [...corrected.keys()])
    .where('l.deleted_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .where('o.kind', '=', kind.name)
    .execute()
  if (links.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, kind.name)
  const drafts = (
    await lockRows(
      own,
      model,
      links.map(({ later_sid }) => String(later_sid)),
    )
  ).map(draftFrom)
  const bySid = new Map(drafts.map((draft) => [draft.sid, draft]))
  for (const { earlier_sid, later_sid, relation_type } of links) {
    const [earlier, draft] = [corrected.get(String(earlier_sid)), bySid.get(String(later_sid))]
    if (!earlier || !draft) continue
    set(draft, copiesFrom(earlier, { ...draft.row, sid: draft.sid, restored: false }, String(relation_type)))
  }
  await write(own, kind.name, drafts)
}

async function followClaims(ctx: Context, corrected: Corrections) {
  const rows = await ctx.db
    .selectFrom('priority')
    .select('sid')
    .where('priority_case_sid', 'in', [...corrected.keys()])
    .where('deleted_at', 'is', null)
    .execute()
  if (rows.length === 0) return
  const own = onBehalfOf(ctx)
  const claims = await lockRows(
    own,
    modelNamed(ctx.tenant.models, 'priority'),
    rows.map(({ sid }) => sid),
  )
  const drafts: Draft[] = claims.map((claim) => draftFrom<RowValues>(claim))
  for (const draft of drafts) {
    const first = corrected.get(String(draft.row.priority_case_sid))
    if (first) set(draft, claimFrom(first, draft.row))
  }
  await write(own, 'priority', drafts)
}

function set(draft: Draft, values: Readonly<Record<string, unknown>>) {
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
}

async function write(own: Context, name: string, drafts: readonly Draft[]) {
  const moved = drafts.filter(({ changed }) => changed.size > 0)
  if (moved.length === 0) return
  await runHooks(name, 'prepare', own, moved)
  await updateDrafts(own, modelNamed(own.tenant.models, name), moved)
}
