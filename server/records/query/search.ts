import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { createHash } from 'node:crypto'
import { HEAD } from '../../../model/cases/head-fields.ts'
import type { Condition, Order, Query } from '../../../model/kit/iql/ast.ts'
import { IqlError, parseIql } from '../../../model/kit/iql/parse.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Page } from '../../../model/kit/wire.ts'
import { refuse } from '../../errors.ts'
import { type Access, allOf, authorize } from '../permission/permission.ts'
import { displayOf } from './display.ts'
import { compileCondition, joinsOf } from './condition.ts'
import { follow, join, joinSql, type Joins } from './joins.ts'
import { modelNamed } from '../registry.ts'
import { type Found, planned, runPlan, SLOT } from './plans.ts'
import { selected, shownCodes } from './select.ts'
import { keptCount } from './totals.ts'
import type { Context } from '../context.ts'

export type SearchBody = { fl?: string | readonly string[]; iql?: string; rows?: number; start?: number; total?: 'exact' | 'capped' | 'none' }

const KEYS = new Set(['fl', 'iql', 'rows', 'start', 'total'])
const CAP = 10_000

/** POST do/search. Page and total are read side by side. `bin` looks into the recycle bin instead. */
export async function search(ctx: Context, model: Model, body: SearchBody, { bin = false, most = 100 } = {}): Promise<Page<Found>> {
  const access = authorize(ctx, model, 'search')
  const { start, rows, total } = checkBody(body, most)
  const asked = { fl: body.fl, iql: body.iql, bin }
  const [record, counted] = await Promise.all([
    runPlan(ctx, pagePlan(ctx, model, access, asked, start >= FAR), { limit: rows, offset: start }),
    total === 'none' ? undefined : countRows(ctx, model, access, asked, total === 'capped'),
  ])
  if (counted === undefined) return { start, rows, record }
  if (total === 'capped' && counted > CAP) return { start, rows, total: CAP + 1, total_capped: true, record }
  return { start, rows, total: counted, record }
}

export async function count(ctx: Context, model: Model, body: { iql?: string }): Promise<{ total: number }> {
  const access = authorize(ctx, model, 'count')
  for (const key of Object.keys(body)) if (key !== 'iql') refuse('unknown_key', { key })
  if (ORDERS.test(String(body.iql))) orderSql(joinsOf(ctx, model), readIql(body.iql).order) // counts nothing, but what cannot be sorted by is refused all the same
  return { total: await countRows(ctx, model, access, { iql: body.iql, bin: false }, false) }
}

const ORDERS = /\border\b/i

type Asked = { fl?: string | readonly string[] | undefined; iql?: string | undefined; bin: boolean }

// From here on, the keys are found in the index first and the rows read after.
const FAR = 500

function pagePlan(ctx: Context, model: Model, access: Access, { fl, iql, bin }: Asked, far: boolean) {
  return planned(ctx, access, `page ${far} ${bin} ${JSON.stringify([fl, iql])}`, () => {
    const query = readIql(iql)
    const codes = (fl ?? '').length === 0 ? shownCodes(ctx, model) : fieldList(fl ?? '')
    return pageStatement(ctx, model, codes, { where: within(access, query), order: query.order }, { bin, far })
  })
}

const within = (access: Access, { where }: Query) => allOf([access.rows, where].filter((part) => part !== undefined))

function checkBody(body: SearchBody, most: number) {
  for (const key of Object.keys(body)) if (!KEYS.has(key)) refuse('unknown_key', { key })
  const start = body.start ?? 0
  const rows = body.rows ?? 20
  if (!Number.isInteger(start) || start < 0 || start > 1_000_000_000) refuse('out_of_range', { key: 'start', min: 0, max: 1_000_000_000 })
  if (!Number.isInteger(rows) || rows < 1 || rows > most) refuse('out_of_range', { key: 'rows', min: 1, max: most })
  if (body.total !== undefined && !['exact', 'capped', 'none'].includes(body.total))
    refuse('bad_request', { why_zh: 'total 只能是 exact、capped 或 none', why_en: 'total is exact, capped or none' })
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

type Reading = { bin: boolean; far: boolean; flat?: boolean }

/** One page in order; where it lies is filled in by each call. */
function pageStatement(ctx: Context, model: Model, codes: readonly string[], query: Query, { bin, far, flat = false }: Reading) {
  const keys = joinsOf(ctx, model)
  const condition = conditionSql(keys, query.where, bin)
  const order = orderSql(keys, query.order)
  const columns = joinsOf(ctx, model, 't', keys.next)
  const { picks, list } = selected(columns, codes, flat)
  const table = sql.table(model.name)
  const place = sql`limit ${SLOT.limit} offset ${SLOT.offset}`
  if (!far && columns.list.length === 0 && keys.list.length === 0)
    return { picks, statement: sql`select ${list} from ${table} as t where ${condition} order by ${order} ${place}` }
  const keyed = sql`select k.sid, row_number() over () as place from (select t.sid from ${table} as t ${joinSql(keys)} where ${condition} order by ${order} ${place}) k`
  return { picks, statement: sql`select ${list} from (${keyed}) k join ${table} as t on t.sid = k.sid ${joinSql(columns)} order by k.place` }
}

/** A page of an already parsed question, for code that asks. */
export async function readPage(
  ctx: Context,
  model: Model,
  codes: readonly string[],
  query: Query,
  { start, rows }: { start: number; rows: number },
  flat = false,
) {
  const { statement, picks } = pageStatement(ctx, model, codes, query, { bin: false, far: start >= FAR, flat })
  const { sql: text, parameters } = statement.compile(ctx.db)
  return runPlan(ctx, { text, parameters, picks }, { limit: rows, offset: start })
}

export function conditionSql(joins: Joins, where: Condition | undefined, bin = false): RawBuilder<unknown> {
  const live = bin ? sql`${sql.ref(`${joins.alias}.deleted_at`)} is not null` : sql`${sql.ref(`${joins.alias}.deleted_at`)} is null`
  return where ? sql`${live} and ${compileCondition(joins, where)}` : live
}

/** Empty values come last downwards and first upwards, so that one index serves both; ties go by sid. */
export function orderSql(joins: Joins, order: readonly Order[]): RawBuilder<unknown> {
  if (order.length === 0) return sql`t.updated_at desc, t.sid desc`
  const parts = order.map(({ path, at, desc }) => {
    const spot = follow(joins, path, at)
    if (spot.kind === 'inside' || UNSORTABLE.has(spot.field.type))
      return refuse('bad_iql', { position: at, why_zh: `不能按“${spot.shown}”排序`, why_en: `“${spot.shown}” cannot be sorted by` })
    const column = spot.field.type === 'reference' ? byName(joins, spot.alias, spot.code, spot.field.to) : sql.ref(`${spot.alias}.${spot.code}`)
    const empties = spot.alias === joins.alias && NEVER_EMPTY.has(spot.code) ? '' : desc ? ' nulls last' : ' nulls first'
    return sql`${column} ${sql.raw(`${desc ? 'desc' : 'asc'}${empties}`)}`
  })
  return sql`${sql.join(parts)}, t.sid ${sql.raw(order[0]?.desc ? 'desc' : 'asc')}`
}

const NEVER_EMPTY = new Set(['sid', 'version', 'created_at', 'updated_at'])

/** A reference is sorted by what people see of it. */
function byName(joins: Joins, alias: string, code: string, to: string) {
  const target = modelNamed(joins.ctx.tenant.models, to)
  return displayOf(target, join(joins, alias, code, target), joins.ctx)
}

export const UNSORTABLE = new Set(['options', 'references', 'rows', 'attachment', 'json'])

async function countRows(ctx: Context, model: Model, access: Access, { iql, bin }: Asked, capped: boolean) {
  if (iql && typeof iql !== 'string') readIql(iql) // says so
  const isPlain = !bin && !iql?.trim() && model.scope === 'company' && !model.hard_delete
  if (isPlain && access.companies) return keptTotal(ctx, model, access.companies)
  const plan = planned(ctx, access, `count ${capped} ${bin} ${iql ?? ''}`, () => {
    const joins = joinsOf(ctx, model)
    const condition = conditionSql(joins, within(access, readIql(iql)), bin)
    const from = sql`from ${sql.table(model.name)} as t ${joinSql(joins)} where ${condition}`
    return { picks: [], statement: capped ? sql`select count(*) as n from (select 1 ${from} limit ${CAP + 1}) c` : sql`select count(*) as n ${from}` }
  })
  const run = async () => {
    const { rows } = await ctx.db.executeQuery<{ n: number }>(CompiledQuery.raw(plan.text, [...plan.parameters]))
    return Number(rows[0]?.n ?? 0)
  }
  if (ctx.db.isTransaction || bin) return run()
  plan.digest ??= digestOf(plan.text, plan.parameters)
  return ctx.tenant.totals.keep(readModels(plan.text, ctx), plan.digest, run)
}

/** The whole of a model, of all companies or of some, is never counted by reading it. */
function keptTotal(ctx: Context, { name }: Model, companies: readonly string[]) {
  const models = name === HEAD ? [...ctx.tenant.models.kinds.keys()] : [name] // there are as many heads as records
  const read = () => keptCount(ctx.db, models, companies)
  return ctx.db.isTransaction ? read() : ctx.tenant.totals.keep([name], `kept ${name} ${companies.join()}`, read)
}

export const digestOf = (text: string, parameters: readonly unknown[]) =>
  createHash('sha256').update(text).update(JSON.stringify(parameters)).digest('base64')

const named = new Map<string, string[]>()

/** The models that a statement reads: their writes make its total old. */
export function readModels(text: string, ctx: Context): string[] {
  let models = named.get(text)
  if (!models) {
    models = [...text.matchAll(/(?:from|join) "(\w+)"/g)].map((match) => match[1] ?? '').filter((name) => ctx.tenant.models.all.has(name))
    if (named.size < 5000) named.set(text, models)
  }
  return models
}
