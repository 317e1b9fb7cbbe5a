import type { Column } from '../../model/import/column.ts'
import { headingKey, isOneOfMany, matchHeadings, mayBeOtherCompany, targetsOf, type HeadingHints, unnamed } from '../../model/import/headings.ts'
import { findHeadings, headingKeys, type Headings, isHeadingAgain } from '../../model/import/heading-rows.ts'
import type { ImportProfile } from '../../model/import/import-profile.ts'
import { isEmptyRow, ordersOf, readRow } from '../../model/import/read-row.ts'
import type { RowRead, Source } from '../../model/import/row.ts'
import { type Cell, isBlank } from '../../model/import/values/cell.ts'
import type { DayOrder } from '../../model/import/values/days.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Context } from '../records/context.ts'
import { limitsOf } from '../records/settings/limits.ts'
import { both, refuse } from '../errors.ts'
import { kindOf, profileOf } from './profile.ts'
import { type Spelt, speltIn } from './spelt.ts'
import { keepToRights, withinRights } from './rows/permission.ts'
import { type OpenSheet, openSheet, type SheetRow } from './workbook/sheet.ts'
import { sheetOf } from './workbook/which-sheet.ts'
import type { Uploaded } from './uploaded.ts'

/** The plan for reading a file. It is stored with the job, so that a resumed job reads alike. */
export type Plan = {
  sheet: number
  header_row: number
  columns: Column[]
  source: Source | undefined
  orders: [string, DayOrder][]
  asks_day_order?: string[]
  date1904?: boolean
  spelt?: Spelt
}

/** `spelt`: what the tenant calls the options. */
export type TableHints = HeadingHints & { spelt?: Spelt | undefined }

/** The user's choices for a file; the rest is recognised. */
/** `corrects`: the mapping corrects the recognised columns; otherwise it names all columns that are read. */
export type Wish = { sheet?: string; header_row?: number; mapping?: Mapping; corrects?: boolean; day_order?: 'mdy' | 'dmy' | 'ymd' }
export type Mapping = ReadonlyMap<string, string | null>

export type Table = { plan: Plan; rows: AsyncGenerator<SheetRow[]>; sample: SheetRow[]; others: string[] }

// The number of rows used to recognise the columns.
const LOOK = 1000

/** Recognises the columns from the first rows, and gives the filled rows below the headings. */
export async function openTable(ctx: Context, model: Model, file: Uploaded, path: string, wish: Wish, hints: TableHints): Promise<Table> {
  const { sheet, others } = await sheetOf(model, file, path, wish.sheet, hints)
  const source = await openSheet(path, sheet, { ceiling: (await limitsOf(ctx)).imported_rows })
  const first: SheetRow[] = []
  let ended = false
  while (first.length < LOOK && !ended) {
    const { value, done } = await source.rows.next()
    if (done) ended = true
    else first.push(...value)
  }
  const plan = planOf(ctx, model, first, source, { ...wish, sheet }, hints)
  const sample = bodyOf(first, plan)
  async function* rows() {
    if (sample.length) yield sample
    if (!ended) for await (const batch of source.rows) yield bodyOf(batch, plan)
  }
  return { plan, rows: closing(rows(), source.rows), sample, others }
}

/** The rows after the given one, by a stored plan. */
export async function* rowsBelow(ctx: Context, path: string, plan: Plan, after: number): AsyncGenerator<SheetRow[]> {
  const { rows } = await openSheet(path, plan.sheet, { ceiling: (await limitsOf(ctx)).imported_rows })
  for await (const batch of rows) {
    const wanted = bodyOf(batch, plan).filter(({ at }) => at > after)
    if (wanted.length) yield wanted
  }
}

async function* closing<T>(inner: AsyncGenerator<T>, source: AsyncGenerator<unknown>): AsyncGenerator<T> {
  try {
    yield* inner
  } finally {
    await source.return(undefined)
  }
}

function bodyOf(rows: readonly SheetRow[], { header_row, columns }: Plan): SheetRow[] {
  const headings = headingKeys(columns.map(({ heading }) => heading))
  return rows.filter(({ at, cells }) => at > header_row && !isEmptyRow(cells) && !isHeadingAgain(headings, cells))
}

function planOf(
  ctx: Context,
  model: Model,
  rows: readonly SheetRow[],
  { sideways, date1904 }: OpenSheet,
  { sheet, header_row, mapping: stated, corrects, day_order }: Omit<Wish, 'sheet'> & { sheet: number },
  recognised: TableHints,
): Plan {
  const { profile, spelt } = recognised
  if (stated) checkTargets(model, stated, profile)
  const hints = stated && corrects ? { ...recognised, remembered: new Map([...(recognised.remembered ?? []), ...stated]) } : recognised
  const mapping = corrects ? undefined : stated
  const heading = findHeadings(model, rows, sideways, hints, header_row) ?? unheaded()
  const below = rows.filter(({ at }) => at > heading.at).map((row) => row.cells)
  const found = { ...heading, headings: allNamed(heading.headings, below) }
  const understood = mapping ? mapped(model, found, mapping, profile) : matchHeadings(model, found.headings, hints)
  const columns = withinRights(ctx, model, mapping ? understood : (profile?.readColumns?.(understood, below) ?? understood))
  const source = profile?.sourceOf?.(columns.map(({ heading }) => heading))
  const ordered = (user?: DayOrder) => [...ordersOf({ model, profile }, columns, below, { user, source: source?.order })]
  const asks_day_order = ordered().flatMap(([code, order]) => (order === 'unknown' ? code : []))
  const orders = ordered(day_order)
  const more = { ...(asks_day_order.length && { asks_day_order }), ...(date1904 && { date1904 }), ...(spelt && { spelt }) }
  return { sheet, header_row: found.at, columns, source, orders, ...more }
}

const allNamed = (headings: readonly string[], below: readonly (readonly Cell[])[]) =>
  headings.map((heading, at) => (heading === '' && below.some((cells) => !isBlank(cells[at])) ? unnamed(at + 1) : heading))

const unheaded = (): never =>
  refuse(
    'bad_request',
    both('why', ['没有找到表头行：工作表是空的，或没有这一行', 'the heading row was not found: the sheet is empty or has no such row']),
  )

function checkTargets(model: Model, mapping: Mapping, profile: ImportProfile | undefined) {
  const targets = targetsOf(model, profile)
  for (const field of mapping.values()) if (field !== null && !targets.has(field)) refuse('unknown_field', { model: model.name, field })
}

/** Applies the user's mapping; a field is filled by one column only. */
function mapped(model: Model, { headings }: Headings, mapping: Mapping, profile: ImportProfile | undefined): Column[] {
  const taken = new Map<string, Column>()
  return matchHeadings(model, headings, { profile }).map(({ heading }) => {
    const field = mapping.get(headingKey(heading)) ?? null
    const column = { heading, field, confidence: 1 }
    const holder = field === null ? undefined : taken.get(field)
    if (field === null || (holder && !isOneOfMany(model, column, holder, profile))) return { heading, field: null, confidence: 0 }
    taken.set(field, holder ?? column)
    return column
  })
}

const given = new WeakMap<Plan, ReadonlySet<string>>()

/** The fields for which the table has columns. */
export function givenBy(plan: Plan): ReadonlySet<string> {
  const known = given.get(plan) ?? new Set(plan.columns.flatMap(({ field }) => field ?? []))
  given.set(plan, known)
  return known
}

const soft = new WeakMap<Plan, ReadonlySet<string>>()

/** The references of a case that stay empty, with a remark, if the named record does not exist: those of its kind, and the company under a recognised heading of many meanings. */
export function softIn(ctx: Context, model: Model, plan: Plan): ReadonlySet<string> {
  const isDoubtful = kindOf(ctx, model) && plan.columns.some(mayBeOtherCompany)
  const declared = [...(profileOf(ctx, model)?.soft ?? []), ...(plan.source?.soft ?? [])]
  const known = soft.get(plan) ?? new Set([...declared, ...(isDoubtful ? ['company_sid'] : [])])
  soft.set(plan, known)
  return known
}

/** Reads one row of the table, with its missing fields. */
export function readOf(ctx: Context, model: Model, plan: Plan, { at, cells }: SheetRow, file: string): RowRead {
  const { columns, source, orders, date1904 = false } = plan
  const read = readRow({ model: speltIn(model, plan.spelt), profile: profileOf(ctx, model) }, columns, cells, {
    source,
    orders: new Map(orders),
    date1904,
    row: at,
    today: ctx.today,
    file,
    lang: ctx.lang,
  })
  keepToRights(ctx, model, read.values)
  return read
}
