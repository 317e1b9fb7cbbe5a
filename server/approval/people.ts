import { sql } from 'kysely'
import type { GraphNode, Participant } from '../../model/approval/graph.ts'
import { nodeOf } from '../../model/approval/structure.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Context, RowValues } from '../records/context.ts'
import { fieldOf, fieldsOf } from '../records/registry.ts'
import { awayAmong } from '../records/acting/stand-ins.ts'
import type { KeptRun } from './kept-run.ts'

/** Subject of an approval: the record and its model, the starter, and whether the starter may approve */
export type Subject = { model: Model; record: RowValues; starter: string; own_allowed: boolean }

/** The people of a node now: employed, with an account that can sign in. */
export async function peopleOf(ctx: Context, node: GraphNode, subject: Subject): Promise<string[]> {
  const found: string[] = []
  for (const participant of node.participants ?? []) found.push(...(await FIND[participant.kind](ctx, participant as never, subject))) // the table is typed per kind
  const allowed = [...new Set(found)].filter((sid) => subject.own_allowed || node.type !== 'APPROVE' || sid !== subject.starter)
  return ableToAct(ctx, allowed)
}

/** Those of these people who can act, in the given order */
export async function ableToAct({ db }: Context, sids: readonly string[]): Promise<string[]> {
  if (sids.length === 0) return []
  const rows = await db
    .selectFrom('user_info')
    .select('sid')
    .where('sid', 'in', [...sids])
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .where('person_status', '!=', 'RESIGNED')
    .where('account_status', 'in', ['OPEN', 'LOCKED'])
    .execute()
  const able = new Set(rows.map(({ sid }) => sid))
  return sids.filter((sid) => able.has(sid))
}

type Of<K extends Participant['kind']> = Extract<Participant, { kind: K }>
type Finders = { [K in Participant['kind']]: (ctx: Context, participant: Of<K>, subject: Subject) => Promise<string[]> }

const FIND: Finders = {
  PERSON: async (_ctx, { sid }) => [sid],
  STARTER: async (_ctx, _participant, { starter }) => [starter],
  ROLE: async ({ db }, { sid }) => {
    const rows = await db
      .selectFrom('user_info')
      .select('sid')
      .where('role_sids', '@>', sql.val([sid]))
      .where('deleted_at', 'is', null)
      .orderBy('sid')
      .execute()
    return rows.map((row) => row.sid)
  },
  STARTER_LEADER: async (ctx, { up }, { starter }) => leaderOf(ctx, starter, up),
  DEPARTMENT_LEADER: async (ctx, _participant, { starter }) => departmentLeader(ctx, await departmentOf(ctx, starter), starter),
  RECORD_DEPARTMENT: async (ctx, _participant, { model, record, starter }) => departmentLeader(ctx, record[departmentField(model) ?? ''], starter),
  OWNER: async (_ctx, _participant, { model, record }) => {
    const owner = fieldsOf(model).find(([, { role }]) => role === 'owner')?.[0] ?? (fieldOf(model, 'owner_sid') ? 'owner_sid' : 'created_by')
    return peopleIn(record[owner])
  },
  FIELD: async (_ctx, { field }, { model, record }) => (isPersonField(model, field) ? peopleIn(record[field]) : []),
  VIRTUAL: async (ctx, { sid }) => membersOf(ctx, sid),
  EXPERT_GROUP: async (ctx, { sid }, { model, record }) => expertsOf(ctx, sid, await makersOf(ctx, model, record)),
  AGENCY: async ({ db }, _participant, { model, record }) => {
    const agency = record[agencyField(model) ?? '']
    if (typeof agency !== 'string') return []
    const rows = await db
      .selectFrom('user_info')
      .select('sid')
      .where('agency_sid', '=', agency)
      .where('deleted_at', 'is', null)
      .orderBy('sid')
      .execute()
    return rows.map((row) => row.sid)
  },
}

const peopleIn = (value: unknown) => [value].flat().filter((one): one is string => typeof one === 'string')

export function isPersonField(model: Model, code: string) {
  const field = fieldOf(model, code)
  return (field?.type === 'reference' || field?.type === 'references') && field.to === 'user_info'
}

/** The leader so many steps up; where the chain is shorter, its top. */
export async function leaderOf({ db }: Context, person: string, up: number): Promise<string[]> {
  const seen = new Set([person])
  let last: string | undefined
  for (let at: string = person, step = 0; step < up; step++) {
    const row = await db.selectFrom('user_info').select('leader_sid').where('sid', '=', at).executeTakeFirst()
    if (!row?.leader_sid || seen.has(row.leader_sid)) break
    seen.add((last = at = row.leader_sid))
  }
  return last ? [last] : []
}

async function departmentOf({ db }: Context, person: string) {
  return (await db.selectFrom('user_info').select('department_sid').where('sid', '=', person).executeTakeFirst())?.department_sid
}

/** The field that says to which department a record belongs: that by which departments see it. */
export const departmentField = (model: Model): string | undefined =>
  fieldsOf(model).find(([code, field]) => code === 'department_sid' && field.type === 'reference' && field.to === 'department')?.[0]

/** Of this department, or of the nearest above it that somebody other than the starter leads. */
async function departmentLeader({ db }: Context, department: unknown, starter: string): Promise<string[]> {
  const seen = new Set<string>()
  for (let at = typeof department === 'string' ? department : null; at !== null && !seen.has(at);) {
    seen.add(at)
    const row = await db.selectFrom('department').select(['leader_sid', 'parent_sid']).where('sid', '=', at).executeTakeFirst()
    if (row?.leader_sid && row.leader_sid !== starter) return [row.leader_sid]
    at = row?.parent_sid ?? null
  }
  return []
}

async function membersOf({ db, today }: Context, sid: string): Promise<string[]> {
  const found = await db
    .selectFrom('virtual_organisation')
    .select(['member_sids', 'department_sids', 'valid_from', 'valid_to'])
    .where('sid', '=', sid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found || (found.valid_from ?? today) > today || (found.valid_to ?? today) < today) return []
  const tops = found.department_sids ?? []
  if (tops.length === 0) return found.member_sids ?? []
  const below = await sql<{ sid: string }>`select u.sid from user_info as u join department as d on d.sid = u.department_sid
    where u.deleted_at is null and exists (select 1 from unnest(${tops}::text[]) as top where d.path like '%/' || top || '/%')`.execute(db)
  return [...(found.member_sids ?? []), ...below.rows.map((row) => row.sid)]
}

export const agencyField = (model: Model) =>
  fieldsOf(model).find(([code, field]) => field.role === 'agency' || (code === 'agency_sid' && field.type === 'reference'))?.[0]

/** The people of the company who are inventors of the record: no expert judges their own work. */
async function makersOf({ db }: Context, model: Model, record: RowValues): Promise<ReadonlySet<string>> {
  const code = fieldsOf(model).find(([, { role }]) => role === 'inventors')?.[0]
  const rows = code && Array.isArray(record[code]) ? (record[code] as unknown[]) : []
  const sids = rows.flatMap((row) =>
    typeof row === 'string' ? [row] : row !== null && typeof row === 'object' ? Object.values(row).filter((one) => typeof one === 'string') : [],
  ) // texts alone are left
  const inventors = sids.filter((sid) => UUID.test(sid))
  if (inventors.length === 0) return new Set()
  const found = await db.selectFrom('inventor').select('user_sid').where('sid', 'in', inventors).execute()
  return new Set(found.flatMap(({ user_sid }) => user_sid ?? []))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function expertsOf({ db }: Context, sid: string, makers: ReadonlySet<string>): Promise<string[]> {
  const group = await db.selectFrom('expert_group').select(['chair_sid', 'member_sids', 'active']).where('sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()
  const members = [...(group?.chair_sid ? [group.chair_sid] : []), ...(group?.member_sids ?? [])]
  if (group?.active === false || members.length === 0) return []
  const rows = await db.selectFrom('expert').select(['sid', 'user_sid']).where('sid', 'in', members).where('active', 'is not', false).where('deleted_at', 'is', null).execute()
  return members.flatMap((one) => rows.find((row) => row.sid === one)?.user_sid ?? []).filter((person) => !makers.has(person))
} // oxfmt-ignore

/** Deputy by person, for those who are away today */
export const deputiesOf = async (ctx: Context, people: readonly string[]): Promise<Map<string, string>> =>
  new Map((await awayAmong(ctx, people)).map(({ absent, deputy }) => [absent.sid, deputy]))

/** Nobody approves there what they started, in the place of another neither. */
export const barsStarter = (run: KeptRun, node: string) => !run.own_allowed && nodeOf(run.graph, node)?.type === 'APPROVE'

/** Their names in the language of the reader, for answers and refusals. */
export async function namesOf({ db, lang }: Context, sids: readonly (string | null | undefined)[]): Promise<Map<string, string>> {
  const asked = [...new Set(sids.filter((sid): sid is string => typeof sid === 'string'))]
  if (asked.length === 0) return new Map()
  const rows = await db.selectFrom('user_info').select(['sid', 'name', 'name_en']).where('sid', 'in', asked).execute()
  return new Map(rows.map(({ sid, name, name_en }) => [sid, (lang === 'en' && name_en) || (name ?? '')]))
}
