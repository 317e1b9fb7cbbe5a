import { Input, InputNumber, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { MAX_DAYS, RESTART_MODES, VOTE_MODES, type VoteMode, type Work } from '../../../../model/approval/graph.ts'
import { labelIn } from '../../../records/approval/approvals.ts'
import { useWords, type Word } from '../../../words/language.ts'
import { useChosenEntity } from '../steps/chosen-entity.ts'
import { DocumentTypes } from '../steps/document-types.tsx'
import { Participants } from '../steps/participants.tsx'

const MODES = Object.keys(VOTE_MODES) as VoteMode[] // its own keys
const EXPLAINED: Record<VoteMode, Word> = {
  ALL_SUBMIT: 'vote.allSubmit',
  HALF_PASS: 'vote.halfPass',
  ONE_PASS: 'vote.onePass',
  ALL_PASS: 'vote.allPass',
  ONE_SUBMIT: 'vote.oneSubmit',
}

type Named = { name: string; name_en: string }
type NamesProps = { title: string; named: Named; onChange: (changes: Partial<Named>) => void }

/** The name of a step in both languages. */
export function NameLines({ title, named, onChange }: NamesProps) {
  const { t } = useWords()
  return (
    <Part label={t('process.levelName')}>
          <Input aria-label={`${title} ${t('process.nameZh')}`} addonBefore={t('process.nameZh')} value={named.name} maxLength={100} onChange={({ target }) => onChange({ name: target.value })} />
          <Input aria-label={`${title} ${t('process.nameEn')}`} addonBefore={t('process.nameEn')} value={named.name_en} maxLength={100} onChange={({ target }) => onChange({ name_en: target.value })} />
        </Part>
  )
} // oxfmt-ignore

type WorkLinesProps = { title: string; work: Work; onChange: (changes: Partial<Work>) => void; isTold?: boolean }

/** People, voting, time limit and requirements of a level. `isTold`: its people are only notified. */
export function WorkLines({ title, work, onChange, isTold = false }: WorkLinesProps) {
  return (
    <>
      <People work={work} onChange={onChange} />
      {!isTold && <Deciding title={title} work={work} onChange={onChange} />}
    </>
  )
}

function People({ work, onChange }: Pick<WorkLinesProps, 'work' | 'onChange'>) {
  const { t } = useWords()
  return (
        <Part label={t('process.participants')} hint={t('process.participantsHint')}>
          <Participants value={work.participants} onChange={(participants) => onChange({ participants })} />
        </Part>
  )
} // oxfmt-ignore

function Deciding({ title, work, onChange }: WorkLinesProps) {
  const { t, lang } = useWords()
  return (
    <>
        <Part label={t('process.vote')} hint={t(EXPLAINED[work.vote])}>
          <Select<VoteMode>
            aria-label={`${title} ${t('process.vote')}`}
            value={work.vote}
            onChange={(vote) => onChange({ vote })}
            options={MODES.map((value) => ({ value, label: labelIn(VOTE_MODES, value, lang) }))}
          />
        </Part>
        <Part label={t('process.days')} hint={t('process.daysHint')}>
          <InputNumber
            aria-label={`${title} ${t('process.days')}`}
            min={1}
            max={MAX_DAYS}
            precision={0}
            suffix={t('process.workingDays')}
            value={work.days ?? null}
            onChange={(days) => onChange({ days: days ?? 0 })}
          />
        </Part>
        <Part label={t('process.documents')} hint={t('process.documentsHint')}>
          <DocumentTypes label={`${title} ${t('process.documents')}`} value={work.doc_types ?? []} onChange={(doc_types) => onChange({ doc_types })} />
        </Part>
        <FieldRights title={title} work={work} onChange={onChange} />
        <Part label={t('process.restart')} hint={t('process.restartHint')}>
          <Radio.Group
            aria-label={`${title} ${t('process.restart')}`}
            value={work.restart ?? 'RESTART'}
            onChange={({ target }) => onChange({ restart: target.value === 'BACK' ? 'BACK' : 'RESTART' })}
            options={Object.keys(RESTART_MODES).map((value) => ({ value, label: labelIn(RESTART_MODES, value, lang) }))}
          />
        </Part>
    </>
  )
} // oxfmt-ignore

export const Part = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  <div className="level-part">
    <span className="level-label" aria-hidden>
      {label}
    </span>
    <div className="level-inputs">{children}</div>
    {hint && <small className="quiet">{hint}</small>}
  </div>
)

type FieldRightsProps = { title: string; work: Work; onChange: (changes: Partial<Work>) => void }

/** Rights of a level's people to the fields of the record: may change them, must fill them in, or do not see them. */
function FieldRights({ title, work, onChange }: FieldRightsProps) {
  const { t } = useWords()
  const { opens = [], requires = [], hides = [] } = work
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
