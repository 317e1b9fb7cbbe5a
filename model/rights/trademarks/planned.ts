// Fees of planned trademarks that no deadline of the plan dates, and fees for which the schedules have no price.
import type { Bilingual } from '../../docketing/rules/rule.ts'
import type { FeeFacts } from '../../fees/facts.ts'
import type { FeeLaw } from '../../fees/fee-law.ts'
import { type Price, priceOf } from '../../fees/schedule/price.ts'
import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { integer, option } from '../../kit/fields.ts'
import { areBoundByAgreement } from './madrid.ts'
import { beginOfTerm, endOfTerm, type Termed } from './term.ts'

/** What a planner may count where the case has no classes yet; the fee facts of a trademark read them. */
export const PLAN_COUNTS = {
  class_count: integer('类别数', 'Classes', { min: 1, max: 45 }),
  goods_in_class: integer('每类商品/服务项目数', 'Goods or services in each class', { min: 1, max: 2000 }),
  reproduction: option('图样', 'Reproduction of the mark', { BLACK: ['黑白', 'Black and white'], COLOUR: ['彩色', 'Colour'] }),
}

/** The first term runs with the registration. An international registration bears the date of its application (Madrid Protocol, art. 3(4)). */
export function registeredOn(day: string, row: Termed): Readonly<Record<string, unknown>> {
  const { route, filing_date: filed } = row
  const reg_date = route === 'MADRID_INTL' && typeof filed === 'string' ? filed : day
  const begin = beginOfTerm({ ...row, reg_date })
  return { reg_date, ...(begin && { valid_from: begin, valid_to: endOfTerm(begin, row) }) }
}

const OF_ASSOCIATIONS: ReadonlySet<unknown> = new Set(['COLLECTIVE', 'CERTIFICATION'])
const isOfAssociation = ({ subtype }: FeeFacts) => OF_ASSOCIATIONS.has(subtype)
const isDesignation = ({ route }: FeeFacts) => route === 'MADRID_DESIGNATION'

/** The fees of a filing by office, as far as the schedules have them. */
const FILING: Readonly<Record<string, (facts: FeeFacts) => readonly string[]>> = {
  CN: (facts) => (isOfAssociation(facts) ? ['TM.COLL'] : ['TM.APP', 'TM.ITEM']),
  US: () => ['US.TM_APP'],
  GB: () => ['GB.TM_APP'],
  KR: () => ['KR.TM_APP'],
  WO: ({ in_colour }) => [in_colour ? 'MADRID.BASIC_COLOUR' : 'MADRID.BASIC', 'MADRID.CLASS'],
}

export function plannedFiling(facts: FeeFacts, day: string, law: FeeLaw): readonly Price[] {
  return (FILING[facts.country]?.(facts) ?? []).map((code) => checked(priceOf(code, facts, day, law), facts))
}

/** Amounts for which a fact is missing or the schedules have only the usual case. */
function checked(price: Price, facts: FeeFacts): Price {
  const isOpen = OPEN[price.fee_code]?.(facts) ?? (facts.country !== 'CN' && isOfAssociation(facts))
  return isOpen ? { ...price, certainty: 'CHECK' } : price
}

const OPEN: Readonly<Record<string, (facts: FeeFacts) => boolean>> = {
  'MADRID.BASIC': ({ in_colour }) => in_colour === undefined,
  'MADRID.BASIC_COLOUR': () => false,
  // Not owed where every party that is designated takes an individual fee (Madrid Protocol, art. 8(7)(a)).
  'MADRID.CLASS': ({ designated, origin, classes }) => (classes ?? 0) > 3 && !designated?.some((party) => areBoundByAgreement(origin, party)),
  'GB.TM_APP': ({ classes }) => classes !== 1,
}

const AT_REGISTRATION: Readonly<Record<string, string>> = { JP: 'JP.TM_REG', KR: 'KR.TM_REG' }

export function plannedRegistration(facts: FeeFacts, day: string, law: FeeLaw): readonly Price[] {
  const code = isDesignation(facts) ? undefined : AT_REGISTRATION[facts.country]
  return code === undefined ? [] : [checked(priceOf(code, facts, day, law), facts)]
}

/** The parties whose individual fees the schedules have, for ordinary marks. */
const INDIVIDUAL: Readonly<Record<string, string>> = { CN: 'MADRID.CN' }

/** The complementary fee between states of the Agreement, whatever fee the party has declared (Madrid Protocol, art. 9sexies(1)(b)); else its individual fee. */
function designationFee(facts: FeeFacts, filing: FeeFacts | undefined): string | undefined {
  if (areBoundByAgreement(filing?.origin, facts.country)) return 'MADRID.PARTY'
  return isOfAssociation(facts) ? undefined : INDIVIDUAL[facts.country]
}

/** Paid with the international application, and the complementary fee with its renewals, once it is registered (Madrid Protocol, arts. 7(1) and 8). */
export function plannedDesignation(facts: FeeFacts, day: string, law: FeeLaw, filing?: FeeFacts): readonly (Price & { due: string })[] {
  const code = isDesignation(facts) ? designationFee(facts, filing) : undefined
  if (code === undefined) return []
  const years = code === 'MADRID.PARTY' && filing?.grant_date ? [0, 10, 20] : [0]
  return years.map((year) => {
    const due = isoOf(addDuration(Temporal.PlainDate.from(day), `${year}y`))
    const price = priceOf(code, facts, due, law)
    const isDoubtful = filing?.origin === undefined // The party of origin decides which fee is owed.
    return { ...price, due, ...(year > 0 && renewal(price)), ...(isDoubtful && { certainty: 'CHECK' as const }) }
  })
}

const renewal = ({ zh, en }: Price): Bilingual => ({ zh: `${zh}，续展`, en: `${en}, renewal` })

/** The offices that take no fee for a registration, or whose fee the schedules have. */
const REGISTRATION_KNOWN: ReadonlySet<string> = new Set(['CN', 'US', 'GB', 'EM', 'WO', ...Object.keys(AT_REGISTRATION)])

export function plannedWithoutPrice(facts: FeeFacts, isRegistered: boolean, filing?: FeeFacts): readonly Bilingual[] {
  const { country, classes } = facts
  if (isDesignation(facts)) {
    const code = designationFee(facts, filing)
    if (code === undefined) return [DESIGNATION]
    return filing?.grant_date && code !== 'MADRID.PARTY' ? [RENEWED_DESIGNATION] : []
  }
  return [
    ...(country === 'WO' ? [ORIGIN] : []),
    ...(country === 'GB' && classes !== 1 ? [FURTHER_CLASSES] : []),
    ...(isRegistered && !REGISTRATION_KNOWN.has(country) ? [REGISTRATION] : []),
  ]
}

const ORIGIN: Bilingual = {
  zh: '原属局的手续费未计入：官费标准中没有其价格',
  en: 'A fee of the office of origin is not counted: the fee schedules have no price for it',
}
const DESIGNATION: Bilingual = {
  zh: '指定费（含续展的指定费）未计入：官费标准中没有该缔约方的单独规费；未声明单独规费的缔约方收取补充费',
  en: 'The designation fee, also of renewals, is not counted: the schedules have no individual fee of this party; one that has declared none takes the complementary fee',
}
const RENEWED_DESIGNATION: Bilingual = {
  zh: '续展的指定费未计入：官费标准中没有该缔约方的价格',
  en: 'The designation fee of renewals is not counted: the fee schedules have no price of this party',
}
const FURTHER_CLASSES: Bilingual = {
  zh: '第二类起的申请费未计入：官费标准中没有其价格',
  en: 'The fee of each further class is not counted: the fee schedules have no price for it',
}
const REGISTRATION: Bilingual = {
  zh: '注册费未计入：官费标准中没有其价格',
  en: 'A fee of the registration is not counted: the fee schedules have no price for it',
}
