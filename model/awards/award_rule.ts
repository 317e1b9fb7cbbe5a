import { OFFICES } from '../cases/offices.ts'
import { boolean, date, decimal, money, option, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { MONEY_CURRENCIES } from '../fees/currencies/currencies.ts'
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
    kind: string('权利种类', 'Kind of right', {
      searchable: true,
      list: true,
      max: 40,
      code_of: 'kind',
      help: ['留空则适用于全部', 'Empty for all kinds'],
    }),
    subtype: string('类型', 'Type', {
      searchable: true,
      list: true,
      max: 40,
      upper: true,
      code_of: 'subtype',
      help: ['留空则不限；须属于所选的权利种类', 'Empty for all; one of the kind of right that is chosen'],
    }),
    country: option('国家/地区', 'Country/office', OFFICES, { searchable: true, list: true, help: ['留空则不限', 'Empty for all'] }),
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
