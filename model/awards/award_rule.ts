import { boolean, date, decimal, money, option, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { MONEY_CURRENCIES } from '../fees/currencies.ts'
import { AWARD_EVENTS } from './award-events.ts'

/** A rule of the company's award policy: an amount for an event, or a percentage of an income. */
export const award_rule = defineModel({
  name: 'award_rule',
  zh: '奖酬规则',
  en: 'Award rule',
  display: ['name'],
  indexes: [['award_type', 'valid_from']],
  configuration: { key: [['name']] },
  fields: {
    name: string('名称', 'Name', { required: true, searchable: true, list: true, unique: 'company', max: 100 }),
    award_type: option('事由', 'Event', AWARD_EVENTS, { required: true, searchable: true, list: true }),
    kind: string('权利种类', 'Kind of right', { searchable: true, list: true, max: 40, code_of: 'model' }),
    subtype: string('类型', 'Type', {
      searchable: true,
      list: true,
      max: 40,
      upper: true,
      help: ['例如 INVENTION；留空则不限', 'Such as INVENTION; empty for all'],
    }),
    country: string('国家/地区', 'Country', {
      max: 2,
      upper: true,
      searchable: true,
      list: true,
      pattern: '^[A-Z]{2}$',
      pattern_says: ['应为两位国家代码', 'must be a two-letter country code'],
    }),
    currency: option('币种', 'Currency', MONEY_CURRENCIES, { required: true, default: 'CNY' }),
    amount: money('金额', 'Amount', { currency: 'currency', min: 0, list: true }),
    percent: decimal('收入的百分比', '% of the income', { digits: 2, min: 0, max: 100, list: true }),
    once_per_family: boolean('每个同族一次', 'Once for each family', { default: false, searchable: true, list: true }),
    valid_from: date('生效日', 'Valid from', { required: true, searchable: true, list: true }),
    valid_to: date('失效日', 'Valid to', { searchable: true, list: true }),
    policy: string('依据文件', 'Policy', { max: 255 }),
  },
})

export type AwardRule = Row<typeof award_rule>
