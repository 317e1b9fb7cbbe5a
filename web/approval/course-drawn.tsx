import { Suspense } from 'react'
import type { ApprovalNodeView, ApprovalView } from '../../model/approval/approval-actions.ts'
import { NODE_TYPES } from '../../model/approval/graph.ts'
import { ChartWaits } from '../cases/charts/chart-waits.tsx'
import { timeText, useZone } from '../fields/moments.ts'
import { labelIn, textIn } from '../records/approval/approvals.ts'
import { partOnRequest } from '../ui/on-request.tsx'
import { useWords } from '../words/language.ts'

const ProcessDrawing = partOnRequest(async () => (await import('./drawing/process-drawing.tsx')).ProcessDrawing)

const STATES: Record<ApprovalNodeView['state'], string | undefined> = { DONE: 'done', OPEN: 'now', COMING: undefined }

/** A running approval on the drawing of its process: the finished steps, the people who have it now, and since when. */
export function CourseDrawn({ approval }: { approval: ApprovalView }) {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const list = (names: readonly string[]) => names.join(lang === 'zh' ? '、' : ', ')
  const peopleAt = ({ state, tasks }: ApprovalNodeView) => {
    const open = tasks.filter((task) => task.state === 'OPEN')
    if (state !== 'OPEN' || open.length === 0) return list([...new Set(tasks.map(({ person }) => person.name))])
    const names = open.map(({ person, deputy }) => (deputy ? t('approval.deputyFor', { name: deputy.name, person: person.name }) : person.name))
    return list(names)
  }
  const sinceAt = ({ state, tasks }: ApprovalNodeView) => {
    const first = tasks.find((task) => task.state === 'OPEN')
    return state === 'OPEN' && first ? t('approval.hasIt', { since: timeText(first.received_at, tag, zone) }) : undefined
  }
  const steps = approval.nodes.map((node) => ({
    id: node.node,
    kind: node.type.toLowerCase(),
    kindText: labelIn(NODE_TYPES, node.type, lang),
    label: textIn(node, 'name', lang),
    people: peopleAt(node),
    since: sinceAt(node),
    state: STATES[node.state],
  }))
  return (
    <Suspense fallback={<ChartWaits />}>
      <ProcessDrawing steps={steps} flows={approval.flows} label={t('approval.drawn')} />
    </Suspense>
  )
}
