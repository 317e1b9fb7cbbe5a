import { boolean, date, integer, link, money, option, options, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { CASE_GROUPS, inHouseFields, seenInside, statusField } from '../../cases/case-fields.ts'
import { CLOSED, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

const COMMON = inHouseFields({
  title: { zh: '域名', en: 'Domain name', max: 253, unique: 'company' },
  secrecy_level: { default: 'PUBLIC' },
})
const { tech_node_sids: _, source_case: __, ...MANAGE } = COMMON.manage

/** A registered domain name. */
export const domain = defineModel({
  name: 'domain',
  zh: '域名',
  en: 'Domain name',
  display: ['case_no', 'domain_name'],
  open_to_bi: true,
  visibility: seenInside(),
  states: { field: 'status', starts: ['APPLIED'], closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: CASE_GROUPS.case,
    registration: ['注册与续费', 'Registration and renewal'],
    operation: ['使用与备案', 'Use and filing'],
    manage: CASE_GROUPS.manage,
  },
  natural_keys: { by: [['domain_name']] },
  lookups: ['domain_name', 'tags'],
  counted_by: [{ by: ['status', 'usage'] }, { by: ['owner_sid'] }],
  indexes: ['case_no', 'expiry_date', 'status', 'registrar', 'owner_sid', 'created_at'],
  fields: {
    case_no: COMMON.case_no,
    domain_name: COMMON.title,
    ascii_name: string('域名（ASCII）', 'Domain name, ASCII', { computed: true, searchable: true, max: 253, group: 'case' }),
    tld: string('顶级域', 'Top-level domain', { computed: true, searchable: true, list: true, max: 63, drives: 'docketing', group: 'case' }),
    status: statusField(STATUS, 'ACTIVE'),
    usage: option(
      '用途',
      'Use',
      { WEBSITE: ['网站', 'Website'], MAIL: ['邮件', 'Mail'], DEFENSIVE: ['防御', 'Defensive'], PARKED: ['停放', 'Parked'] },
      { required: true, default: 'WEBSITE', searchable: true, list: true, role: 'subtype', drives: 'docketing', group: 'case' },
    ),
    registrar: string('注册商', 'Registrar', { required: true, searchable: true, list: true, group: 'registration' }),
    registrant: string('注册人', 'Registrant', { required: true, searchable: true, group: 'registration' }),
    admin_contact: string('管理联系人', 'Administrative contact', { group: 'registration', closed_to_bi: true }),
    register_date: date('注册日', 'Registered', { searchable: true, past: true, role: 'grant_date', group: 'registration' }),
    expiry_date: date('到期日', 'Expires', { required: true, searchable: true, list: true, drives: 'docketing', group: 'registration' }),
    auto_renew: boolean('自动续费', 'Renewed automatically', {
      default: false,
      searchable: true,
      list: true,
      drives: 'docketing',
      group: 'registration',
    }),
    renew_years: integer('续费年数', 'Years of a renewal', { min: 1, max: 10, default: 1, group: 'registration' }),
    cost: money('续费价格', 'Price of a renewal', {
      currency: 'cost_currency',
      min: 0,
      drives: 'fees',
      group: 'registration',
      help: [
        '下一次续费（按续费年数）的费用；到期前列入待缴费用',
        'What the next renewal costs, for all its years; it is among the fees due until the name expires',
      ],
    }),
    cost_currency: string('币种', 'Currency', { default: 'CNY', max: 3, min: 3, upper: true, drives: 'fees', group: 'registration' }),
    dns_servers: options('DNS 服务器', 'Name servers', { free: true, max: 13, group: 'operation' }),
    icp_no: string('ICP 备案号', 'ICP filing no.', { searchable: true, max: 60, number: true, group: 'operation' }),
    police_record_no: string('公安备案号', 'Police record no.', { searchable: true, max: 60, number: true, group: 'operation' }),
    ssl_expiry: date('证书到期日', 'Certificate expires', { searchable: true, drives: 'docketing', group: 'operation' }),
    dispute_date: date('争议程序开始日', 'Proceedings commenced', {
      searchable: true,
      past: true,
      drives: 'docketing',
      required_at: ['dispute'],
      group: 'operation',
      help: ['争议解决机构通知的程序开始日', 'The day that the dispute resolution provider states in its notice'],
    }),
    brand_case_sid: link('相关商标', 'Trademark', { to: 'case', searchable: true, group: 'operation' }),
    ...MANAGE,
  },
})

export type Domain = Row<typeof domain>
