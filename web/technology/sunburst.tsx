import { theme } from 'antd'
import { SunburstChart } from 'echarts/charts'
import { TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { SummedNode } from '../../model/technology/map.ts'
import { useDrawing } from '../cases/charts/use-drawing.ts'
import { FONT } from '../ui/theme.ts'
import { useWords } from '../words/language.ts'

use([SunburstChart, TooltipComponent, SVGRenderer])

type Sector = { name: string; value: number; children: Sector[] }

/** Sectors by the number of cases; a click goes down, a click on the centre goes up. */
export function Sunburst({ tree, nameOf }: { tree: readonly SummedNode[]; nameOf: (node: SummedNode) => string }) {
  const { t } = useWords()
  const { token } = theme.useToken()
  const sectors = (nodes: readonly SummedNode[]): Sector[] =>
    nodes.flatMap((node) => (node.all > 0 ? [{ name: nameOf(node), value: node.all, children: sectors(node.children) }] : []))
  const data = sectors(tree)
  const box = useDrawing(
    optionOf(data, token, (count) => t('technology.cases', { count })),
    undefined,
  )
  return <div ref={box} className="sunburst" role="img" aria-label={data.map(({ name, value }) => `${name} ${value}`).join(', ')} />
}

type Token = ReturnType<typeof theme.useToken>['token']

const optionOf = (data: readonly Sector[], token: Token, cases: (count: number) => string): EChartsCoreOption => ({
  animation: false,
  textStyle: { fontFamily: FONT, fontSize: 12 },
  color: (['blue', 'cyan', 'green', 'gold', 'purple', 'magenta', 'volcano', 'geekblue'] as const).map((one) => token[`${one}-3`]),
  tooltip: {
    backgroundColor: token.colorBgElevated,
    borderColor: token.colorBorderSecondary,
    textStyle: { color: token.colorText, fontSize: 12 },
    confine: true,
    formatter: ({ name, value }: { name: string; value: number }) => `${escaped(name)}<br>${cases(value)}`,
  },
  series: [
    {
      type: 'sunburst',
      data,
      radius: ['16%', '95%'],
      sort: undefined,
      nodeClick: 'rootToNode',
      emphasis: { focus: 'ancestor' },
      itemStyle: { borderColor: token.colorBgContainer, borderWidth: 1 },
      label: { minAngle: 8, overflow: 'truncate', width: 90, color: token.colorText, textBorderColor: 'transparent' },
    },
  ],
})

/** The tooltip is HTML, and a node is named by a person. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
