import { integer, link, option, options, rows, string } from '../../model/kit/fields.ts'
import { defineModel } from '../../model/kit/model.ts'
import { CASE_GROUPS, caseFields, officeFields } from '../../model/cases/case-fields.ts'
import { CLOSED, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

const COMMON = {
  ...caseFields({ secrecy_level: { options: { OPEN: ['公开', 'Open'], CLOSED: ['保密', 'Confidential'] }, default: 'OPEN' } }),
  ...officeFields({
    application_no: { zh: '品种权申请号', en: 'Variety application no.', required_at: ['file'] },
    application_key: { normalises: { field: 'application_no', kind: 'application', office: 'office' } },
    filing_date: { required_at: ['file'] },
    grant_date: { required_at: ['grant'] },
  }),
}

/** A right that only the tests have: its own codes show that engines find a field by its role. */
export const plantVariety = defineModel({
  name: 'plant_variety',
  zh: '植物新品种权',
  en: 'Plant variety',
  display: ['case_no', 'denomination'],
  visibility: {
    self: ['breeder_in_charge', 'helper_sids', 'created_by', 'breeders.person_sid.user_sid'],
    department: ['station_sid'],
    agency: ['firm_sid'],
  },
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: { ...CASE_GROUPS, botany: ['性状', 'Botany'] },
  uniques: [['company_sid', 'office', 'application_key']],
  natural_keys: { by: [['office', 'application_key']] },
  lookups: ['application_key'],
  counted_by: [{ by: ['status', 'office'] }],
  fields: {
    case_no: COMMON.case_no,
    denomination: { ...COMMON.title, zh: '品种名称', en: 'Denomination' },
    crop_kind: option(
      '作物类别',
      'Crop',
      { CEREAL: ['粮食作物', 'Cereal'], FRUIT: ['果树', 'Fruit tree'], FLOWER: ['花卉', 'Flower'] },
      { required: true, searchable: true, list: true, role: 'subtype', drives: 'docketing', group: 'case' },
    ),
    office: { ...COMMON.country, zh: '受理国', en: 'Office' },
    status: option('案件状态', 'Status', STATUS, { required: true, searchable: true, list: true, default: 'PREPARING', group: 'case' }),
    application_no: COMMON.application_no,
    application_key: COMMON.application_key,
    filed_on: { ...COMMON.filing_date, zh: '递交申请日', en: 'Filed on' },
    earliest_claim: { ...COMMON.earliest_priority_date, zh: '最早优先权', en: 'Earliest claim' },
    granted_on: { ...COMMON.grant_date, zh: '品种授权日', en: 'Granted on' },
    given_up_on: { ...COMMON.close_date, zh: '放弃日', en: 'Given up on' },
    protected_until: { ...COMMON.expiry_date, zh: '保护期至', en: 'Protected until' },
    next_annuity_no: { ...COMMON.next_annuity_year, zh: '下次年费年度', en: 'Next annuity no.' },
    keep_or_not: COMMON.annuity_decision,
    next_annuity_due: COMMON.next_annuity_due,
    botanical_taxon: string('植物学名', 'Botanical taxon', { searchable: true, list: true, max: 120, group: 'botany' }),
    growing_cycles: integer('生长周期数', 'Growing cycles', { min: 1, max: 20, searchable: true, drives: 'docketing', group: 'botany' }),
    trial_sites: options('试验点', 'Trial sites', { free: true, searchable: true, group: 'botany' }),
    right_holders: rows(
      '品种权人',
      'Right holders',
      { holder_sid: link('品种权人', 'Right holder', { to: 'applicant', required: true }) },
      { max: 20, list: true, role: 'applicants', group: 'people' },
    ),
    breeders: rows(
      '育种人',
      'Breeders',
      { person_sid: link('育种人', 'Breeder', { to: 'inventor', required: true }) },
      { max: 50, role: 'inventors', group: 'people' },
    ),
    breeder_in_charge: { ...COMMON.owner_sid, zh: '负责人', en: 'Person in charge' },
    helper_sids: COMMON.co_owner_sids,
    station_sid: { ...COMMON.department_sid, zh: '育种站', en: 'Breeding station' },
    firm_sid: COMMON.agency_sid,
    secrecy: COMMON.secrecy_level,
    title_en: COMMON.title_en,
    agent_sids: COMMON.agent_sids,
    agency_ref: COMMON.agency_ref,
    entrust_date: COMMON.entrust_date,
    tech_node_sids: COMMON.tech_node_sids,
    tags: COMMON.tags,
    importance: COMMON.importance,
    share_level: COMMON.share_level,
    close_reason: COMMON.close_reason,
  },
})
