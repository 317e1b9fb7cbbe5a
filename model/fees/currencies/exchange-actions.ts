import { date, money, option, rows } from '../../kit/fields.ts'
import { defineAction, facts } from '../../kit/action.ts'
import type { Amount, ConvertedAmount } from './convert.ts'
import { MONEY_CURRENCIES } from './currencies.ts'

const AMOUNTS = { currency: option('币种', 'Currency', MONEY_CURRENCIES, { required: true }), amount: money('金额', 'Amount', { currency: 'currency', required: true }) } as const // oxfmt-ignore

const list = (required: readonly string[]) => ({ type: 'array', items: { type: 'object', required } })
const AMOUNT = ['currency', 'amount'] as const

/** The parts of a figure in one currency, as a response has them. */
export const CONVERSION = {
  currency: option('币种', 'Currency', MONEY_CURRENCIES),
  total: money('合计', 'Total', { currency: 'currency' }),
  own: money('其中无须折算', 'In this currency already', { currency: 'currency' }),
  converted: facts<ConvertedAmount[]>('折算', 'Converted', list([...AMOUNT, 'converted', 'rate', 'per', 'rate_date', 'source'])),
  apart: facts<Amount[]>('没有汇率，未计入', 'Without a rate, left out', list(AMOUNT)),
} as const

export const convertAmounts = defineAction({
  model: 'exchange_rate',
  name: 'convert',
  zh: '按某日汇率折算为本位币：列出所用汇率及日期，没有汇率的金额另列',
  en: 'Convert amounts to the company currency by the rates of a day; rates and their days are given, and amounts without a rate stand apart',
  body: {
    amounts: rows('金额', 'Amounts', AMOUNTS, { required: true, max: 50 }),
    day: date('日期', 'Day'),
    to: option('折算为', 'To', MONEY_CURRENCIES),
  },
  answer: CONVERSION,
  permission: 'search',
})
