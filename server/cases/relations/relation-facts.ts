import type { Relation, RelationCase } from '../../../model/rights/patents/relations/relation-rules.ts'
import { RELATION_RULES } from '../../../model/rights/patents/relations/relation-types.ts'
import type { RowValues } from '../../records/hooks.ts'
import type { Context } from '../../records/context.ts'

export const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value))

/** A patent as the rules of relations see it. */
export function relationCase(row: RowValues, restored = false): RelationCase {
  return {
    sid: String(row.sid),
    country: String(row.country ?? ''),
    patent_type: String(row.patent_type ?? ''),
    route: textOf(row.route),
    filing_date: textOf(row.filing_date),
    submission_date: textOf(row.submission_date),
    entry_date: textOf(row.entry_date),
    close_date: textOf(row.close_date),
    grant_date: textOf(row.grant_date),
    application_no: textOf(row.application_no),
    pct_no: textOf(row.pct_no),
    family_sid: textOf(row.family_sid),
    designated: Array.isArray(row.designated) ? row.designated.map(String) : [],
    applicant_sids: Array.isArray(row.applicants) ? row.applicants.map((one: RowValues) => String(one.applicant_sid)) : [], // parsed as rows
    restored,
  }
}

const FACTS = [
  'sid', 'case_no', 'title', 'country', 'patent_type', 'route', 'filing_date', 'submission_date', 'entry_date', 'close_date', 'grant_date', 'application_no', 'pct_no',
  'pct_filing_date', 'pct_pub_no', 'pct_pub_date', 'family_sid', 'designated', 'applicants', 'company_sid',
] as const // oxfmt-ignore

/** The cases, and which of them had a right of priority restored. */
export async function readCases({ db }: Context, sids: readonly string[]): Promise<Map<string, RowValues & { restored: boolean }>> {
  if (sids.length === 0) return new Map()
  const [rows, restored] = await Promise.all([
    db.selectFrom('patent').select(FACTS).where('sid', 'in', sids).where('deleted_at', 'is', null).execute(),
    db
      .selectFrom('priority')
      .select('case_sid')
      .where('case_sid', 'in', sids)
      .where('restored', 'is', true)
      .where('deleted_at', 'is', null)
      .execute(),
  ])
  const known = new Set(restored.map((row) => row.case_sid))
  return new Map(rows.map((row) => [String(row.sid), { ...row, restored: known.has(row.sid) }]))
}

export type KnownRelation = Relation & { sid: string; claimed: boolean }

/** Every relation that can be reached from these cases. */
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
    for (const row of rows) found.set(String(row.sid), relationOf(row))
    edge = [...new Set(rows.flatMap((row) => [String(row.earlier_sid), String(row.later_sid)]))].filter((sid) => !reached.has(sid))
  }
  return [...found.values()]
}

export function relationOf(row: RowValues): KnownRelation {
  const type = String(row.relation_type)
  if (!isRelationType(type)) throw new Error(`unknown relation ${type}`)
  return {
    sid: String(row.sid),
    earlier_sid: String(row.earlier_sid),
    later_sid: String(row.later_sid),
    relation_type: type,
    claimed: row.claimed === true,
  }
}

export const isRelationType = (type: unknown): type is keyof typeof RELATION_RULES => typeof type === 'string' && Object.hasOwn(RELATION_RULES, type)
