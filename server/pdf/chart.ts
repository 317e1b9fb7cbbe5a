import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { PALETTE, REST } from './colours.ts'
import type { PdfChart } from './document.ts'
import { runsOf } from './runs.ts'

use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, SVGRenderer])

const INK = '#3d434d'
const LINE = '#d9dce1'
const MAX_LABELLED = 16
const FONT = 'NotoSansSC'

/** The chart as vectors. */
export function drawChart(chart: PdfChart, { width, height }: { width: number; height: number }): string {
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    drawing.setOption(optionOf(chart))
    return inFonts(drawing.renderToSVGString())
  } finally {
    drawing.dispose()
  }
}

function optionOf(chart: PdfChart): EChartsCoreOption {
  const text = { color: INK, fontSize: 9, fontFamily: FONT }
  const hasLegend = chart.kind !== 'PIE' && chart.series.length > 1
  return {
    animation: false,
    color: [chart.colour, ...PALETTE],
    textStyle: text,
    ...(hasLegend && { legend: { top: 0, itemWidth: 8, itemHeight: 8, textStyle: text } }),
    ...(chart.kind === 'PIE' ? { series: [pieOf(chart)] } : { ...axesOf(chart, hasLegend), series: barsOf(chart) }),
  }
}

function pieOf({ names, series }: PdfChart) {
  const values = series[0]?.values ?? []
  return {
    type: 'pie',
    radius: ['34%', '66%'],
    label: { color: INK, fontSize: 9, fontFamily: FONT, formatter: '{b} {d}%' },
    itemStyle: { borderColor: '#ffffff', borderWidth: 1 },
    data: names.map(({ label, isRest }, at) => ({ name: label, value: values[at] ?? 0, ...(isRest && { itemStyle: { color: REST } }) })),
  }
}

/** The rows of the legend are reckoned by the length of its words. */
const LEGEND_LINE = 14
const LETTERS_PER_LINE = 90

function axesOf({ names, series }: PdfChart, hasLegend: boolean) {
  const letters = series.reduce((sum, { name }) => sum + name.replace(/[^\u0000-\u02ff]/g, 'MM').length + 5, 0)
  const top = hasLegend ? 10 + LEGEND_LINE * Math.ceil(letters / LETTERS_PER_LINE) : 18
  const axisLabel = { color: INK, fontSize: 9, fontFamily: FONT }
  return {
    grid: { left: 6, right: 10, top, bottom: 4 },
    xAxis: {
      type: 'category',
      data: names.map(({ label }) => label),
      axisLine: { lineStyle: { color: LINE } },
      axisTick: { show: false },
      axisLabel: { ...axisLabel, ...fitting(names.length) },
    },
    yAxis: { type: 'value', splitNumber: 4, minInterval: 1, splitLine: { lineStyle: { color: LINE } }, axisLabel },
  }
}

const WIDTH = 470
const MAX_NAMED = 14

/** Names that have room are all written, on two lines at need. */
const fitting = (count: number) =>
  count <= MAX_NAMED
    ? { interval: 0, width: Math.floor(WIDTH / Math.max(count, 1)) - 4, overflow: 'break' as const, lineHeight: 11 }
    : { hideOverlap: true, width: 84, overflow: 'truncate' as const }

function barsOf({ kind, names, series }: PdfChart) {
  const isLabelled = kind !== 'LINE' && series.length === 1 && names.length <= MAX_LABELLED
  return series.map(({ name, values, shown, isRest }) => ({
    name,
    type: kind === 'LINE' ? 'line' : 'bar',
    ...(isRest && { itemStyle: { color: REST } }),
    ...(kind === 'STACKED' && { stack: 'all' }),
    ...(kind === 'LINE' ? { symbol: 'circle', symbolSize: 5 } : { barMaxWidth: 30 }),
    ...(isLabelled && {
      label: {
        show: true,
        position: 'top',
        color: INK,
        fontSize: 9,
        fontFamily: FONT,
        formatter: ({ dataIndex }: { dataIndex: number }) => shown[dataIndex] ?? '',
      },
    }),
    data: [...values],
  }))
}

const TEXT = /(<text[^>]*>)([^<]*)(?=<\/text>)/g

/** A text of a drawing has one font: that of its first letter that the usual one lacks. */
const inFonts = (svg: string) =>
  svg.replace(TEXT, (whole: string, start: string, words: string) => {
    const runs = runsOf(words)
    const rare = typeof runs === 'string' ? undefined : runs.find((run) => typeof run === 'object')
    return typeof rare === 'object' ? `${start.replace(FONT, rare.font)}${words}` : whole
  })
