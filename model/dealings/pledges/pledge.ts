import { attachment, date, link, money, option, rows, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { CONTRACT, CONTRACT_GROUPS, currency, MANAGED, parties } from '../contract-fields.ts'
import { CLOSED, REGISTER, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

/** The acts for which a pledged right needs the consent of the pledgee; Civil Code of China, art. 444. */
const CONSENT_TO = {
  TRANSFER: ['转让', 'Transfer'],
  LICENCE: ['许可', 'Licence'],
  GIVE_UP: ['放弃', 'Giving up the right'],
} as const

export type ConsentTo = keyof typeof CONSENT_TO

/** A pledge of rights for a debt; while it is registered, it guards them. */
export const pledge = defineModel({
  name: 'pledge',
  zh: '质押',
  en: 'Pledge',
  display: ['case_no', 'title'],
  visibility: { self: ['owner_sid', 'co_owner_sids', 'created_by'], department: ['department_sid'], agency: ['agency_sid'] },
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: { ...CONTRACT_GROUPS, consents: ['质权人同意', 'Consents of the pledgee'], manage: CONTRACT_GROUPS.manage },
  natural_keys: { by: [['reg_no'], ['contract_no'], ['title']] },
  lookups: ['tags'],
  counted_by: [{ by: ['status'] }, { by: ['owner_sid'] }],
  indexes: ['case_no', 'title', 'status', 'due_date', 'owner_sid', 'created_at'],
  fields: {
    ...CONTRACT,
    status: option('案件状态', 'Status', STATUS, { required: true, searchable: true, list: true, default: 'DRAFT', drives: 'docketing', group: 'case' }),
    pledgors: parties('出质人', 'Pledgor', { required_at: ['sign'], list: true }),
    pledgees: parties('质权人', 'Pledgee', { required: true, list: true }),
    principal: money('主债权金额', 'Principal', { currency: 'currency', min: 0, required: true, searchable: true, list: true, group: 'terms' }),
    currency: currency(),
    loan_contract_no: string('主合同编号', 'Loan contract no.', { searchable: true, max: 60, number: true, group: 'terms' }),
    sign_date: date('签订日', 'Signed on', { searchable: true, past: true, required_at: ['sign'], group: 'terms' }),
    start_date: date('债务起始日', 'Debt from', { searchable: true, group: 'terms' }),
    due_date: date('债务到期日', 'Debt due on', { required: true, searchable: true, list: true, drives: 'docketing', group: 'terms' }),
    valuation: money('评估价值', 'Valuation', { currency: 'currency', min: 0, group: 'terms' }),
    valuer: string('评估机构', 'Valuer', { max: 120, group: 'terms' }),
    submit_date: date('提交登记日', 'Registration requested on', { searchable: true, past: true, required_at: ['submit'], group: 'recordal' }),
    reg_no: string('质押登记号', 'Registration no.', { searchable: true, list: true, max: 60, number: true, required_at: [REGISTER], group: 'recordal' }),
    reg_date: date('质押登记日', 'Registered on', {
      searchable: true,
      list: true,
      past: true,
      role: 'grant_date',
      drives: 'docketing',
      required_at: [REGISTER],
      group: 'recordal',
    }),
    change_date: date('变更登记日', 'Changed on', { searchable: true, past: true, required_at: ['change'], group: 'recordal' }),
    release_date: date('解除登记日', 'Released on', { searchable: true, past: true, required_at: ['release'], group: 'recordal' }),
    repayment_proof: string('清偿凭证', 'Proof of repayment', { max: 120, searchable: true, required_at: ['release'], group: 'recordal' }),
    consents: rows(
      '质权人同意',
      'Consents of the pledgee',
      {
        consent_to: option('同意事项', 'Consent to', CONSENT_TO, { required: true }),
        case_sid: link('权利', 'Right', { to: 'case', help: ['留空为全部质押权利', 'Empty: all pledged rights'] }),
        given_on: date('同意日', 'Given on', { required: true, past: true }),
        document_no: string('同意书编号', 'No. of the document', { required: true, max: 60 }),
      },
      { max: 200, group: 'consents' },
    ),
    consent_files: attachment('同意书', 'Documents of consent', { max: 50, extensions: ['pdf', 'jpg', 'png', 'zip'], document_class: 'V5', group: 'consents' }),
    note: text('说明', 'Note', { max: 3000, group: 'terms' }),
    ...MANAGED,
  },
}) // oxfmt-ignore

export type Pledge = Row<typeof pledge>
