import { TeamOutlined } from '@ant-design/icons'
import { Tag, Tooltip } from 'antd'
import type { Rec } from '../api/api.ts'
import { isRef } from '../fields/names.ts'
import { useWords } from '../words/language.ts'

/** The audience of a statistic or a report; the tip names its author. */
export function SharedWith({ row, label }: { row: Rec; label: string }) {
  const { t } = useWords()
  const maker = row['created_by']
  if (row['share'] === 'OWN') return <span className="quiet">{label}</span>
  return (
    <Tooltip title={isRef(maker) ? t('view.by', { name: maker.name }) : ''}>
      <Tag icon={<TeamOutlined />}>{label}</Tag>
    </Tooltip>
  )
}
