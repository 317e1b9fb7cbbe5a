import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import type { RelatedEnd } from '../../../model/cases/relations/relation-rules.ts'
import { RELATION_TYPES } from '../../../model/cases/related_case.ts'
import { roll } from '../../../model/docketing/calendar/calendar.ts'
import type { CaseRole } from '../../../model/kit/fields.ts'
import { anyTable } from '../../database/pool.ts'
import { lawFor } from '../../docketing/law/law.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { byKind } from '../kinds.ts'

/** A case with the fields that the rules of its kind read, and the roll of a last day at an office. */
export type RelatedCase = { kind: CaseKind; end: RelatedEnd; roll?: (date: string, office: string) => string }

const ROLES: readonly CaseRole[] = ['title', 'filing_date']

function columnsOf({ model, family, relations }: CaseKind): string[] {
  const roles = ROLES.flatMap((role) => fieldOfRole(model, role) ?? [])
  return [...new Set(['sid', 'company_sid', ...roles, ...(family ? [family] : []), ...(relations?.facts ?? [])])]
}

/** Reads the cases, and which of them had a right of priority restored. */
export async function readCases(ctx: Context, sids: readonly string[]): Promise<Map<string, RelatedCase>> {
  if (sids.length === 0) return new Map()
  const { db } = ctx
  const [kinds, restored] = await Promise.all([
    byKind(ctx, sids),
    db
      .selectFrom('priority')
      .select('case_sid')
      .where('case_sid', 'in', sids)
      .where('restored', 'is', true)
      .where('deleted_at', 'is', null)
      .execute(),
  ])
  const { calendars } = (await lawFor(ctx)).law
  const rolled = (date: string, office: string) => `${roll(Temporal.PlainDate.from(date), office, calendars).date}`
  const known = new Set(restored.map((row) => row.case_sid))
  const found = new Map<string, RelatedCase>()
  for (const [kind, some] of kinds) {
    const rows = await anyTable(db).selectFrom(kind.name).select(columnsOf(kind)).where('sid', 'in', some).where('deleted_at', 'is', null).execute()
    for (const row of rows)
      found.set(String(row.sid), { kind, end: { ...row, sid: String(row.sid), restored: known.has(String(row.sid)) }, roll: rolled })
  }
  return found
}

export const roleOf = ({ kind, end }: RelatedCase, role: CaseRole) => end[fieldOfRole(kind.model, role) ?? ''] ?? null
export const familyOf = ({ kind, end }: RelatedCase): string | null => {
  const family = kind.family ? end[kind.family] : undefined
  return family === null || family === undefined ? null : String(family)
}

type RelationType = keyof typeof RELATION_TYPES
export type KnownRelation = { sid: string; earlier_sid: string; later_sid: string; relation_type: RelationType; claimed: boolean }

/** Every relation reachable from these cases. */
export async function relationsAround({ db }: Context, sids: readonly string[]): Promise<KnownRelation[]> {
  const reached = new Set<string>()
  const found = new Map<string, KnownRelation>()
  for (let edge = [...new Set(sids)]; edge.length > 0;) {
    for (const sid of edge) reached.add(sid)
    const rows = await db
      .selectFrom('related_case')
      .select(['sid', 'earlier_sid', 'later_sid', 'relation_type', 'claimed'])
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or([eb('earlier_sid', 'in', edge), eb('later_sid', 'in', edge)]))
      .execute()
    for (const row of rows) found.set(row.sid, relationOf(row))
    edge = [...new Set(rows.flatMap((row) => [String(row.earlier_sid), String(row.later_sid)]))].filter((sid) => !reached.has(sid))
  }
  return [...found.values()]
}

export function relationOf(row: RowValues): KnownRelation {
  const type = row.relation_type
  if (!isRelationType(type)) throw new Error(`unknown relation ${String(type)}`)
  return {
    sid: String(row.sid),
    earlier_sid: String(row.earlier_sid),
    later_sid: String(row.later_sid),
    relation_type: type,
    claimed: row.claimed === true,
  }
}

export const isRelationType = (type: unknown): type is RelationType => typeof type === 'string' && Object.hasOwn(RELATION_TYPES, type)
