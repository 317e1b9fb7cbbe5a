import type { Phase } from '../../kit/model.ts'
import { moneyText, minorOf, sumMoney } from '../../kit/money/money.ts'
import type { AnnuityQuote } from './annuity-quote.ts'
import { UNPAID } from '../unpaid.ts'

/** Reasons why an amount or a day may still change: its price, its calendar, or a grant that is still to come. */
export const DOUBTS = {
  PRICE: ['金额待核', 'The amount is to be checked'],
  CALENDAR: ['日历未公布', 'The calendar is not known yet'],
  PENDING: ['尚未授权', 'Not granted yet'],
} as const
export type Doubt = keyof typeof DOUBTS

/** An annuity that falls due: the fee that is there already, or the one that the law will make. */
export type ComingFee = {
  case_sid: string
  fee_sid: string | null
  annuity_year: number
  due_date: string
  currency: string
  amount: string
  doubts: readonly Doubt[]
}

/** A fee that is on record. */
export type KnownFee = {
  sid: string
  fee_class: string | null
  annuity_year: number | null
  status: string | null
  decision: string | null
  due_date: string | null
  currency: string | null
  amount: string | null
  surcharge: string | null
  certainty: string | null
}

/** `next_year`: the first year that is not paid yet. */
export type RightAhead = {
  case_sid: string
  phase: Phase
  isGivenUp: boolean
  next_year: number | null
  quotes: readonly AnnuityQuote[]
  fees: readonly KnownFee[]
}

/** Each annuity of the right that is owed between the two days, once: the recorded fee, or else the price of its due date. */
export function comingFees(right: RightAhead, from: string, until: string): ComingFee[] {
  const annuities = right.fees.filter(({ fee_class, annuity_year }) => fee_class === 'ANNUITY' && annuity_year !== null)
  const known = new Set(annuities.map(({ annuity_year }) => Number(annuity_year)))
  const doubts: readonly Doubt[] = right.phase === 'PENDING' ? ['PENDING'] : []
  const owed = annuities.filter(
    ({ status, decision, due_date }) => isUnpaid(status) && decision !== 'ABANDON' && due_date !== null && due_date <= until,
  )
  return [
    ...owed.map((fee) => ofFee(right.case_sid, fee, doubts)),
    ...right.quotes
      .filter(({ year, due }) => due >= from && due <= until && !known.has(year) && !isOver(right, annuities, year))
      .map((quote) => ofLaw(right.case_sid, quote, doubts)),
  ].toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1))
}

const isUnpaid = (status: string | null) => UNPAID.some((state) => state === status)

/** A right that is given up owes no further fees, nor does one with an unpaid year; earlier years are paid. */
const isOver = ({ isGivenUp, next_year }: RightAhead, annuities: readonly KnownFee[], year: number) =>
  isGivenUp ||
  (next_year !== null && year < next_year) ||
  annuities.some(
    ({ status, decision, annuity_year }) => Number(annuity_year) < year && (decision === 'ABANDON' || ENDING.some((state) => state === status)),
  )

const ENDING = ['ABANDONED', 'EXPIRED'] as const

const ofFee = (case_sid: string, fee: KnownFee, doubts: readonly Doubt[]): ComingFee => {
  const currency = fee.currency ?? ''
  return {
    case_sid,
    fee_sid: fee.sid,
    annuity_year: Number(fee.annuity_year),
    due_date: fee.due_date ?? '',
    currency,
    amount: sumMoney([fee.amount ?? '0', fee.surcharge ?? '0'], currency),
    doubts: [...doubts, ...(fee.certainty === 'CHECK' ? (['PRICE'] as const) : [])],
  }
}

const ofLaw = (case_sid: string, { year, due, currency, amount, certainty, provisional }: AnnuityQuote, doubts: readonly Doubt[]): ComingFee => ({
  case_sid,
  fee_sid: null,
  annuity_year: year,
  due_date: due,
  currency,
  amount,
  doubts: [...doubts, ...(certainty === 'CHECK' ? (['PRICE'] as const) : []), ...(provisional ? (['CALENDAR'] as const) : [])],
})

/** The cost of a year in one currency; `unsure` is the part with a doubt. */
export type YearSum = { year: number; currency: string; count: number; amount: string; unsure_count: number; unsure: string }

/** A fee that is late already is paid in the first year. */
export const yearOwed = ({ due_date }: Pick<ComingFee, 'due_date'>, first: number) => Math.max(Number(due_date.slice(0, 4)), first)

export function sumsByYear(fees: Iterable<ComingFee>, first: number): YearSum[] {
  const sums = yearSums(first)
  for (const fee of fees) sums.add(fee)
  return sums.all()
}

/** Adds up fees one after the other, so that none is kept. */
export function yearSums(first: number): { add(fee: ComingFee): void; all(): YearSum[] } {
  const sums = new Map<string, { year: number; currency: string; count: number; minor: bigint; unsure_count: number; unsure: bigint }>()
  const add = (fee: ComingFee) => {
    const year = yearOwed(fee, first)
    const key = `${year} ${fee.currency}`
    const sum = sums.get(key) ?? { year, currency: fee.currency, count: 0, minor: 0n, unsure_count: 0, unsure: 0n }
    const minor = minorOf(fee.amount, fee.currency)
    sum.count += 1
    sum.minor += minor
    if (fee.doubts.length > 0) {
      sum.unsure_count += 1
      sum.unsure += minor
    }
    sums.set(key, sum)
  }
  const all = () =>
    [...sums.entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { minor, unsure, ...sum }]) => ({ ...sum, amount: moneyText(minor, sum.currency), unsure: moneyText(unsure, sum.currency) }))
  return { add, all }
}
