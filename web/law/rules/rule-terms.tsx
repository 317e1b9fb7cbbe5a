// The counting of a rule: its basis, its length, and the choice between several dates.
import { Checkbox } from 'antd'
import type { Recurring, Rule, Term } from '../../../model/docketing/rules/rule.ts'
import { useWords } from '../../words/language.ts'
import { CodePicker } from '../code-picker.tsx'
import { Conditions } from './conditions.tsx'
import { Choice, Day, Line, Many, Part, Period, Several } from '../inputs.tsx'
import { ChoiceLine, InlineNumber, ManyLine, OneOfLine } from '../lines.tsx'
import { AfterAnswer } from './rule-answered.tsx'
import type { Change, Patch } from './rule-draft.ts'
import { changed } from './rule-draft.ts'
import { useWordsOfKind } from '../kind-words.ts'
import { countriesIn, datesIn, daysAddedIn, schemesIn } from './rule-lists.ts'

type RuleProps = { rule: Rule; change: Change }

export function PeriodPart({ rule, change }: RuleProps) {
  const { t } = useWords()
  const { terms, choose, recurring } = rule
  const alternatives = terms.filter(({ when }) => !when?.length).length
  return (
    <Part title={t('law.period')}>
      <Line label={t('law.edit.terms')} isWide isRequired>
        <Several
          label={t('law.edit.term')}
          items={terms}
          fresh={{ from: 'trigger', period: '2m' }}
          onChange={(next) =>
            change({ terms: next, ...(next.length > 1 && !choose && { choose: 'LATER' as const }), ...(next.length < 2 && { choose: undefined }) })
          }
          draw={(term, set) => <OneTerm term={term} isCounted={!(recurring && terms[0] === term)} onChange={set} />}
        />
      </Line>
      {(rule.each_country || rule.unless_named || terms.some(({ by_country }) => by_country)) && <EachCountry rule={rule} change={change} />}
      {(alternatives > 1 || choose) && (
        <OneOfLine
          label={t('law.edit.choose')}
          value={choose}
          onChange={(choose) => change({ choose })}
          options={[
            { value: 'LATER', label: t('law.edit.later') },
            { value: 'EARLIER', label: t('law.edit.earlier') },
          ]}
        />
      )}
      <Line label={t('law.edit.recurs')} isWide>
        <Checkbox
          checked={Boolean(recurring)}
          onChange={(event) => change({ recurring: event.target.checked ? { first: '1y', every: '1y', number_from: 1, number_step: 1 } : undefined })}
        >
          {t('law.edit.recursYes')}
        </Checkbox>
        {recurring && <Recurs recurring={recurring} onChange={(next) => change({ recurring: next })} />}
      </Line>
      <Counting rule={rule} change={change} />
    </Part>
  )
}

/** For terms that differ by country: one deadline for each designated country, and the countries that other rules govern. */
function EachCountry({ rule: { each_country: each, unless_named: others }, change }: RuleProps) {
  const { t, lang } = useWords()
  return (
    <>
      <Line label={t('law.edit.eachCountryLabel')}>
        <Checkbox checked={Boolean(each)} onChange={(event) => change({ each_country: event.target.checked || undefined })}>
          {t('law.edit.eachCountry')}
        </Checkbox>
      </Line>
      <ManyLine
        label={t('law.edit.unlessNamed')}
        value={others}
        options={countriesIn(lang)}
        none={t('law.edit.none')}
        onChange={(unless_named) => change({ unless_named })}
      />
    </>
  )
}

/** The first day of the period, and whether its last day is rolled to a working day. */
function Counting({ rule: { roll, roll_certainty: doubt, service, notice_date: named }, change }: RuleProps) {
  const { t, lang } = useWords()
  return (
    <>
      <ChoiceLine
        hint={t('law.edit.serviceHint')}
        label={t('law.edit.service')}
        value={service}
        options={schemesIn(lang)}
        none={t('law.edit.serviceNone')}
        onChange={(next) => change({ service: next })}
      />
      <ChoiceLine
        label={t('law.edit.noticeDate')}
        value={named}
        options={[
          { value: 'PREFERRED', label: t('law.edit.noticePreferred') },
          { value: 'REQUIRED', label: t('law.edit.noticeRequired') },
        ]}
        none={t('law.edit.noticeNone')}
        onChange={(next) => change({ notice_date: next })}
      />
      <OneOfLine
        isWide
        label={t('law.edit.roll')}
        value={roll}
        onChange={(roll) => change({ roll })}
        options={[
          { value: 'W', label: t('law.edit.rollOn') },
          { value: 'N', label: t('law.edit.rollNot') },
          { value: 'L', label: t('law.edit.rollLater') },
        ]}
      />
      <Line label={t('law.edit.rollCheckLabel')}>
        <Checkbox checked={doubt === 'CHECK'} onChange={(event) => change({ roll_certainty: event.target.checked ? 'CHECK' : undefined })}>
          {t('law.edit.rollCheck')}
        </Checkbox>
      </Line>
    </>
  )
}

type TermProps = { term: Term; isCounted: boolean; onChange: (term: Term) => void }

function OneTerm({ term, isCounted, onChange }: TermProps) {
  const { t, lang } = useWords()
  const set = (part: Patch<Term>) => onChange({ ...changed(term, part), from: part.from ?? term.from, period: part.period ?? term.period })
  return (
    <div className="law-term">
      <div className="law-row">
        <Source value={term.from} onChange={(from) => set({ from })} />
        {isCounted && !term.by_country && (
          <>
            <span className="quiet">{t('law.edit.plus')}</span>
            <Period label={t('law.edit.length')} value={term.period} onChange={(period) => set({ period })} />
          </>
        )}
      </div>
      <div className="law-row">
        <InlineNumber
          label={t('law.edit.workingDays')}
          min={0}
          none="0"
          value={term.working_days}
          onChange={(days) => set({ working_days: days || undefined })}
        />
        <Checkbox checked={Boolean(term.day_before)} onChange={(event) => set({ day_before: event.target.checked || undefined })}>
          {t('law.edit.dayBefore')}
        </Checkbox>
        <Checkbox
          checked={Boolean(term.month_end)}
          onChange={(event) => set({ month_end: event.target.checked || undefined, ...(event.target.checked && { month_end_until: undefined }) })}
        >
          {t('law.edit.monthEnd')}
        </Checkbox>
        {!term.month_end && (
          <span className="law-inline">
            {t('law.edit.monthEndUntil')}
            <Day label={t('law.edit.monthEndUntil')} value={term.month_end_until} onChange={(month_end_until) => set({ month_end_until })} />
          </span>
        )}
        <Checkbox checked={Boolean(term.year_end)} onChange={(event) => set({ year_end: event.target.checked || undefined })}>
          {t('law.edit.yearEnd')}
        </Checkbox>
        <Checkbox
          checked={Boolean(term.by_country)}
          onChange={(event) => set({ by_country: event.target.checked ? { '*': term.period || '30m' } : undefined })}
        >
          {t('law.edit.byCountry')}
        </Checkbox>
      </div>
      {term.by_country && <ByCountry table={term.by_country} onChange={(by_country) => set({ by_country })} />}
      <Many
        label={t('law.edit.plusDays')}
        value={term.plus_days}
        options={daysAddedIn(lang)}
        none={t('law.edit.plusDays')}
        onChange={(plus_days) => set({ plus_days })}
      />
      {term.from.startsWith('event:') && <AfterAnswer term={term} set={set} />}
      <Conditions label={t('law.edit.termWhen')} value={term.when} onChange={(when) => set({ when })} />
    </div>
  )
}

/** The basis of the period. */
function Source({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t, lang } = useWords()
  const words = useWordsOfKind()
  const [kind, what = ''] = value.includes(':') ? value.split(':') : [value === 'trigger' ? 'trigger' : 'field', value]
  const options = [
    { value: 'trigger', label: t('law.edit.fromTrigger') },
    { value: 'field', label: t('law.edit.fromField') },
    { value: 'event', label: t('law.edit.fromEvent') },
    { value: 'deadline', label: t('law.edit.fromDeadline') },
    { value: 'due', label: t('law.edit.fromDue') },
  ]
  const starts = { trigger: 'trigger', field: 'filing_date' } as const
  return (
    <span className="law-source">
      <Choice
        label={t('law.edit.from')}
        value={kind}
        options={options}
        onChange={(next = 'trigger') => onChange(next === 'trigger' || next === 'field' ? starts[next] : `${next}:`)}
      />
      {kind === 'field' && (
        <Choice label={t('law.edit.fromField')} value={value} options={datesIn(lang, words)} onChange={(field) => onChange(field ?? 'filing_date')} />
      )}
      {kind === 'event' && (
        <CodePicker
          label={t('law.edit.fromEvent')}
          kinds={['event']}
          value={what.split('|').filter(Boolean)}
          onChange={(codes) => onChange(`event:${codes.join('|')}`)}
        />
      )}
      {(kind === 'deadline' || kind === 'due') && (
        <CodePicker
          label={t('law.edit.fromDeadline')}
          kinds={['rule']}
          isMany={false}
          value={what ? [what] : []}
          onChange={([id = '']) => onChange(`${kind}:${id}`)}
        />
      )}
    </span>
  )
}

type TableProps = { table: Readonly<Record<string, string>>; onChange: (table: Record<string, string>) => void }

/** Countries of one length are grouped. */
function ByCountry({ table, onChange }: TableProps) {
  const { t, lang } = useWords()
  const lengths = [...Map.groupBy(Object.entries(table), ([, length]) => length)].map(([length, pairs]) => ({
    length,
    countries: pairs.map(([country]) => country),
  }))
  const options = [{ value: '*', label: t('law.edit.otherCountries') }, ...countriesIn(lang)]
  return (
    <Several
      label={t('law.edit.countryTerm')}
      items={lengths}
      fresh={{ length: '31m', countries: [] as string[] }}
      onChange={(next) =>
        onChange(Object.fromEntries(next.flatMap(({ length, countries }) => countries.map((country) => [country, length] as const))))
      }
      draw={({ length, countries }, set) => (
        <div className="law-row">
          <div style={{ flex: 1, minWidth: 200 }}>
            <Many
              label={t('law.edit.countries')}
              value={countries}
              options={options}
              none={t('law.edit.countries')}
              onChange={(next) => set({ length, countries: next })}
            />
          </div>
          <Period label={t('law.edit.length')} value={length} onChange={(next) => set({ length: next, countries })} />
        </div>
      )}
    />
  )
}

function Recurs({ recurring, onChange }: { recurring: Recurring; onChange: (recurring: Recurring) => void }) {
  const { t, lang } = useWords()
  const words = useWordsOfKind()
  const set = (part: Patch<Recurring>) => onChange(changed(recurring, part))
  const limit = (key: 'after' | 'until') => (
    <span className="law-inline">
      {t(`law.edit.${key}`)}
      <span style={{ width: 190 }}>
        <Choice
          label={t(`law.edit.${key}`)}
          value={recurring[key]}
          options={[...datesIn(lang, words), { value: 'grant_year_begin', label: t('law.edit.grantYear') }]}
          none={t('law.edit.any')}
          onChange={(next) => onChange(changed(recurring, { [key]: next }))}
        />
      </span>
    </span>
  )
  return (
    <div className="law-recurs">
      <span className="law-inline">
        {t('law.edit.first')} <Period label={t('law.edit.first')} value={recurring.first} onChange={(first) => set({ first })} />
      </span>
      <span className="law-inline">
        {t('law.edit.every')} <Period label={t('law.edit.every')} value={recurring.every} onChange={(every) => set({ every })} />
      </span>
      <InlineNumber label={t('law.edit.numberFrom')} value={recurring.number_from} onChange={(value = 1) => set({ number_from: value })} />
      <InlineNumber label={t('law.edit.numberStep')} value={recurring.number_step} onChange={(value = 1) => set({ number_step: value })} />
      <InlineNumber
        label={t('law.edit.numberTo')}
        value={recurring.number_to}
        none={t('law.edit.noEnd')}
        onChange={(value) => onChange(changed(recurring, { number_to: value }))}
      />
      {limit('after')}
      {limit('until')}
    </div>
  )
}
