import { link, option, options, string } from '../kit/fields.ts'
import { A_MOBILE } from '../kit/identity/mobile.ts'
import { defineModel, type Row } from '../kit/model.ts'

export const agent = defineModel({
  name: 'agent',
  zh: '代理师',
  en: 'Agent',
  display: ['name'],
  open_to_bi: ['name', 'name_en', 'agency_sid'],
  disambiguate_by: { field: 'agency_sid' },
  scope: 'tenant',
  public_name: true,
  natural_keys: { by: [['licence_no'], ['name', 'agency_sid']], apart: ['licence_no'] },
  visibility: { agency: ['agency_sid'] },
  fields: {
    name: string('姓名', 'Name', { required: true, searchable: true, list: true, max: 50 }),
    name_en: string('英文名', 'English name', { max: 100 }),
    agency_sid: link('代理机构', 'Agency', { to: 'agency', required: true, searchable: true, list: true, listed_there: true }),
    licence_no: string('资格证号', 'Licence no.', { max: 60, searchable: true, list: true }),
    practice_no: string('执业备案号', 'Practice no.', { max: 60 }),
    fields: options('专业领域', 'Fields', { free: true }),
    mobile: string('手机', 'Mobile', A_MOBILE),
    email: string('邮箱', 'E-mail', {
      required: true,
      max: 120,
      lower: true,
      list: true,
      pattern: '^[^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+$',
      pattern_says: ['格式不正确', 'must be an e-mail address'],
    }),
    id_type: option('证件类型', 'ID type', {
      ID_CARD: ['身份证', 'ID card'],
      PASSPORT: ['护照', 'Passport'],
      HOME_RETURN: ['港澳台通行证', 'Home return permit'],
    }),
    id_no: string('证件号码', 'ID number', { max: 20, plain: true, masked: 'id_no' }),
    languages: options('语言', 'Languages', { free: true }),
    account_status: option(
      '账号状态',
      'Account status',
      { NOT_OPEN: ['未开通', 'Not opened'], OPEN: ['已开通', 'Open'], CLOSED: ['已关闭', 'Closed'] },
      { computed: true, default: 'NOT_OPEN' },
    ),
  },
})

export type Agent = Row<typeof agent>
