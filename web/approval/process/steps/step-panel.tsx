import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type Edge, type Graph, type GraphNode, isPeopleNode, NODE_TYPES } from '../../../../model/approval/graph.ts'
import { edgesFrom } from '../../../../model/approval/structure.ts'
import { fieldTo } from '../../../fields/field-to.ts'
import { labelIn } from '../../../records/approval/approvals.ts'
import { useWords } from '../../../words/language.ts'
import { ConditionEditor } from './condition-editor.tsx'
import { addAfter, ADDED, type Added, changedEdge, changedNode, isBranching, without, withoutEdge } from './graph-steps.ts'
import { withoutEmpty } from '../levels/levels.ts'
import { stepName } from './step-name.ts'
import { SubProcessLine } from './sub-process-line.tsx'
import { NameLines, WorkLines } from '../running/work-lines.tsx'

type StepPanelProps = { graph: Graph; node: GraphNode; onChange: (graph: Graph) => void; onChoose: (id: string) => void }

/** Edits the chosen step: its name, its people, its branches, and the steps after it. */
export function StepPanel({ graph, node, onChange, onChoose }: StepPanelProps) {
  const { t, lang } = useWords()
  const title = `${labelIn(NODE_TYPES, node.type, lang)}${t('colon')}${stepName(graph, node.id, lang)}`
  const change = (changes: Partial<GraphNode>) => onChange(changedNode(graph, withoutEmpty({ ...node, ...changes })))
  const add = (type: Added) => {
    const grown = addAfter(graph, node.id, type)
    onChange(grown.graph)
    onChoose(grown.added)
  }
  const { participants = [], vote = 'ALL_PASS' } = node
  return (
    <section className="level" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className="level-acts">
          {node.type !== 'END' && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: ADDED.map((key) => ({ key, label: labelIn(NODE_TYPES, key, lang) })),
                onClick: ({ key }) => ADDED.filter((one) => one === key).forEach(add),
              }}
            >
              <Button size="small" icon={<PlusOutlined aria-hidden />}>
                {t(isBranching(node.type) ? 'graph.addBranch' : 'graph.addAfter')}
              </Button>
            </Dropdown>
          )}
          {node.type !== 'START' && node.type !== 'END' && (
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('graph.remove', { name: stepName(graph, node.id, lang) })}
              onClick={() => onChange(without(graph, node.id))}
            />
          )}
        </span>
      </header>
      <div className="level-lines">
        <NameLines title={title} named={node} onChange={change} />
        {node.type === 'SUB_PROCESS' && <SubProcessLine title={title} node={node} onChange={change} />}
        {isPeopleNode(node.type) && (
          <WorkLines title={title} work={{ ...node, participants, vote }} onChange={change} isTold={node.type === 'NOTICE'} />
        )}
      </div>
      {isBranching(node.type) && <Branches graph={graph} node={node} onChange={onChange} />}
    </section>
  )
}

/** The ways out of a branching, each with its condition; the one without is taken where no other is. */
function Branches({ graph, node, onChange }: Omit<StepPanelProps, 'onChoose'>) {
  const { t, lang } = useWords()
  const put = (edge: Edge, when: unknown) => onChange(changedEdge(graph, edge, typeof when === 'string' ? when : ''))
  return (
    <ol className="graph-branches" aria-label={t('graph.branches')}>
      {edgesFrom(graph, node.id).map((edge) => {
        const label = t('graph.way', { name: stepName(graph, edge.to, lang) })
        return (
          <li key={edge.to}>
            <header>
              <b>{label}</b>
              <small className="quiet">{node.type === 'EXCLUSIVE' && t(edge.when ? 'graph.where' : 'graph.otherwise')}</small>
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('graph.removeWay', { name: stepName(graph, edge.to, lang) })}
                onClick={() => onChange(withoutEdge(graph, edge))}
              />
            </header>
            {node.type === 'EXCLUSIVE' && (
              <ConditionEditor field={fieldTo('', label)} label={label} value={edge.when ?? ''} onChange={(when) => put(edge, when)} />
            )}
          </li>
        )
      })}
    </ol>
  )
}
