import { theme } from 'antd'
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useNavigate } from 'react-router'
import type { Drawing, Figures, Heading } from '../../../model/statistics/definition.ts'
import { FONT } from '../../ui/theme.ts'
import { ChartLinks } from '../charts/chart-links.tsx'
import { useDrawing } from '../charts/use-drawing.ts'
import { figureIn, listBehind, shownValue } from './figures.ts'

use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

type ChartProps = { figures: Figures; drawing: Drawing; currency: string | null; label: string }
type Spot = { name: string; value: number; shown: string; to: string | undefined; others: boolean }
type Series = { name: string; spots: Spot[]; others: boolean }
type Token = ReturnType<typeof theme.useToken>['token']

/** A click on a bar, a point or a slice opens the list of its records; the same links are there for the keyboard. */
export function FiguresChart({ figures, drawing, currency, label }: ChartProps) {
  const { token } = theme.useToken()
  const navigate = useNavigate()
  const series = seriesOf(figures, drawing, currency)
  const pick = (at: number, of: number) => {
    const to = series[of]?.spots[at]?.to
    if (to) void navigate(to)
  }
  const box = useDrawing(optionOf(series, drawing, token), pick)
  const bars = series.flatMap(({ name, spots }) =>
    spots.flatMap((spot) =>
      spot.to && spot.value !== 0 ? [{ name: [spot.name, name].filter(Boolean).join(' · '), count: spot.shown, to: spot.to }] : [],
    ),
  )
  return (
    <div className="chart-box figures-chart">
      <div
        ref={box}
        className="chart"
        role="img"
        aria-label={`${label}: ${series.flatMap(({ name, spots }) => spots.map((spot) => `${spot.name}${name ? ` ${name}` : ''} ${spot.shown}`)).join(', ')}`}
      />
      <ChartLinks bars={bars} />
    </div>
  )
}

/** A pie has one series: its slices are the totals of the rows. */
function seriesOf(figures: Figures, drawing: Drawing, currency: string | null): Series[] {
  const { rows, columns, cells, row_totals } = figures
  const isWhole = drawing === 'PIE' || figures.column_label === null
  const spot = (row: Heading, of: readonly Figures['total'][number][], column?: Heading): Spot => {
    const figure = figureIn(of, currency)
    return {
      name: row.label,
      others: row.others,
      value: figure ? Number(figure.value) : 0, // a chart needs no more precision than a number has
      shown: figure ? shownValue(figure) : '0',
      to: listBehind(figures, { row, column, currency }),
    }
  }
  if (isWhole) return [{ name: '', others: false, spots: rows.map((row, at) => spot(row, row_totals[at] ?? [])) }]
  return columns.map((column, beside) => ({
    name: column.label,
    others: column.others,
    spots: rows.map((row, at) => spot(row, cells[at]?.[beside] ?? [], column)),
  }))
}

/** Hues that stay apart in both themes, after the accent of the tenant. */
const paletteOf = (token: Token) => [
  token.colorPrimary,
  token.gold,
  token.green,
  token.magenta,
  token.cyan,
  token.purple,
  token.orange,
  token.geekblue,
  token.lime,
  token.volcano,
]

function optionOf(series: readonly Series[], drawing: Drawing, token: Token): EChartsCoreOption {
  const text = { color: token.colorTextSecondary, fontSize: 12 }
  const isPie = drawing === 'PIE'
  const hasLegend = isPie || series.length > 1
  return {
    animation: false,
    color: paletteOf(token),
    textStyle: { fontFamily: FONT, ...text },
    tooltip: {
      trigger: isPie ? 'item' : 'axis',
      axisPointer: { type: drawing === 'LINE' ? 'line' : 'shadow' },
      backgroundColor: token.colorBgElevated,
      borderColor: token.colorBorderSecondary,
      textStyle: { color: token.colorText, fontSize: 12 },
      confine: true,
    },
    ...(hasLegend && { legend: { type: 'scroll', top: 0, itemWidth: 10, itemHeight: 10, textStyle: text } }),
    ...(isPie ? pieOf(series, token) : { ...axesOf(series, token, hasLegend), series: linesOf(series, drawing, token) }),
  }
}

function pieOf(series: readonly Series[], token: Token) {
  const data = (series[0]?.spots ?? []).map(({ name, value, others }) => ({
    name,
    value,
    ...(others && { itemStyle: { color: token.colorTextQuaternary } }),
  }))
  const label = { color: token.colorTextSecondary, formatter: '{b} {d}%' }
  return {
    series: [
      {
        type: 'pie',
        radius: ['38%', '68%'],
        center: ['50%', '56%'],
        data,
        label,
        itemStyle: { borderColor: token.colorBgContainer, borderWidth: 1 },
      },
    ],
  }
}

function axesOf(series: readonly Series[], token: Token, hasLegend: boolean) {
  return {
    grid: { left: 4, right: 12, top: hasLegend ? 34 : 12, bottom: 2, containLabel: true },
    xAxis: {
      type: 'category',
      data: (series[0]?.spots ?? []).map(({ name }) => name),
      axisLine: { lineStyle: { color: token.colorBorder } },
      axisTick: { show: false },
      axisLabel: { color: token.colorTextSecondary, hideOverlap: true, width: 96, overflow: 'truncate' },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      splitLine: { lineStyle: { color: token.colorBorderSecondary } },
      axisLabel: { color: token.colorTextTertiary },
    },
  }
}

function linesOf(series: readonly Series[], drawing: Drawing, token: Token) {
  const isLine = drawing === 'LINE'
  const isLabelled = !isLine && series.length === 1 && (series[0]?.spots.length ?? 0) <= 30
  return series.map(({ name, spots, others }) => ({
    name,
    ...(others && { itemStyle: { color: token.colorTextQuaternary } }),
    type: isLine ? 'line' : 'bar',
    ...(drawing === 'STACKED' && { stack: 'all' }),
    ...(isLine ? { symbolSize: 7 } : { barMaxWidth: 28 }),
    ...(isLabelled && {
      label: {
        show: true,
        position: 'top',
        color: token.colorTextSecondary,
        fontSize: 12,
        formatter: ({ dataIndex }: { dataIndex: number }) => spots[dataIndex]?.shown ?? '',
      },
    }),
    cursor: 'pointer',
    data: spots.map(({ value }) => value),
  }))
}
