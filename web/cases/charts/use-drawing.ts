import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { init } from 'echarts/core'
import { useEffect, useRef } from 'react'

/** An SVG chart that follows the size of its element; a click reports the place of the value and its series. */
export function useDrawing(option: EChartsCoreOption, onPick: ((at: number, series: number) => void) | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  })
  const drawn = useRef<EChartsType>(undefined)
  useEffect(() => {
    if (!box.current) return
    const chart = init(box.current, null, { renderer: 'svg' })
    drawn.current = chart
    chart.on('click', (event) => pick.current?.(event.dataIndex, event.seriesIndex ?? 0))
    const observer = new ResizeObserver(() => chart.resize())
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      chart.dispose()
    }
  }, [])
  useEffect(() => {
    drawn.current?.setOption(option, true)
  })
  return box
}
