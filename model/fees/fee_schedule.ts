import { boolean, date, integer, json, money, option, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { PRICE_CONTENT } from './schedule/price-content.ts'
import { CURRENCIES } from './currencies/currencies.ts'

/** One official price in one version; a new price is a new row. `content` is the whole row as law data (schedule.ts). */
export const fee_schedule = defineModel({
  name: 'fee_schedule',
  zh: '官费标准',
  en: 'Fee schedule',
  display: ['name'],
  scope: 'tenant',
  uniques: [['row_key']],
  configuration: { key: [['row_key']], changed: true },
  fields: {
    row_key: string('行标识', 'Row key', { required: true, auto_number: true, max: 200, immutable: true, coded: true }),
    fee_code: string('费用代码', 'Fee code', { required: true, searchable: true, list: true, max: 30, coded: 'editors' }),
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 255 }),
    name_en: string('英文名称', 'English name', { required: true, searchable: true, list: true, max: 255 }),
    office: string('局', 'Office', { required: true, searchable: true, list: true, max: 12 }),
    case_kind: string('案件类别', 'Kind of case', { searchable: true, max: 40, coded: 'editors' }),
    right_type: string('权利类型', 'Right', { searchable: true, list: true, max: 20 }),
    currency: option('币种', 'Currency', CURRENCIES, { required: true, list: true }),
    base: money('金额', 'Amount', { currency: 'currency', list: true }),
    year_from: integer('起始年度', 'From year', { list: true }),
    year_to: integer('截止年度', 'To year', { list: true }),
    entity: string('实体规模', 'Entity', { list: true, max: 10 }),
    reducible: boolean('可减缴', 'Reducible', { list: true }),
    from_date: date('生效日', 'From', { searchable: true, list: true }),
    to_date: date('失效日', 'To', { searchable: true, list: true }),
    source: string('来源', 'Source', { max: 500 }),
    legal_basis: string('法律依据', 'Legal basis', { max: 500 }),
    certainty: option('确定性', 'Certainty', { SURE: ['确定', 'Sure'], CHECK: ['待核', 'To be checked'] }, { searchable: true, list: true }),
    change_reason: string('修改理由', 'Reason for the change', { max: 500 }),
    content: json('内容', 'Content', { required: true, auto_number: true, content: PRICE_CONTENT }),
  },
})

export type FeeSchedule = Row<typeof fee_schedule>
