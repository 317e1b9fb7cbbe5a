import type { Condition } from '../../../model/kit/iql/ast.ts'
import { printIql } from '../../../model/kit/iql/print.ts'
import { refuse } from '../../errors.ts'
import type { Context } from '../../records/context.ts'
import { accessOf, authorize } from '../../records/permission/permission.ts'
import type { Found } from '../../records/query/plans.ts'
import { count, search } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { UUID } from '../../records/write/values.ts'
import { ENTERPRISE, type Resource } from './attributes.ts'
import { type Attributes, conditionOf, empty, equals } from './conditions.ts'
import { parseFilter } from './filter.ts'
import { SHOWN, USER_NAMES, userOf } from './person-facts.ts'

export const peopleModel = (ctx: Context) => modelNamed(ctx.tenant.models, 'user_info')

export type Asking = { filter?: string | undefined; start: number; count: number }
export type Listed = { total: number; resources: Resource[] }

/** People of agencies are the agencies' own; those whom the HR system removed are unknown to it. */
const KNOWN: Condition = {
  kind: 'and',
  of: [
    { kind: 'not', of: equals('person_type', 'AGENCY') },
    { kind: 'or', of: [empty('sync_status'), equals('sync_status', 'LINKED')] },
  ],
}

const OPEN: Condition = { kind: 'or', of: [equals('account_status', 'OPEN'), equals('account_status', 'LOCKED')] }

const ASKED: Attributes = {
  id: { kind: 'record', field: 'sid' },
  externalId: { kind: 'text', fields: ['sync_id'] },
  userName: { kind: 'text', fields: USER_NAMES, lower: true },
  displayName: { kind: 'text', fields: ['name'] },
  'name.formatted': { kind: 'text', fields: ['name'] },
  title: { kind: 'text', fields: ['job_title'] },
  emails: { kind: 'text', fields: ['email'], lower: true },
  phoneNumbers: { kind: 'text', fields: ['mobile'] },
  employeeNumber: { kind: 'text', fields: ['job_number'] },
  department: { kind: 'text', fields: ['department_sid.name'] },
  manager: { kind: 'record', field: 'leader_sid' },
  'meta.created': { kind: 'moment', field: 'created_at' },
  'meta.lastModified': { kind: 'moment', field: 'updated_at' },
  active: {
    kind: 'own',
    of: (op, value) => {
      if (op === 'pr') return { kind: 'not', of: empty('sid') }
      const wanted = String(value).toLowerCase()
      if ((op !== 'eq' && op !== 'ne') || (wanted !== 'true' && wanted !== 'false')) return undefined
      return (wanted === 'true') === (op === 'eq') ? OPEN : { kind: 'not', of: OPEN }
    },
  },
}

export async function listPeople(ctx: Context, { filter, start, count: rows }: Asking): Promise<Listed> {
  const model = peopleModel(ctx)
  const where: Condition = filter === undefined ? KNOWN : { kind: 'and', of: [KNOWN, conditionOf('User', parseFilter(filter), ASKED)] }
  const iql = printIql({ where, order: [{ path: ['created_at'], at: 1, desc: false }] })
  if (rows === 0) return { total: (await count(ctx, model, { iql: printIql({ where, order: [] }) })).total, resources: [] }
  const { total = 0, record } = await search(ctx, model, { fl: readable(ctx), iql, start: start - 1, rows })
  return { total, resources: await resourcesOf(ctx, record) }
}

/** Fields that this caller may not read are left out. */
const readable = (ctx: Context) => SHOWN.filter((code) => code === 'sid' || accessOf(ctx, peopleModel(ctx)).mayRead(code))

export async function readPerson(ctx: Context, id: string): Promise<Resource> {
  return (await findPerson(ctx, id)) ?? refuse('not_found')
}

/** A person known to the HR system, as far as the caller sees them */
export async function findPerson(ctx: Context, id: string): Promise<Resource | undefined> {
  authorize(ctx, peopleModel(ctx), 'get')
  return (await peopleWhere(ctx, { kind: 'and', of: [KNOWN, equals('sid', UUID.test(id) ? id : NOBODY)] }))[0]
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

export async function peopleWhere(ctx: Context, where: Condition, rows = 2): Promise<Resource[]> {
  const { record } = await search(ctx, peopleModel(ctx), { fl: readable(ctx), iql: printIql({ where, order: [] }), rows, total: 'none' })
  return resourcesOf(ctx, record)
}

async function resourcesOf(ctx: Context, records: readonly Found[]): Promise<Resource[]> {
  const sids = [...new Set(records.flatMap(({ role_sids }) => (Array.isArray(role_sids) ? role_sids.map((one: { sid: string }) => one.sid) : [])))]
  const roles = sids.length > 0 ? await ctx.db.selectFrom('role').select(['sid', 'code']).where('sid', 'in', sids).execute() : []
  const codes = new Map(roles.map(({ sid, code }) => [sid, String(code)]))
  return records.map((record) => ({ ...userOf(record, codes), meta: metaOf('User', record) }))
}

export const metaOf = (resourceType: string, { created_at, updated_at }: Readonly<Record<string, unknown>>) => ({
  resourceType,
  created: created_at,
  lastModified: updated_at,
})

/** The leader in the HR system's request, by our ID, its own ID, or the job number */
export async function leaderNamed(ctx: Context, value: string): Promise<string | undefined> {
  const or: Condition[] = [equals('sync_id', value), equals('job_number', value)]
  const found = await peopleWhere(ctx, UUID.test(value) ? { kind: 'or', of: [equals('sid', value.toLowerCase()), ...or] } : { kind: 'or', of: or })
  return found.length === 1 ? String(found[0]?.id) : undefined
}

/** The one department in use with this ID of the HR system, code or name, the surest first. */
export async function departmentNamed(ctx: Context, value: string): Promise<string | undefined> {
  const model = modelNamed(ctx.tenant.models, 'department')
  for (const field of ['sync_id', 'code', 'name']) {
    const where: Condition = { kind: 'and', of: [equals('status', '1'), equals(field, value)] }
    const { record } = await search(ctx, model, { fl: ['sid'], iql: printIql({ where, order: [] }), rows: 2, total: 'none' })
    if (record.length > 0) return record.length === 1 ? String(record[0]?.sid) : undefined
  }
  return undefined
}

export const departmentOf = (resource: Resource) => (resource[ENTERPRISE] as Resource | undefined)?.department
