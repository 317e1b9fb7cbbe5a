import { boolean, integer, link, option, rows, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

export const applicant = defineModel({
  name: 'applicant',
  zh: '申请人',
  en: 'Applicant',
  display: ['name'],
  open_to_bi: ['name', 'name_en', 'applicant_kind', 'country', 'own_company_sid', 'is_default'],
  scope: 'tenant',
  public_name: true,
  natural_keys: { by: [['id_no'], ['name', 'country']], apart: ['uscc', 'id_no'] },
  indexes: [['name']],
  found_by: ['name', 'name_en'],
  fields: {
    name: string('名称', 'Name', { required: true, searchable: true, list: true, full_text: true, max: 255 }),
    name_en: string('英文名称', 'English name', { max: 255, searchable: true, list: true }),
    applicant_kind: option(
      '申请人类型',
      'Kind',
      {
        COMPANY: ['企业', 'Company'],
        INSTITUTE: ['科研单位', 'Institute'],
        UNIVERSITY: ['大专院校', 'University'],
        GOV: ['机关', 'Government'],
        PERSON: ['个人', 'Person'],
        FOREIGN: ['境外', 'Foreign'],
      },
      { required: true, default: 'COMPANY', searchable: true, list: true },
    ),
    country: string('国家/地区', 'Country', {
      required: true,
      default: 'CN',
      max: 2,
      upper: true,
      code_of: 'country',
      searchable: true,
      list: true,
      pattern: '^[A-Z]{2}$',
      pattern_says: ['应为两位国家代码', 'must be a two-letter country code'],
    }),
    uscc: string('统一社会信用代码', 'Unified social credit code', { max: 18, plain: true, unique: 'tenant', searchable: true, list: true }),
    id_type: option('证件类型', 'ID type', {
      ID_CARD: ['身份证', 'ID card'],
      PASSPORT: ['护照', 'Passport'],
      HOME_RETURN: ['港澳台通行证', 'Home return permit'],
    }),
    id_no: string('证件号码', 'ID number', { max: 20, plain: true, masked: 'id_no' }),
    address: string('地址', 'Address', { max: 255 }),
    address_en: string('英文地址', 'English address', { max: 255 }),
    postcode: string('邮编', 'Postcode', { max: 12 }),
    contact: string('联系人', 'Contact', { max: 50 }),
    own_company_sid: link('对应公司', 'Own company', { to: 'company', searchable: true }),
    reduction_years: rows('费减备案', 'Fee reduction records', {
      year: integer('年度', 'Year', { required: true, min: 1985, max: 2200 }),
      pct: option('比例', 'Reduction', { '70': ['70%', '70 %'], '85': ['85%', '85 %'] }),
      record_no: string('备案号', 'Record no.', { max: 60 }),
      status: string('状态', 'Status', { max: 60 }),
    }),
    is_default: boolean('默认申请人', 'Default', { default: false }),
    poa_no: string('总委托书编号', 'General power of attorney', { max: 60 }),
  },
})

export type Applicant = Row<typeof applicant>
