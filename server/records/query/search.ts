import type { Condition, Query } from '../../../model/kit/iql/ast.ts'
import { IqlError, parseIql } from '../../../model/kit/iql/parse.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Page } from '../../../model/kit/wire/wire.ts'
import { refuse } from '../../errors.ts'
import { allOf } from '../permission/conditions.ts'
import { authorize } from '../permission/permission.ts'
import { joinsOf } from './conditions/condition.ts'
import { orderSql } from './conditions/order.ts'
import { FAR_OFFSET, pageStatement, SOUGHT, TOTAL } from './page.ts'
import { type Found, MAX_PLAN_CHARS, planned, readPlan, runPlan, shownRows } from './plans.ts'
import { fieldOf } from '../registry.ts'
import { shownCodes } from './select.ts'
import { CAP, countRows, type Counted } from './totals/count-rows.ts'
import type { Context, Access } from '../context.ts'

export type SearchBody = { fl?: string | readonly string[]; iql?: string; rows?: number; start?: number; total?: 'exact' | 'capped' | 'none' }

const KEYS = new Set(['fl', 'iql', 'rows', 'start', 'total'])

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
    const counted = await countAsked(ctx, model, access, asked, total !== 'exact')
    const plan = counted.total > CAP ? page : pagePlan(ctx, model, access, asked, 'few')
    const record = counted.total > start ? await runPlan(ctx, plan, place) : []
    return { start, rows, ...(total !== 'none' && counted), record }
  }
  const [record, counted] = await Promise.all([
    runPlan(ctx, page, place),
    total === 'none' ? undefined : countAsked(ctx, model, access, asked, total === 'capped'),
  ])
  return { start, rows, ...counted, record }
}

export async function count(ctx: Context, model: Model, body: { iql?: string }): Promise<{ total: number }> {
  const access = authorize(ctx, model, 'count')
  if (ORDERS.test(String(body.iql))) orderSql(joinsOf(ctx, model), readIql(body.iql).order) // counts nothing, but an invalid order is still refused
  return countAsked(ctx, model, access, { iql: body.iql, bin: false }, false)
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
  if (total === undefined && asked.start > 0) return { ...(await countAsked(ctx, model, access, asked, false)), record: [] }
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

function countAsked(ctx: Context, model: Model, access: Access, asked: Counting, capped: boolean): Promise<Counted> {
  const { iql, bin } = asked
  if (iql && typeof iql !== 'string') readIql(iql) // refuses it
  const isPlain = UNCONDITIONAL.test(iql ?? '')
  const key = isLong(asked) ? undefined : isPlain ? '' : iql
  return countRows(ctx, model, access, { key, bin, isPlain, where: () => within(access, queryOf(asked)) }, capped)
}
