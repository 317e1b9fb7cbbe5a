import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import type { Graph, NodeType } from '../../../model/approval/graph.ts'
import { graphOfLevels } from '../../../model/approval/levels.ts'
import { nodeOf, structureFaults } from '../../../model/approval/structure.ts'
import type { EditorProps } from '../../fields/view.ts'
import { useWords } from '../../words/language.ts'
import { useChosenEntity } from './chosen-entity.ts'
import { Drawing, type Mark } from './drawing.tsx'
import { firstGraph, joined } from './graph-steps.ts'
import { graphIn, levelsOf } from './levels.ts'
import { StepPanel } from './step-panel.tsx'

/** The drawing of a process, changed step by step; a process of levels is drawn by the levels. */
export function GraphEditor({ value, onChange, id }: EditorProps) {
  const { t } = useWords()
  const form = Form.useFormInstance()
  const levels = levelsOf(Form.useWatch('levels', { form, preserve: true }))
  const graph = graphIn(value)
  const begin = (first: Graph) => {
    form.setFieldValue('levels', null)
    onChange?.(first)
  }
  if (levels.length > 0)
    return (
      <div id={id} tabIndex={-1}>
        <p className="quiet">{t('graph.byLevels')}</p>
        <Button onClick={() => begin(graphOfLevels(levels))}>{t('graph.goOnDrawing')}</Button>
      </div>
    )
  if (!graph)
    return (
      <div id={id} tabIndex={-1}>
        <p className="quiet">{t('graph.hint')}</p>
        <Button onClick={() => begin(firstGraph())}>{t('graph.draw')}</Button>
      </div>
    )
  return (
    <div id={id} tabIndex={-1}>
      <Designer graph={graph} onChange={(next) => onChange?.(next)} />
    </div>
  )
}

const FIXED: readonly NodeType[] = ['START', 'END']

function Designer({ graph, onChange }: { graph: Graph; onChange: (graph: Graph) => void }) {
  const { t } = useWords()
  const entity = useChosenEntity()
  const [asked, choose] = useState<string>()
  const chosen = asked && nodeOf(graph, asked) ? asked : graph.nodes.find(({ type }) => !FIXED.includes(type))?.id
  const node = chosen === undefined ? undefined : nodeOf(graph, chosen)
  const { marks, whole } = useFaults(graph)
  return (
    <div className="process-designer">
      <div>
        <p className="quiet">{t('graph.drawHint')}</p>
        <Drawing
          graph={graph}
          entity={entity}
          marks={marks}
          designing={{ chosen, onChoose: choose, onJoin: (from, to) => onChange(joined(graph, from, to)) }}
        />
        {whole.length > 0 && <Alert type="warning" showIcon role="status" title={whole.join(' ')} />}
      </div>
      {node && <StepPanel key={node.id} graph={graph} node={node} onChange={onChange} onChoose={choose} />}
    </div>
  )
}

/** What keeps the drawing from running, each at its step. */
function useFaults(graph: Graph) {
  const { lang } = useWords()
  const marks = new Map<string, Mark>()
  const whole: string[] = []
  for (const { node, words } of structureFaults(graph)) {
    const text = words[lang === 'zh' ? 0 : 1]
    if (!nodeOf(graph, node)) whole.push(text)
    else marks.set(node, { fault: [marks.get(node)?.fault, text].filter(Boolean).join(lang === 'zh' ? '；' : '; ') })
  }
  return { marks, whole }
}
