import { type CompiledQuery, type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { CaseKind } from '../../model/cases/case-kind.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import type { CaseFacts } from '../../model/docketing/calculation/facts.ts'
import type { Disagreement, FamilyFacts } from '../../model/cases/relations/family.ts'
import { type Family, disputedBelow, factsAlone, familyFacts } from '../../model/cases/relations/family-facts.ts'
import { applicantsOf, EVENT_FACTS, factsOfCase, feeFactsOfCase } from '../../model/docketing/facts-of-case.ts'
import { NOTHING_RELATED, type Related } from '../../model/docketing/kind.ts'
import type { FeeFacts } from '../../model/fees/facts.ts'
import type { CaseRole, Field } from '../../model/kit/fields.ts'
import type { Tables } from '../database/tables.ts'
import { anyTable, type Db } from '../database/pool.ts'
import type { Context, RowValues } from '../records/context.ts'
import { claimsOf, readFamily } from './family/read-family.ts'

/** A case with all inputs of its deadlines and fees, and its existing deadlines and fees. */
export type Case = {
  kind: CaseKind
  row: RowValues
  facts: CaseFacts
  fee: FeeFacts
  deadlines: RowValues[]
  fees: RowValues[]
  /** Findings of the completeness check so far */
  findings: RowValues[]
  /** The claims that it has through its family alone. */
  inherited: readonly RowValues[]
  /** The earliest priority date, else the filing date. */
  earliest: string | null
  /** The earliest priority date before a correction that made it later. */
  former: string | null
  /** The cases from which it derives, and those that derive from it or claim it. */
  kin: { earlier: readonly string[]; later: readonly string[] }
}

/** The value of the record's field of this role. */
export function roleOf({ kind, row }: Case, role: CaseRole): unknown {
  const code = kind.roles[role]
  return code === undefined ? null : (row[code] ?? null)
}

/** Roles that are read in addition to the fields that drive the computation. */
const READ: readonly CaseRole[] = [
  'case_no', 'owner', 'country', 'subtype', 'route', 'filing_date', 'grant_date', 'close_date', 'applicants', 'suspensions', 'expiry_date', 'next_annuity_year',
  'next_annuity_due', 'annuity_decision',
] // oxfmt-ignore

/** The columns read of a record of this kind: inputs of its deadlines and fees, and the summary fields they write. */
function columnsOf({ model, drives, roles, docketing }: CaseKind): string[] {
  const byRole = READ.flatMap((role) => roles[role] ?? [])
  return [
    ...new Set([
      'sid',
      'company_sid',
      ...(model.states ? [model.states.field] : []),
      ...byRole,
      ...drives,
      ...(docketing?.completeness?.numbers ?? []),
    ]),
  ]
}

/** Reads all of them with one statement, of any kind where none is named; deleted cases are left out. */
export async function readCases(ctx: Context, sids: readonly string[], named?: string): Promise<Case[]> {
  const { kinds } = ctx.tenant.declared
  const only = named ?? (kinds.size === 1 ? [...kinds.keys()][0] : undefined)
  const kind = only === undefined ? undefined : kinds.get(only)
  const found = kind ? await readOfKind(ctx, sids, kind) : await readOfKinds(ctx, sids, [...kinds.values()])
  const countries = await applicantCountries(ctx, found)
  const related = found.filter((one) => one.related.earlier.length > 0 || one.related.later.length > 0).map(({ row }) => String(row.sid))
  const family = related.length > 0 ? await readFamily(ctx, related) : NO_FAMILY
  const facts = familyFacts(family)
  return found.map((one) => {
    const withRecord = (row: RowValues): RowValues => ({ ...family.members.get(String(row.sid))?.row, ...row })
    const [earlier, later] = [one.related.earlier.map(withRecord), one.related.later.map(withRecord)]
    const sid = String(one.row.sid)
    const known = facts(sid) ?? factsAlone({ kind: one.kind, row: one.row, claims: one.related.priorities })
    const disputed = [...disputedBelow(sid, family, facts), ...disputedBy(one, later)]
    return caseOf(one.kind, one.row, { ...one.related, earlier, later, countries }, { ...known, disputed })
  })
}

/** Priorities that name this case, of cases that no relation binds to it, with another day than its filing date. */
function disputedBy({ kind, row, related }: Found, later: readonly RowValues[]): Disagreement[] {
  const filed = row[kind.roles.filing_date ?? '']
  const isRelated = new Set(later.map(({ sid }) => sid))
  return related.claimants.flatMap(({ sid, priority_date: day }) =>
    filed && day && day !== filed && !isRelated.has(sid)
      ? [{ field: 'filing_date', own: String(filed), family: String(day), with: String(sid) }]
      : [],
  )
}

const NO_FAMILY: Family = { members: new Map(), links: [] }

/** Reads the kind of a live case and the requested columns of its record, with one statement. */
export async function readRecord(ctx: Context, sid: string, columns: (kind: CaseKind) => readonly string[]) {
  const kinds = [...ctx.tenant.declared.kinds.values()]
  const [row] = await ctx.db
    .selectFrom('case as p')
    .select('p.kind')
    .select((of) => kinds.map((kind, at) => recordOf(of, kind, columns(kind)).as(`record_${at}`)))
    .where('p.sid', '=', sid)
    .execute()
  return row && recordIn(kinds, row)
}

/** New cases before their insert: they have no related rows yet, so their own rows are enough. */
export async function newCases(ctx: Context, kind: CaseKind, rows: readonly RowValues[]): Promise<Case[]> {
  const countries = await applicantCountries(
    ctx,
    rows.map((row) => ({ kind, row })),
  )
  return rows.map((row) => caseOf(kind, row, { ...NOTHING_RELATED, priorities: (row.priorities as RowValues[] | null) ?? [], countries })) // a list of claims
}

/** A case with only these facts; nothing is read. `known`: facts of its family, if it has one. */
export const supposedCase = (kind: CaseKind, row: RowValues, related: Partial<Related> = {}, known?: FamilyFacts): Case =>
  caseOf(kind, row, { ...NOTHING_RELATED, ...related }, known)

/** The facts are those of the record and its family together. */
function caseOf(kind: CaseKind, row: RowValues, related: Related & { findings?: RowValues[] }, known?: FamilyFacts): Case {
  const family = known ?? factsAlone({ kind, row, claims: related.priorities })
  const earliest = earliestIn(kind, family)
  const former = formerIn(kind, row, earliest)
  const [whole, beside] = [
    { ...row, ...family.values, ...(kind.priorities?.former && { [kind.priorities.former.field]: former }) },
    { ...related, priorities: family.claims, family },
  ]
  const facts = factsOfCase(kind, whole, beside)
  const fee = feeFactsOfCase(kind, whole, beside, facts)
  const claimed = related.priorities.flatMap(({ priority_case_sid: sid }) => (sid ? [String(sid)] : []))
  const kin = {
    earlier: [...new Set([...sidsOf(related.earlier), ...claimed])],
    later: [...new Set([...sidsOf(related.later), ...sidsOf(related.claimants)])],
  }
  const inherited = family.claims.filter(({ through }) => through)
  const { findings = [] } = related
  return {
    kind,
    row,
    facts,
    fee,
    inherited,
    deadlines: [...related.deadlines],
    fees: [...related.fees],
    findings,
    earliest,
    former,
    kin,
  }
}

const sidsOf = (rows: readonly RowValues[]) => rows.map((row) => String(row.sid))

function earliestIn({ priorities }: CaseKind, { values }: FamilyFacts): string | null {
  const day = priorities && values[priorities.earliest]
  return typeof day === 'string' ? day : null
}

/** Of a filed case: some periods run from the earlier of two dates, one of which is no longer claimed. */
function formerIn({ priorities, roles }: CaseKind, row: RowValues, earliest: string | null): string | null {
  const { former } = priorities ?? {}
  if (!priorities || !former?.of(row) || !earliest || !row[roles.filing_date ?? '']) return null
  const days = [row[former.field], row[priorities.earliest]].filter((day): day is string => typeof day === 'string' && day < earliest)
  return days.toSorted()[0] ?? null
}

type Found = { kind: CaseKind; row: RowValues; related: Omit<Related, 'countries'> & { findings: RowValues[] } }

async function readOfKind({ db }: Context, sids: readonly string[], kind: CaseKind): Promise<Found[]> {
  const [only] = sids
  const rows =
    only !== undefined && sids.length === 1
      ? await readOne(db, only, kind)
      : await selectOfKind(db, kind)
          .where('p.sid', 'in', [...sids])
          .execute()
  return rows.map((row) => foundIn(kind, row, row))
}

const selectOfKind = (db: Db, kind: CaseKind) =>
  anyTable(db)
    .selectFrom(`${kind.name} as p`)
    .select(columnsOf(kind).map((code) => `p.${code}`))
    .select((of) => relatedTo(of as unknown as Builder)) // the record has the head's sid
    .$if(kind.dealing !== undefined, (query) => query.select((of) => dealtIn(of as unknown as Builder)))
    .where('p.deleted_at', 'is', null)

const ofOne = new WeakMap<CaseKind, CompiledQuery<RowValues>>()
/** In place of the key of the case. */
const KEY = Symbol('key')

/** After each write of a case: compiling the statement takes longer than the database takes for it. */
async function readOne(db: Db, sid: string, kind: CaseKind): Promise<readonly RowValues[]> {
  const compiled = ofOne.get(kind) ?? selectOfKind(db, kind).where('p.sid', '=', KEY).compile()
  ofOne.set(kind, compiled)
  const { rows } = await db.executeQuery<RowValues>({ ...compiled, parameters: compiled.parameters.map((value) => (value === KEY ? sid : value)) })
  return rows
}

/** The head gives the kind; the tables of other kinds are not read. */
async function readOfKinds({ db }: Context, sids: readonly string[], kinds: readonly CaseKind[]): Promise<Found[]> {
  const rows = await db
    .selectFrom('case as p')
    .select('p.kind')
    .select((of) => kinds.map((kind, at) => recordOf(of, kind, columnsOf(kind)).as(`record_${at}`)))
    .select((of) => relatedTo(of))
    .select((of) => dealtIn(of))
    .where('p.sid', 'in', [...sids])
    .where('p.deleted_at', 'is', null)
    .execute()
  return rows.flatMap((row) => {
    const found = recordIn(kinds, row)
    return found ? [foundIn(found.kind, found.row, row)] : []
  })
}

function recordIn(kinds: readonly CaseKind[], row: RowValues): Pick<Case, 'kind' | 'row'> | undefined {
  const at = kinds.findIndex(({ name }) => name === row.kind)
  const kind = kinds[at]
  const record = row[`record_${at}`] as RowValues | null // selected by recordOf
  return kind && record ? { kind, row: record } : undefined
}

type Builder = ExpressionBuilder<Tables & { p: Tables['case'] }, 'p'>

/** Amounts stay text, as in other reads. */
function recordOf(of: Builder, kind: CaseKind, codes: readonly string[]) {
  const fields: Readonly<Record<string, Field>> = kind.model.fields
  const isExact = (code: string) => {
    const field = fields[code]
    return field?.type === 'money' || (field?.type === 'decimal' && !field.shortest)
  }
  const own = of as unknown as ExpressionBuilder<Record<string, Record<string, unknown>>, string> // of a table known only by its name
  const columns = codes.map((code) => (isExact(code) ? sql`${sql.ref(`r.${code}`)}::text`.as(code) : (`r.${code}` as const)))
  return jsonObjectFrom(own.selectFrom(`${kind.name} as r`).select(columns).whereRef('r.sid', '=', 'p.sid').where('p.kind', '=', kind.name))
}

function relatedTo(of: Builder) {
  return [
    claimsOf(of).as('priorities'),
    jsonArrayFrom(
      of
        .selectFrom('priority as z')
        .innerJoin(`${HEAD} as o`, 'o.sid', 'z.case_sid')
        .select(['z.case_sid as sid', 'z.priority_date', 'o.country', 'o.filing_date', 'o.phase'])
        .whereRef('z.priority_case_sid', '=', 'p.sid')
        .where('z.deleted_at', 'is', null)
        .where('o.deleted_at', 'is', null),
    ).as('claimants'),
    jsonArrayFrom(
      of
        .selectFrom('official_event as e')
        .select(EVENT)
        .whereRef('e.case_sid', '=', 'p.sid')
        .where('e.deleted_at', 'is', null)
        .orderBy('e.event_date')
        .orderBy('e.sid'),
    ).as('events'),
    relations(of, 'earlier_sid', 'later_sid').as('later'),
    relations(of, 'later_sid', 'earlier_sid').as('earlier'),
    jsonArrayFrom(
      of
        .selectFrom('deadline as d')
        .selectAll('d')
        .whereRef('d.case_sid', '=', 'p.sid')
        .where('d.key', 'is not', null)
        .where('d.deleted_at', 'is', null),
    ).as('deadlines'),
    jsonArrayFrom(of.selectFrom('finding as g').select(FINDING).whereRef('g.case_sid', '=', 'p.sid')).as('findings'),
    jsonArrayFrom(of.selectFrom('fee as f').selectAll('f').whereRef('f.case_sid', '=', 'p.sid').where('f.deleted_at', 'is', null)).as('fees'),
  ] as const
}

/** Only contracts name rights. */
const dealtIn = (of: Builder) =>
  jsonArrayFrom(
    of
      .selectFrom('dealt_right as t')
      .innerJoin(`${HEAD} as o`, 'o.sid', 't.case_sid')
      .select(['o.kind', 'o.country'])
      .whereRef('t.dealing_sid', '=', 'p.sid')
      .where('t.deleted_at', 'is', null),
  ).as('dealt')

const FINDING = [
  'g.sid', 'g.case_sid', 'g.company_sid', 'g.code', 'g.words', 'g.words_en', 'g.about_sids', 'g.status', 'g.found_on', 'g.version',
  'g.reason', 'g.until', 'g.acknowledged_by', 'g.acknowledged_on',
] as const // oxfmt-ignore
const EVENT = EVENT_FACTS.map((code) => `e.${code}` as const)

/** The relations with the case on one side, with facts of the case on the other side. */
function relations(of: Builder, side: 'earlier_sid' | 'later_sid', other: 'earlier_sid' | 'later_sid'): ReturnType<typeof jsonArrayFrom> {
  return jsonArrayFrom(
    of
      .selectFrom('related_case as l')
      .innerJoin(`${HEAD} as o`, 'o.sid', `l.${other}`)
      .select(['o.sid', 'l.relation_type', 'l.claimed', 'o.country', 'o.filing_date', 'o.phase'])
      .whereRef(`l.${side}`, '=', 'p.sid')
      .where('l.deleted_at', 'is', null)
      .where('o.deleted_at', 'is', null),
  )
}

function foundIn(kind: CaseKind, row: RowValues, beside: RowValues): Found {
  const list = (code: string) => (beside[code] as RowValues[] | null) ?? [] // jsonArrayFrom gives lists
  const [priorities, events, earlier, later] = [list('priorities'), list('events'), list('earlier'), list('later')]
  const claimants = list('claimants')
  return {
    kind,
    row,
    related: {
      priorities,
      events,
      earlier,
      later,
      claimants,
      deadlines: list('deadlines'),
      fees: list('fees'),
      findings: list('findings'),
      dealt: list('dealt'),
    },
  }
}

async function applicantCountries({ db }: Context, cases: readonly Pick<Case, 'kind' | 'row'>[]): Promise<Map<string, string>> {
  const sids = [...new Set(cases.flatMap(({ kind, row }) => applicantsOf(kind, row)))]
  if (sids.length === 0) return new Map()
  const found = await db.selectFrom('applicant').select(['sid', 'country']).where('sid', 'in', sids).execute()
  return new Map(found.map((one) => [one.sid, String(one.country)]))
}
