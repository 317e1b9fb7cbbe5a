import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import { applicationKeyOf, type Family, type Link, type Member } from '../../../model/cases/relations/family-facts.ts'
import type { Tables } from '../../database/tables.ts'
import type { Context, RowValues } from '../../records/context.ts'

/** The cases from which these derive, those that derive directly from them, and the relations between; with two statements. */
export async function readFamily(ctx: Context, sids: readonly string[]): Promise<Family> {
  const links = await linksOf(ctx, sids)
  if (links.length === 0) return { members: new Map(), links }
  const members = await readMembers(ctx, [...new Set(links.flatMap((one) => [one.earlier_sid, one.later_sid]))])
  return { members, links }
}

const LINK = ['earlier_sid', 'later_sid', 'relation_type', 'claimed'] as const

async function linksOf({ db }: Context, sids: readonly string[]): Promise<Link[]> {
  const rows = await db
    .withRecursive('up', (of) =>
      of
        .selectFrom('related_case')
        .select(LINK)
        .where('deleted_at', 'is', null)
        .where((eb) => eb.or([eb('later_sid', 'in', sids), eb('earlier_sid', 'in', sids)]))
        .union(
          of
            .selectFrom('related_case as r')
            .innerJoin('up', 'up.earlier_sid', 'r.later_sid')
            .select(['r.earlier_sid', 'r.later_sid', 'r.relation_type', 'r.claimed'])
            .where('r.deleted_at', 'is', null),
        ),
    )
    .selectFrom('up')
    .select(LINK)
    .execute()
  return rows.map(({ claimed, ...row }) => ({
    earlier_sid: String(row.earlier_sid),
    later_sid: String(row.later_sid),
    relation_type: String(row.relation_type),
    claimed: claimed === true,
  }))
}

/** The fields of a member that its relatives read. */
export function memberColumns(kind: CaseKind): string[] {
  const { model, roles, relations } = kind
  const byRole = (['case_no', 'title', 'country', 'route', 'subtype', 'filing_date', 'application_no'] as const).flatMap((role) => roles[role] ?? [])
  const keys = [applicationKeyOf(kind), fieldOfRole(model, 'owner'), model.states?.field].flatMap((code) => code ?? [])
  return [...new Set(['sid', 'company_sid', ...byRole, ...keys, ...(relations?.facts ?? [])])]
}

async function readMembers({ db, tenant }: Context, sids: readonly string[]): Promise<Map<string, Member>> {
  const kinds = [...tenant.declared.kinds.values()]
  const rows = await db
    .selectFrom('case as p')
    .select(['p.sid', 'p.kind'])
    .select((of) => kinds.map((kind, at) => recordOf(of, kind).as(`record_${at}`)))
    .select((of) => claimsOf(of).as('claims'))
    .where('p.sid', 'in', [...sids])
    .where('p.deleted_at', 'is', null)
    .execute()
  const found = new Map<string, Member>()
  for (const row of rows as RowValues[]) {
    const at = kinds.findIndex(({ name }) => name === row.kind)
    const kind = kinds[at]
    const record = row[`record_${at}`] as RowValues | null // selected by recordOf
    if (kind && record) found.set(String(row.sid), { kind, row: record, claims: (row.claims as RowValues[] | null) ?? [] }) // selected by claimsOf
  }
  return found
}

type Builder = ExpressionBuilder<Tables & { p: Tables['case'] }, 'p'>

function recordOf(of: Builder, kind: CaseKind) {
  const own = of as unknown as ExpressionBuilder<Record<string, Record<string, unknown>>, string> // of a table known only by its name
  const columns = memberColumns(kind).map((code) => `r.${code}` as const)
  return jsonObjectFrom(own.selectFrom(`${kind.name} as r`).select(columns).whereRef('r.sid', '=', 'p.sid').where('p.kind', '=', kind.name))
}

/** The own claims of a case, each with the filing date of the case of ours that it names. */
export function claimsOf(of: Builder) {
  return jsonArrayFrom(
    of
      .selectFrom('priority as y')
      .leftJoin('case as first', (join) => join.onRef('first.sid', '=', 'y.priority_case_sid').on('first.deleted_at', 'is', null))
      .select([
        ...([
          'y.priority_date',
          'y.priority_country',
          'y.priority_no',
          'y.priority_key',
          'y.priority_case_sid',
          'y.restored',
          'y.to_complete',
        ] as const),
        'first.filing_date as linked_date',
      ])
      .whereRef('y.case_sid', '=', 'p.sid')
      .where('y.deleted_at', 'is', null)
      .orderBy('y.priority_date'),
  )
}
