import { type Words, wordIn } from '../../model/kit/fields.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Model } from '../../model/kit/model.ts'
import { type Definition, type Figure, type Figures, type Heading, MAX_COLUMNS, MAX_ROWS } from '../../model/statistics/definition.ts'
import { allIql, groupsIql } from '../../model/statistics/group-condition.ts'
import { both, refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { authorize } from '../records/permission/permission.ts'
import { inOwnWords } from '../records/words/wording.ts'
import { aggregate } from '../records/query/totals/aggregate.ts'
import { readIql } from '../records/query/search.ts'
import { type Dimension, dimensionOf, iqlOf, labelsOf, valueOf } from '../records/dimension.ts'
import { figuresOf, type Lump, lumpOf, type Measured, measureOf } from './measure.ts'

/** Groups of one answer of the database. Where there are more, the groups of each dimension are chosen first. */
const MAX_GROUPS = 5000
/** Cells of the chosen groups, with those of each currency. */
const MAX_CELLS = 50_000
/** Maximum values of a list field that are named one by one in the group of others */
const MAX_TOLD = 900

/** `day`: the past day of which the records are counted. */
type Asking = { ctx: Context; model: Model; base: string; measured: Measured; day: string | undefined }
/** `others`: the place of the groups that are shown as one, or -1. */
type Chosen = { dimension: Dimension; headings: Heading[]; places: ReadonlyMap<string | null, number>; others: number; cut: boolean }

/** The figures that this person may see: the condition, the groups and the measure are asked with their own permission. */
export async function computeStatistic(caller: Context, definition: Definition): Promise<Figures> {
  const ctx = await inOwnWords(caller)
  const model = ctx.tenant.models.all.get(definition.entity) ?? refuse('bad_request', both('why', ['没有这类记录', 'there are no such records']))
  authorize(ctx, model, 'count')
  const asking: Asking = { ctx, model, base: baseOf(definition.iql), measured: measureOf(ctx, model, definition), day: dayOf(ctx, model, definition) }
  const row = dimensionOf(ctx, model, definition.row_by)
  const column = definition.column_by ? dimensionOf(ctx, model, definition.column_by) : undefined
  if (column?.path === row.path) refuse('rule', both('summary', ['行与列请选择不同的字段', 'Choose different fields for rows and columns']))
  const whole = await lumpsBy(asking, [row, column])
  const isWhole = whole.length < MAX_GROUPS
  const rows = await choose(asking, row, { lumps: isWhole ? whole : undefined, most: definition.most ?? MAX_ROWS })
  const columns = column && (await choose(asking, column, { lumps: isWhole ? whole : undefined, most: MAX_COLUMNS }))
  const isAdded = isWhole && !row.isList && !column?.isList
  const read = isAdded ? adding(asking, whole, rows, columns) : asked(asking, rows, columns)
  return tableOf(asking, { rows, columns, read })
}

/** Undefined: today. Only cases are counted as of a past day. */
export function dayOf({ tenant: { models }, today }: Context, model: Model, { as_of }: Pick<Definition, 'as_of'>): string | undefined {
  if (as_of === null || as_of === today) return undefined
  if (as_of > today) refuse('rule', both('summary', ['截至日不能晚于今天', 'The day must not be after today']))
  if (model.name !== HEAD && !models.kinds.has(model.name))
    refuse('rule', both('summary', ['只有案件可按过去的日期统计', 'Only cases are counted as of a past day']))
  return as_of
}

/** A condition without an order, so that it can be part of another one. */
function baseOf(iql: string): string {
  const { order } = readIql(iql)
  if (order.length > 0) refuse('bad_request', both('why', ['统计的条件不含排序', 'the condition of a statistic has no order']))
  return iql.trim()
}

/** `statements`: so many such questions belong to the answer. */
type Asked = { more?: readonly string[]; most?: number; statements?: number }

async function lumpsBy(
  { ctx, model, base, measured, day }: Asking,
  by: readonly (Dimension | undefined)[],
  { more = [], most = MAX_GROUPS, statements = 1 }: Asked = {},
) {
  const paths = [...new Set([...by.flatMap((one) => one?.path ?? []), ...(measured.currency ? [measured.currency] : [])])]
  const where: Condition | undefined = readIql(allIql(base, ...more)).where
  const groups = await aggregate(ctx, model, {
    where,
    by: paths,
    ...(measured.path !== null && { sums: [measured.path], filled: measured.measure === 'AVERAGE' }),
    top: most,
    groups: most,
    day,
    statements,
  })
  return groups.map((group) => lumpOf(measured, group))
}

type Choice = { lumps: Lump[] | undefined; most: number }

/** The groups that are shown, in their order, and the others as one: before the periods, after anything else. */
async function choose(asking: Asking, dimension: Dimension, { lumps, most }: Choice): Promise<Chosen> {
  const { path } = dimension
  const all = lumps ?? (await lumpsBy(asking, [dimension]))
  const ranked = rank(
    asking,
    Map.groupBy(all, ({ by }) => valueOf(by[path])),
  )
  const shown = new Set(inOrder(dimension, ranked, most))
  const groups = inOrder(dimension, ranked).filter((value) => shown.has(value))
  const rest = ranked.filter((value) => !shown.has(value))
  const named = all.map(({ by }) => by[path]).filter((group) => shown.has(valueOf(group)))
  const labels = await labelsOf(asking.ctx, dimension, named)
  const shownEach = groups.map((value): Heading => ({ value, label: labels.get(value) ?? '', iql: iqlOf(dimension, value), others: false }))
  const isCut = all.length >= MAX_GROUPS
  const iql = othersIql(dimension, groups, rest, isCut)
  const isTold = rest.length > 0 && iql !== null
  const isFirst = isTold && isPeriodic(dimension)
  const others: Heading[] = isTold ? [{ value: null, label: wordIn(isFirst ? EARLIER : OTHERS, asking.ctx.lang), iql, others: true }] : []
  const headings = isFirst ? [...others, ...shownEach] : [...shownEach, ...others]
  const places = new Map(groups.map((value, at) => [value, isFirst ? at + 1 : at]))
  return { dimension, headings, places, others: headings.findIndex((one) => one.others), cut: rest.length > 0 && !isTold }
}

const OTHERS: Words = ['其他', 'Others']
const EARLIER: Words = ['更早', 'Earlier']
const isPeriodic = (dimension: Dimension) => dimension.period !== undefined || dimension.field.type === 'date'
const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'money'])

/** The largest first; of several currencies, by that of most records. */
function rank({ measured }: Asking, groups: ReadonlyMap<string | null, Lump[]>): (string | null)[] {
  const [main] = figuresOf(measured, [...groups.values()].flat())
  const sizes = new Map(
    [...groups].map(([value, lumps]) => [value, figuresOf(measured, lumps).find(({ currency }) => currency === main?.currency)] as const),
  )
  const size = (value: string | null) => Number(sizes.get(value)?.value ?? -Infinity)
  return [...groups.keys()].toSorted((one, other) => size(other) - size(one) || (String(one) < String(other) ? -1 : 1))
}

/** Periods and numbers in their own order, the latest periods where only some are shown, beside the records without one; anything else as ranked. */
function inOrder(dimension: Dimension, ranked: readonly (string | null)[], most = ranked.length): (string | null)[] {
  if (NUMERIC.has(dimension.field.type) && dimension.period === undefined) {
    const shown = ranked.slice(0, most)
    return shown.toSorted((one, other) => Number(one ?? Infinity) - Number(other ?? Infinity))
  }
  if (!isPeriodic(dimension)) return ranked.slice(0, most)
  const periods = ranked.filter((value) => value !== null).toSorted()
  const isEmptyShown = periods.length < ranked.length
  return [...periods.slice(-Math.max(1, isEmptyShown ? most - 1 : most)), ...(isEmptyShown ? [null] : [])]
}

/** A record of a list field is in the others for each further value that it has. */
function othersIql(dimension: Dimension, shown: readonly (string | null)[], rest: readonly (string | null)[], isCut: boolean): string | null {
  const of = { path: dimension.path, type: dimension.field.type }
  if (!dimension.isList) return `NOT (${groupsIql(of, shown)})`
  return isCut || rest.length > MAX_TOLD ? null : groupsIql(of, rest)
}

/** `undefined`: all groups of the dimension together; otherwise the heading of one. */
type Read = (rows: 'each' | 'all', columns: 'each' | 'all') => Promise<(row: number, column: number) => Figure[]>

/** Every record is in one group of each dimension: everything else is a sum of the groups. */
function adding({ measured }: Asking, lumps: readonly Lump[], rows: Chosen, columns: Chosen | undefined): Read {
  const rowOf = placesOf(rows)
  const columnOf = columns ? placesOf(columns) : () => 0
  return async (eachRow, eachColumn) => {
    const cells = Map.groupBy(lumps, (lump) => `${eachRow === 'each' ? rowOf(lump) : 0} ${eachColumn === 'each' ? columnOf(lump) : 0}`)
    return (row, column) => figuresOf(measured, cells.get(`${row} ${column}`) ?? [])
  }
}

function placesOf({ dimension, places, others }: Chosen): (lump: Lump) => number {
  return ({ by }) => places.get(valueOf(by[dimension.path])) ?? others
}

/** Each total, and the others, are counted by themselves. */
function asked(asking: Asking, rows: Chosen, columns: Chosen | undefined): Read {
  const partsOf = (chosen: Chosen | undefined, mode: 'each' | 'all') => {
    if (!chosen || mode === 'all') return [{ chosen: undefined, iql: '', at: 0 }]
    const { others, headings } = chosen
    const shown = { chosen, iql: shownIql(chosen), at: -1 }
    return others < 0 ? [shown] : [shown, { chosen: undefined, iql: headings[others]?.iql ?? '', at: others }]
  }
  // With the totals of each dimension, and of both.
  const statements = (partsOf(rows, 'each').length + 1) * (partsOf(columns, 'each').length + (columns ? 1 : 0))
  return async (eachRow, eachColumn) => {
    const cells = new Map<string, Lump[]>()
    const pairs = partsOf(rows, eachRow).flatMap((row) => partsOf(columns, eachColumn).map((column) => ({ row, column })))
    await Promise.all(
      pairs.map(async ({ row, column }) => {
        const lumps = await lumpsBy(asking, [row.chosen?.dimension, column.chosen?.dimension], {
          more: [row.iql, column.iql],
          most: MAX_CELLS,
          statements,
        })
        if (lumps.length >= MAX_CELLS)
          refuse('rule', both('summary', ['分组过多，请加条件或换字段', 'There are too many groups: add a condition or choose other fields']))
        for (const lump of lumps) {
          const at = `${placeIn(row, lump)} ${placeIn(column, lump)}`
          cells.set(at, [...(cells.get(at) ?? []), lump])
        }
      }),
    )
    return (row, column) => figuresOf(asking.measured, cells.get(`${row} ${column}`) ?? [])
  }
}

/** Records of a list field have further values, which are left out afterwards. */
const shownIql = ({ dimension, places, others, cut }: Chosen) =>
  cut || others >= 0 ? groupsIql({ path: dimension.path, type: dimension.field.type }, [...places.keys()]) : ''

function placeIn({ chosen, at }: { chosen: Chosen | undefined; at: number }, lump: Lump): number {
  return chosen ? (chosen.places.get(valueOf(lump.by[chosen.dimension.path])) ?? -1) : at
}

async function tableOf(
  { ctx, model, base, measured, day }: Asking,
  { rows, columns, read }: { rows: Chosen; columns: Chosen | undefined; read: Read },
): Promise<Figures> {
  const [cell, ofRow, ofColumn, all] = await Promise.all([read('each', 'each'), read('each', 'all'), read('all', 'each'), read('all', 'all')])
  const across: Heading[] = columns?.headings ?? [{ value: null, label: '', iql: '', others: false }]
  const total = all(0, 0)
  return {
    as_of: day ?? ctx.today,
    past: day !== undefined,
    entity: model.name,
    base,
    row_label: rows.dimension.label,
    column_label: columns?.dimension.label ?? null,
    measure_label: measured.label,
    measured: measured.filled,
    currency_by: measured.currency ?? null,
    currencies: total.flatMap(({ currency }) => currency ?? []),
    rows: rows.headings,
    columns: across,
    cells: rows.headings.map((_, at) => across.map((__, beside) => cell(at, beside))),
    row_totals: rows.headings.map((_, at) => ofRow(at, 0)),
    column_totals: across.map((_, at) => ofColumn(0, at)),
    total,
    several: rows.dimension.isList || columns?.dimension.isList === true,
    cut: rows.cut || columns?.cut === true,
  }
}
