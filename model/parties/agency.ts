import { boolean, date, decimal, links, options, rows, string, money } from '../kit/fields.ts'
import { A_MOBILE } from '../kit/identity/mobile.ts'
import { defineModel, type Row } from '../kit/model.ts'

export const agency = defineModel({
  name: 'agency',
  zh: '代理机构',
  en: 'Agency',
  display: ['simple_name', 'agency_name'],
  open_to_bi: ['agency_name', 'simple_name', 'agency_code', 'country', 'agency_kind', 'contract_from', 'contract_to', 'good_fields', 'score'],
  display_first: true,
  scope: 'tenant',
  public_name: true,
  visibility: { agency: ['sid'] },
  fields: {
    agency_name: string('机构名称', 'Agency name', { required: true, unique: 'tenant', searchable: true, list: true, max: 50 }),
    simple_name: string('简称', 'Short name', { searchable: true, list: true, max: 20 }),
    agency_code: string('机构代码', 'Agency code', { max: 20, searchable: true, list: true }),
    uscc: string('统一社会信用代码', 'Unified social credit code', { max: 18, plain: true, searchable: true }),
    country: string('国家/地区', 'Country', {
      max: 2,
      upper: true,
      code_of: 'country',
      default: 'CN',
      searchable: true,
      list: true,
      pattern: '^[A-Z]{2}$',
      pattern_says: ['应为两位国家代码', 'must be a two-letter country code'],
    }),
    agency_kind: options('机构类别', 'Kind', {
      list: true,
      searchable: true,
      options: {
        PATENT: ['专利', 'Patent'],
        TRADEMARK: ['商标', 'Trademark'],
        LAW: ['律所', 'Law firm'],
        ANNUITY: ['年费', 'Annuity'],
        FOREIGN: ['涉外', 'Foreign'],
      },
    }),
    contact: string('联系人', 'Contact', { max: 255, list: true }),
    mobile: string('手机', 'Mobile', A_MOBILE),
    tel: string('电话', 'Telephone', { max: 255 }),
    email: string('邮箱', 'E-mail', {
      max: 120,
      lower: true,
      pattern: '^[^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+$',
      pattern_says: ['格式不正确', 'must be an e-mail address'],
    }),
    address: string('地址', 'Address', { max: 255 }),
    bank_name: string('开户行', 'Bank', { max: 255 }),
    bank_account: string('银行账号', 'Bank account', { max: 255 }),
    tax_no: string('税号', 'Tax number', { max: 255 }),
    contract_from: date('合同起', 'Contract from'),
    contract_to: date('合同止', 'Contract to', { searchable: true }),
    price_list: rows('价目', 'Price list', {
      service_code: string('服务', 'Service', { required: true, max: 60 }),
      country: string('国家/地区', 'Country', {
        max: 2,
        upper: true,
        code_of: 'country',
        pattern: '^[A-Z]{2}$',
        pattern_says: ['应为两位国家代码', 'must be a two-letter country code'],
      }),
      currency: string('币种', 'Currency', { max: 3, upper: true, default: 'CNY' }),
      amount: money('金额', 'Amount', { required: true, currency: 'currency', min: 0 }),
      valid_from: date('生效日', 'Valid from'),
      valid_to: date('失效日', 'Valid to'),
    }),
    good_fields: links('擅长领域', 'Good at', { to: 'tech_node', max: 50 }),
    score: decimal('评分', 'Score', { digits: 2, min: 0, max: 5, computed: true }),
    account_open: boolean('开通账号', 'Accounts open', {
      default: true,
      help: [
        '由开改关时，该机构人员的账号随之关闭，期间不能开通；再打开时恢复',
        'Switching it off closes the accounts of its people, and none is opened while it is off; switching it on opens these again',
      ],
    }),
  },
})

export type Agency = Row<typeof agency>
