// The choices of a rule's form.
import type { Condition } from '../../../model/docketing/rules/rule.ts'
import { conditionIn, EVENT_SIDES, factIn, placeIn, YES_NO_FACTS } from '../../../model/docketing/wording/rule-words.ts'
import { DATED_FIELDS, fieldIn } from '../../../model/docketing/wording/words.ts'
import type { Lang } from '../../../model/kit/fields.ts'
import { OFFICES } from '../../../model/cases/offices.ts'
import type { KindWords } from '../kind-words.ts'

type Choices = { value: string; label: string }[]

const named = (pairs: Readonly<Record<string, readonly [string, string]>>, lang: Lang): Choices =>
  Object.entries(pairs).map(([value, words]) => ({ value, label: words[lang === 'zh' ? 0 : 1] }))

export const countriesIn = (lang: Lang) => named(OFFICES, lang).map(({ value, label }) => ({ value, label: `${label} (${value})` }))
export const officesIn = (lang: Lang): Choices => [{ value: '*', label: placeIn('*', lang) }, ...countriesIn(lang), ...['@ro', '@isa', '@ipea'].map((value) => ({ value, label: placeIn(value, lang) }))] // oxfmt-ignore
/** The dates that every right may have, and those of the kind of case. */
export const datesIn = (lang: Lang, { dates }: KindWords): Choices => [
  ...DATED_FIELDS.map((value) => ({ value, label: upper(fieldIn(value, lang)) })),
  ...dates.filter(({ value }) => !DATED_FIELDS.some((one) => one === value)),
]
/** The ways of counting receipt that the law packs name. */
const SCHEMES: Readonly<Record<string, readonly [string, string]>> = {
  CN: ['中国推定收到', 'China, presumed receipt'],
  CN_TM: ['中国商标推定收到', 'China, presumed receipt for trademarks'],
  EP: ['欧洲专利局', 'European Patent Office'],
  KR: ['韩国送达', 'Korea, service'],
  DE: ['德国送达', 'Germany, service'],
  WO: ['国际申请的通知', 'notices on international applications'],
  JP_SERVICE: ['日本决定副本送达', 'Japan, service of decisions'],
  JP_DISPATCH: ['日本发送日', 'Japan, day of dispatch'],
  US_DISPATCH: ['美国邮寄或通知日', 'USPTO, mailing or notification date'],
  GB_DISPATCH: ['英国发出日', 'UK, day of the letter'],
}
export const schemesIn = (lang: Lang): Choices => named(SCHEMES, lang).map(({ value, label }) => ({ value, label: upper(label) }))
const DAYS_ADDED = ['pta_days', 'pte_days']
export const daysAddedIn = (lang: Lang): Choices => DAYS_ADDED.map((value) => ({ value, label: upper(fieldIn(value, lang)) }))

/** The type of a condition's fact. */
export type FactKind = 'yesNo' | 'event' | 'date' | 'number' | 'choice' | 'side'

const NUMBERS = ['claims_count', 'pages', 'priority_count', 'designated_count', 'compensation_days']
const CHOICES: Readonly<Record<string, (lang: Lang, words: KindWords) => Choices>> = {
  route: (_, { route }) => route,
  patent_type: (_, { subtype }) => subtype,
  country: countriesIn,
  status: (_, { status }) => status,
  entity: (lang) => named({ LARGE: ['一般实体', 'Large entity'], SMALL: ['小实体', 'Small entity'], MICRO: ['微实体', 'Micro entity'] }, lang),
}
const YES_NO = YES_NO_FACTS.filter((fact) => !NUMBERS.includes(fact))

export function kindOfFact(fact: string, { options }: KindWords): FactKind {
  if (fact.startsWith('event:')) return 'event'
  if (fact === 'event.side') return 'side'
  if (NUMBERS.includes(fact)) return 'number'
  if (fact in CHOICES || fact in options) return 'choice'
  return YES_NO.includes(fact) ? 'yesNo' : 'date'
}

export const choicesOf = (fact: string, lang: Lang, words: KindWords): Choices => CHOICES[fact]?.(lang, words) ?? words.options[fact] ?? []

const NO_NAMES = { event: () => undefined, fee: () => undefined, rule: () => undefined }
const clause = (condition: Condition, lang: Lang) => upper(conditionIn(condition, NO_NAMES, lang))

/** Every possible fact of a condition; a boolean fact has an entry for each answer. */
export const factsIn = (lang: Lang, words: KindWords): Choices => [
  ...YES_NO.flatMap((fact) => [
    { value: `${fact} present`, label: clause({ fact, is: 'present' }, lang) },
    { value: `${fact} absent`, label: clause({ fact, is: 'absent' }, lang) },
  ]),
  ...EVENT_SIDES.flatMap((value) => [
    { value: `event.side eq ${value}`, label: clause({ fact: 'event.side', is: 'eq', value }, lang) },
    { value: `event.side ne ${value}`, label: clause({ fact: 'event.side', is: 'ne', value }, lang) },
  ]),
  { value: 'event:', label: lang === 'zh' ? '案件的文件或事件…' : 'A document or event of the case …' },
  ...[...new Set([...datesIn(lang, words).map(({ value }) => value), ...NUMBERS, ...Object.keys({ ...CHOICES, ...words.options })])].map((fact) => ({
    value: fact,
    label: `${nameOfFact(fact, lang, words)}…`,
  })),
]

/** As the description of a rule calls it; a date of the kind alone, as its field is called. */
export function nameOfFact(fact: string, lang: Lang, { dates }: KindWords): string {
  const name = factIn(fact, lang).replace(/^the /, '')
  return upper(name === fact ? (dates.find(({ value }) => value === fact)?.label ?? name) : name)
}

export const upper = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
