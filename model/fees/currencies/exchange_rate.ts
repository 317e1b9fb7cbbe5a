import { date, decimal, integer, option, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { MONEY_CURRENCIES } from './currencies.ts'

/** The rate that a bank quoted for one currency on one day; kept for all companies. Only stated pairs are used: none is inverted or crossed. */
export const exchange_rate = defineModel({
  name: 'exchange_rate',
  zh: '汇率',
  en: 'Exchange rate',
  display: ['from_currency', 'to_currency', 'rate_date'],
  open_to_bi: true,
  scope: 'tenant',
  refuses: { transition: ['汇率没有状态', 'Exchange rates have no states'] },
  uniques: [['from_currency', 'to_currency', 'rate_date']],
  natural_keys: { by: [['from_currency', 'to_currency', 'rate_date']] },
  indexes: [['to_currency', 'from_currency', 'rate_date'], 'rate_date'],
  fields: {
    from_currency: option('原币', 'From', MONEY_CURRENCIES, { required: true, searchable: true, list: true }),
    to_currency: option('折算为', 'To', MONEY_CURRENCIES, { required: true, searchable: true, list: true, default: 'CNY' }),
    rate_date: date('日期', 'Date', {
      required: true,
      searchable: true,
      list: true,
      help: ['自当日起使用，直到下一个汇率，最多一年', 'Used from this day until the next rate, for at most a year'],
    }),
    rate: decimal('汇率', 'Rate', { digits: 6, required: true, min: 0, list: true }),
    per: integer('每（单位原币）', 'For (units)', {
      min: 1,
      max: 10_000,
      default: 1,
      list: true,
      help: ['银行牌价按 100 单位报价时填 100', 'Enter 100 where the bank quotes 100 units'],
    }),
    source: string('来源', 'Source', { required: true, max: 120, list: true, help: ['如：中国银行现汇卖出价', 'For example: bank selling rate'] }),
  },
})

export type ExchangeRate = Row<typeof exchange_rate>
