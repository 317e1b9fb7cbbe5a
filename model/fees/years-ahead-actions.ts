import { boolean, date, integer, money, rows, string, text } from '../kit/fields.ts'
import { defineAction, facts } from '../kit/action.ts'
import { CONVERSION } from './exchange-actions.ts'
import type { Conversion } from './convert.ts'
import type { ComingFee } from './years-ahead.ts'

/** As many years as a forecast covers. */
export const MOST_YEARS = 20

/** In the currency of the company; the whole year, and its part to be checked. */
export type YearConverted = { year: number; total: Conversion; unsure: Conversion }

/** A coming fee with the number and title of its right. */
export type ComingRow = ComingFee & { case_no: string; title: string }

const AMOUNT = { currency: string('币种', 'Currency'), amount: money('金额', 'Amount', { currency: 'currency' }) } as const

export const forecastYears = defineAction({
  model: 'fee',
  name: 'forecast_years',
  zh: '今后各年的年费：已有的费用，以及按法律还会产生的；待核的部分另计，并按今天的汇率折算',
  en: 'Annuities of the coming years: fees that are there, and those that the law will make; the part to be checked is shown apart, and all is converted by today’s rates',
  body: {
    years: integer('年数', 'Years', { default: 10, min: 1, max: MOST_YEARS }),
    iql: text('案件的查询语句', 'Query of cases', { max: 100_000 }),
    detail: integer('列出明细的年份', 'Year whose fees are listed', { min: 2000, max: 2200 }),
  },
  answer: {
    from: date('起始', 'From'),
    to: date('截止', 'To'),
    rights: integer('权利数', 'Rights'),
    years: facts<number[]>('年份', 'Years', { type: 'array', items: { type: 'integer' } }),
    record: rows('合计', 'Sums', {
      year: integer('年份', 'Year'),
      ...AMOUNT,
      count: integer('笔数', 'Count'),
      unsure_count: integer('待核笔数', 'To be checked'),
      unsure: money('其中待核金额', 'Of this to be checked', { currency: 'currency' }),
    }),
    converted: facts<YearConverted[]>('折算', 'Converted', { type: 'array', items: { type: 'object', required: ['year', 'total', 'unsure'] } }),
    whole: facts<Conversion>('合计折算', 'Everything converted', { type: 'object', required: Object.keys(CONVERSION) }),
    fees: facts<ComingRow[]>('明细', 'Fees', {
      type: 'array',
      items: { type: 'object', required: ['case_sid', 'due_date', 'currency', 'amount', 'doubts'] },
    }),
    truncated: boolean('明细未列全', 'Not all fees are listed'),
  },
  permission: 'count',
  also: { case: 'search' },
})
