// The parts of the form of a price.
import { Checkbox, Input, InputNumber } from 'antd'
import type { Lang } from '../../../model/kit/fields.ts'
import { CURRENCIES } from '../../../model/fees/currencies/currencies.ts'
import type { FeeRow, Unit } from '../../../model/fees/schedule/schedule.ts'
import { PERCENT, UNITS } from '../../../model/fees/schedule/schedule.ts'
import { UNIT_WORDS } from '../../../model/fees/schedule/units.ts'
import { useWords } from '../../words/language.ts'
import { useKinds } from '../../cases/kinds.ts'
import { BothLanguages, Line, Part } from '../inputs.tsx'
import { usePriceWords } from '../kind-words.ts'
import { CertaintyLine, ChoiceLine, DayLine, OneOfLine } from '../lines.tsx'
import { countriesIn, upper } from '../rules/rule-lists.ts'

type PartProps = { price: FeeRow; change: (part: Partial<FeeRow>) => void }

export function WhatPart({ price, change, isNew }: PartProps & { isNew: boolean }) {
  const { t, lang } = useWords()
  return (
    <Part title={t('law.fee.what')}>
      <Line label={t('law.fee.code')} hint={t('law.fee.codeHint')} isRequired>
        <Input
          aria-label={t('law.fee.code')}
          value={price.fee_code}
          disabled={!isNew}
          maxLength={30}
          onChange={(event) => change({ fee_code: event.target.value.trim().toUpperCase() })}
        />
      </Line>
      <ChoiceLine
        isRequired
        label={t('law.edit.office')}
        value={price.office}
        options={countriesIn(lang)}
        onChange={(office) => change({ office: office ?? 'CN' })}
      />
      <CaseKindLine price={price} change={change} />
      <BothLanguages label={t('law.edit.names')} value={price} onChange={({ zh, en }) => change({ zh, en })} isRequired />
    </Part>
  )
}

/** Offered only where there is a choice. The types of right differ by kind, so a new kind starts with all of them. */
function CaseKindLine({ price, change }: PartProps) {
  const { t } = useWords()
  const kinds = useKinds() ?? []
  if (kinds.length < 2) return null
  return (
    <ChoiceLine
      label={t('law.edit.caseKind')}
      value={price.case_kind}
      options={kinds.map(({ model, label }) => ({ value: model, label }))}
      none={t('law.edit.any')}
      onChange={(kind) => change({ case_kind: kind ?? '', right_type: 'ALL' })}
    />
  )
}

export function AmountPart({ price, change }: PartProps) {
  const { t, lang } = useWords()
  const isPart = price.currency === PERCENT
  return (
    <Part title={t('law.amount')}>
      <ChoiceLine
        label={t('law.fee.currency')}
        value={price.currency}
        options={currenciesIn(lang)}
        onChange={(currency) => change({ currency: currency ?? 'CNY' })}
      />
      <Line label={isPart ? t('law.fee.share') : t('law.amount')} isRequired>
        <Money label={isPart ? t('law.fee.share') : t('law.amount')} value={price.base} onChange={(base) => change({ base })} />
      </Line>
      <ChoiceLine
        hint={t('law.fee.unitHint')}
        label={t('law.fee.unit')}
        value={price.unit || undefined}
        options={UNITS.map((unit) => ({ value: unit, label: unitIn(unit, lang) }))}
        none={t('law.fee.flat')}
        onChange={(unit) => change(unit ? { unit } : { unit: '', per_unit: '0', free_units: 0, unit_to: null })}
      />
      {price.unit && (
        <>
          <Line label={t('law.fee.perUnit')}>
            <Money label={t('law.fee.perUnit')} value={price.per_unit} onChange={(per_unit) => change({ per_unit: per_unit || '0' })} />
          </Line>
          <Line label={t('law.fee.free')}>
            <Count label={t('law.fee.free')} value={price.free_units} onChange={(free) => change({ free_units: free ?? 0 })} />
          </Line>
          <Line label={t('law.fee.unitTo')}>
            <Count label={t('law.fee.unitTo')} value={price.unit_to} onChange={(unit_to) => change({ unit_to })} />
          </Line>
        </>
      )}
      <Line label={t('law.fee.yearFrom')}>
        <Count label={t('law.fee.yearFrom')} value={price.year_from} onChange={(year_from) => change({ year_from })} />
      </Line>
      <Line label={t('law.fee.yearTo')}>
        <Count label={t('law.fee.yearTo')} value={price.year_to} onChange={(year_to) => change({ year_to })} />
      </Line>
    </Part>
  )
}

export function PayerPart({ price, change }: PartProps) {
  const { t } = useWords()
  const types = usePriceWords(price.case_kind)?.subtype ?? []
  return (
    <Part title={t('law.payer')}>
      <OneOfLine
        isWide
        label={t('law.right')}
        value={price.right_type}
        options={[{ value: 'ALL', label: t('law.fee.allRights') }, ...types]}
        onChange={(right_type) => change({ right_type })}
      />
      <OneOfLine
        isWide
        label={t('law.entity')}
        value={price.entity || 'ANY'}
        options={(['ANY', 'LARGE', 'SMALL', 'MICRO'] as const).map((size) => ({ value: size, label: t(`law.fee.entity.${size}`) }))}
        onChange={(size) => change({ entity: size === 'ANY' ? '' : size })}
      />
      <Line label={t('law.fee.reducibleLabel')} isWide>
        <Checkbox checked={price.reducible} onChange={(event) => change({ reducible: event.target.checked })}>
          {t('law.fee.reducible')}
        </Checkbox>
      </Line>
    </Part>
  )
}

export function ForcePart({ price, change }: PartProps) {
  const { t } = useWords()
  return (
    <Part title={t('law.force')}>
      <DayLine isRequired label={t('law.fee.from')} value={price.from_date} onChange={(day) => change({ from_date: day ?? '' })} />
      <DayLine hint={t('law.fee.toHint')} label={t('law.fee.to')} value={price.to_date} onChange={(day) => change({ to_date: day ?? null })} />
      <Line label={t('law.edit.basis')} isWide isRequired>
        <Input aria-label={t('law.edit.basis')} value={price.legal_basis} onChange={(event) => change({ legal_basis: event.target.value })} />
      </Line>
      <Line label={t('law.edit.source')} isWide isRequired>
        <Input aria-label={t('law.edit.source')} value={price.source} onChange={(event) => change({ source: event.target.value })} />
      </Line>
      <CertaintyLine value={price.certainty} onChange={(certainty) => change({ certainty })} />
    </Part>
  )
}

type MoneyProps = { label: string; value: string; onChange: (value: string) => void }

const Money = ({ label, value, onChange }: MoneyProps) => (
  <InputNumber<string>
    aria-label={label}
    stringMode
    min="0"
    value={value || null}
    onChange={(next) => onChange(next ? next : '')}
    style={{ width: '100%' }}
  />
)

type CountProps = { label: string; value: number | null; onChange: (value: number | null) => void }

const Count = ({ label, value, onChange }: CountProps) => (
  <InputNumber aria-label={label} min={0} precision={0} value={value} onChange={onChange} style={{ width: '100%' }} />
)

const currenciesIn = (lang: Lang) =>
  Object.entries(CURRENCIES).map(([code, words]) => ({ value: code, label: `${words[lang === 'zh' ? 0 : 1]} (${code})` }))

const unitIn = (unit: Unit, lang: Lang) => (lang === 'zh' ? `每${UNIT_WORDS[unit].zh}` : upper(UNIT_WORDS[unit].en))
