import { parseIql } from '../../model/kit/iql/parse.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { linkInventors, MAX_LINKED, unlinkedInventors } from '../../model/parties/inventor-actions.ts'
import { attempt, type Refusal, refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import { type Context, inTransaction } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { allOf, among, anyOf } from '../records/permission/conditions.ts'
import { accessOf } from '../records/permission/permission.ts'
import { get } from '../records/query/get.ts'
import type { Found } from '../records/query/plans.ts'
import { streamRows } from '../records/query/stream.ts'
import { modelNamed, type Named } from '../records/registry.ts'
import { messageOf } from '../records/write/batch/batch-transition.ts'
import { updateRow } from '../records/write/update.ts'
import { lockRows } from '../records/write/write.ts'

/** A file names inventors without their employee records: a person who may change inventors links many at once. */
export const inventorLinks: Part = { actions: [...perform(unlinkedInventors, list), ...perform(linkInventors, linkAll)] }

const UNLINKED = parseIql('user_sid IS EMPTY AND external = false AND resigned = false ORDER BY name ASC')

async function list({ ctx, model, body: { job_sid, start } }: Call<typeof unlinkedInventors>) {
  const made = job_sid ? among(['sid'], await madeBy(ctx, job_sid)) : undefined
  // A record that this person may see but not change could not be linked.
  const where = allOf([UNLINKED.where, made, accessOf(ctx, model).changeableBy('update')].filter((part) => part !== undefined))
  const mayReadNo = accessOf(ctx, model).mayRead('employee_no')
  let total = 0
  const inventors: Inventor[] = []
  for await (const batch of streamRows(ctx, model, ['sid', 'name', ...(mayReadNo ? ['employee_no'] : [])], { where, order: UNLINKED.order })) {
    const shown = batch.slice(Math.max(0, start - total), Math.max(0, start + MAX_LINKED - total))
    inventors.push(...shown.map(({ sid, name, employee_no }) => ({ sid: text(sid), name: text(name), employee_no: text(employee_no) || null })))
    total += batch.length
  }
  const [people, counts] = [await peopleLike(ctx, inventors), await casesOf(ctx, inventors.map(({ sid }) => sid))] // oxfmt-ignore
  const record = inventors.map((one) => ({ ...one, cases: counts.get(one.sid) ?? 0, people: people.filter((person) => isLike(one, person)).map((person) => shownOf(one, person)) })) // oxfmt-ignore
  return { total, record }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const sidOf = (one: unknown) => text(typeof one === 'object' && one !== null && 'sid' in one ? one.sid : undefined)
const sidsIn = (links: unknown): string[] => (Array.isArray(links) ? links.map(sidOf) : [])
const nameKey = (name: string) => name.replace(/\s+/gu, '').toLowerCase()

/** Of an import that this person may see. */
async function madeBy(ctx: Context, job: string): Promise<string[]> {
  await get(ctx, modelNamed(ctx.tenant.models, 'job'), job)
  const rows = await ctx.db
    .selectFrom('imported_row')
    .select('record_sid')
    .distinct()
    .where('job_sid', '=', job)
    .where('entity', '=', 'inventor')
    .where('did', '=', 'CREATED')
    .execute()
  return rows.flatMap(({ record_sid }) => record_sid ?? [])
}

type Inventor = { sid: string; name: string; employee_no: string | null }
type Person = { sid: string; name: string; name_en: string; job_number: string | null; department: string | null; is_taken: boolean }

const isNumber = ({ employee_no }: Inventor, { job_number }: Person) => employee_no !== null && employee_no === job_number
const isLike = (inventor: Inventor, person: Person) =>
  isNumber(inventor, person) || [person.name, person.name_en].some((name) => name !== '' && nameKey(name) === nameKey(inventor.name))

const shownOf = (inventor: Inventor, person: Person) => {
  const { name_en: _, ...shown } = person
  return { ...shown, has_number: isNumber(inventor, person) }
}

/** Employees whom this person sees; a field that they may not read neither finds nor describes anybody. */
async function peopleLike(ctx: Context, inventors: readonly Inventor[]): Promise<Person[]> {
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const { verbs, mayRead } = accessOf(ctx, model)
  if (inventors.length === 0 || (!verbs.has('search') && !verbs.has('*'))) return []
  const names = [...new Set(inventors.flatMap(({ name }) => [name, name.replace(/\s+/gu, '')]))]
  const numbers = inventors.flatMap(({ employee_no }) => employee_no ?? [])
  const by: [string, readonly string[]][] = [['name', names], ['name_en', names], ['job_number', numbers]] // oxfmt-ignore
  const like = anyOf(by.flatMap(([code, values]): Condition[] => (mayRead(code) && values.length > 0 ? [among([code], values)] : [])))
  const employed = [among(['person_status'], ['EMPLOYED']), among(['person_type'], ['INTERNAL'])]
  const where = allOf([...(like ? [like] : []), ...employed])
  const codes = ['sid', ...['name', 'name_en', 'job_number', 'department_sid'].filter(mayRead)]
  const rows: Found[] = []
  for await (const batch of streamRows(ctx, model, codes, { where, order: [] })) rows.push(...batch)
  const taken = await takenAmong(ctx, rows.map(({ sid }) => text(sid))) // oxfmt-ignore
  return rows.map((row) => ({
    sid: text(row['sid']),
    name: text(row['name']),
    name_en: text(row['name_en']),
    job_number: text(row['job_number']) || null,
    department: isNamed(row['department_sid']) ? row['department_sid'].name : null,
    is_taken: taken.has(text(row['sid'])),
  }))
}

const isNamed = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'

async function takenAmong({ db }: Context, people: readonly string[]): Promise<ReadonlySet<string | null>> {
  if (people.length === 0) return new Set()
  const rows = await db
    .selectFrom('inventor')
    .select('user_sid')
    .where('user_sid', 'in', [...people])
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ user_sid }) => user_sid))
}

/** How many cases that this person sees name each inventor. */
async function casesOf(ctx: Context, inventors: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const head = modelNamed(ctx.tenant.models, 'case')
  const { verbs, mayRead } = accessOf(ctx, head)
  const counts = new Map<string, number>()
  if (inventors.length === 0 || !mayRead('inventor_sids') || (!verbs.has('search') && !verbs.has('*'))) return counts
  for await (const batch of streamRows(ctx, head, ['sid', 'inventor_sids'], { where: among(['inventor_sids'], inventors), order: [] }))
    for (const { inventor_sids } of batch) for (const sid of sidsIn(inventor_sids)) counts.set(sid, (counts.get(sid) ?? 0) + 1)
  return counts
}

async function linkAll({ ctx, model, body: { links } }: Call<typeof linkInventors>) {
  const record: { sid: string; ok: boolean; message?: string }[] = []
  let first: Refusal | undefined
  for (const { inventor_sid: sid, user_sid } of links) {
    const refused = await attempt(() => inTransaction(ctx, (tx) => linkOne(tx, model, sid, user_sid)))
    first ??= refused
    record.push(refused ? { sid, ok: false, message: messageOf(ctx, refused) } : { sid, ok: true })
  }
  const linked = record.filter(({ ok }) => ok).length
  if (first && linked === 0) throw first // nothing was done
  return { linked, failed: record.length - linked, record }
}

async function linkOne(ctx: Context, model: Named<'inventor'>, sid: string, user_sid: string) {
  const [row] = await lockRows(ctx, model, [sid], { verb: 'update' })
  if (!row) return refuse('not_found')
  if (row.user_sid) refuse('rule', { summary_zh: `${text(row.name)}已关联人员`, summary_en: `${text(row.name)} is linked already` })
  return updateRow(ctx, model, sid, { user_sid }, { verb: 'update' })
}
