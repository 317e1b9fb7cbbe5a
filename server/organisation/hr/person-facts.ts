import { plainMobile } from '../../../model/kit/identity/mobile.ts'
import type { HrFact } from '../../../model/organisation/hr_change.ts'
import { ENTERPRISE, isObject, type Resource, USER } from './attributes.ts'

type Ref = { sid: string; name: string }
type Found = Readonly<Record<string, unknown>>

/** Facts of a resource about a person; null removes a value, an absent one is not stated. */
export type PersonFacts = { [F in Exclude<HrFact, 'active' | 'roles'>]?: string | null } & { active?: boolean; roles?: readonly string[] }

const refOf = (value: unknown) => (isObject(value) && typeof value.sid === 'string' ? (value as Ref) : undefined)
const refsOf = (value: unknown) => (Array.isArray(value) ? value.flatMap((one) => refOf(one) ?? []) : [])

/** Fields of a person that a resource shows, as far as the caller may read them. */
export const SHOWN = [
  'sid', 'sync_name', 'sync_id', 'sync_status', 'person_type', 'account', 'account_status', 'name', 'alias', 'job_title', 'email', 'mobile', 'job_number', 'department_sid',
  'leader_sid', 'role_sids', 'created_at', 'updated_at',
] as const // oxfmt-ignore

/** The first filled one is the user name; a person whom the HR system does not know yet is found by the account or the e-mail. */
export const USER_NAMES = ['sync_name', 'account', 'email'] as const

const OPEN: ReadonlySet<unknown> = new Set(['OPEN', 'LOCKED'])

/** A person as the HR system reads them. `codes` are those of the roles. */
export function userOf(record: Found, codes: ReadonlyMap<string, string>): Resource {
  const { sid, sync_id, name, alias, job_title, email, mobile, job_number, account_status } = record
  const [department, leader] = [refOf(record.department_sid), refOf(record.leader_sid)]
  const roles = refsOf(record.role_sids).map((one) => ({ value: codes.get(one.sid) ?? one.sid, display: one.name }))
  const enterprise = filled({
    employeeNumber: job_number,
    department: department?.name,
    manager: leader && { value: leader.sid, displayName: leader.name },
  })
  const extended = Object.keys(enterprise).length > 0
  return filled({
    schemas: extended ? [USER, ENTERPRISE] : [USER],
    id: sid,
    externalId: sync_id,
    userName: USER_NAMES.map((code) => record[code]).find(Boolean) ?? sid,
    name: name ? { formatted: name } : undefined,
    displayName: name,
    nickName: alias,
    title: job_title,
    active: account_status === undefined ? undefined : OPEN.has(account_status),
    emails: email ? [{ value: email, type: 'work', primary: true }] : undefined,
    phoneNumbers: mobile ? [{ value: mobile, type: 'mobile' }] : undefined,
    roles: roles.length > 0 ? roles : undefined,
    [ENTERPRISE]: extended ? enterprise : undefined,
  })
}

const filled = (values: Resource): Resource => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))

/** Facts of the resource; `before` is the resource that it changes. */
export function factsOf(resource: Resource, before: Resource = {}): PersonFacts {
  const enterprise = resource[ENTERPRISE]
  const { employeeNumber, department, manager } = isObject(enterprise) ? enterprise : {}
  const facts = {
    userName: textOf(resource.userName)?.toLowerCase() ?? nullOf(resource.userName),
    externalId: textOf(resource.externalId) ?? nullOf(resource.externalId),
    name: nameIn(resource, before),
    alias: textOf(resource.nickName) ?? nullOf(resource.nickName),
    job_title: textOf(resource.title) ?? nullOf(resource.title),
    email: emailIn(resource.emails),
    mobile: mobileIn(resource.phoneNumbers),
    job_number: textOf(employeeNumber) ?? nullOf(employeeNumber),
    department: textOf(department) ?? nullOf(department),
    manager: isObject(manager) ? (textOf(manager.value) ?? nullOf(manager.value)) : nullOf(manager),
    roles: rolesIn(resource.roles),
    active: typeof resource.active === 'boolean' ? resource.active : undefined,
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as PersonFacts // without what is not said
}

/** Facts that differ; one that is no longer stated is removed. */
export function changedFacts(before: PersonFacts, after: PersonFacts): PersonFacts {
  const codes = [...new Set([...Object.keys(before), ...Object.keys(after)])] as HrFact[] // the keys of facts
  const changed = codes.filter((code) => JSON.stringify(before[code] ?? null) !== JSON.stringify(after[code] ?? null))
  return Object.fromEntries(changed.map((code) => [code, after[code] ?? (code === 'roles' ? [] : null)])) as PersonFacts // the same keys
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const nullOf = (value: unknown) => (value === null || value === '' ? null : undefined)

/** The name that changed, the whole one before its parts. */
function nameIn(resource: Resource, before: Resource): string | null | undefined {
  const whole = (one: Resource) => [one.displayName, isObject(one.name) ? one.name.formatted : undefined, composed(one.name)]
  const [own, old] = [whole(resource), whole(before)]
  const changed = own.find((one, at) => textOf(one) && one !== old[at])
  return textOf(changed) ?? textOf(own.find(textOf)) ?? (resource.displayName === null ? null : undefined)
}

/** Chinese names begin with the family name, without a blank. */
function composed(name: unknown): string | undefined {
  if (!isObject(name)) return undefined
  const [family, given] = [textOf(name.familyName), textOf(name.givenName)]
  if (!family || !given) return family ?? given
  return /[㐀-鿿]/u.test(family + given) ? family + given : `${given} ${family}`
}

function emailIn(values: unknown): string | null | undefined {
  if (values === null) return null
  if (!Array.isArray(values)) return undefined
  const all = values.filter(isObject)
  const chosen = all.find(({ type, primary }) => isType(type, 'work') && primary === true) ?? all.find(({ type }) => isType(type, 'work'))
  const one = chosen ?? all.find(({ primary }) => primary === true) ?? all[0]
  return textOf(one?.value)?.toLowerCase() ?? null
}

const isType = (type: unknown, wanted: string) => typeof type === 'string' && type.toLowerCase() === wanted

/** Of the numbers, only that of the mobile is kept; a Chinese one is kept without the code of the country. */
function mobileIn(values: unknown): string | null | undefined {
  if (values === null) return null
  if (!Array.isArray(values)) return undefined
  const one = values.filter(isObject).find(({ type }) => isType(type, 'mobile'))
  if (!one) return values.length === 0 ? null : undefined
  const number = textOf(one.value)
  return number === undefined ? null : plainMobile(number)
}

function rolesIn(values: unknown): readonly string[] | undefined {
  if (values === null) return []
  if (!Array.isArray(values)) return undefined
  return [...new Set(values.filter(isObject).flatMap(({ value }) => textOf(value) ?? []))]
}
