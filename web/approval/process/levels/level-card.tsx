import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Level } from '../../../../model/approval/graph.ts'
import { useWords } from '../../../words/language.ts'
import { withoutEmpty } from './levels.ts'
import { NameLines, WorkLines } from '../running/work-lines.tsx'

type LevelCardProps = {
  level: Level
  at: number
  isLast: boolean
  onChange: (level: Level) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One level: its people, their voting, its time limit and its requirements. */
export function LevelCard({ level, at, isLast, onChange, onMove, onRemove }: LevelCardProps) {
  const { t } = useWords()
  const title = t('process.level', { no: at + 1 })
  const change = (changes: Partial<Level>) => onChange(withoutEmpty({ ...level, ...changes }))
  return (
    <section className="level" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className="level-acts">
          <Button type="text" size="small" icon={<ArrowUpOutlined />} disabled={at === 0} aria-label={t('process.levelUp', { no: at + 1 })} onClick={() => onMove(at - 1)} />
          <Button type="text" size="small" icon={<ArrowDownOutlined />} disabled={isLast} aria-label={t('process.levelDown', { no: at + 1 })} onClick={() => onMove(at + 1)} />
          <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={t('process.levelRemove', { no: at + 1 })} onClick={onRemove} />
        </span>
      </header>
      <div className="level-lines">
        <NameLines title={title} named={level} onChange={change} />
        <WorkLines title={title} work={level} onChange={change} />
      </div>
    </section>
  )
} // oxfmt-ignore
