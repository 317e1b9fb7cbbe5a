import { theme } from 'antd'
import { BarChart } from 'echarts/charts'
import { GridComponent, LegendPlainComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { groupDigits } from '../../fields/decimals.ts'
import { FONT } from '../../ui/theme.ts'
import { useDrawing } from './use-drawing.ts'

use([BarChart, GridComponent, LegendPlainComponent, TooltipComponent, SVGRenderer])

type Series = { name: string; color?: string; values: readonly number[] }
type ChartProps = {
  label: string
  names: readonly string[]
  series: readonly Series[]
  isAcross?: boolean
  /** Formats amounts for display. */
  format?: (value: number) => string
  onPick?: ((at: number, series: number) => void) | undefined
}

const counted = (value: number) => groupDigits(String(value))
// Space for the longest number at the end of its bar.
const DIGIT = 8
// Space for the name of a bar that lies.
const LINE = 18

/** Bars, stacked for several series; a click opens the rows of a bar. */
export function Chart({ label, names, series, isAcross = false, format = counted, onPick }: ChartProps) {
  const { token } = theme.useToken()
  const box = useDrawing(optionOf({ names, series, isAcross, format, canPick: onPick !== undefined, token }), onPick)
  return (
    <div
      ref={box}
      className="chart"
      style={isAcross ? { minHeight: names.length * LINE } : undefined}
      role="img"
      aria-label={`${label}: ${names.map((name, at) => `${name} ${series.map((one) => format(one.values[at] ?? 0)).join(' / ')}`).join(', ')}`}
    />
  )
}

type Token = ReturnType<typeof theme.useToken>['token']
type Drawn = Required<Pick<ChartProps, 'names' | 'series' | 'isAcross' | 'format'>> & { canPick: boolean; token: Token }

function optionOf(drawn: Drawn): EChartsCoreOption {
  const { names, series, isAcross, format, token } = drawn
  const numberRoom = DIGIT * Math.max(3, ...series.flatMap(({ values }) => values.map((value) => format(value).length)))
  return {
    animation: false,
    textStyle: { fontFamily: FONT, fontSize: 12, color: token.colorTextSecondary },
    grid: { left: 4, right: isAcross ? 12 + numberRoom : 8, top: series.length > 1 ? 28 : 10, bottom: 2, containLabel: true },
    tooltip: {
      trigger: isAcross ? 'item' : 'axis',
      axisPointer: { type: 'shadow' },
      backgroundColor: token.colorBgElevated,
      borderColor: token.colorBorderSecondary,
      textStyle: { color: token.colorText, fontSize: 12 },
      valueFormatter: (value: unknown) => format(Number(value)),
      confine: true,
    },
    ...(series.length > 1 && {
      legend: { top: 0, right: 0, itemWidth: 10, itemHeight: 10, textStyle: { color: token.colorTextSecondary, fontSize: 12 } },
    }),
    ...axes(names, isAcross, token, format),
    series: barsOf(drawn),
  }
}

function barsOf({ series, isAcross, format, canPick, token }: Drawn) {
  const palette = [token.colorPrimary, token.colorWarning, token.colorTextQuaternary, token.colorSuccess]
  const label = {
    show: true,
    position: 'right',
    formatter: ({ value }: { value: unknown }) => format(Number(value)),
    color: token.colorTextSecondary,
    fontSize: 12,
  }
  return series.map(({ name, color, values }, at) => ({
    name,
    type: 'bar',
    ...(series.length > 1 && { stack: 'all' }),
    data: [...values],
    barMaxWidth: isAcross ? 14 : 26,
    cursor: canPick ? 'pointer' : 'default',
    itemStyle: { color: color ?? palette[at % palette.length] },
    ...(isAcross && series.length === 1 && { label }),
  }))
}

function axes(names: readonly string[], isAcross: boolean, token: Token, format: (value: number) => string) {
  const quiet = { axisLine: { lineStyle: { color: token.colorBorder } }, axisTick: { show: false } }
  const category = {
    type: 'category' as const,
    data: [...names],
    ...quiet,
    axisLabel: { color: token.colorTextSecondary, ...(isAcross && { width: 150, overflow: 'truncate' as const, interval: 0 }) },
  }
  const value = {
    type: 'value' as const,
    splitLine: { lineStyle: { color: token.colorBorderSecondary } },
    axisLabel: { color: token.colorTextTertiary, formatter: (amount: number) => format(amount) },
    show: !isAcross,
    splitNumber: 4,
    minInterval: 1,
  }
  return isAcross ? { yAxis: { ...category, inverse: true }, xAxis: value } : { xAxis: category, yAxis: value }
}
