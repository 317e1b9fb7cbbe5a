import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { createHash } from 'node:crypto'
import { HEAD } from '../../../model/cases/head-fields.ts'
import type { Condition, Query } from '../../../model/kit/iql/ast.ts'
import { IqlError, parseIql } from '../../../model/kit/iql/parse.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Page } from '../../../model/kit/wire/wire.ts'
import { isCountTable } from '../../database/count-tables.ts'
import { refuse } from '../../errors.ts'
import { allOf } from '../permission/conditions.ts'
import { authorize } from '../permission/permission.ts'
import { compileCondition, joinsOf } from './conditions/condition.ts'
import { joinSql } from './conditions/joins.ts'
import { orderSql } from './conditions/order.ts'
import { conditionSql, FAR_OFFSET, pageStatement, SOUGHT, TOTAL } from './page.ts'
import { type Found, MAX_PLAN_CHARS, planned, readPlan, runPlan, shownRows } from './plans.ts'
import { fieldOf } from '../registry.ts'
import { shownCodes } from './select.ts'
import { keptGroups } from './totals/kept-groups.ts'
import { readsOf } from './reads.ts'
import { keepResult } from '../on-replica.ts'
import { keptCount } from './totals/totals.ts'
import type { Context, Access } from '../context.ts'

export type SearchBody = { fl?: string | readonly string[]; iql?: string; rows?: number; start?: number; total?: 'exact' | 'capped' | 'none' }

const KEYS = new Set(['fl', 'iql', 'rows', 'start', 'total'])
const CAP = 10_000

/** POST do/search. `bin` searches the recycle bin instead. */
export async function search(ctx: Context, model: Model, body: SearchBody, { bin = false, most = 100 } = {}): Promise<Page<Found>> {
  const access = authorize(ctx, model, 'search')
  const { start, rows, total } = checkBody(body, most)
  const asked: Asked = { fl: body.fl, iql: body.iql, bin, rows, start }
  const place = { offset: start }
  if (total !== 'none' && start < FAR_OFFSET && isLong(asked) && namesFew(model, queryOf(asked).where))
    return { start, rows, ...(await countedPage(ctx, model, access, asked)) }
  const page = pagePlan(ctx, model, access, asked, start >= FAR_OFFSET ? 'far' : 'near')
  // Otherwise page and total are read in parallel.
  if (SOUGHT.test(page.text)) {
    const counted = await countRows(ctx, model, access, asked, total !== 'exact')
    const plan = counted.total > CAP ? page : pagePlan(ctx, model, access, asked, 'few')
    const record = counted.total > start ? await runPlan(ctx, plan, place) : []
    return { start, rows, ...(total !== 'none' && counted), record }
  }
  const [record, counted] = await Promise.all([
    runPlan(ctx, page, place),
    total === 'none' ? undefined : countRows(ctx, model, access, asked, total === 'capped'),
  ])
  return { start, rows, ...counted, record }
}

export async function count(ctx: Context, model: Model, body: { iql?: string }): Promise<{ total: number }> {
  const access = authorize(ctx, model, 'count')
  if (ORDERS.test(String(body.iql))) orderSql(joinsOf(ctx, model), readIql(body.iql).order) // counts nothing, but an invalid order is still refused
  return countRows(ctx, model, access, { iql: body.iql, bin: false }, false)
}

const ORDERS = /\border\b/i

/** `query`: the parsed `iql`, once it was needed. */
type Counting = { iql?: string | undefined; bin: boolean; query?: Query }
type Asked = Counting & { fl?: string | readonly string[] | undefined; rows: number; start: number }

type Way = 'near' | 'far' | 'few'

const queryOf = (asked: Counting): Query => (asked.query ??= readIql(asked.iql))
const isLong = ({ iql }: Counting) => typeof iql === 'string' && iql.length > MAX_PLAN_CHARS

function pagePlan(ctx: Context, model: Model, access: Access, asked: Asked, way: Way, counted = false) {
  const { fl, iql, bin, rows, start } = asked
  const key = isLong(asked) ? undefined : `page ${way} ${bin} ${rows} ${start === 0} ${JSON.stringify([fl, iql])}`
  return planned(ctx, access, key, () => {
    const query = queryOf(asked)
    const codes = (fl ?? '').length === 0 ? shownCodes(ctx, model) : fieldList(fl ?? '')
    return pageStatement(
      ctx,
      model,
      codes,
      { where: within(access, query), order: query.order },
      { bin, far: way === 'far', few: way === 'few', counted, rows, start },
    )
  })
}

/** Of a list of many numbers or keys, page and total are read by one statement. */
async function countedPage(ctx: Context, model: Model, access: Access, asked: Asked): Promise<Counted & { record: Found[] }> {
  const plan = pagePlan(ctx, model, access, asked, 'near', true)
  const found = await readPlan(ctx, plan, { offset: asked.start })
  const total = found[0]?.[TOTAL]
  if (total === undefined && asked.start > 0) return { ...(await countRows(ctx, model, access, asked, false)), record: [] }
  const record = await shownRows(
    ctx,
    plan.picks,
    found.map(({ [TOTAL]: _, ...row }) => row),
  )
  return { total: Number(total ?? 0), record }
}

/** Each value belongs to few records at most. */
function namesFew(model: Model, where: Condition | undefined): boolean {
  if (where?.kind === 'and') return where.of.some((part) => namesFew(model, part))
  if (where?.kind !== 'in' || where.negated || where.path.length !== 1) return false
  const [code = ''] = where.path
  const field = fieldOf(model, code)
  return code === 'sid' || field?.number === true || field?.unique !== undefined
}

const within = (access: Access, { where }: Query) => allOf([access.rows, where].filter((part) => part !== undefined))

function checkBody(body: SearchBody, most: number) {
  for (const key of Object.keys(body)) if (!KEYS.has(key)) refuse('unknown_key', { key })
  const start = body.start ?? 0
  const rows = body.rows ?? 20
  if (!Number.isInteger(start) || start < 0 || start > 1_000_000_000) refuse('out_of_range', { key: 'start', min: 0, max: 1_000_000_000 })
  if (!Number.isInteger(rows) || rows < 1 || rows > most) refuse('out_of_range', { key: 'rows', min: 1, max: most })
  if (body.total !== undefined && !['exact', 'capped', 'none'].includes(body.total))
    refuse('bad_request', { why_zh: 'total 只能是 exact、capped 或 none', why_en: 'total must be exact, capped or none' })
  return { start, rows, total: body.total ?? 'exact' }
}

/** An array of codes, or one text with commas. */
export function fieldList(fl: string | readonly string[]): string[] {
  const codes = typeof fl === 'string' ? fl.split(',') : fl
  if (!Array.isArray(codes) || !codes.every((code) => typeof code === 'string'))
    refuse('bad_request', { why_zh: 'fl 应为字段代码的数组', why_en: 'fl must be a list of field codes' })
  if (codes.length > 200) refuse('too_many_values', { key: 'fl', max: 200 })
  const trimmed = [...new Set(codes.map((code) => code.trim()).filter((code) => code !== ''))]
  return trimmed.includes('sid') ? trimmed : ['sid', ...trimmed]
}

export function readIql(iql: string | undefined): Query {
  if (iql === undefined || iql === null) return { order: [] }
  if (typeof iql !== 'string') refuse('bad_request', { why_zh: 'iql 应为文本', why_en: 'iql must be text' })
  try {
    return parseIql(iql)
  } catch (error) {
    if (error instanceof IqlError) refuse('bad_iql', { position: error.position, why_zh: error.zh, why_en: error.en })
    throw error
  }
}

const UNCONDITIONAL = /^\s*($|order\s+by\b)/i

type Counted = { total: number; total_capped?: true }

/** A capped count stops at the cap, unless the whole count is known. */
async function countRows(ctx: Context, model: Model, access: Access, asked: Counting, capped: boolean): Promise<Counted> {
  const { iql, bin } = asked
  if (iql && typeof iql !== 'string') readIql(iql) // refuses it
  const isPlain = !bin && UNCONDITIONAL.test(iql ?? '') && model.scope === 'company' && !model.hard_delete
  if (isPlain && access.companies) return { total: await keptTotal(ctx, model, access.companies) }
  const plan = planned(ctx, access, isLong(asked) ? undefined : `count ${capped} ${bin} ${iql ?? ''}`, () => {
    const joins = joinsOf(ctx, model)
    const where = within(access, queryOf(asked))
    const kept = bin || !where ? undefined : keptGroups(model, { where })
    if (kept && where) {
      const met = compileCondition(joins, where)
      return { picks: [], statement: sql`select coalesce(sum(t.n), 0) as n from ${sql.table(kept.name)} as t ${joinSql(joins)} where ${met}` }
    }
    const rowsOf = (one: Condition | undefined) => {
      const condition = conditionSql(joins, one, bin)
      return sql`from ${sql.table(model.name)} as t ${joinSql(joins)} where ${condition}`
    }
    return { picks: [], statement: capped ? cappedCount(rowsOf, model, where) : sql`select count(*) as n ${rowsOf(where)}` }
  })
  const run = async () => {
    const { rows } = await ctx.db.executeQuery<{ n: number }>(CompiledQuery.raw(plan.text, [...plan.parameters]))
    return Number(rows[0]?.n ?? 0)
  }
  plan.digest ??= digestOf(plan.text, plan.parameters)
  const n = await (bin ? run() : keepResult(ctx, readsOf(plan.text, ctx), plan.digest, run))
  return capped && n > CAP && !isCountTable(plan.text) ? { total: CAP + 1, total_capped: true } : { total: n }
}

/**
 * Of alternatives, one by a reference alone may reach the cap in its index; the rows themselves, scattered over the table, are then not read.
 * They are counted together only if none does.
 */
function cappedCount(rowsOf: (one: Condition | undefined) => RawBuilder<unknown>, model: Model, where: Condition | undefined) {
  const upTo = (one: Condition | undefined) => sql`(select count(*) from (select 1 ${rowsOf(one)} limit ${sql.lit(CAP + 1)}) c)`
  const alone = alternativesOf(where).filter((one) => one.kind === 'in' && !one.negated && isReference(model, one.path))
  if (alone.length === 0) return sql`select ${upTo(where)} as n`
  const reached = alone.map((one) => sql`when ${upTo(one)} > ${sql.lit(CAP)} then ${sql.lit(CAP + 1)}`)
  return sql`select case ${sql.join(reached, sql` `)} else ${upTo(where)} end as n`
}

const alternativesOf = (where: Condition | undefined): Condition[] =>
  where?.kind === 'or' ? where.of.flatMap((one) => (one.kind === 'or' ? alternativesOf(one) : [one])) : []
const isReference = (model: Model, path: readonly string[]) => path.length === 1 && fieldOf(model, path[0] ?? '')?.type === 'reference'

const KEPT_BY: ReadonlySet<string> = new Set(['company_sid'])

/** The total of a whole model, of all companies or of some, is never counted by reading it. */
function keptTotal(ctx: Context, { name }: Model, companies: readonly string[]) {
  const models = name === HEAD ? [...ctx.tenant.models.kinds.keys()] : [name] // there are as many heads as records
  const read = () => keptCount(ctx.db, models, companies)
  return keepResult(ctx, new Map([[name, KEPT_BY]]), `kept ${name} ${companies.join()}`, read)
}

export const digestOf = (text: string, parameters: readonly unknown[]) =>
  createHash('sha256').update(text).update(JSON.stringify(parameters)).digest('base64')
