import { XLSX } from '../../documents/media-types.ts'
import { boolean, date, integer, money, option, rows, string, text } from '../../kit/fields.ts'
import { defineAction, facts } from '../../kit/action.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import { CONVERSION } from '../currencies/exchange-actions.ts'
import type { Conversion } from '../currencies/convert.ts'
import type { ComingFee } from './years-ahead.ts'

/** The most years of a forecast. */
export const MAX_YEARS = 20

/** In the currency of the company: the whole year, and its part to be checked. */
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
    years: integer('年数', 'Years', { default: 10, min: 1, max: MAX_YEARS }),
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

export const forecastFile = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/fee/do/forecast_file',
  tag: 'fee',
  zh: '费用预测的表格：今后 12 个月按月、决定和状态，或今后十年的年费按年；各币种合计、折算和其中的每笔费用',
  en: 'The forecast as a spreadsheet: the fees of the next 12 months, or the annuities of ten years; sums by currency, what they are converted, and each fee behind them',
  query: {
    span: option('期间', 'Span', { MONTHS: ['今后 12 个月', 'The next 12 months'], YEARS: ['今后十年', 'Ten years'] }, { required: true }),
    iql: text('费用（12 个月）或案件（十年）的查询语句', 'Query of fees (12 months) or of cases (ten years)', { max: 100_000 }),
  },
  answer: { file: XLSX, leaves: 'EXPORTED' },
  permission: 'export',
  of: 'fee',
  also: { case: 'search' },
})
