import { PlusOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { type Level, MAX_LEVELS } from '../../../../model/approval/graph.ts'
import type { EditorProps } from '../../../fields/view.ts'
import { useWords } from '../../../words/language.ts'
import { LevelCard } from './level-card.tsx'
import { freshLevel, graphIn, levelsOf, mayAdd, swapped } from './levels.ts'

/** The levels of an approval, one after the other. */
export function LevelsEditor({ value, onChange, id }: EditorProps) {
  const { t } = useWords()
  const levels = levelsOf(value)
  const isDrawn = graphIn(Form.useWatch('graph', { form: Form.useFormInstance(), preserve: true })) !== undefined && levels.length === 0
  const put = (at: number, level: Level) => onChange?.(levels.map((one, index) => (index === at ? level : one)))
  return (
    <div className="levels" id={id} tabIndex={-1}>
      <p className="quiet">{isDrawn ? t('graph.insteadOfLevels') : t('process.levelsHint', { most: MAX_LEVELS })}</p>
      <ol>
        {levels.map((level, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- levels are known by their order alone
          <li key={at}>
            <LevelCard
              level={level}
              at={at}
              isLast={at === levels.length - 1}
              onChange={(next) => put(at, next)}
              onMove={(to) => onChange?.(swapped(levels, at, to))}
              onRemove={() => onChange?.(levels.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ol>
      <Button icon={<PlusOutlined />} disabled={!mayAdd(levels)} onClick={() => onChange?.([...levels, freshLevel(levels.length)])}>
        {t('process.addLevel')}
      </Button>
    </div>
  )
}
