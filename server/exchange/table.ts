import { type Column, findHeadings, headingKey, matchHeadings, type Remembered, targetsOf } from '../../model/exchange/headings.ts'
import { isEmptyRow, ordersOf, readRow } from '../../model/exchange/read-row.ts'
import type { RowRead } from '../../model/exchange/row.ts'
import type { DayOrder } from '../../model/exchange/days.ts'
import { type Source, sourceOf } from '../../model/exchange/source.ts'
import type { Model } from '../../model/kit/model.ts'
import { both, refuse } from '../refusal.ts'
import { readSheet, type SheetRow } from './sheet.ts'
import type { Uploaded } from './uploaded.ts'

/** How a file is read. It is kept with the job, so that whoever goes on reads alike. */
export type Plan = { sheet: number; header_row: number; columns: Column[]; source: Source | undefined; orders: [string, DayOrder][] }

/** What a person may say of a file; the rest is found out. */
export type Wish = { sheet?: string; header_row?: number; mapping?: Mapping }
export type Mapping = ReadonlyMap<string, string | null>

export type Table = { plan: Plan; rows: AsyncGenerator<SheetRow[]>; sample: SheetRow[] }

// So many rows are looked at before it is decided what the columns are.
const LOOK = 1000

/** Decides by the first rows what the columns are, and gives the filled rows below the headings. */
export async function openTable(model: Model, file: Uploaded, path: string, wish: Wish, remembered: Remembered): Promise<Table> {
  const sheet = sheetOf(file, wish.sheet)
  const source = readSheet(path, sheet)
  const first: SheetRow[] = []
  let ended = false
  while (first.length < LOOK && !ended) {
    const { value, done } = await source.next()
    if (done) ended = true
    else first.push(...value)
  }
  const plan = planOf(model, first, { ...wish, sheet }, remembered)
  const sample = bodyOf(first, plan)
  async function* rows() {
    if (sample.length) yield sample
    if (!ended) for await (const batch of source) yield bodyOf(batch, plan)
  }
  return { plan, rows: closing(rows(), source), sample }
}

/** The rows after the given one, by a plan that stands. */
export async function* rowsBelow(path: string, plan: Plan, after: number): AsyncGenerator<SheetRow[]> {
  for await (const batch of readSheet(path, plan.sheet)) {
    const rows = bodyOf(batch, plan).filter(({ at }) => at > after)
    if (rows.length) yield rows
  }
}

async function* closing<T>(inner: AsyncGenerator<T>, source: AsyncGenerator<unknown>): AsyncGenerator<T> {
  try {
    yield* inner
  } finally {
    await source.return(undefined)
  }
}

const bodyOf = (rows: readonly SheetRow[], plan: Plan) => rows.filter(({ at, cells }) => at > plan.header_row && !isEmptyRow(cells))

function sheetOf({ sheets }: Uploaded, wish: string | undefined): number {
  if (wish === undefined || wish === '') return 0
  const at = sheets.indexOf(wish)
  return at >= 0 ? at : refuse('bad_request', both('why', [`没有工作表“${wish}”`, `there is no sheet “${wish}”`]))
}

function planOf(
  model: Model,
  rows: readonly SheetRow[],
  { sheet, header_row, mapping }: Omit<Wish, 'sheet'> & { sheet: number },
  remembered: Remembered,
): Plan {
  const cells = rows.map((row) => row.cells)
  const found = header_row === undefined ? findHeadings(model, cells, remembered) : rows.findIndex(({ at }) => at === header_row)
  const header = rows[found] ?? refuse('bad_request', both('why', ['没有找到表头行', 'the row with the headings was not found']))
  const columns = mapping ? mapped(model, header.cells, mapping) : matchHeadings(model, header.cells, remembered)
  const source = model.name === 'patent' ? sourceOf(columns.map(({ heading }) => heading)) : undefined
  const body = rows.filter(({ at }) => at > header.at).map((row) => row.cells)
  return { sheet, header_row: header.at, columns, source, orders: [...ordersOf(model, columns, body, source)] }
}

/** As the person said; a field is filled by one column only. */
function mapped(model: Model, headings: SheetRow['cells'], mapping: Mapping): Column[] {
  const targets = targetsOf(model)
  const taken = new Set<string>()
  for (const field of mapping.values()) if (field !== null && !targets.has(field)) refuse('unknown_field', { model: model.name, field })
  return matchHeadings(model, headings).map(({ heading }) => {
    const field = mapping.get(headingKey(heading)) ?? null
    if (field === null || taken.has(field)) return { heading, field: null, confidence: 0 }
    taken.add(field)
    return { heading, field, confidence: 1 }
  })
}

/** What one row of the table says, with what it lacks. */
export function readOf(model: Model, plan: Plan, { at, cells }: SheetRow, facts: { today: string; file: string }): RowRead {
  return readRow(model, plan.columns, cells, { source: plan.source, orders: new Map(plan.orders), row: at, ...facts })
}
