// Describes one official price in short plain sentences.
import { type Language, type OptionWords, placeIn, say, typeIn } from '../../docketing/wording/rule-words.ts'
import { citedIn } from '../../docketing/wording/law-titles.ts'
import { daysIn } from '../../kit/days/day-text.ts'
import { inLanguage, rowPrice } from './explain.ts'
import { type FeeRow, PERCENT, type Unit } from '../schedule/schedule.ts'
import { UNIT_WORDS } from '../schedule/units.ts'

export const PRICE_PARTS = ['amount', 'payer', 'force', 'basis'] as const
export type PricePart = (typeof PRICE_PARTS)[number]
export type ToldPrice = { part: PricePart; lines: string[] }

export function describePrice(row: FeeRow, l: Language, option?: OptionWords): ToldPrice[] {
  const parts: Record<PricePart, string[]> = { amount: amount(row, l), payer: payer(row, l, option), force: force(row, l), basis: basis(row, l) }
  return PRICE_PARTS.map((part) => ({ part, lines: parts[part].map((line) => daysIn(line, l)) }))
}

type Part = (row: FeeRow, l: Language, option?: OptionWords) => string[]

const amount: Part = (row, l) => {
  const { currency, unit, unit_to: last, free_units: free, year_from: from } = row
  const price = rowPrice(row, l)
  const lines = [
    currency === PERCENT
      ? say(l, `按另一项费用的比例：${price}。`, `A percentage of another fee: ${price}.`)
      : say(l, `金额：${price}。`, `Amount: ${price}.`),
  ]
  const words = unit ? UNIT_WORDS[unit as Unit] : undefined // the units of a row were checked when it was written
  if (words && free > 0) {
    const last = say(l, `${free}${words.zh}`, `${free} ${free === 1 ? words.each.en : words.en}`)
    lines.push(Number(row.base) > 0 ? say(l, `已含${last}。`, `It includes ${last}.`) : say(l, `前${last}不收。`, `The first ${last} are free.`))
  }
  if (words && last !== null) lines.push(say(l, `此标准计到第${last}${words.zh}为止。`, `This rate applies up to ${words.each.en} no. ${last}.`))
  if (from !== null) lines.push(say(l, `适用于${yearsIn(row, 'zh')}。`, `For ${yearsIn(row, 'en')}.`))
  return lines
}

function yearsIn({ office, year_from: from, year_to: to }: FeeRow, l: Language): string {
  if (from !== null && office === 'US') return say(l, `授权后${from - 0.5}年的缴费`, `the payment ${from - 0.5} years after the grant`)
  if (to === null) return say(l, `第${from}年度及以后`, `year ${from} and later`)
  return from === to ? say(l, `第${from}年度`, `year ${from}`) : say(l, `第${from}至${to}年度`, `years ${from} to ${to}`)
}

/** The size of an entity, as a group of payers. */
export const entityIn = (code: string, l: Language) => ENTITIES[code]?.[l] ?? code

const ENTITIES: Readonly<Record<string, { zh: string; en: string }>> = {
  LARGE: { zh: '一般实体', en: 'large entities' },
  SMALL: { zh: '小实体', en: 'small entities' },
  MICRO: { zh: '微实体', en: 'micro entities' },
}

const payer: Part = ({ office, right_type: type, entity, reducible }, l, option) => [
  say(l, `收费的局：${placeIn(office, 'zh')}。`, `Charged by: ${placeIn(office, 'en')}.`),
  type === 'ALL'
    ? say(l, '适用于各种权利。', 'For every type of right.')
    : say(l, `适用于：${typeIn(type, 'zh', option)}。`, `For: ${typeIn(type, 'en', option)}.`),
  entity
    ? say(l, `仅适用于${entityIn(entity, 'zh')}。`, `Only for ${entityIn(entity, 'en')}.`)
    : say(l, '不分实体规模。', 'The same for every entity size.'),
  reducible ? say(l, '符合条件的可以减缴。', 'It can be reduced for qualifying applicants.') : say(l, '不可减缴。', 'It cannot be reduced.'),
]

const force: Part = ({ from_date: from, to_date: to, version, certainty }, l) => [
  from ? inForce(from, to, l) : say(l, '尚未填写生效日。', 'The effective date is not filled in yet.'),
  certainty === 'CHECK'
    ? say(l, `标准版本 ${version}，待核实：使用前请确认。`, `Version ${version}, still to be checked: confirm it before use.`)
    : say(l, `标准版本 ${version}，内容确定。`, `Version ${version}; verified.`),
]

const inForce = (from: string, to: string | null, l: Language) =>
  to
    ? say(l, `自 ${from} 至 ${to}（含）缴纳的适用。`, `For payments from ${from} to ${to} (inclusive).`)
    : say(l, `自 ${from} 起缴纳的适用，未定失效日。`, `For payments on or after ${from}; no end date is set.`)

const basis: Part = ({ legal_basis: text }, l) => [
  say(l, `依据：${citedIn(inLanguage(text, 'zh'), 'zh')}。`, `Legal basis: ${inLanguage(text, 'en')}.`),
]
