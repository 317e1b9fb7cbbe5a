import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, InputNumber, Select } from 'antd'
import { MAX_PARTICIPANTS, PARTICIPANT_KINDS, type Participant } from '../../../../model/approval/graph.ts'
import { fieldTo } from '../../../fields/field-to.ts'
import { isRef } from '../../../fields/names.ts'
import { viewOf } from '../../../fields/views.ts'
import { labelIn } from '../../../records/approval/approvals.ts'
import { useWords } from '../../../words/language.ts'
import { useChosenEntity } from './chosen-entity.ts'
import { freshParticipant } from '../levels/levels.ts'

type ParticipantsProps = { value: readonly Participant[]; onChange: (participants: Participant[]) => void }

/** The people who decide at a level, or the rules that find them. */
export function Participants({ value, onChange }: ParticipantsProps) {
  const { t } = useWords()
  const put = (at: number, one: Participant) => onChange(value.map((before, index) => (index === at ? one : before)))
  return (
    <div className="participants">
      {value.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- they are known by their order alone
        <div key={at} className="participant">
          <One participant={one} no={at + 1} onChange={(next) => put(at, next)} />
          <Button
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('process.participantRemove', { no: at + 1 })}
            onClick={() => onChange(value.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="small"
        type="dashed"
        icon={<PlusOutlined />}
        disabled={value.length >= MAX_PARTICIPANTS}
        onClick={() => onChange([...value, freshParticipant('PERSON')])}
      >
        {t('process.participantAdd')}
      </Button>
    </div>
  )
}

const KINDS = Object.keys(PARTICIPANT_KINDS) as Participant['kind'][] // its own keys
/** The model whose records are chosen. */
const TO = { PERSON: 'user_info', ROLE: 'role', VIRTUAL: 'virtual_organisation', EXPERT_GROUP: 'expert_group' } as const

function One({ participant, no, onChange }: { participant: Participant; no: number; onChange: (next: Participant) => void }) {
  const { t, lang } = useWords()
  return (
    <>
      <Select<Participant['kind']>
        aria-label={t('process.participantKind', { no })}
        value={participant.kind}
        onChange={(kind) => onChange(freshParticipant(kind))}
        options={KINDS.map((value) => ({ value, label: labelIn(PARTICIPANT_KINDS, value, lang) }))}
        popupMatchSelectWidth={false}
      />
      <Which participant={participant} onChange={onChange} />
    </>
  )
}

function Which({ participant, onChange }: { participant: Participant; onChange: (next: Participant) => void }) {
  const { t, lang } = useWords()
  const { kind } = participant
  if (kind === 'PERSON' || kind === 'ROLE' || kind === 'VIRTUAL' || kind === 'EXPERT_GROUP') {
    const { Editor } = viewOf('reference')
    const label = labelIn(PARTICIPANT_KINDS, kind, lang)
    return (
      <Editor
        key={kind}
        field={fieldTo(TO[kind], label)}
        label={label}
        value={participant.sid || null}
        onChange={(one: unknown) => onChange({ kind, sid: isRef(one) ? one.sid : '' })}
      />
    )
  }
  if (kind === 'STARTER_LEADER')
    return (
      <InputNumber
        aria-label={t('process.up')}
        title={t('process.upHint')}
        prefix={t('process.up')}
        min={1}
        max={8}
        precision={0}
        value={participant.up}
        onChange={(up) => onChange({ kind, up: up ?? 1 })}
      />
    )
  if (kind === 'FIELD') return <PersonField code={participant.field} onChange={(field) => onChange({ kind, field })} />
  return <span />
}

/** The fields of the record that name a person. */
function PersonField({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  const { t } = useWords()
  const schema = useChosenEntity()
  const fields = schema?.fields.filter(({ to, coded, process_variable }) => to === 'user_info' && !coded && process_variable !== false) ?? []
  return (
    <Select
      aria-label={t('process.personField')}
      value={code || null}
      onChange={(next: string | null) => onChange(next ?? '')}
      options={fields.map((field) => ({ value: field.code, label: field.label }))}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t(schema ? 'process.personField' : 'process.entityFirst')}
    />
  )
}
