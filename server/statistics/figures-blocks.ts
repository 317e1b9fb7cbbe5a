import { type Lang, wordIn, type Words } from '../../model/kit/fields.ts'
import { formatAmount } from '../../model/kit/money/money.ts'
import type { Drawing, Figure, Figures } from '../../model/statistics/definition.ts'
import { MAX_TABLE_COLUMNS, type PdfBlock, type PdfChart, type PdfColumn } from '../pdf/document.ts'

/** More currencies are in the table alone. */
const MAX_CHARTS = 3
const TOTAL: Words = ['合计', 'Total']
const CURRENCY: Words = ['币种', 'Currency']
const KINDS: Record<Drawing, PdfChart['kind'] | undefined> = {
  TABLE: undefined,
  PIVOT: undefined,
  BAR: 'BAR',
  STACKED: 'STACKED',
  LINE: 'LINE',
  PIE: 'PIE',
  MAP: 'BAR',
}

export type Drawn = { figures: Figures; drawing: Drawing; heading?: string; colour: string; lang: Lang }

/** The chart of a statistic, one for each of its main currencies, and below it the table of its figures. */
export function figuresBlocks(drawn: Drawn): PdfBlock[] {
  const { figures, drawing, heading, lang } = drawn
  const headed: PdfBlock[] = heading === undefined ? [] : [{ heading }]
  if (figures.rows.length === 0) return [...headed, wordIn(['没有您可见的记录。', 'There are no records that you may see.'], lang)]
  const kind = KINDS[drawing]
  const notes = notesOf(figures, lang)
  if (!kind) return [...headed, notes, tableOf(figures, drawing, lang)]
  const currencies = figures.currency_by === null ? [figures.total[0]?.currency ?? null] : figures.currencies.slice(0, MAX_CHARTS)
  const charts = currencies.map((currency, at): PdfBlock => ({
    chart: chartOf(drawn, kind, currency),
    ...(at === 0 && heading !== undefined && { heading }),
    note: [...(at === 0 ? [notes] : []), ...(currency === null ? [] : [`${wordIn(CURRENCY, lang)} ${currency}`])].join(' · '),
  }))
  return [...(charts.length > 0 ? charts : headed), tableOf(figures, 'PIVOT', lang)]
}

/** Notes for the reading of the figures */
function notesOf({ measure_label, as_of, several, cut }: Figures, lang: Lang): string {
  const notes: Words[] = [
    [`${measure_label}，截至 ${as_of}`, `${measure_label} as of ${as_of}`],
    ...(several ? [SEVERAL] : []),
    ...(cut ? [CUT] : []),
  ]
  return notes.map((words) => wordIn(words, lang)).join(' · ')
}

const SEVERAL: Words = ['一条记录可有多个值，各组之和可能大于合计', 'A record may have several values: the groups may add up to more than the total']
const CUT: Words = ['组数过多，只显示最大的若干组', 'There are too many groups: only the largest are shown']

function chartOf({ figures, colour }: Drawn, kind: PdfChart['kind'], currency: string | null): PdfChart {
  const { rows, columns, cells, row_totals, column_label } = figures
  const of = (figure: readonly Figure[] | undefined) => figure?.find((one) => one.currency === currency)
  const seriesOf = (name: string, isRest: boolean, all: readonly (readonly Figure[] | undefined)[]) => ({
    name,
    isRest,
    values: all.map((one) => Number(of(one)?.value ?? 0)), // a chart needs no more precision than a number has
    shown: all.map((one) => shownOf(of(one))),
  })
  return {
    kind,
    colour,
    names: rows.map(({ label, others }) => ({ label, isRest: others })),
    series:
      kind === 'PIE' || column_label === null
        ? [seriesOf('', false, row_totals)]
        : columns.map(({ label, others }, beside) => seriesOf(label, others, rows.map((_, at) => cells[at]?.[beside]))), // oxfmt-ignore
  }
}

/** Exact, with separators. */
const shownOf = (figure: Figure | undefined): string =>
  figure === undefined
    ? '0'
    : figure.currency === null
      ? figure.value.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
      : formatAmount(figure.value, figure.currency)

/** Wider tables are listed line by line. */
const MAX_COLUMNS = Math.min(14, MAX_TABLE_COLUMNS)

function tableOf(figures: Figures, drawing: Drawing, lang: Lang): PdfBlock {
  const { columns, column_label } = figures
  const isPlain = column_label !== null && (drawing === 'TABLE' || columns.length > MAX_COLUMNS - 3)
  return { table: isPlain ? plainTable(figures, lang) : pivotTable(figures, lang) }
}

const right = (heading: string): PdfColumn => ({ heading, width: 12, align: 'right' })
const left = (heading: string, width = 24): PdfColumn => ({ heading, width })
const inCurrency = ({ currency_by }: Figures, lang: Lang): PdfColumn[] => (currency_by === null ? [] : [left(wordIn(CURRENCY, lang), 8)])

function pivotTable(figures: Figures, lang: Lang) {
  const { rows, columns, column_label, cells, row_totals, column_totals, total, row_label, measure_label } = figures
  const isSplit = column_label !== null
  const whole = wordIn(TOTAL, lang)
  const heads = isSplit ? [...columns.map(({ label }) => right(label)), right(whole)] : [right(measure_label)]
  const line = (label: string, across: readonly (readonly Figure[])[], all: readonly Figure[]) =>
    currenciesOf(figures, all).map((currency) => [
      label,
      ...(figures.currency_by === null ? [] : [currency ?? '']),
      ...[...(isSplit ? across : []), all].map((of) => cellOf(of, currency)),
    ])
  return {
    columns: [left(isSplit ? `${row_label} \\ ${column_label}` : row_label), ...inCurrency(figures, lang), ...heads],
    rows: [...rows.flatMap(({ label }, at) => line(label, cells[at] ?? [], row_totals[at] ?? [])), ...line(whole, column_totals, total)],
  }
}

function plainTable(figures: Figures, lang: Lang) {
  const { rows, columns, cells, total, row_label, column_label, measure_label } = figures
  const line = (names: readonly string[], of: readonly Figure[]) =>
    currenciesOf(figures, of).map((currency) => [...names, ...(figures.currency_by === null ? [] : [currency ?? '']), cellOf(of, currency)])
  const lines = rows.flatMap((row, at) =>
    columns.flatMap((column, beside) => {
      const of = cells[at]?.[beside] ?? []
      return of.length > 0 ? line([row.label, column.label], of) : []
    }),
  )
  return {
    columns: [left(row_label), left(column_label ?? ''), ...inCurrency(figures, lang), right(measure_label)],
    rows: [...lines, ...line([wordIn(TOTAL, lang), ''], total)],
  }
}

const currenciesOf = ({ currency_by }: Figures, of: readonly Figure[]) =>
  currency_by === null ? [of[0]?.currency ?? null] : of.map(({ currency }) => currency)

function cellOf(of: readonly Figure[], currency: string | null): string {
  const figure = of.find((one) => one.currency === currency)
  return figure ? shownOf(figure) : ''
}
