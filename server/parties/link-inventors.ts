import { parseIql } from '../../model/kit/iql/parse.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { linkInventors, unlinkedInventors } from '../../model/parties/inventor-actions.ts'
import { both, refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { allOf, among, anyOf } from '../records/permission/conditions.ts'
import { accessOf, visible } from '../records/permission/permission.ts'
import { get } from '../records/query/get.ts'
import { readPage } from '../records/query/page.ts'
import { modelNamed } from '../records/registry.ts'
import { updateRow } from '../records/write/update.ts'
import { lockRows } from '../records/write/write.ts'

/** A file names inventors, and not which employee each of them is: somebody who may change inventors says so, for many at once. */
export const inventorLinks: Part = { actions: [...perform(unlinkedInventors, list), ...perform(linkInventors, linkAll)] }

const UNLINKED = parseIql('user_sid IS EMPTY AND external = false AND resigned = false ORDER BY name ASC')
const MOST = 200
const MOST_CASES = 20_000

async function list({ ctx, model, body: { job_sid } }: Call<typeof unlinkedInventors>) {
  const made = job_sid ? among(['sid'], await madeBy(ctx, job_sid)) : undefined
  // What this person may see and not change would fail the whole batch.
  const where = visible(ctx, model, allOf([UNLINKED.where, made, accessOf(ctx, model).changeableBy('update')].filter((part) => part !== undefined)))
  const found = await readPage(ctx, model, ['sid', 'name', 'employee_no'], { where, order: UNLINKED.order }, { start: 0, rows: MOST_FOUND })
  const shown = found.slice(0, MOST)
  const mayReadNo = accessOf(ctx, model).mayRead('employee_no')
  const inventors = shown.map(({ sid, name, employee_no }) => ({
    sid: text(sid),
    name: text(name),
    employee_no: (mayReadNo && text(employee_no)) || null,
  }))
  const [people, counts] = [await peopleLike(ctx, inventors), await casesOf(ctx, inventors.map(({ sid }) => sid))] // oxfmt-ignore
  const record = inventors.map((one) => ({ ...one, cases: counts.get(one.sid) ?? 0, people: people.filter((person) => isLike(one, person)).map((person) => shownOf(one, person)) })) // oxfmt-ignore
  return { total: found.length, record }
}

const MOST_FOUND = 5000
const text = (value: unknown) => (typeof value === 'string' ? value : '')
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
  const where = visible(ctx, model, allOf([...(like ? [like] : []), ...employed]))
  const codes = ['sid', ...['name', 'name_en', 'job_number', 'department_sid'].filter(mayRead)]
  const rows = await readPage(ctx, model, codes, { where, order: [] }, { start: 0, rows: MOST_FOUND })
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
  const where = visible(ctx, head, among(['inventor_sids'], inventors))
  const rows = await readPage(ctx, head, ['sid', 'inventor_sids'], { where, order: [] }, { start: 0, rows: MOST_CASES }, true)
  for (const { inventor_sids } of rows)
    for (const sid of Array.isArray(inventor_sids) ? inventor_sids : []) counts.set(text(sid), (counts.get(text(sid)) ?? 0) + 1)
  return counts
}

async function linkAll({ ctx, model, body: { links } }: Call<typeof linkInventors>) {
  const wanted = new Map(links.map(({ inventor_sid, user_sid }) => [inventor_sid, user_sid]))
  if (wanted.size < links.length) refuse('rule', both('summary', ['同一发明人不能重复', 'An inventor is named twice']))
  const rows = await lockRows(ctx, model, [...wanted.keys()], { verb: 'update' })
  if (rows.length < wanted.size) refuse('not_found')
  const linked = rows.find(({ user_sid }) => user_sid)
  if (linked)
    refuse('rule', {
      summary_zh: `${text(linked.name)}已关联人员，请刷新`,
      summary_en: `${text(linked.name)} is linked already: load the list again`,
    })
  for (const [sid, user_sid] of wanted) await updateRow(ctx, model, sid, { user_sid }, { verb: 'update' })
  return { linked: wanted.size }
}
