import type { PdfRow, PdfTable } from './document.ts'
import { clean, textsOf } from './layout.ts'
import { cutIntoLines, heightOfLines, linesOf } from './slide-lines.ts'
import { BOTTOM, GREY, INK, MARGIN, type Slide, type Style, TOP, WITHIN } from './slide-page.ts'

const PADDING = 0.08
const MAX_LINES = 6

const sizeOf = ({ columns }: PdfTable) => (columns.length > 12 ? 8 : columns.length > 7 ? 10 : 12)

const widthsOf = ({ columns }: PdfTable) => {
  const shares = columns.reduce((sum, { width }) => sum + width, 0)
  return columns.map(({ width }) => (width / shares) * WITHIN)
}

/** The table in parts that have room on a slide each, by the lines that its texts will take. */
export function pagesOfTable(table: PdfTable): PdfTable[] {
  const free = BOTTOM - TOP - heightOf(table, table.columns.map(({ heading }) => heading)) // oxfmt-ignore
  const pages: PdfRow[][] = [[]]
  let left = free
  for (const row of table.rows) {
    const height = heightOf(table, textsOf(row))
    if (height > left && (pages.at(-1)?.length ?? 0) > 0) {
      pages.push([])
      left = free
    }
    pages.at(-1)?.push(row)
    left -= height
  }
  return pages.map((rows) => ({ columns: table.columns, rows }))
}

function heightOf(table: PdfTable, texts: readonly string[]): number {
  const widths = widthsOf(table)
  const size = sizeOf(table)
  const lines = texts.map((text, at) => linesOf(text, (widths[at] ?? 1) - 2 * PADDING, size))
  return heightOfLines(Math.min(Math.max(...lines, 1), MAX_LINES), size) + PADDING
}

/** A table that can be edited; a text that would fill the slide ends with an ellipsis. */
export function addTable(slide: Slide, table: PdfTable, { face: fontFace, colour, language: lang }: Style) {
  const { columns, rows } = table
  const widths = widthsOf(table)
  const fontSize = sizeOf(table)
  const none = { type: 'none' } as const
  const rule = (color: string, pt: number) => ({ type: 'solid', color, pt }) as const
  const common = { fontFace, fontSize, lang, color: INK, valign: 'middle' } as const
  const head = columns.map(({ heading, align = 'left' }) => ({
    text: clean(heading),
    options: { ...common, align, bold: true, fill: { color: 'F3F5F7' }, border: [none, none, rule(colour, 1.5), none] as Borders },
  }))
  const below: Borders = [none, none, rule('D9DCE1', 0.5), none]
  const lines = rows.map((row) => {
    const texts = textsOf(row)
    if ('heading' in row) return [{ text: clean(texts[0] ?? ''), options: { ...common, bold: true, color: GREY, colspan: columns.length, border: below } }] // oxfmt-ignore
    return columns.map(({ align = 'left' }, at) => ({
      text: fitting(clean(texts[at] ?? ''), (widths[at] ?? 1) - 2 * PADDING, fontSize),
      options: { ...common, align, bold: 'total' in row, border: below },
    }))
  })
  slide.addTable([head, ...lines], { x: MARGIN, y: TOP, w: WITHIN, colW: widths, margin: [PADDING / 2, PADDING, PADDING / 2, PADDING] })
}

type Border = { type: 'none' } | { type: 'solid'; color: string; pt: number }
type Borders = [Border, Border, Border, Border]

function fitting(text: string, width: number, size: number): string {
  const fits = (one: string) => linesOf(one, width, size) <= MAX_LINES
  const flowing = fits(text) ? text : text.replaceAll('\n', ' ')
  if (fits(flowing)) return flowing
  const [first = ''] = cutIntoLines(flowing, { width, size, most: MAX_LINES })
  return `${[...first].slice(0, -1).join('')}…`
}
