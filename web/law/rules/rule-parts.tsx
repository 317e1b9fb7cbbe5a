// The basics of a rule: its name, trigger, scope, closing and sources.
import { Checkbox, Input, InputNumber } from 'antd'
import type { Proof, Rule } from '../../../model/docketing/rules/rule.ts'
import { useSchema } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { CodePicker } from '../code-picker.tsx'
import { Conditions } from './conditions.tsx'
import { BothLanguages, Line, Many, orNothing, Part, Period } from '../inputs.tsx'
import { CertaintyLine, ChoiceLine, DayLine, ManyLine, OneOfLine } from '../lines.tsx'
import type { Change, Patch } from './rule-draft.ts'
import { changed } from './rule-draft.ts'
import { useKindOfLaw, useWordsOfKind } from '../kind-words.ts'
import { countriesIn, datesIn, officesIn } from './rule-lists.ts'
import { useCalled } from './rule-names.ts'

type RuleProps = { rule: Rule; change: Change; isNew: boolean }

export function NamePart({ rule, change, isNew }: RuleProps) {
  const { t, lang } = useWords()
  return (
    <Part title={t('law.edit.what')}>
      <Line label={t('law.edit.id')} isRequired>
        <Input
          aria-label={t('law.edit.id')}
          value={rule.id}
          disabled={!isNew}
          maxLength={30}
          onChange={(event) => change({ id: event.target.value.trim() })}
        />
      </Line>
      <Line label={t('law.version')} isRequired>
        <InputNumber
          aria-label={t('law.version')}
          value={rule.version}
          disabled={!isNew}
          min={1}
          precision={0}
          onChange={(version) => change({ version: version ?? 1 })}
          style={{ width: '100%' }}
        />
      </Line>
      <BothLanguages label={t('law.edit.names')} value={rule} onChange={({ zh, en }) => change({ zh, en })} isRequired />
      <OneOfLine
        isWide
        label={t('law.edit.kind')}
        value={rule.kind}
        onChange={(kind) => change({ kind })}
        options={(['ACTION', 'MONITOR', 'ANNUITY', 'TERM'] as const).map((kind) => ({ value: kind, label: t(`law.ruleKind.${kind}`) }))}
      />
      <ChoiceLine
        hint={t('law.edit.officeHint')}
        isRequired
        label={t('law.edit.office')}
        value={rule.office}
        options={officesIn(lang)}
        onChange={(office) => change({ office: office ?? 'CN' })}
      />
      <CaseKindLine rule={rule} change={change} />
    </Part>
  )
}

/** Offered only where there is a choice. */
function CaseKindLine({ rule, change }: Pick<RuleProps, 'rule' | 'change'>) {
  const { t } = useWords()
  const kind = useKindOfLaw(rule.case_kind)
  const kinds = useSchema('case').data?.fields.find(({ code }) => code === 'kind')?.options ?? []
  if (kinds.length < 2) return null
  return (
    <ChoiceLine
      isRequired
      label={t('law.edit.caseKind')}
      value={kind?.model ?? rule.case_kind}
      options={kinds.map(({ code, label }) => ({ value: code, label }))}
      onChange={(next) => change({ case_kind: next })}
    />
  )
}

export function BeginsPart({ rule, change }: RuleProps) {
  const { t, lang } = useWords()
  const words = useWordsOfKind()
  const { field, events } = rule.trigger
  const put = (part: Patch<Rule['trigger']>) => change({ trigger: changed(rule.trigger, part) })
  return (
    <Part title={t('law.begins')} hint={t('law.edit.beginsHint')}>
      <Line label={t('law.edit.triggerEvents')} isWide>
        <CodePicker label={t('law.edit.triggerEvents')} kinds={['event']} value={events ?? []} onChange={(next) => put({ events: next })} />
      </Line>
      <ChoiceLine
        label={t('law.edit.triggerField')}
        value={field}
        options={datesIn(lang, words)}
        none={t('law.edit.noField')}
        onChange={(next) => put({ field: next })}
      />
      {events && events.length > 0 && (
        <Line label={t('law.edit.onceLabel')}>
          <Checkbox checked={Boolean(rule.once)} onChange={(event) => change({ once: event.target.checked || undefined })}>
            {t('law.edit.once')}
          </Checkbox>
        </Line>
      )}
    </Part>
  )
}

export function AppliesPart({ rule, change }: RuleProps) {
  const { t, lang } = useWords()
  const words = useWordsOfKind()
  return (
    <Part title={t('law.applies')}>
      <ManyLine
        label={t('law.edit.countries')}
        value={rule.countries}
        options={countriesIn(lang)}
        none={t('law.edit.countriesNone')}
        onChange={(countries) => change({ countries })}
      />
      <ManyLine
        label={t('law.right')}
        value={rule.right_types}
        options={words.subtype}
        none={t('law.edit.any')}
        onChange={(right_types) => change({ right_types })}
      />
      <ManyLine
        label={t('law.edit.routes')}
        value={rule.routes}
        options={words.route}
        none={t('law.edit.any')}
        onChange={(routes) => change({ routes })}
      />
      <ManyLine
        label={t('law.edit.notRoutes')}
        value={rule.not_routes}
        options={words.route}
        none={t('law.edit.none')}
        onChange={(not_routes) => change({ not_routes })}
      />
      <DayLine
        hint={t('law.edit.validHint')}
        label={t('law.edit.validFrom')}
        value={rule.valid_from}
        onChange={(valid_from) => change({ valid_from })}
      />
      <DayLine label={t('law.edit.validTo')} value={rule.valid_to} onChange={(valid_to) => change({ valid_to })} />
      <Line label={t('law.edit.when')} isWide>
        <Conditions label={t('law.edit.condition')} value={rule.when} onChange={(when) => change({ when })} />
      </Line>
      <Line label={t('law.edit.unless')} isWide>
        <Conditions label={t('law.edit.exception')} value={rule.unless} onChange={(unless) => change({ unless })} />
      </Line>
    </Part>
  )
}

export function EndsPart({ rule, change }: RuleProps) {
  const { t } = useWords()
  const words = useWordsOfKind()
  return (
    <Part title={t('law.ends')} hint={t('law.edit.endsHint')}>
      <Ending label={t('law.edit.closes')} value={rule.closes} onChange={(closes) => change({ closes })} />
      <Ending label={t('law.edit.proves')} value={rule.proves} onChange={(proves) => change({ proves })} isProof />
      <ManyLine
        isWide
        label={t('law.edit.survives')}
        value={rule.survives}
        options={words.status}
        none={t('law.edit.none')}
        onChange={(survives) => change({ survives })}
      />
      <Line label={t('law.edit.optionalLabel')} isWide>
        <Checkbox checked={Boolean(rule.optional)} onChange={(event) => change({ optional: event.target.checked || undefined })}>
          {t('law.edit.optional')}
        </Checkbox>
        <Checkbox
          checked={rule.freezes ?? rule.kind === 'ACTION'}
          onChange={({ target: { checked } }) => change(checked === (rule.kind === 'ACTION') ? { freezes: undefined } : { freezes: checked })}
        >
          {t('law.edit.freezes')}
        </Checkbox>
      </Line>
      {(rule.kind === 'MONITOR' || rule.awaits) && (
        <Line label={t('law.edit.awaitsLabel')} isWide>
          <span className="law-row">
            <Checkbox checked={Boolean(rule.awaits)} onChange={(event) => change({ awaits: event.target.checked ? '6m' : undefined })}>
              {t('law.edit.awaits')}
            </Checkbox>
            {rule.awaits && <Period label={t('law.edit.awaits')} value={rule.awaits} onChange={(awaits) => change({ awaits })} />}
          </span>
        </Line>
      )}
      <Line label={t('law.edit.fees')} isWide>
        <CodePicker
          label={t('law.edit.fees')}
          kinds={['fee']}
          none={t('law.edit.feeNone')}
          value={rule.fees ?? []}
          onChange={(fees) => change({ fees })}
        />
      </Line>
    </Part>
  )
}

type EndingProps = { label: string; value: Proof | undefined; onChange: (value: Proof | undefined) => void; isProof?: boolean }

function Ending({ label, value = {}, onChange, isProof = false }: EndingProps) {
  const { t, lang } = useWords()
  const words = useWordsOfKind()
  const put = (part: Proof) => {
    const next = changed(value, part)
    onChange(Object.keys(next).length > 0 ? next : undefined)
  }
  return (
    <Line label={label} isWide>
      <CodePicker
        label={`${label}: ${t('law.edit.events')}`}
        kinds={['event', 'paid']}
        none={t('law.edit.events')}
        value={value.events ?? []}
        onChange={(events) => put({ events })}
      />
      <Many
        label={`${label}: ${t('law.edit.fields')}`}
        value={value.fields}
        options={datesIn(lang, words)}
        none={t('law.edit.fields')}
        onChange={(fields) => put({ fields })}
      />
      {(isProof || value.states) && (
        <Many
          label={`${label}: ${t('law.edit.states')}`}
          value={value.states}
          options={words.status}
          none={t('law.edit.states')}
          onChange={(states) => put({ states })}
        />
      )}
      {isProof && <Later value={value} onChange={(later) => put({ later })} />}
    </Line>
  )
}

/** The proofs that count only once the last day has passed. */
function Later({ value: { events = [], fields = [], states = [], later }, onChange }: { value: Proof; onChange: (later: string[]) => void }) {
  const { t, lang } = useWords()
  const words = useWordsOfKind()
  const codes = [...new Set([...events, ...fields, ...states, ...(later ?? [])])]
  const names = useCalled('document_type', 'code', codes)
  const known = new Map([...datesIn(lang, words), ...words.status].map(({ value, label }) => [value, label]))
  const options = codes.map((code) => ({ value: code, label: known.get(code) ?? names?.get(code)?.[lang] ?? code }))
  return <Many label={t('law.edit.provesLater')} value={later} options={options} none={t('law.edit.provesLater')} onChange={onChange} />
}

export function BasisPart({ rule, change }: RuleProps) {
  const { t } = useWords()
  return (
    <Part title={t('law.law')}>
      <BothLanguages label={t('law.edit.basis')} value={rule.legal_basis} onChange={(legal_basis) => change({ legal_basis })} isLong isRequired />
      <BothLanguages label={t('law.edit.note')} value={rule.note} onChange={(note) => change({ note: orNothing(note) })} isLong />
      <Line label={t('law.edit.source')} isWide isRequired>
        <Input
          aria-label={t('law.edit.source')}
          value={rule.source}
          onChange={(event) => change({ source: event.target.value })}
          placeholder={t('law.edit.sourceHint')}
        />
      </Line>
      <CertaintyLine value={rule.certainty} onChange={(certainty) => change({ certainty })} />
      <ChoiceLine
        label={t('law.edit.lead')}
        value={rule.lead}
        options={(['REPLY', 'ANNUITY', 'PRIORITY', 'NONE'] as const).map((lead) => ({ value: lead, label: t(`law.lead.${lead}`) }))}
        none={t('law.edit.leadNone')}
        onChange={(lead) => change({ lead })}
      />
      <Line label={t('law.edit.overrides')} isWide>
        <CodePicker
          label={t('law.edit.overrides')}
          kinds={['rule']}
          none={t('law.edit.none')}
          value={rule.overrides ?? []}
          onChange={(overrides) => change({ overrides })}
        />
      </Line>
    </Part>
  )
}
