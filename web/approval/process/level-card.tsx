import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { type Level, MOST_DAYS, RESTART_MODES, VOTE_MODES, type VoteMode } from '../../../model/approval/graph.ts'
import { labelIn } from '../../records/approval/approvals.ts'
import { useWords, type Word } from '../../words/language.ts'
import { useChosenEntity } from './chosen-entity.ts'
import { DocumentTypes } from './document-types.tsx'
import { withoutEmpty } from './levels.ts'
import { Participants } from './participants.tsx'

type LevelCardProps = {
  level: Level
  at: number
  isLast: boolean
  onChange: (level: Level) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const MODES = Object.keys(VOTE_MODES) as VoteMode[] // its own keys
const EXPLAINED: Record<VoteMode, Word> = {
  ALL_SUBMIT: 'vote.allSubmit',
  HALF_PASS: 'vote.halfPass',
  ONE_PASS: 'vote.onePass',
  ALL_PASS: 'vote.allPass',
  ONE_SUBMIT: 'vote.oneSubmit',
}

/** One level: who decides, how their votes count, until when, and what must be there. */
export function LevelCard({ level, at, isLast, onChange, onMove, onRemove }: LevelCardProps) {
  const { t, lang } = useWords()
  const change = (changes: Partial<Level>) => onChange(withoutEmpty({ ...level, ...changes }))
  const title = t('process.level', { no: at + 1 })
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
        <Part label={t('process.levelName')}>
          <Input aria-label={`${title} ${t('process.nameZh')}`} addonBefore={t('process.nameZh')} value={level.name} maxLength={100} onChange={({ target }) => change({ name: target.value })} />
          <Input aria-label={`${title} ${t('process.nameEn')}`} addonBefore={t('process.nameEn')} value={level.name_en} maxLength={100} onChange={({ target }) => change({ name_en: target.value })} />
        </Part>
        <Part label={t('process.participants')} hint={t('process.participantsHint')}>
          <Participants value={level.participants} onChange={(participants) => change({ participants })} />
        </Part>
        <Part label={t('process.vote')} hint={t(EXPLAINED[level.vote])}>
          <Select<VoteMode>
            aria-label={`${title} ${t('process.vote')}`}
            value={level.vote}
            onChange={(vote) => change({ vote })}
            options={MODES.map((value) => ({ value, label: labelIn(VOTE_MODES, value, lang) }))}
          />
        </Part>
        <Part label={t('process.days')} hint={t('process.daysHint')}>
          <InputNumber
            aria-label={`${title} ${t('process.days')}`}
            min={1}
            max={MOST_DAYS}
            precision={0}
            suffix={t('process.workingDays')}
            value={level.days ?? null}
            onChange={(days) => change({ days: days ?? 0 })}
          />
        </Part>
        <Part label={t('process.documents')} hint={t('process.documentsHint')}>
          <DocumentTypes label={`${title} ${t('process.documents')}`} value={level.doc_types ?? []} onChange={(doc_types) => change({ doc_types })} />
        </Part>
        <FieldRights title={title} level={level} onChange={change} />
        <Part label={t('process.restart')} hint={t('process.restartHint')}>
          <Radio.Group
            aria-label={`${title} ${t('process.restart')}`}
            value={level.restart ?? 'RESTART'}
            onChange={({ target }) => change({ restart: target.value === 'BACK' ? 'BACK' : 'RESTART' })}
            options={Object.keys(RESTART_MODES).map((value) => ({ value, label: labelIn(RESTART_MODES, value, lang) }))}
          />
        </Part>
      </div>
    </section>
  )
} // oxfmt-ignore

const Part = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  <div className="level-part">
    <span className="level-label" aria-hidden>
      {label}
    </span>
    <div className="level-inputs">{children}</div>
    {hint && <small className="quiet">{hint}</small>}
  </div>
)

type FieldRightsProps = { title: string; level: Level; onChange: (changes: Partial<Level>) => void }

/** What the people of the level do with the fields of the record: change them, have to fill them in, or do not see them. */
function FieldRights({ title, level, onChange }: FieldRightsProps) {
  const { t } = useWords()
  const { opens = [], requires = [], hides = [] } = level
  return (
    <>
      <Part label={t('process.opens')} hint={t('process.opensHint')}>
        <FieldChoice label={`${title} ${t('process.opens')}`} value={opens} onChange={(codes) => onChange({ opens: codes })} />
      </Part>
      <Part label={t('process.requires')} hint={t('process.requiresHint')}>
        <FieldChoice label={`${title} ${t('process.requires')}`} value={requires} onChange={(codes) => onChange({ requires: codes })} />
      </Part>
      <Part label={t('process.hides')} hint={t('process.hidesHint')}>
        <FieldChoice isAny label={`${title} ${t('process.hides')}`} value={hides} onChange={(codes) => onChange({ hides: codes })} />
      </Part>
    </>
  )
}

type FieldChoiceProps = { label: string; value: readonly string[]; onChange: (codes: string[]) => void; isAny?: boolean }

/** Fields of the record; unless any may be chosen, those that can be filled in while the record is held. */
function FieldChoice({ label, value, onChange, isAny = false }: FieldChoiceProps) {
  const { t } = useWords()
  const schema = useChosenEntity()
  const fields =
    schema?.fields.filter(
      (field) => !field.coded && (isAny || (field.editable && !field.computed && field.type !== 'json' && field.approvable !== false)),
    ) ?? []
  return (
    <Select
      mode="multiple"
      aria-label={label}
      value={[...value]}
      onChange={onChange}
      options={fields.map((field) => ({ value: field.code, label: field.label }))}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t(schema ? 'process.none' : 'process.entityFirst')}
    />
  )
}
