import { MinusSquareOutlined, PlusSquareOutlined } from '@ant-design/icons'
import type { Node, NodeProps } from '@xyflow/react'
import { Handle, Position } from '@xyflow/react'
import { Button } from 'antd'
import { Link } from 'react-router'
import { pageOf } from '../../api/page-of.ts'
import { type Say, useWords } from '../../words/language.ts'
import type { Placed } from './place-units.ts'

export type UnitNode = Node<{ unit: Placed; isCollapsed: boolean; onToggle: (sid: string) => void }, 'unit'>

function UnitBox({ data: { unit, isCollapsed, onToggle } }: NodeProps<UnitNode>) {
  const { t } = useWords()
  const { sid, kind, name, leader, is_off, below } = unit
  const words = [peopleIn(unit, t), is_off ? t('chart.off') : '', leader].filter(Boolean).join(' · ')
  return (
    <div className={`diagram-box unit ${kind}${is_off ? ' off' : ''}`}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <header>
        <Link to={pageOf(kind, `/${sid}`)} className="nodrag" title={name}>
          {name}
        </Link>
        {below > 0 && (
          <Button
            type="text"
            size="small"
            className="nodrag"
            icon={isCollapsed ? <PlusSquareOutlined /> : <MinusSquareOutlined />}
            aria-expanded={!isCollapsed}
            aria-label={t('chart.below', { name, count: below })}
            onClick={() => onToggle(sid)}
          >
            {isCollapsed ? below : null}
          </Button>
        )}
      </header>
      <p className="quiet" title={words}>
        {words}
      </p>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  )
}

/** A company whose people are all in departments does not look empty. */
function peopleIn({ people, all }: Placed, t: Say) {
  if (people === null || all === null) return ''
  return all > people ? t('chart.peopleBelow', { count: people, all }) : t('chart.people', { count: people })
}

export const UNIT_NODES = { unit: UnitBox }
