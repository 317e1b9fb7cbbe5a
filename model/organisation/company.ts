import { datetime, integer, link, option, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { MONEY_CURRENCIES } from '../fees/currencies/currencies.ts'
import { PACK_STATES } from '../settings/configuration/pack-states.ts'

export const company = defineModel({
  name: 'company',
  zh: '公司',
  en: 'Company',
  display: ['simple_name', 'company_name'],
  open_to_bi: ['company_name', 'simple_name', 'parent_sid', 'status', 'region', 'currency', 'org_code'],
  display_first: true,
  public_name: true,
  natural_keys: { by: [['uscc'], ['org_code']], apart: ['uscc'] },
  visibility: { company: 'sid', self: ['sid'] },
  tree: { parent: 'parent_sid', order: 'sort_by', paths: { path: { of: 'sid', enclosed: true }, path_map: { of: 'company_name', enclosed: true } } },
  fields: {
    company_name: string('公司名称', 'Company name', { required: true, unique: 'tenant', searchable: true, list: true, max: 100 }),
    company_name_en: string('英文名称', 'English name', { max: 200, searchable: true }),
    simple_name: string('简称', 'Short name', { max: 50, searchable: true, list: true }),
    parent_sid: link('上级公司', 'Parent company', {
      to: 'company',
      searchable: true,
      list: true,
      help: [
        '在公司树中的上级，决定数据范围“本公司及下级”；总公司留空。“所属公司”只说明由哪家公司登记，不影响范围',
        'Its place in the tree of companies, which decides the scope “Own company and below”; empty for the head office. “Company” only says which company entered it, and decides no scope',
      ],
    }),
    status: option('状态', 'Status', { '1': ['启用', 'On'], '0': ['停用', 'Off'] }, { required: true, searchable: true, list: true, default: '1' }),
    sort_by: integer('排序', 'Order', { default: 0, list: true }),
    cname_capital: string('拼音首字母', 'Pinyin initials', { max: 50, searchable: true }),
    org_code: string('组织机构代码', 'Organisation code', { max: 20, plain: true }),
    country: string('国家/地区', 'Country', {
      default: 'CN',
      max: 2,
      upper: true,
      code_of: 'country',
      searchable: true,
      pattern: '^[A-Z]{2}$',
      pattern_says: ['应为两位国家代码', 'must be a two-letter country code'],
    }),
    uscc: string('统一社会信用代码', 'Unified social credit code', {
      max: 18,
      plain: true,
      searchable: true,
      required_when: { country: ['CN'] },
      asked_of_new: true,
    }),
    bank_account: string('银行账号', 'Bank account', { max: 60 }),
    account_bank: string('开户行', 'Account bank', { max: 100 }),
    currency: option('本位币', 'Company currency', MONEY_CURRENCIES, {
      default: 'CNY',
      help: ['折算后的金额以本位币显示；汇率见“汇率”', 'The currency in which converted amounts are shown; see the exchange rates'],
    }),
    region: string('地区', 'Region', { max: 100, searchable: true }),
    legal_person: string('法定代表人', 'Legal person', { max: 50 }),
    path: text('路径', 'Path', { computed: true, coded: true }),
    path_map: text('路径名称', 'Path of names', { computed: true }),
    pack_status: option('配置包', 'Configuration pack', PACK_STATES, { computed: true }),
    pack_applied_at: datetime('配置时间', 'Configured at', { computed: true }),
  },
})

export type Company = Row<typeof company>
