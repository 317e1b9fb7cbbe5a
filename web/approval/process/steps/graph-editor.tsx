import { UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Space, Upload } from 'antd'
import { useState } from 'react'
import type { Graph, NodeType } from '../../../../model/approval/graph.ts'
import { graphOfLevels } from '../../../../model/approval/levels.ts'
import { nodeOf, structureFaults } from '../../../../model/approval/structure.ts'
import { readBpmn } from '../../../../model/approval/process-routes.ts'
import { useWrite } from '../../../api/api.ts'
import { ask } from '../../../api/call.ts'
import type { EditorProps } from '../../../fields/view.ts'
import { useWords } from '../../../words/language.ts'
import { useChosenEntity } from './chosen-entity.ts'
import { Drawing, type Mark } from '../drawing.tsx'
import { firstGraph, joined } from './graph-steps.ts'
import { graphIn, levelsOf } from '../levels/levels.ts'
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
        <Space wrap>
          <Button onClick={() => begin(firstGraph())}>{t('graph.draw')}</Button>
          <FromBpmn onRead={begin} />
        </Space>
      </div>
    )
  return (
    <div id={id} tabIndex={-1}>
      <Designer graph={graph} onChange={(next) => onChange?.(next)} />
    </div>
  )
}

/** The drawing of a file of another program; the record type and who approves are set here. */
function FromBpmn({ onRead }: { onRead: (graph: Graph) => void }) {
  const { t } = useWords()
  const send = useWrite('approval_process', (file: File) => {
    const form = new FormData()
    form.append('file', file, file.name)
    return ask(readBpmn, form)
  })
  const read = async (file: File) => {
    const answer = await send.mutateAsync(file).catch(() => undefined) // a refusal has already been shown
    if (answer) onRead(answer.graph)
  }
  return (
    <Upload accept=".bpmn,.xml" showUploadList={false} beforeUpload={(file) => (void read(file), Upload.LIST_IGNORE)}>
      <Button icon={<UploadOutlined aria-hidden />} loading={send.isPending}>
        {t('graph.fromBpmn')}
      </Button>
    </Upload>
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

/** Faults that keep the process from running, each at its step. */
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
