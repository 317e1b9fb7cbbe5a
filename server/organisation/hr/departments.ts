import type { Condition } from '../../../model/kit/iql/ast.ts'
import { printIql } from '../../../model/kit/iql/print.ts'
import { both, refuse } from '../../errors.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { accessOf, authorize } from '../../records/permission/permission.ts'
import type { Found } from '../../records/query/plans.ts'
import { count, search } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { remove } from '../../records/write/delete.ts'
import { updateRow } from '../../records/write/update.ts'
import { UUID } from '../../records/write/values.ts'
import { keepInReach, lockRows } from '../../records/write/write.ts'
import { GROUP, isObject, refuseValue, type Resource, resourceFrom } from './attributes.ts'
import { type Attributes, conditionOf, empty, equals, NEVER } from './conditions.ts'
import { refuseUnlessSame } from './entity-tag.ts'
import { parseFilter } from './filter.ts'
import { type Change, companyLines, keepTaken, type Line, taking } from './kept-changes.ts'
import { movesOwner, ownDepartment } from './of-owner.ts'
import { patched } from './patch.ts'
import { type Asking, type Listed, metaOf, peopleModel } from './people.ts'

// Groups are departments: HR systems keep both people and the departments that they belong to.

const departments = (ctx: Context) => modelNamed(ctx.tenant.models, 'department')

/** `members`: whether they are wanted; a department may have thousands. */
type Wanting = { members: boolean }

const ASKED: Attributes = {
  id: { kind: 'record', field: 'sid' },
  externalId: { kind: 'text', fields: ['sync_id'] },
  displayName: { kind: 'text', fields: ['name'] },
  'meta.created': { kind: 'moment', field: 'created_at' },
  'meta.lastModified': { kind: 'moment', field: 'updated_at' },
}

export async function listDepartments(ctx: Context, { filter, start, count: rows }: Asking, wanting: Wanting): Promise<Listed> {
  const model = departments(ctx)
  const where = filter === undefined ? undefined : await whereFor(ctx, filter)
  const of = where ? { where } : {}
  if (rows === 0) return { total: (await count(ctx, model, { iql: printIql({ ...of, order: [] }) })).total, resources: [] }
  const iql = printIql({ ...of, order: [{ path: ['created_at'], at: 1, desc: false }] })
  const { total = 0, record } = await search(ctx, model, { fl: readable(ctx), iql, start: start - 1, rows })
  return { total, resources: await resourcesOf(ctx, record, wanting) }
}

/** Providers ask whether somebody is a member: that is the department of this person. */
async function whereFor(ctx: Context, filter: string): Promise<Condition> {
  const parsed = parseFilter(filter)
  const asked = new Map<string, Condition>()
  for (const id of memberIds(parsed)) {
    const found = UUID.test(id)
      ? (await search(ctx, peopleModel(ctx), { fl: ['department_sid'], iql: `sid = '${id}'`, rows: 1, total: 'none' })).record[0]?.department_sid
      : undefined
    asked.set(id.toLowerCase(), isObject(found) ? equals('sid', String(found.sid)) : NEVER)
  }
  const members: Attributes['members'] = {
    kind: 'own',
    of: (op, value) => (op === 'eq' && typeof value === 'string' ? asked.get(value.toLowerCase()) : undefined),
  }
  return conditionOf('Group', parsed, { ...ASKED, members })
}

function memberIds(filter: ReturnType<typeof parseFilter>): string[] {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.of.flatMap(memberIds)
  if (filter.kind === 'not' || filter.kind === 'within') return memberIds(filter.of)
  return filter.kind === 'compare' && typeof filter.value === 'string' ? [filter.value] : []
}

const SHOWN = ['sid', 'name', 'sync_id', 'created_at', 'updated_at']
const readable = (ctx: Context) => SHOWN.filter((code) => code === 'sid' || accessOf(ctx, departments(ctx)).mayRead(code))

const MAX_MEMBERS = 1000

async function resourcesOf(ctx: Context, records: readonly Found[], { members }: Wanting): Promise<Resource[]> {
  const found: Resource[] = []
  for (const record of records) {
    const own = members ? await membersOf(ctx, String(record.sid)) : undefined
    found.push({
      schemas: [GROUP],
      id: record.sid,
      ...(record.sync_id ? { externalId: record.sync_id } : {}),
      displayName: record.name,
      ...(own && { members: own.map(({ sid, name }) => ({ value: sid, display: name, type: 'User' })) }),
      meta: metaOf('Group', record),
    })
  }
  return found
}

/** People in the department who are visible to the caller and known to the HR system */
async function membersOf(ctx: Context, department: string): Promise<Found[]> {
  const where: Condition = {
    kind: 'and',
    of: [equals('department_sid', department), { kind: 'or', of: [empty('sync_status'), equals('sync_status', 'LINKED')] }],
  }
  const iql = printIql({ where, order: [{ path: ['created_at'], at: 1, desc: false }] })
  const all: Found[] = []
  for (let start = 0; ; start += MAX_MEMBERS) {
    const { record } = await search(
      ctx,
      peopleModel(ctx),
      { fl: ['sid', 'name'], iql, start, rows: MAX_MEMBERS, total: 'none' },
      { most: MAX_MEMBERS },
    )
    all.push(...record)
    if (record.length < MAX_MEMBERS) return all
  }
}

export async function readDepartment(ctx: Context, id: string, wanting: Wanting): Promise<Resource> {
  authorize(ctx, departments(ctx), 'get')
  const iql = `sid = '${UUID.test(id) ? id : refuse('not_found')}'`
  const { record } = await search(ctx, departments(ctx), { fl: readable(ctx), iql, rows: 1, total: 'none' })
  return (await resourcesOf(ctx, record, wanting))[0] ?? refuse('not_found')
}

type Body = Record<string, unknown>
const ALL = { members: true }
const REQUIRED = ['必填', 'is required'] as const
const changeOf = (action: Change['action'], name: string): Change => ({ entity: 'department', action, name, lines: [], left: [], notes: [] })

export async function createDepartment(ctx: Context, body: Body): Promise<Resource> {
  authorize(ctx, departments(ctx), 'create')
  const given = resourceFrom('Group', body)
  const change = changeOf('CREATE', String(given.displayName ?? ''))
  return taking(ctx, change, async (tx) => {
    if (!given.displayName) return refuseValue('displayName', REQUIRED)
    await refuseTaken(tx, given)
    const sid = await createRow(tx, departments(tx), valuesIn(given))
    await keepInReach(tx, departments(tx), [sid])
    await setMembers(tx, change, sid, [[], membersIn(given) ?? []])
    return readBack(tx, sid, change, {})
  })
}

/** Departments of several companies may have one name, so it is given twice only with different IDs of the HR system. */
async function refuseTaken(ctx: Context, { externalId, displayName }: Resource) {
  const taken = externalId ? (['sync_id', String(externalId)] as const) : (['name', String(displayName)] as const)
  const row = await ctx.db.selectFrom('department').select('sid').where(taken[0], '=', taken[1]).where('deleted_at', 'is', null).executeTakeFirst()
  if (row) refuse('scim_taken', both('what', TAKEN))
}

const TAKEN = ['externalId 或 displayName 已属于另一部门', 'externalId or displayName belongs to another department'] as const

function valuesIn({ displayName, externalId }: Resource): RowValues {
  return { ...(displayName !== undefined && { name: displayName }), ...(externalId !== undefined && { sync_id: externalId }) }
}

const membersIn = ({ members }: Resource): string[] | undefined =>
  members === null ? [] : Array.isArray(members) ? members.filter(isObject).map(({ value }) => String(value ?? '')) : undefined

/** PUT: the values of the body; the members, if it names any. */
export const replaceDepartment = (ctx: Context, id: string, body: Body, match: string | undefined): Promise<Resource> =>
  change(ctx, id, match, () => resourceFrom('Group', body))

/** PATCH. */
export const patchDepartment = (ctx: Context, id: string, body: Body, match: string | undefined): Promise<Resource> =>
  change(ctx, id, match, (before) => patched('Group', before, body))

async function change(ctx: Context, id: string, match: string | undefined, resourceFor: (before: Resource) => Resource): Promise<Resource> {
  authorizeAny(ctx)
  const shown = await readDepartment(ctx, id, { members: false })
  const sid = String(shown.id)
  const kept = changeOf('UPDATE', String(shown.displayName ?? ''))
  kept.record_sid = sid
  return taking(ctx, kept, async (tx) => {
    await lockRows(tx, departments(tx), [sid])
    const before = await readDepartment(tx, sid, ALL)
    refuseUnlessSame(before, match)
    const after = resourceFor(before)
    if (after.displayName === null || after.displayName === '') refuseValue('displayName', REQUIRED)
    const values = Object.fromEntries(Object.entries(valuesIn(after)).filter(([code, value]) => value !== valuesIn(before)[code]))
    if (Object.keys(values).length > 0) {
      authorize(tx, departments(tx), 'update')
      if (values.sync_id) await refuseTaken(tx, { externalId: values.sync_id })
      await updateRow(tx, departments(tx), sid, values, { verb: 'update' })
    }
    const members = membersIn(after)
    if (members) await setMembers(tx, kept, sid, [membersIn(before) ?? [], members])
    return readBack(tx, sid, kept, before)
  })
}

/** Members are changes of people, the rest changes of the department; who may do neither is refused before anything is read or kept. */
function authorizeAny(ctx: Context) {
  const { verbs } = accessOf(ctx, peopleModel(ctx))
  if (!verbs.has('update') && !verbs.has('*')) authorize(ctx, departments(ctx), 'update')
}

async function readBack(tx: Context, sid: string, change: Change, before: Resource): Promise<Resource> {
  const after = await readDepartment(tx, sid, ALL)
  const row = await tx.db.selectFrom('department').select('company_sid').where('sid', '=', sid).executeTakeFirst()
  const lines = (['externalId', 'displayName'] as const).flatMap((key): Line[] =>
    after[key] === before[key]
      ? []
      : [{ fact: key === 'displayName' ? 'name' : key, old: String(before[key] ?? ''), came: String(after[key] ?? '') }],
  )
  Object.assign(change, { record_sid: sid, name: String(after.displayName), company_sid: row?.company_sid ?? null, lines })
  return after
}

/** New members leave their former department; removed members have none. Each move follows the rules for people. */
async function setMembers(ctx: Context, { left }: Change, sid: string, [before, after]: readonly [readonly string[], readonly string[]]) {
  const [old, wanted] = [new Set(before), new Set(after.map((one) => one.toLowerCase()))]
  const moves = [...[...wanted].filter((one) => !old.has(one)).map((person) => ({ person, to: sid })), ...before.filter((one) => !wanted.has(one)).map((person) => ({ person, to: null }))] // oxfmt-ignore
  if (moves.length === 0) return
  if (moves.length > MAX_MEMBERS) refuse('scim_many', { key: 'members', max: MAX_MEMBERS })
  const people = peopleModel(ctx)
  authorize(ctx, people, 'update')
  for (const { person, to } of moves) {
    const [row] = UUID.test(person) ? await lockRows(ctx, people, [person], { verb: 'update' }) : []
    if (!row || row.person_type === 'AGENCY' || row.sync_status === 'REMOVED')
      return refuseValue('members', [`没有人员“${person.slice(0, 60)}”`, `there is no person “${person.slice(0, 60)}”`])
    if (await movesOwner(ctx, String(row.sid), to)) {
      left.push(ownDepartment((await nameOf(ctx, to)) || '—'))
      continue
    }
    const old = await nameOf(ctx, row.department_sid)
    const moved = await updateRow(ctx, people, person, { department_sid: to }, { verb: 'update' })
    const lines: Line[] = [{ fact: 'department', old, came: await nameOf(ctx, to) }, ...(await companyLines(ctx, moved))]
    await keepTaken(ctx, { entity: 'user_info', action: 'UPDATE', record_sid: person, name: String(row.name), company_sid: moved.row.company_sid as string | null, lines, left: [], notes: [] }) // oxfmt-ignore
  }
}

async function nameOf({ db }: Context, department: string | null): Promise<string> {
  const row = department ? await db.selectFrom('department').select('name').where('sid', '=', department).executeTakeFirst() : undefined
  return row?.name ?? ''
}

/** DELETE: into the recycle bin; refused while people or cases are in the department. */
export async function removeDepartment(ctx: Context, id: string, match: string | undefined): Promise<void> {
  authorize(ctx, departments(ctx), 'delete')
  const shown = await readDepartment(ctx, id, ALL)
  const kept = changeOf('DELETE', String(shown.displayName ?? ''))
  kept.record_sid = String(shown.id)
  await taking(ctx, kept, async (tx) => {
    await lockRows(tx, departments(tx), [String(shown.id)], { verb: 'delete' })
    refuseUnlessSame(match === undefined ? shown : await readDepartment(tx, String(shown.id), ALL), match)
    await remove(tx, departments(tx), String(shown.id))
  })
}
