import { boolean, date, decimal, link, money, option, rows, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { CONTRACT, CONTRACT_GROUPS, currency, MANAGED, parties } from '../contract-fields.ts'
import { CLOSED, RECORD, STATE_FACTS, STATUS, SUBMIT, TRANSITIONS } from './lifecycle.ts'

/** A transfer of rights to another owner: by contract, merger, inheritance or judgment. */
export const transfer = defineModel({
  name: 'transfer',
  zh: '转让',
  en: 'Transfer',
  display: ['case_no', 'title'],
  visibility: { self: ['owner_sid', 'co_owner_sids', 'created_by'], department: ['department_sid'], agency: ['agency_sid'] },
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: CONTRACT_GROUPS,
  natural_keys: { by: [['contract_no'], ['title']] },
  lookups: ['tags'],
  counted_by: [{ by: ['status', 'direction'] }, { by: ['owner_sid'] }],
  indexes: ['case_no', 'title', 'status', 'owner_sid', 'created_at'],
  fields: {
    ...CONTRACT,
    direction: option(
      '方向',
      'Direction',
      { OUT: ['转出', 'Assigned away'], IN: ['受让', 'Acquired'], INTERNAL: ['集团内转让', 'Within the group'] },
      { required: true, default: 'OUT', searchable: true, list: true, role: 'subtype', group: 'case' },
    ),
    reason: option(
      '转让原因',
      'Reason',
      {
        CONTRACT: ['合同', 'Contract'],
        MERGER: ['合并分立', 'Merger or division'],
        INHERIT: ['继承', 'Inheritance'],
        JUDGMENT: ['判决', 'Judgment'],
        GIFT: ['赠与', 'Gift'],
      },
      { required: true, default: 'CONTRACT', searchable: true, list: true, group: 'case' },
    ),
    object: option(
      '转让标的',
      'What is assigned',
      { RIGHT: ['权利', 'The right'], APPLICATION: ['申请权', 'The application'], SHARE: ['共有份额', 'A share'] },
      { required: true, default: 'RIGHT', searchable: true, group: 'case' },
    ),
    status: option('案件状态', 'Status', STATUS, {
      required: true,
      searchable: true,
      list: true,
      default: 'DRAFT',
      drives: 'docketing',
      group: 'case',
    }),
    assignors: parties('转让方', 'Assignor', { required: true, list: true }),
    assignees: rows(
      '受让方',
      'Assignee',
      {
        applicant_sid: link('受让方', 'Assignee', { to: 'applicant', required: true }),
        share_pct: decimal('份额', 'Share %', { digits: 2, min: 0, max: 100, help: ['占所转让部分的比例', 'Of what is assigned'] }),
      },
      { required: true, max: 50, list: true, group: 'parties', total: { of: 'share_pct', is: 100 } },
    ),
    price: money('价款', 'Price', { currency: 'currency', min: 0, searchable: true, list: true, group: 'terms' }),
    currency: currency(),
    sign_date: date('签订日', 'Signed on', { searchable: true, list: true, past: true, required_at: ['sign'], group: 'terms' }),
    export_licence_needed: boolean('需技术出口手续', 'Export papers needed', {
      default: false,
      searchable: true,
      group: 'recordal',
      help: ['中国单位或个人向外国人转让（专利法第10条）', 'A transfer from China to a foreign party (Patent Law of China, art. 10)'],
    }),
    export_paper_no: string('技术出口许可证或登记证号', 'No. of the export licence or registration', {
      max: 60,
      searchable: true,
      applies_to: { export_licence_needed: ['true'] },
      required_at: [SUBMIT, RECORD],
      group: 'recordal',
    }),
    submit_date: date('提交登记日', 'Recordal requested on', {
      searchable: true,
      list: true,
      past: true,
      drives: 'docketing',
      required_at: [SUBMIT],
      group: 'recordal',
    }),
    record_date: date('登记日（生效日）', 'Recorded on', {
      searchable: true,
      list: true,
      past: true,
      role: 'grant_date',
      drives: 'docketing',
      required_at: [RECORD],
      group: 'recordal',
    }),
    notice_no: string('登记通知书编号', 'No. of the notice', { searchable: true, max: 60, number: true, group: 'recordal' }),
    note: text('说明', 'Note', { max: 3000, group: 'terms' }),
    ...MANAGED,
  },
})

export type Transfer = Row<typeof transfer>
