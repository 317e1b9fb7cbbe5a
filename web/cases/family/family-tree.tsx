import type { Edge, Node, NodeProps } from '@xyflow/react'
import { Background, Controls, Handle, MarkerType, Position, ReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { useSchema } from '../../api/api.ts'
import { dayText } from '../../fields/moments.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { useIsDark } from '../../ui/preferences.ts'
import { pageOf } from '../../api/page-of.ts'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { useWords } from '../../words/language.ts'
import { placeFamily } from './family-layout.ts'
import type { FamilyNode } from '../../../model/cases/family-actions.ts'
import type { Family } from './family.ts'
import '../../ui/diagram.css'

const COLUMN = 380
const ROW = 118
type CaseNode = Node<{ node: FamilyNode; schema: WireSchema; isHere: boolean }, 'case'>

/** Every case of the family: earlier ones on the left, derived ones on the right. */
export function FamilyTree({ family, here, schema }: { family: Family; here: string; schema: WireSchema }) {
  const { t } = useWords()
  const isDark = useIsDark()
  const types = useSchema('related_case').data?.fields.find(({ code }) => code === 'relation_type')
  const { nodes, edges, height } = useMemo(() => {
    const places = new Map(
      placeFamily(
        family.nodes.map(({ sid }) => sid),
        family.edges,
      ).map((place) => [place.sid, place]),
    )
    const drawn = family.nodes.map((node): CaseNode => {
      const { column, row } = places.get(node.sid) ?? { column: 0, row: 0 }
      return { id: node.sid, type: 'case', position: { x: column * COLUMN, y: row * ROW }, data: { node, schema, isHere: node.sid === here } }
    })
    const lines = family.edges.map((edge): Edge => ({
      id: edge.sid,
      source: edge.from,
      target: edge.to,
      label: types ? optionLabel(types, edge.relation_type) : edge.relation_type,
      markerEnd: { type: MarkerType.ArrowClosed },
    }))
    const rows = Math.max(...[...places.values()].map(({ row }) => row)) + 1
    return { nodes: drawn, edges: lines, height: Math.min(560, Math.max(220, rows * ROW + 60)) }
  }, [family, here, schema, types])
  return (
    <div className="family diagram" style={{ height }} role="group" aria-label={t('relations.family')}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODES}
        colorMode={isDark ? 'dark' : 'light'}
        nodesDraggable={false}
        nodesConnectable={false}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.12 }}
        minZoom={0.2}
        maxZoom={1.5}
        preventScrolling={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

function CaseBox({ data: { node, schema, isHere } }: NodeProps<CaseNode>) {
  const { tag, lang } = useWords()
  const title = String((lang === 'en' && node['title_en']) || node['title'])
  const country = schema.fields.find(({ code }) => code === 'country')
  const filed = typeof node['filing_date'] === 'string' ? dayText(node['filing_date'], tag) : ''
  return (
    <div className={isHere ? 'diagram-box family-case here' : 'diagram-box family-case'}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <header>
        <Link to={pageOf(schema.model, `/${node.sid}?tab=relations`)} aria-current={isHere ? 'page' : undefined}>
          {String(node['case_no'])}
        </Link>
        <b title={country ? optionLabel(country, node['country']) : ''}>{String(node['country'])}</b>
      </header>
      <p title={title}>{title}</p>
      <footer>
        <StateTag schema={schema} state={node['status']} />
        <span className="number quiet">{filed}</span>
      </footer>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  )
}

const NODES = { case: CaseBox }
