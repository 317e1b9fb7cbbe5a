// The facts that a case has through its family. Every date of the case is computed from these facts.
import type { Field } from '../../kit/fields.ts'
import type { Kind } from '../numbers/recognised.ts'
import { type CaseKind, fieldOfRole } from '../case-kind.ts'
import type { Disagreement, Dispute, FamilyFacts, Unclaimed } from './family.ts'
import type { Gives, RelatedEnd } from './relation-rules.ts'

type Row = Readonly<Record<string, unknown>>

/** A case of the family: its record, and its own claims as recorded. */
export type Member = { kind: CaseKind; row: Row; claims: readonly Row[] }

export type Link = { earlier_sid: string; later_sid: string; relation_type: string; claimed: boolean }

export type Family = { members: ReadonlyMap<string, Member>; links: readonly Link[] }

/** The facts of each requested member; undefined on a cycle of relations. */
export function familyFacts(family: Family): (sid: string) => FamilyFacts | undefined {
  const above = Map.groupBy(family.links, ({ later_sid }) => later_sid)
  const known = new Map<string, FamilyFacts | undefined>()
  const resolve = (sid: string): FamilyFacts | undefined => {
    if (known.has(sid)) return known.get(sid)
    known.set(sid, undefined)
    const member = family.members.get(sid)
    const parents = (above.get(sid) ?? []).flatMap((link) => parentOf(link, member, family, resolve))
    const facts = member && factsOf(member, parents)
    known.set(sid, facts)
    return facts
  }
  return resolve
}

/** Values that the direct later cases record about this case and that it does not record itself. */
export function disputedBelow(sid: string, { links, members }: Family, facts: (sid: string) => FamilyFacts | undefined): Disagreement[] {
  const children = new Set(links.filter(({ earlier_sid }) => earlier_sid === sid).map(({ later_sid }) => later_sid))
  return [...children].flatMap((child) => {
    const member = members.get(child)
    const disputes = member ? (facts(child)?.disputes ?? []) : []
    return disputes.flatMap(({ with: about, there, own, family }) => (about === sid ? [{ field: there, own: family, family: own, with: child }] : []))
  })
}

/** The facts of a case without relations. */
export const factsAlone = (member: Member): FamilyFacts => factsOf(member, [])

type Parent = { gives: Gives; type: string; member: Member; facts: FamilyFacts }

function parentOf({ earlier_sid, relation_type: type, claimed }: Link, later: Member | undefined, { members }: Family, resolve: Resolve): Parent[] {
  const member = members.get(earlier_sid)
  const gives = member && later && givesOf(member, later, type)
  const facts = gives && (claimed || gives === 'FILING') ? resolve(earlier_sid) : undefined
  return member && gives && facts ? [{ gives, type, member, facts }] : []
}

type Resolve = (sid: string) => FamilyFacts | undefined

const rulesOf = (earlier: Member, later: Member) => (earlier.kind === later.kind ? later.kind.relations : undefined)

export function givesOf(earlier: Member, later: Member, type: string): Gives | undefined {
  return rulesOf(earlier, later)?.gives?.(endOf(earlier), endOf(later), type)
}

const endOf = ({ row }: Member): RelatedEnd => ({ ...row, sid: String(row.sid), restored: false })

function factsOf(member: Member, parents: readonly Parent[]): FamilyFacts {
  const { roles, priorities } = member.kind
  const filed = roles.filing_date ?? ''
  const found: Findings = { values: {}, inherited: [], disagreements: [], disputes: [] }
  for (const parent of parents) if (parent.gives === 'FILING') takeFiling(member, parent, found)
  const { claims, unclaimed } = claimsOf(member, parents, found)
  if (priorities) {
    const first = earliestOf(claims)
    found.values[priorities.earliest] = first ?? dayIn(found.values[filed] ?? member.row[filed]) ?? null
    const doubt = first === undefined && found.disagreements.find(({ field }) => field === filed)
    if (doubt) found.disagreements.push({ ...doubt, field: priorities.earliest })
    if (first ? member.claims.length === 0 : found.inherited.includes(filed)) found.inherited.push(priorities.earliest)
    for (const parent of parents) takeDoubts(parent, [filed, priorities.earliest], found)
  }
  return { ...found, disputed: [], claims, unclaimed, continues: parents.some(({ gives }) => gives !== 'PRIORITY') }
}

type Findings = { values: Record<string, unknown>; inherited: string[]; disagreements: Disagreement[]; disputes: Dispute[] }

/**
 * The filing date, and the dates that the relation gives the later case. A case that is not filed yet has no filing date,
 * unless the relation gives one: the case is not filed again.
 */
function takeFiling(member: Member, parent: Parent, found: Findings) {
  const filed = member.kind.roles.filing_date ?? ''
  const { member: earlier, type } = parent
  const given = rulesOf(earlier, member)?.tells?.(endOf(earlier), endOf(member), type).later ?? {}
  const from = filingOf(parent)
  if (from && (member.row[filed] || filed in given || !isPrepared(member))) takeDay(member, filed, { day: from, of: earlier }, found)
  for (const [code, value] of Object.entries(given)) {
    const day = code === filed ? undefined : dayIn(value)
    if (day) takeDay(member, code, { day, of: earlier }, found)
  }
}

/** A date that comes from an earlier case is as doubtful as it is there: a filing date may be a date of priority here. */
function takeDoubts({ facts }: Parent, fields: readonly string[], found: Findings) {
  for (const field of fields.filter((one) => found.inherited.includes(one)))
    for (const { own, family } of facts.disagreements.filter((one) => fields.includes(one.field))) {
      const isKnown = found.disagreements.some((one) => one.field === field && one.own === own && one.family === family)
      if (!isKnown && earliest([own, family]) === found.values[field]) found.disagreements.push({ field, own, family, above: true })
    }
}

function takeDay({ row }: Member, field: string, { day, of: other }: { day: string; of: Member }, found: Findings) {
  const own = dayIn(row[field])
  if (own === undefined) found.inherited.push(field)
  else if (own !== day) disagree(found, { field, own, family: day, with: String(other.row.sid) })
  found.values[field] = earliest([day, own, found.values[field]])
}

function disagree(found: Findings, { with: other, field, there = field, ...days }: Omit<Dispute, 'there'> & { there?: string }) {
  found.disagreements.push({ field, ...days, ...(other && { with: other }) })
  found.disputes.push({ field, ...days, with: other, there })
}

/** Own claims are the record; those of the family count where the case has none, or where they are earlier. */
function claimsOf(member: Member, parents: readonly Parent[], found: Findings) {
  const own = member.claims.map((claim) => checkedClaim(claim, found))
  const field = member.kind.priorities?.earliest
  if (!field) return { claims: own, unclaimed: [] }
  const offered = parents.flatMap((parent) => offeredBy(parent).map((claim) => ({ claim, parent })))
  const unclaimed: Unclaimed[] = []
  for (const { claim, parent } of offered) {
    const at = own.findIndex((one) => isSameClaim(one, claim))
    const duplicate = own[at]
    if (duplicate) own[at] = { ...duplicate, priority_date: agreedDay(duplicate, claim, found) }
    else if (own.length && parent.gives === 'PRIORITY') unclaimed.push({ date: String(claim.priority_date), country: String(claim.priority_country) })
  }
  const first = earliestOf(own)
  if (!first) return { claims: distinct(offered.map(({ claim }) => claim)), unclaimed }
  const older = offered.map(({ claim }) => claim).filter((one) => dayOf(one) < first)
  const family = earliestOf(older) ?? firstOfParents(parents)
  const disputed = found.disagreements.find(({ field: about, own: a, family: b }) => about === CLAIM && earliest([a, b]) === first)
  const other = older.find((one) => dayOf(one) === family)
  if (family && family !== first) disagree(found, { field, own: first, family, with: String(other?.through ?? '') })
  else if (disputed) found.disagreements.push({ ...disputed, field })
  return { claims: distinct([...own, ...older]), unclaimed }
}

/** The disagreement about a single claim. */
const CLAIM = 'priority_date'

/** The earliest date of the applications that it continues. */
const firstOfParents = (parents: readonly Parent[]) =>
  earliest(
    parents.filter(({ gives }) => gives !== 'PRIORITY').map(({ member: { kind }, facts: { values } }) => values[kind.priorities?.earliest ?? '']),
  )

/** A claim that names one of our cases has the date of that case. */
function checkedClaim(claim: Row, found: Findings): Row {
  const linked = dayIn(claim.linked_date)
  return linked ? { ...claim, priority_date: agreedDay(claim, { ...claim, priority_date: linked }, found) } : claim
}

function agreedDay({ priority_date: own }: Row, { priority_date: family, through, priority_case_sid: named }: Row, found: Findings): unknown {
  const [one, other] = [dayIn(own), dayIn(family)]
  if (!one || !other || one === other) return one ?? other
  if (!found.disagreements.some((known) => known.field === CLAIM && known.own === one && known.family === other))
    disagree(found, {
      field: CLAIM,
      own: one,
      family: other,
      with: String(through ?? named),
      there: (through ?? named) === named ? 'filing_date' : CLAIM,
    })
  return one < other ? one : other
}

/** The claims that the later case has through this relation. */
const offeredBy = (parent: Parent): Row[] =>
  claimsThrough(parent).map((claim) => ({
    ...claim,
    through: parent.member.row.sid,
    relation_type: parent.type,
  }))

function claimsThrough(parent: Parent): Row[] {
  const { gives, member, facts } = parent
  if (gives === 'FILING') return [...facts.claims]
  const { kind, row } = member
  const claim = {
    priority_date: filingOf(parent),
    priority_country: row[kind.roles.country ?? ''],
    priority_no: row[kind.roles.application_no ?? ''] ?? null,
    priority_key: row[applicationKeyOf(kind) ?? ''] ?? null,
    priority_case_sid: row.sid,
  }
  return [...(gives === 'BENEFIT' ? facts.claims : []), ...(claim.priority_date ? [claim] : [])]
}

/** The filing date of the earlier case, as its own family gives it. */
function filingOf({ member: { kind, row }, facts: { values } }: Parent): string | undefined {
  const filed = kind.roles.filing_date ?? ''
  return dayIn(values[filed] ?? row[filed])
}

function isSameClaim(one: Row, other: Row): boolean {
  if (one.priority_case_sid && one.priority_case_sid === other.priority_case_sid) return true
  if (one.priority_country && other.priority_country && one.priority_country !== other.priority_country) return false
  return one.priority_key && other.priority_key ? one.priority_key === other.priority_key : one.priority_date === other.priority_date
}

function distinct(claims: readonly Row[]): Row[] {
  const sorted = claims.toSorted((one, other) => (dayOf(one) < dayOf(other) ? -1 : 1))
  return sorted.filter((claim, at) => sorted.findIndex((other) => isSameClaim(other, claim)) === at)
}

const dayOf = ({ priority_date: day }: Row) => String(day ?? '')
const earliest = (days: readonly unknown[]): string | undefined => days.flatMap((one) => dayIn(one) ?? []).toSorted()[0]
const earliestOf = (claims: readonly Row[]) => earliest(claims.map((one) => one.priority_date))

/** The field with the normalised application number of a kind's cases. */
export function applicationKeyOf({ model }: CaseKind): string | undefined {
  const number = fieldOfRole(model, 'application_no')
  return Object.entries<Field>(model.fields).find(([, { normalises }]) => normalises !== undefined && normalises.field === number)?.[0]
}

/** The numbering of a kind's applications. */
export function numberKindOf(kind: CaseKind | undefined): Kind {
  const field = kind && kind.model.fields[applicationKeyOf(kind) ?? '']
  return field?.normalises?.kind ?? 'application'
}

export function isPrepared({ kind, row }: Pick<Member, 'kind' | 'row'>): boolean {
  const { states } = kind.model
  return states?.facts?.[String(row[states.field])]?.phase === 'PREPARATION'
}

const dayIn = (value: unknown): string | undefined => (typeof value === 'string' && DAY.test(value) ? value : undefined)
const DAY = /^\d{4}-\d\d-\d\d$/
