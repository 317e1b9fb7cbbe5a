import { attachment, type Field, link, option, rows, string, type Words } from '../kit/fields.ts'
import { CASE_GROUPS, caseFields } from '../cases/case-fields.ts'
import { CURRENCIES } from '../fees/currencies/currencies.ts'
import { OFFICES } from '../cases/offices.ts'

const { case_no, title, title_en: _, applicants: __, inventors: ___, tech_node_sids: ____, product_names: _____, importance: ______, ...MANAGE } = caseFields({
  title: { zh: '合同名称', en: 'Name of the contract' },
  secrecy_level: { default: 'CONFIDENTIAL' },
  share_level: { default: 'NO' },
}) // oxfmt-ignore

const { '%': _______, ...MONEY } = CURRENCIES

/** The fields of every contract or dispute about rights; the rights are named in rows of their own (dealt_right). */
export const CONTRACT = {
  case_no,
  title,
  country: option('登记/备案机关', 'Office of the recordal', OFFICES, {
    searchable: true,
    list: true,
    default: 'CN',
    role: 'country',
    drives: 'docketing',
    group: 'case',
  }),
  contract_no: string('合同编号', 'Contract no.', { searchable: true, list: true, max: 60, number: true, role: 'application_no', group: 'case' }),
} as const satisfies Record<string, Field>

export const MANAGED = {
  contract_files: attachment('合同文件', 'Contract', {
    max: 20,
    extensions: ['pdf', 'doc', 'docx', 'zip', 'jpg', 'png'],
    document_class: 'V5',
    group: 'manage',
  }),
  ...MANAGE,
} as const satisfies Record<string, Field>

/** `recordal`: the group of the fields that an office records. */
export const CONTRACT_GROUPS = {
  case: CASE_GROUPS.case,
  parties: ['当事人', 'Parties'],
  terms: ['合同条款', 'Terms'],
  recordal: ['登记与备案', 'Recordal'],
  manage: CASE_GROUPS.manage,
} as const satisfies Record<string, Words>

/** The parties on one side, from the register of applicants and owners. */
export const parties = <const M extends { required?: true; required_at?: readonly string[]; list?: true }>(zh: string, en: string, more: M) =>
  rows(zh, en, { applicant_sid: link(zh, en, { to: 'applicant', required: true }) }, { max: 50, group: 'parties', ...more })

export const currency = () => option('币种', 'Currency', MONEY, { required: true, default: 'CNY', searchable: true, group: 'terms' })
