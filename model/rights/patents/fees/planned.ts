// Fees of planned patents that no deadline of the plan dates, and fees for which the schedules have no price.
import { addDuration, isoOf } from '../../../kit/days/duration.ts'
import type { Bilingual } from '../../../docketing/rules/rule.ts'
import type { FeeFacts } from '../../../fees/facts.ts'
import { FeeFault } from '../../../fees/fault.ts'
import type { FeeLaw } from '../../../fees/fee-law.ts'
import type { Price } from '../../../fees/schedule/price.ts'
import { noAnnuities } from './annuities/annuity-rules.ts'
import { filingFees } from './filing.ts'
import { patentPrice } from './price.ts'
import { rightTypeOf } from './price-type.ts'

/** The schedules have no prices of provisional and plant applications, only of those of other patents. */
const UNKNOWN_TYPES: ReadonlySet<unknown> = new Set(['PROVISIONAL', 'PLANT'])

export function plannedFiling(facts: FeeFacts, day: string, law: FeeLaw): readonly Price[] {
  if (UNKNOWN_TYPES.has(facts.subtype)) throw new FeeFault('no_price', String(facts.subtype))
  return filingFees(facts, day, law).items
}

/** The fees of filing with a request for examination, whenever it is made. */
export const plannedExamination = (facts: FeeFacts, day: string, law: FeeLaw): readonly Price[] =>
  plannedFiling({ ...facts, sub_exam_requested: true }, day, law)

const AT_GRANT: Readonly<Record<string, string>> = { US: 'US.ISSUE', EP: 'EP.GRANT' }
/** Granted as part of another right. */
const GRANTED_ELSEWHERE: ReadonlySet<unknown> = new Set(['UNITARY', 'EP_VALIDATION', 'HAGUE_NATIONAL'])

/** The fee for the grant itself; the first annuities are in the schedule of annuities. */
export function plannedGrant(facts: FeeFacts, day: string, law: FeeLaw): readonly Price[] {
  const code = GRANTED_ELSEWHERE.has(facts.route) ? undefined : AT_GRANT[facts.country]
  if (code !== undefined && UNKNOWN_TYPES.has(facts.subtype)) throw new FeeFault('no_price', String(facts.subtype))
  return code === undefined ? [] : [patentPrice(code, facts, day, law)]
}

/** The countries of the Hague system whose individual fees the schedules have. */
const INDIVIDUAL: Readonly<Record<string, string>> = { CN: 'CN.HAGUE' }
/** Five years each, paid with the application and with its renewals (Hague Agreement 1999, arts. 7 and 17). */
const TERMS = [1, 6, 11]

/** The price is in the currency of the country; WIPO charges the equivalent in francs on that day, so the amount stays to be checked. */
export function plannedDesignation(facts: FeeFacts, day: string, law: FeeLaw): readonly (Price & { due: string })[] {
  const code = facts.route === 'HAGUE_NATIONAL' ? INDIVIDUAL[facts.country] : undefined
  if (code === undefined) return []
  return TERMS.map((year) => {
    const due = isoOf(addDuration(Temporal.PlainDate.from(day), `${year - 1}y`))
    const price = patentPrice(code, { ...facts, annuity_year: year }, due, law)
    const years = `${year}–${year + 4}`
    return { ...price, due, zh: `${price.zh}，第 ${years} 年`, en: `${price.en}, years ${years}`, certainty: 'CHECK' as const }
  })
}

/** Fees of such a case for which the schedules have no price. */
export function plannedWithoutPrice(facts: FeeFacts, isGranted: boolean): readonly Bilingual[] {
  const { route, ro, isa } = facts
  const isInternational = route === 'PCT_INTL' && rightTypeOf(facts) !== 'DESIGN'
  return [
    ...(isInternational && ro !== 'CN' ? [TRANSMITTAL] : []),
    ...(isInternational && isa !== 'CN' ? [SEARCH] : []),
    ...(route === 'HAGUE_NATIONAL' && INDIVIDUAL[facts.country] === undefined ? [DESIGNATION] : []),
    ...(route === 'EP_VALIDATION' ? [VALIDATION] : []),
    ...(isGranted && noAnnuities(facts) === 'no_rule' ? [AFTER_GRANT] : []),
  ]
}

const TRANSMITTAL: Bilingual = {
  zh: '传送费未计入：没有受理局，或官费标准中没有其价格',
  en: 'The transmittal fee is not counted: no receiving office is named, or the fee schedules have no price for it',
}
const SEARCH: Bilingual = {
  zh: '检索费未计入：没有国际检索单位，或官费标准中没有其价格',
  en: 'The search fee is not counted: no searching authority is named, or the fee schedules have no price for it',
}
const DESIGNATION: Bilingual = {
  zh: '指定费（含续展的指定费）未计入：官费标准中没有该国的价格',
  en: 'The designation fee, also of renewals, is not counted: the fee schedules have no price of this country',
}
const VALIDATION: Bilingual = {
  zh: '生效的费用（译文、公布）未计入：官费标准中没有其价格',
  en: 'Fees of the validation (translation, publication) are not counted: the fee schedules have no price for them',
}
const AFTER_GRANT: Bilingual = {
  zh: '授权登记费和年费未计入：官费标准中没有其价格',
  en: 'Fees of the grant and annuities are not counted: the fee schedules have no price for them',
}
