import { lazy, Suspense, useMemo } from 'react'
import { type Graph, NODE_TYPES } from '../../../model/approval/graph.ts'
import { ChartWaits } from '../../cases/charts/chart-waits.tsx'
import { labelIn, textIn } from '../../records/approval/approvals.ts'
import { useWords } from '../../words/language.ts'
import { useParticipantWords } from './participant-words.ts'

const ProcessDrawing = lazy(async () => ({ default: (await import('../drawing/process-drawing.tsx')).ProcessDrawing }))

/** A graph, drawn: the drawing is loaded only here. */
export function Drawing({ graph }: { graph: Graph }) {
  const { t, lang } = useWords()
  const wordsOf = useParticipantWords(graph.nodes.flatMap(({ participants }) => participants ?? []))
  const steps = graph.nodes.map((node) => ({
    id: node.id,
    kind: node.type.toLowerCase(),
    kindText: labelIn(NODE_TYPES, node.type, lang),
    label: textIn(node, 'name', lang),
    people: (node.participants ?? []).map(wordsOf).join(lang === 'zh' ? '、' : ', '),
  }))
  const flows = useMemo(() => graph.edges.map(({ from, to, when }) => ({ from, to, ...(when && { label: when }) })), [graph])
  return (
    <Suspense fallback={<ChartWaits />}>
      <ProcessDrawing steps={steps} flows={flows} label={t('process.picture')} />
    </Suspense>
  )
}
