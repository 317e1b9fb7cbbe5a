import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { wordIn } from '../../model/kit/fields.ts'
import {
  MAX_CELL_CHARACTERS,
  type Letterhead,
  type PdfBlock,
  type PdfChart,
  type PdfColumn,
  type PdfDocument,
  type PdfFigure,
  type PdfRow,
} from './document.ts'
import { runsOf } from './runs.ts'

/** Points of a page of A4. */
const [SHORT_SIDE, LONG_SIDE] = [595.28, 841.89]
const MARGIN = 40
const HEAD = 60
const FOOT = 44
const GREY = '#666666'
const RULE = '#bfbfbf'
const SHADE = '#f3f5f7'
const FIGURES_PER_LINE = 4

/** Draws a chart as SVG. */
export type DrawChart = (chart: PdfChart, size: { width: number; height: number }) => string

export function layoutOf(document: PdfDocument, drawChart: DrawChart): TDocumentDefinitions {
  const { title, lang, landscape = false, letterhead, cover, watermark, blocks } = document
  const width = (landscape ? LONG_SIDE : SHORT_SIDE) - 2 * MARGIN
  return {
    pageSize: 'A4',
    pageOrientation: landscape ? 'landscape' : 'portrait',
    pageMargins: [MARGIN, letterhead ? HEAD : MARGIN, MARGIN, FOOT],
    info: { title: clean(title), ...(letterhead && { author: clean(letterhead.company) }), creator: 'Innoe' },
    language: lang === 'zh' ? 'zh-CN' : 'en',
    defaultStyle: { font: 'NotoSansSC', fontSize: 10, lineHeight: 1.15 },
    ...(letterhead && { header: (page) => (cover && page === 1 ? '' : headOf(letterhead)) }),
    ...(watermark && { watermark: { text: clean(watermark), color: '#8a8a8a', opacity: 0.12, bold: false } }),
    footer: (page, pages) => footOf(wordIn([`第 ${page} 页，共 ${pages} 页`, `Page ${page} of ${pages}`], lang), letterhead?.printed ?? ''),
    content: [...(cover ? coverOf(document, cover) : [titleOf(title)]), ...blocks.flatMap((block) => contentOf(block, { width, drawChart }))],
  }
}

const titleOf = (title: string): Content => ({ text: drawn(title), fontSize: 16, bold: true, margin: [0, 0, 0, 10] })

/** The logo and the name of the company, a band in its colour, the title, and below it whose and of when the document is. */
function coverOf({ title, lang, landscape, letterhead }: PdfDocument, { lines, colour }: NonNullable<PdfDocument['cover']>): Content[] {
  const [width, height] = landscape ? [LONG_SIDE, SHORT_SIDE] : [SHORT_SIDE, LONG_SIDE]
  const top = height * 0.36
  const band: Content = { canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: 8, color: colour }], absolutePosition: { x: 0, y: top - 34 } }
  const picture: Content[] = letterhead?.logo ? [{ image: imageOf(letterhead.logo), fit: [200, 60], absolutePosition: { x: MARGIN, y: 70 } }] : []
  return [
    ...picture,
    ...(letterhead
      ? [{ text: drawn(letterhead.company), fontSize: 14, color: GREY, absolutePosition: { x: MARGIN, y: picture.length > 0 ? 146 : 80 } }]
      : []),
    band,
    // From the top of the text, so that the contents follow a title of any length.
    { text: drawn(title), fontSize: 30, bold: true, margin: [0, top - (letterhead ? HEAD : MARGIN), 0, 16] },
    { stack: lines.map((line) => ({ text: drawn(line), margin: [0, 0, 0, 4] })), fontSize: 12, color: GREY, margin: [0, 0, 0, 30] },
    { toc: { title: { text: wordIn(['目录', 'Contents'], lang), fontSize: 12, bold: true, margin: [0, 0, 0, 6] } } },
    { text: '', pageBreak: 'after' },
  ]
}

const imageOf = (base64: string) => `data:image/${base64.startsWith('/9j/') ? 'jpeg' : 'png'};base64,${base64}`

function headOf({ company, logo }: Letterhead): Content {
  const name: Content = { text: drawn(company), color: GREY, fontSize: 9, alignment: logo ? 'right' : 'left', margin: [0, 6, 0, 0] }
  const picture: Content[] = logo ? [{ image: imageOf(logo), fit: [120, 26] }] : []
  return { columns: [...picture, name], margin: [MARGIN, 20, MARGIN, 0] }
}

const footOf = (page: string, printed: string): Content => ({
  columns: [{ text: drawn(printed), width: '*' }, { text: page, alignment: 'right', width: 'auto' }],
  color: GREY,
  fontSize: 8,
  margin: [MARGIN, 14, MARGIN, 0],
}) // oxfmt-ignore

type Drawing = { width: number; drawChart: DrawChart }

function contentOf(block: PdfBlock, { width, drawChart }: Drawing): Content[] {
  if (typeof block === 'string') return [{ text: drawn(block), margin: [0, 0, 0, 6] }]
  if ('chart' in block) return [{ stack: chartOf(block, { width, drawChart }), unbreakable: true }]
  if ('heading' in block) return [headingOf(block.heading)]
  if ('figures' in block) return figuresOf(block.figures)
  if ('newPage' in block) return [{ text: '', pageBreak: 'after' }]
  return [tableOf(block.table.columns, block.table.rows, width)]
}

const headingOf = (heading: string): Content => ({ text: drawn(heading), fontSize: 12, bold: true, margin: [0, 10, 0, 6], tocItem: true })

const CHART_HEIGHT = 230

function chartOf({ chart, heading, note }: Extract<PdfBlock, { chart: unknown }>, { width, drawChart }: Drawing): Content[] {
  const below: Content[] = note === undefined ? [] : [{ text: drawn(note), color: GREY, fontSize: 8, margin: [0, 0, 0, 4] }]
  return [
    ...(heading === undefined ? [] : [headingOf(heading)]),
    ...below,
    { svg: drawChart(chart, { width, height: CHART_HEIGHT }), width, margin: [0, 0, 0, 8] },
  ]
}

function figuresOf(figures: readonly PdfFigure[]): Content[] {
  const lines = Array.from({ length: Math.ceil(figures.length / FIGURES_PER_LINE) }, (_, at) =>
    figures.slice(at * FIGURES_PER_LINE, (at + 1) * FIGURES_PER_LINE),
  )
  const nothing: TableCell = { text: '', border: [false, false, false, false] }
  return lines.map((line) => ({
    table: {
      widths: Array.from({ length: FIGURES_PER_LINE }, () => '*'),
      body: [Array.from({ length: FIGURES_PER_LINE }, (_, at) => (line[at] ? figureOf(line[at]) : nothing))],
    },
    layout: { hLineWidth: () => 0, vLineWidth: (at: number) => (at === 0 || at === FIGURES_PER_LINE ? 0 : 6), vLineColor: () => '#ffffff' },
    margin: [0, 0, 0, 6],
  }))
}

const figureOf = ({ label, value, note }: PdfFigure): TableCell => ({
  stack: [
    { text: drawn(label), fontSize: 8, color: GREY },
    { text: drawn(value), fontSize: value.length > 10 ? 12 : 16, bold: true },
    ...(note ? [{ text: drawn(note), fontSize: 8, color: GREY }] : []),
  ],
  fillColor: SHADE,
  margin: [6, 4, 6, 4],
}) // oxfmt-ignore

const PADDING = 3

/** Columns have fixed widths: those that follow the content would measure every cell twice. */
function tableOf(columns: readonly PdfColumn[], rows: readonly PdfRow[], width: number): Content {
  const shares = columns.reduce((sum, column) => sum + column.width, 0)
  const free = width - columns.length * 2 * PADDING
  const body = rows.map((row) => lineOf(row, columns))
  return {
    table: {
      headerRows: 1,
      dontBreakRows: rows.length > 0,
      widths: columns.map((column) => (column.width / shares) * free),
      body: [columns.map(({ heading, align = 'left' }) => ({ text: drawn(heading), bold: true, fillColor: SHADE, alignment: align })), ...body],
    },
    fontSize: columns.length > 12 ? 6.5 : columns.length > 7 ? 7.5 : 9,
    layout: {
      hLineWidth: () => 0.4,
      vLineWidth: () => 0,
      hLineColor: () => RULE,
      paddingLeft: () => PADDING,
      paddingRight: () => PADDING,
      paddingTop: () => 2,
      paddingBottom: () => 2,
    },
    margin: [0, 0, 0, 8],
  }
}

function lineOf(row: PdfRow, columns: readonly PdfColumn[]): TableCell[] {
  const texts = textsOf(row)
  if ('heading' in row)
    return columns.map((_, at) => (at === 0 ? { text: drawn(texts[0] ?? ''), bold: true, colSpan: columns.length, margin: [0, 5, 0, 0] } : {}))
  return columns.map(({ align = 'left' }, at) => ({ text: drawn(texts[at] ?? ''), alignment: align, ...('total' in row && { bold: true }) }))
}

/** Texts of a line of a table */
export function textsOf(row: PdfRow): string[] {
  if ('heading' in row) return [cut(row.heading)]
  return 'total' in row ? row.total.map((cell) => String(cell ?? '')) : row.map((cell) => cut(String(cell ?? '')))
}

const cut = (text: string) => (text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS - 1).toWellFormed()}…` : text)

const drawn = (text: string) => runsOf(clean(text))

/** Without characters that are none, or that turn the writing around. */
export const clean = (text: string) =>
  text
    .replaceAll('\t', ' ')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f\ufeff\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .toWellFormed()
