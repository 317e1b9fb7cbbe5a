import { PALETTE, REST } from './colours.ts'
import type { PdfChart } from './document.ts'
import { clean } from './layout.ts'
import { BOTTOM, hex, INK, MARGIN, type Slide, type Style, TOP, WITHIN } from './slide-page.ts'

const MAX_LABELLED = 16
const MAX_SINGLE_STEPS = 5

/** A chart with its figures in a workbook of its own, so that it can be edited. `title`: for screen readers. */
export function addChart(slide: Slide, { chart, title }: { chart: PdfChart; title: string }, { face, language: lang }: Style) {
  const { kind, names, series } = chart
  const labels = names.map(({ label }) => clean(label) || '–')
  // A series that stands alone has no name; a column of the workbook needs one.
  const nameOf = (name: string) => clean(name) || clean(title) || '–'
  const figures = (kind === 'PIE' ? series.slice(0, 1) : series).map(({ name, values }) => ({ name: nameOf(name), labels, values: [...values] }))
  const values = figures.flatMap((one) => one.values)
  const format = values.every(Number.isInteger) ? '#,##0' : '#,##0.00'
  slide.addChart(kind === 'PIE' ? 'doughnut' : kind === 'LINE' ? 'line' : 'bar', figures, {
    ...{ x: MARGIN, y: TOP, w: WITHIN, h: BOTTOM - TOP, lang, altText: clean(title) },
    chartColors: coloursOf(chart),
    chartArea: { roundedCorners: false },
    ...textsIn(face),
    ...(kind === 'PIE' ? PIE : axesOf(Math.max(...values, 0), format)),
    ...(kind === 'STACKED' && { barGrouping: 'stacked', barGapWidthPct: 60 }),
    ...(kind === 'BAR' && { barGrouping: 'clustered', barGapWidthPct: 60 }),
    ...(kind === 'LINE' && { lineSize: 2, lineDataSymbolSize: 6 }),
    showLegend: kind === 'PIE' || figures.length > 1,
    legendPos: kind === 'PIE' ? 'r' : 't',
    showValue: kind !== 'PIE' && kind !== 'LINE' && figures.length === 1 && names.length <= MAX_LABELLED,
    dataLabelFormatCode: kind === 'PIE' ? '0%' : format,
  })
}

const PIE = { holeSize: 50, showPercent: true, showLabel: false, dataLabelColor: 'FFFFFF', dataBorder: { pt: 1, color: 'FFFFFF' } } as const

const axesOf = (largest: number, format: string) => ({
  valAxisLabelFormatCode: format,
  valAxisLineShow: false,
  valGridLine: { color: 'D9DCE1', size: 0.5 },
  catGridLine: { style: 'none' as const },
  // Cases are counted in whole numbers.
  ...(largest <= MAX_SINGLE_STEPS && { valAxisMajorUnit: 1 }),
})

const textsIn = (face: string) => ({
  ...{ catAxisLabelFontFace: face, valAxisLabelFontFace: face, legendFontFace: face, dataLabelFontFace: face },
  ...{ catAxisLabelFontSize: 11, valAxisLabelFontSize: 11, legendFontSize: 11, dataLabelFontSize: 11 },
  ...{ catAxisLabelColor: INK, valAxisLabelColor: INK, legendColor: INK, dataLabelColor: INK },
})

/** One for each part of a circle, or for each series. */
function coloursOf({ kind, colour, names, series }: PdfChart): string[] {
  const palette = [colour, ...PALETTE]
  return (kind === 'PIE' ? names : series).map(({ isRest }, at) => hex(isRest ? REST : (palette[at % palette.length] ?? colour)))
}
