import type { TokenScope } from '../../../model/auth/accounts/token.ts'
import { belowOf, childrenOf } from '../../../model/kit/tree.ts'
import { mayView } from '../accounts/may-view.ts'
import { bornAt } from './family.ts'
import { hasAnyPasskey } from '../passkeys/relying-party.ts'
import { isPasswordOver, rulesOf } from './rules.ts'
import { type Actor, type Tenant, platformCode, presentDay } from '../../records/context.ts'
import { seesAllCompanies } from '../../records/permission/governing.ts'
import { type Functions, readFunctions, withinFunctions } from '../../records/permission/functions.ts'
import { grantFrom, grantsOfRoles, holdingOf, usesRange } from '../../records/permission/role-grants.ts'
import { ownDepartments } from '../../records/permission/scopes.ts'
import { rangesOf } from './personnel-range.ts'
import { readReceived } from './received.ts'
import { isShutOut, shutOut } from '../limits/shut-out.ts'

export type Session = {
  /** A share ends at this time, and the person is read again. */
  until: number
  /** The day of reading, which decides for whom a deputy acts */
  day: string
  token: string
  /** The digest of the token as it is kept. */
  kept: string
  kind: 'SESSION' | 'PERSONAL' | 'VIEW'
  scope: TokenScope
  platform: 1 | 2
  expires: number
  used: number
  noted: number
  mustChange: boolean
  /** A role requires a second factor, which is not set up. */
  mustSecure: boolean
  requiresSecond: boolean
  actor: Actor
  /** Each company within reach, with all below it. */
  below: Map<string, string[]>
  chosen: Map<string, Actor>
}

type Row = Record<string, unknown>
/** A token made before scopes existed has all of them. */
const scopeOf = ({ scope }: Row): TokenScope => (scope === 'READ' || scope === 'ASSISTANT' ? scope : 'ALL')
const text = (value: unknown) => (typeof value === 'string' ? value : null)

/** The person behind a token, with roles, grants, companies and departments; undefined for one that is not known or ended. */
export async function readActor(tenant: Tenant, hashes: readonly string[]): Promise<Session | undefined> {
  const day = presentDay() // before the queries: across midnight it is read anew
  const row: Row | undefined = await findAccount(tenant, hashes)
  if (!row || row.status !== 'OPEN' || row.person_status === 'RESIGNED') return undefined
  if (row.account_expires && Date.parse(String(row.account_expires)) < Date.now()) return undefined
  if (await isShutOut(tenant, String(row.sid))) return undefined
  const trees = await readTrees(tenant)
  const { actor: alone, requiresSecond } = await actorOfRow(tenant, row, trees)
  const { actor: caller, until } = await withShares(tenant, alone, trees)
  const actor = row.kind === 'VIEW' ? await viewedBy(tenant, caller, String(row.views_sid)) : caller
  if (!actor) return undefined
  const scope = row.kind === 'PERSONAL' ? scopeOf(row) : 'ALL'
  if (scope !== 'ALL') actor.reads_only = true
  const { platform, company_sid: own } = actor
  const { companies } = trees
  // A person who sees the records of every company may choose any of them.
  const reach = seesAllCompanies(tenant.models, actor) ? [...companies.keys()] : own ? (companies.get(own) ?? [own]) : []
  const second = await secondFactorOf(tenant, row, requiresSecond)
  if (second === 'skipped') return undefined
  const used = Date.parse(String(row.last_used_at ?? row.created_at))
  const ends = [row.expires_at, row.account_expires].filter(Boolean).map((moment) => Date.parse(String(moment)))
  return {
    day,
    until,
    token: String(row.token),
    kept: String(row.hash),
    kind: row.kind === 'SESSION' || row.kind === 'VIEW' ? row.kind : 'PERSONAL',
    scope,
    platform,
    expires: Math.min(...ends, Number.POSITIVE_INFINITY),
    used,
    noted: used,
    mustChange:
      (row.way ?? 'PASSWORD') === 'PASSWORD' &&
      (row.must_change_password === true || isPasswordOver(text(row.password_changed_at), await rulesOf(tenant), bornAt(String(row.family)))),
    mustSecure: second === 'missing',
    requiresSecond,
    actor,
    below: new Map([...companies].filter(([sid]) => reach.includes(sid))),
    chosen: new Map(),
  }
}

/**
 * A sign-in by a provider needs no second factor of ours, and a passkey shows two factors at once. 'skipped': a role began
 * to require it after the sign-in, of somebody who has a passkey for it, be it for an earlier address of the system.
 */
async function secondFactorOf(tenant: Tenant, row: Row, isRequired: boolean): Promise<'enough' | 'missing' | 'skipped'> {
  if (!isRequired || row.way === 'SSO' || row.way === 'PASSKEY' || row.kind !== 'SESSION' || row.totp_since) return 'enough'
  if (!(await hasAnyPasskey(tenant, String(row.user_sid)))) return 'missing'
  return row.second_factor === true ? 'enough' : 'skipped'
}

/** Whether a role of the account requires a second factor. */
export async function requiresSecondFactor(tenant: Tenant, user: string): Promise<boolean> {
  const row: Row | undefined = await accountsOf(tenant).where('u.sid', '=', user).executeTakeFirst()
  return row !== undefined && (await actorOfRow(tenant, row, await readTrees(tenant))).requiresSecond
}

/**
 * The person whom the caller views, as long as both may act and the caller may view them. What is done is attributed to the
 * caller: the account, and the token, stay theirs.
 */
async function viewedBy(tenant: Tenant, viewer: Actor, sid: string): Promise<Actor | undefined> {
  const [person] = await readPeople(tenant, [sid])
  if (!person || !(await mayView(tenant, viewer, sid))) return undefined
  const { user_sid, token_sid } = viewer
  const document_classes = person.document_classes.filter((one) => viewer.document_classes.includes(one))
  return { ...person, user_sid, token_sid, document_classes, viewer, access: new Map() }
}

/** The people behind these records who have an open account, as they act when they are signed in. */
export async function readPeople(tenant: Tenant, sids: readonly string[]): Promise<Actor[]> {
  const people = await readPeopleAlone(tenant, sids)
  if (people.length === 0) return []
  const trees = await readTrees(tenant)
  return Promise.all(people.map(async (person) => (await withShares(tenant, person, trees)).actor))
}

/** The person with received shares. Sharers are read by their roles alone, so that a share cannot be passed on. */
async function withShares(tenant: Tenant, actor: Actor, { departments }: Trees) {
  const own = ownDepartments(actor)
  const above = [...departments].flatMap(([one, below]) => (own.some((sid) => below.includes(sid)) ? [one] : []))
  const { received, until } = await readReceived(tenant, actor, { departments: above, readAlone: (sids) => readPeopleAlone(tenant, sids) })
  return { actor: received.length > 0 ? { ...actor, received, access: new Map() } : actor, until }
}

/** The same people by their roles alone. */
export async function readPeopleAlone(tenant: Tenant, sids: readonly string[]): Promise<Actor[]> {
  if (sids.length === 0) return []
  const rows: Row[] = await accountsOf(tenant)
    .where('p.sid', 'in', [...sids])
    .where('u.status', '=', 'OPEN')
    .where((of) => of.or([of('u.expires_at', 'is', null), of('u.expires_at', '>', new Date().toISOString())]))
    .where((of) => of.or([of('p.person_status', 'is', null), of('p.person_status', '!=', 'RESIGNED')]))
    .execute()
  const [trees, out] = await Promise.all([readTrees(tenant), shutOut(tenant, sids)])
  return Promise.all(rows.filter((row) => !out.has(String(row.sid))).map(async (row) => (await actorOfRow(tenant, row, trees)).actor))
}

/** People who are away today and named this person as their deputy */
async function absentToday({ db }: Tenant, deputy: string): Promise<string[]> {
  const rows = await db
    .selectFrom('absence as a')
    .innerJoin('user_info as p', 'p.sid', 'a.person_sid')
    .select('a.person_sid')
    .distinct()
    .where('a.deputy_sid', '=', deputy)
    .where('a.from_date', '<=', presentDay())
    .where('a.to_date', '>=', presentDay())
    .where('a.deleted_at', 'is', null)
    .where('a.valid', 'is not', false)
    .where('p.person_status', 'is distinct from', 'RESIGNED')
    .where('p.deleted_at', 'is', null)
    .execute()
  return rows.flatMap(({ person_sid }) => person_sid ?? [])
}

/** The virtual organisations in which somebody is today: as manager, as member, or through a department. */
async function virtualOf({ db }: Tenant, row: Row, departments: Trees['departments']): Promise<Actor['virtual']> {
  const { sid } = row
  const own = [text(row.department_sid) ?? '', ...((row.part_time_department_sids as string[] | null) ?? [])] // a references column
  const above = [...departments].flatMap(([one, below]) => (own.some((department) => below.includes(department)) ? [one] : []))
  const rows = await db
    .selectFrom('virtual_organisation')
    .select(['sid', 'manager_sid', 'member_sids', 'department_sids', 'valid_from', 'valid_to'])
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .execute()
  const mine = rows.filter(
    ({ manager_sid, member_sids, department_sids, valid_from, valid_to }) =>
      (!valid_from || valid_from <= presentDay()) &&
      (!valid_to || valid_to >= presentDay()) &&
      (manager_sid === sid || member_sids?.includes(String(sid)) || department_sids?.some((one) => above.includes(one))),
  )
  return {
    organisations: mine.map((one) => one.sid),
    people: [...new Set(mine.flatMap(({ manager_sid, member_sids }) => [...(manager_sid ? [manager_sid] : []), ...(member_sids ?? [])]))],
    departments: [...new Set(mine.flatMap(({ department_sids }) => (department_sids ?? []).flatMap((one) => departments.get(one) ?? [])))],
  }
}

type Trees = { companies: Map<string, string[]>; departments: Map<string, string[]> }

async function readTrees(tenant: Tenant): Promise<Trees> {
  const [companies, departments] = await Promise.all([readTree(tenant, 'company'), readTree(tenant, 'department')])
  return { companies, departments }
}

async function actorOfRow(tenant: Tenant, row: Row, { companies, departments }: Trees): Promise<{ actor: Actor; requiresSecond: boolean }> {
  const platform = row.platform === '2' ? 2 : 1
  const functions = await readFunctions(tenant)
  const roles = await readRoles(tenant, (row.role_sids as string[] | null) ?? [], { platform, companies, departments, functions }) // a references column
  const isExternal = row.person_type === 'EXTERNAL'
  const partTime = (row.part_time_department_sids as string[] | null) ?? [] // a references column
  const own = text(row.company_sid)
  const [stands_in_for, virtual] = await Promise.all([absentToday(tenant, String(row.sid)), virtualOf(tenant, row, departments)])
  const actor: Actor = {
    sid: text(row.sid),
    user_sid: text(row.user_sid),
    token_sid: text(row.token),
    name: String(row.name),
    name_en: text(row.name_en),
    account: String(row.account),
    platform,
    company_sid: own,
    department_sid: text(row.department_sid),
    part_time_departments: partTime,
    agency_sid: text(row.agency_sid),
    roles: roles.codes,
    role_sids: roles.sids,
    functions,
    document_classes: roles.classes,
    // To people from outside a role shows what names them, and nothing else: all else is shared with them.
    grants: isExternal ? roles.grants.filter(({ scope }) => scope === 'SELF') : roles.grants,
    denies: roles.denies,
    departments: [...new Set([text(row.department_sid) ?? '', ...partTime].flatMap((one) => departments.get(one) ?? []))],
    companies: own ? (companies.get(own) ?? [own]) : [],
    virtual,
    stands_in_for,
    selected: null,
    access: new Map(),
  }
  return { actor, requiresSecond: roles.requiresSecond }
}

/** Whether the account behind this actor may still act: a job may wait longer than its owner stays. */
export async function isStillOpen(tenant: Tenant, { user_sid }: Pick<Actor, 'user_sid'>): Promise<boolean> {
  if (user_sid === null) return true
  const row = await tenant.db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['u.expires_at', 'p.person_status', 'p.sid as person'])
    .where('u.sid', '=', user_sid)
    .where('u.status', '=', 'OPEN')
    .where('u.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.person_status === 'RESIGNED' || (row.expires_at && Date.parse(row.expires_at) < Date.now())) return false
  return !(await isShutOut(tenant, row.person))
}

const accountsOf = ({ db }: Tenant) =>
  db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select([
      'u.sid as user_sid',
      'u.account',
      'u.platform',
      'u.status',
      'u.must_change_password',
      'u.password_changed_at',
      'u.totp_since',
      'u.expires_at as account_expires',
      'p.sid',
      'p.name',
      'p.name_en',
      'p.company_sid',
      'p.department_sid',
      'p.part_time_department_sids',
      'p.agency_sid',
      'p.role_sids',
      'p.person_status',
      'p.person_type',
    ])
    .where('u.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)

const findAccount = (tenant: Tenant, hashes: readonly string[]) =>
  accountsOf(tenant)
    .innerJoin('token as t', 't.user_sid', 'u.sid')
    .select([
      't.sid as token',
      't.hash',
      't.kind',
      't.scope',
      't.views_sid',
      't.family',
      't.expires_at',
      't.last_used_at',
      't.created_at',
      't.way',
      't.second_factor',
    ])
    .where('t.hash', 'in', hashes)
    .where('t.kind', '!=', 'CALENDAR')
    .executeTakeFirst()

type AroundRoles = Trees & { platform: 1 | 2; functions: Functions }

async function readRoles({ db }: Tenant, sids: readonly string[], { platform, companies, departments, functions }: AroundRoles) {
  if (sids.length === 0) return NO_ROLES
  const roles = await db
    .selectFrom('role')
    .select(['sid', 'code', 'mask_id_no', 'mask_mobile', 'document_classes', 'second_factor', 'range_people_sids', 'range_department_sids'])
    .where('sid', 'in', [...sids])
    .where('status', '=', '1')
    .where('platform', '=', platformCode(platform))
    .where('deleted_at', 'is', null)
    .execute()
  if (roles.length === 0) return NO_ROLES
  const rows = await grantsOfRoles(
    { db },
    roles.map(({ sid }) => sid),
  )
  const masks = new Map(
    roles.map((role) => [
      role.sid,
      [...(role.mask_id_no === true ? ['id_no' as const] : []), ...(role.mask_mobile === true ? ['mobile' as const] : [])],
    ]),
  )
  const rangeOf = await rangesOf(db, roles, departments)
  const { grants, denies } = holdingOf(rows, (row) => ({
    ...grantFrom(row, (company) => companies.get(company) ?? []),
    ...(usesRange(row) && { people: rangeOf.get(row.role_sid ?? '') ?? [] }),
    masks: masks.get(row.role_sid ?? '') ?? [],
  }))
  const classes = [...new Set(roles.flatMap((role) => role.document_classes ?? []))].sort()
  return {
    codes: roles.map((role) => String(role.code)),
    sids: roles.map(({ sid }) => sid),
    grants: withinFunctions(grants, functions),
    denies,
    classes,
    requiresSecond: roles.some((role) => role.second_factor === true),
  }
}

const NO_ROLES = { codes: [], sids: [], grants: [], denies: [], classes: [], requiresSecond: false }

/** Each node with itself and all below it. */
async function readTree({ db }: Tenant, table: 'company' | 'department'): Promise<Map<string, string[]>> {
  const rows = await db.selectFrom(table).select(['sid', 'parent_sid as parent']).where('deleted_at', 'is', null).execute()
  const children = childrenOf(rows)
  return new Map(rows.map(({ sid }) => [sid, [sid, ...belowOf(sid, children)]]))
}
