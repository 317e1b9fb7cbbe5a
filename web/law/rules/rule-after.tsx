// Acts around the end of a period: windows, extensions, grace, and the consequences of a miss.
import { Checkbox, Input } from 'antd'
import type { Extensions, Restoration, Rule, Step } from '../../../model/docketing/rules/rule.ts'
import { useWords } from '../../words/language.ts'
import { CodePicker } from '../code-picker.tsx'
import { BothLanguages, Line, orNothing, Part, Period, Several } from '../inputs.tsx'
import { CertaintyLine, ChoiceLine, InlineNumber } from '../lines.tsx'
import type { Change, Patch } from './rule-draft.ts'
import { changed } from './rule-draft.ts'

type RuleProps = { rule: Rule; change: Change }

export function AfterPart({ rule, change }: RuleProps) {
  const { t } = useWords()
  const { extensions, opens, grace_of: grace, steps } = rule
  const length = opens?.replaceAll('-', '') ?? ''
  return (
    <Part title={t('law.afterwards')}>
      <Line label={t('law.edit.opens')} isWide hint={t('law.edit.opensHint')}>
        <span className="law-row">
          <Checkbox checked={Boolean(opens)} onChange={(event) => change({ opens: event.target.checked ? '-6m' : undefined })}>
            {t('law.edit.opensYes')}
          </Checkbox>
          {opens && <Period label={t('law.edit.opens')} value={length} onChange={(text) => change({ opens: negative(text) })} />}
        </span>
      </Line>
      <Line label={t('law.edit.extensions')} isWide>
        <Checkbox
          checked={Boolean(extensions)}
          onChange={(event) => change({ extensions: event.target.checked ? { steps: [{ period: '1m' }], times: 1 } : undefined })}
        >
          {t('law.edit.extensionsYes')}
        </Checkbox>
        {extensions && <Extend value={extensions} onChange={(next) => change({ extensions: next })} />}
      </Line>
      <Line label={t('law.edit.graceOf')} hint={t('law.edit.graceHint')}>
        <CodePicker
          label={t('law.edit.graceOf')}
          kinds={['rule']}
          isMany={false}
          none={t('law.edit.none')}
          value={grace ? [grace] : []}
          onChange={([id]) => change({ grace_of: id })}
        />
      </Line>
      <Line label={t('law.edit.fromBasisLabel')}>
        <Checkbox checked={Boolean(rule.from_basis)} onChange={(event) => change({ from_basis: event.target.checked || undefined })}>
          {t('law.edit.fromBasis')}
        </Checkbox>
      </Line>
      {(grace || steps) && (
        <Line label={t('law.edit.graceSteps')} isWide>
          <Steps label={t('law.edit.graceStep')} value={steps ?? []} onChange={(next) => change({ steps: next })} hasSurcharge />
        </Line>
      )}
      {(grace || rule.month_end_doubt) && (
        <BothLanguages
          label={t('law.edit.monthEndDoubt')}
          value={rule.month_end_doubt}
          onChange={(doubt) => change({ month_end_doubt: orNothing(doubt) })}
          isLong
        />
      )}
    </Part>
  )
}

const negative = (text: string) =>
  text
    .split(',')
    .map((part) => (part.startsWith('-') ? part : `-${part}`))
    .join(',')

function Extend({ value, onChange }: { value: Extensions; onChange: (value: Extensions) => void }) {
  const { t } = useWords()
  return (
    <>
      <Steps label={t('law.edit.extensionStep')} value={value.steps} onChange={(steps) => onChange({ ...value, steps })} />
      <span className="law-row">
        <InlineNumber label={t('law.edit.times')} min={1} value={value.times} onChange={(times) => onChange({ ...value, times: times ?? 1 })} />
        <Checkbox
          checked={Boolean(value.after_the_end)}
          onChange={(event) => onChange(changed(value, { after_the_end: event.target.checked || undefined }))}
        >
          {t('law.edit.afterTheEnd')}
        </Checkbox>
        <Checkbox
          checked={Boolean(value.from_start)}
          onChange={(event) => onChange(changed(value, { from_start: event.target.checked || undefined }))}
        >
          {t('law.edit.fromStart')}
        </Checkbox>
        <Checkbox checked={Boolean(value.limit)} onChange={(event) => onChange(changed(value, { limit: event.target.checked ? '6m' : '' }))}>
          {t('law.edit.limit')}
        </Checkbox>
        {value.limit && <Period label={t('law.edit.limit')} value={value.limit} onChange={(limit) => onChange({ ...value, limit })} />}
      </span>
    </>
  )
}

type StepsProps = { label: string; value: readonly Step[]; onChange: (value: Step[]) => void; hasSurcharge?: boolean }

/** Each step with its length and its fee. */
function Steps({ label, value, onChange, hasSurcharge = false }: StepsProps) {
  const { t } = useWords()
  return (
    <Several
      label={label}
      items={value}
      fresh={{ period: '1m' }}
      onChange={onChange}
      draw={(step, set) => (
        <div className="law-row">
          <Period label={t('law.edit.length')} value={step.period} onChange={(period) => set({ ...step, period })} />
          <div style={{ flex: 1, minWidth: 200 }}>
            <CodePicker
              label={t('law.edit.fee')}
              kinds={['fee']}
              isMany={false}
              none={t('law.edit.feeNone')}
              value={step.fee ? [step.fee] : []}
              onChange={([fee = '']) => set({ ...changed(step, { fee }), period: step.period })}
            />
          </div>
          {hasSurcharge && (
            <Input
              aria-label={t('law.edit.surcharge')}
              placeholder={t('law.edit.surcharge')}
              value={step.surcharge ?? ''}
              onChange={(event) => set({ ...changed(step, { surcharge: event.target.value }), period: step.period })}
              style={{ width: 130 }}
            />
          )}
          {(['zh', 'en'] as const).map((lang) => (
            <Input
              key={lang}
              aria-label={`${t('law.edit.stepNote')} ${t(`law.edit.${lang}`)}`}
              placeholder={`${t('law.edit.stepNote')} ${t(`law.edit.${lang}`)}`}
              value={step[lang] ?? ''}
              onChange={(event) => set({ ...changed(step, { [lang]: event.target.value }), period: step.period })}
              style={{ width: 210 }}
            />
          ))}
        </div>
      )}
    />
  )
}

export function MissedPart({ rule, change }: RuleProps) {
  const { t } = useWords()
  const { restoration } = rule
  return (
    <Part title={t('law.missed')}>
      <BothLanguages label={t('law.edit.ifMissed')} value={rule.if_missed} onChange={(next) => change({ if_missed: orNothing(next) })} />
      <Line label={t('law.edit.restoration')} isWide>
        <Checkbox
          checked={Boolean(restoration)}
          onChange={(event) => change({ restoration: event.target.checked ? { zh: '', en: '', from: 'NOTICE', period: '2m' } : undefined })}
        >
          {t('law.edit.restorationYes')}
        </Checkbox>
      </Line>
      {restoration && <Restore value={restoration} onChange={(next) => change({ restoration: next })} />}
    </Part>
  )
}

function Restore({ value, onChange }: { value: Restoration; onChange: (value: Restoration) => void }) {
  const { t } = useWords()
  const put = (part: Patch<Restoration>) => onChange({ ...changed(value, part), zh: part.zh ?? value.zh, en: part.en ?? value.en })
  return (
    <>
      <BothLanguages label={t('law.edit.remedy')} value={value} onChange={({ zh, en }) => put({ zh, en })} isLong />
      <ChoiceLine
        label={t('law.edit.remedyFrom')}
        value={value.from}
        options={(['NOTICE', 'EXPIRY', 'GRACE', 'BASIS', 'OPEN'] as const).map((from) => ({ value: from, label: t(`law.restoreFrom.${from}`) }))}
        onChange={(from) => put({ from: from ?? 'OPEN', ...(from === 'OPEN' && { period: '', month_end: undefined }) })}
      />
      {value.from !== 'OPEN' && (
        <Line label={t('law.edit.length')}>
          <Period label={t('law.edit.remedyLength')} value={value.period ?? ''} onChange={(period) => put({ period })} />
          <Checkbox checked={Boolean(value.month_end)} onChange={(event) => put({ month_end: event.target.checked || undefined })}>
            {t('law.edit.monthEnd')}
          </Checkbox>
        </Line>
      )}
      {value.from === 'NOTICE' && (
        <Line label={t('law.edit.notices')} isWide>
          <CodePicker label={t('law.edit.notices')} kinds={['event']} value={value.notices ?? []} onChange={(notices) => put({ notices })} />
        </Line>
      )}
      <Line label={t('law.edit.remedyRule')}>
        <CodePicker
          label={t('law.edit.remedyRule')}
          kinds={['rule']}
          isMany={false}
          none={t('law.edit.none')}
          value={value.rule ? [value.rule] : []}
          onChange={([rule = '']) => put({ rule })}
        />
      </Line>
      <CertaintyLine
        label={t('law.edit.remedyCertainty')}
        value={value.certainty ?? 'SURE'}
        onChange={(certainty) => put({ certainty: certainty === 'CHECK' ? 'CHECK' : undefined })}
      />
    </>
  )
}
