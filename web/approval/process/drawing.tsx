import { Suspense, useMemo } from 'react'
import { type Graph, type GraphNode, NODE_TYPES } from '../../../model/approval/graph.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { ChartWaits } from '../../cases/charts/chart-waits.tsx'
import { labelIn, textIn } from '../../records/approval/approvals.ts'
import { ConditionWords } from '../../records/filter/condition-words.tsx'
import { useWords } from '../../words/language.ts'
import type { Designing } from '../drawing/process-drawing.tsx'
import { useParticipantWords } from './steps/participant-words.ts'
import { partOnRequest } from '../../ui/on-request.tsx'

const ProcessDrawing = partOnRequest(async () => (await import('../drawing/process-drawing.tsx')).ProcessDrawing)

/** Marks on one node of a drawing, besides its settings. */
export type Mark = { state?: 'done' | 'now'; people?: string; fault?: string }

type DrawingProps = { graph: Graph; entity?: WireSchema | undefined; marks?: ReadonlyMap<string, Mark>; designing?: Designing }

/** A graph, drawn: the drawing is loaded only here. */
export function Drawing({ graph, entity, marks, designing }: DrawingProps) {
  const { t, lang } = useWords()
  const peopleWords = useParticipantWords(
    graph.nodes.flatMap(({ participants }) => participants ?? []),
    entity,
  )
  const saidOf = ({ part, participants = [] }: GraphNode) =>
    part ? t('process.versionNo', { no: part.version }) : participants.map(peopleWords).join(lang === 'zh' ? '、' : ', ')
  const steps = graph.nodes.map((node) => ({
    id: node.id,
    kind: node.type.toLowerCase(),
    kindText: labelIn(NODE_TYPES, node.type, lang),
    label: textIn(node, 'name', lang),
    people: marks?.get(node.id)?.people ?? saidOf(node),
    state: marks?.get(node.id)?.state,
    fault: marks?.get(node.id)?.fault,
  }))
  const flows = useMemo(() => {
    const isChoice = new Set(graph.nodes.flatMap(({ id, type }) => (type === 'EXCLUSIVE' ? id : [])))
    const wordsOf = (when: string | undefined) => {
      if (!when) return t('graph.otherwise')
      return entity ? <ConditionWords schema={entity} iql={when} asker={t('process.theStarter')} /> : when
    }
    return graph.edges.map(({ from, to, when }) => ({ from, to, ...(isChoice.has(from) && { label: wordsOf(when) }) }))
  }, [graph, entity, t])
  return (
    <Suspense fallback={<ChartWaits />}>
      <ProcessDrawing steps={steps} flows={flows} label={t('process.picture')} designing={designing} />
    </Suspense>
  )
}
