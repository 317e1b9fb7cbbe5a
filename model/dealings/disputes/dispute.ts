import { attachment, boolean, date, link, money, option, rows, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { caseFields, CASE_GROUPS, seenWithAgency, statusField } from '../../cases/case-fields.ts'
import { MONEY_CURRENCIES } from '../../fees/currencies/currencies.ts'
import { OFFICES } from '../../cases/offices.ts'
import { DISPUTE_TYPES, FOLLOW_UPS, HEARINGS, INSTANCES, OUTCOME, RESULTS, ROLES, SIDES } from './dispute-types.ts'
import { CLOSE, CLOSED, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

const { case_no, title, title_en: _, applicants: __, inventors: ___, tech_node_sids: ____, ...MANAGE } = caseFields({
  title: { zh: '纠纷名称', en: 'Name of the dispute' },
  secrecy_level: { default: 'CONFIDENTIAL' },
  share_level: { default: 'NO' },
}) // oxfmt-ignore

/** A suit, an arbitration or a proceeding before an office about rights: its sides, dates, evidence and outcome. */
export const dispute = defineModel({
  name: 'dispute',
  zh: '纠纷',
  en: 'Dispute',
  display: ['case_no', 'title'],
  visibility: seenWithAgency(),
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: CASE_GROUPS.case,
    parties: ['当事人', 'Parties'],
    course: ['程序与期日', 'Proceedings and dates'],
    decision: ['裁判与结果', 'Decision and outcome'],
    evidence: ['证据', 'Evidence'],
    manage: CASE_GROUPS.manage,
  },
  natural_keys: { by: [['court_case_no'], ['title']] },
  lookups: ['tags'],
  counted_by: [{ by: ['status', 'dispute_type', 'our_role'] }, { by: ['owner_sid'] }],
  indexes: ['case_no', 'title', 'status', 'accept_date', 'owner_sid', 'created_at'],
  fields: {
    case_no,
    title,
    country: option('国家/地区', 'Country/office', OFFICES, { required: true, searchable: true, list: true, default: 'CN', role: 'country', drives: 'docketing', group: 'case' }), // oxfmt-ignore
    dispute_type: option('纠纷类型', 'Type', DISPUTE_TYPES, { required: true, default: 'INFRINGEMENT', searchable: true, list: true, role: 'subtype', drives: 'docketing', group: 'case' }), // oxfmt-ignore
    our_role: option('我方地位', 'Our side', ROLES, { required: true, default: 'PLAINTIFF', searchable: true, list: true, drives: 'docketing', group: 'case' }), // oxfmt-ignore
    status: statusField(STATUS, 'CLUE'),
    summary: text('案情摘要', 'Summary', { max: 5000, full_text: true, group: 'case' }),
    our_parties: rows(
      '我方当事人',
      'Our parties',
      { applicant_sid: link('当事人', 'Party', { to: 'applicant', required: true }) },
      { max: 50, role: 'applicants', drives: 'docketing', group: 'parties', list: true },
    ),
    other_parties: rows(
      '其他当事人',
      'Other parties',
      {
        name: string('名称', 'Name', { required: true, max: 120 }),
        side: option('地位', 'Side', SIDES, { required: true, default: 'OPPONENT' }),
        counsel: string('代理人', 'Counsel', { max: 120 }),
      },
      { max: 50, group: 'parties' },
    ),
    lawyers: string('我方代理律师', 'Our counsel', { max: 255, searchable: true, group: 'parties' }),
    court: string('法院/受理机关', 'Court or authority', { max: 120, searchable: true, list: true, required_at: ['file', 'serve'], group: 'course' }),
    court_case_no: string('案号（法院/机关）', 'Court case no.', { max: 60, searchable: true, list: true, number: true, role: 'application_no', group: 'course' }),
    instance: option('审级', 'Instance', INSTANCES, { required: true, default: 'FIRST', searchable: true, drives: 'docketing', group: 'course' }),
    known_date: date('知悉侵权日', 'Infringement known on', {
      searchable: true,
      past: true,
      drives: 'docketing',
      group: 'course',
      help: ['知道或应当知道侵权行为及侵权人之日；诉讼时效自此起算', 'The day on which infringement and infringer were or should have been known; the limitation runs from it'],
    }),
    interrupted_date: date('时效中断日', 'Limitation interrupted on', { past: true, drives: 'docketing', group: 'course' }),
    preservation_date: date('诉前保全采取日', 'Preservation before the suit', { past: true, drives: 'docketing', group: 'course' }),
    act_known_date: date('知道行政行为之日', 'Administrative act known on', { past: true, drives: 'docketing', group: 'course' }),
    reconsideration_date: date('申请行政复议日', 'Reconsideration requested on', { past: true, drives: 'docketing', group: 'course' }),
    warning_date: date('发函日', 'Letter sent on', { past: true, required_at: ['warn'], group: 'course' }),
    accept_date: date('立案日', 'Filed on', { searchable: true, list: true, past: true, drives: 'docketing', required_at: ['file'], group: 'course' }),
    served_date: date('起诉状送达日', 'Complaint served on', { searchable: true, past: true, drives: 'docketing', required_at: ['serve'], group: 'course' }),
    defence_date: date('提交答辩日', 'Defence filed on', { past: true, drives: 'docketing', group: 'course' }),
    jurisdiction_date: date('提出管辖异议日', 'Jurisdiction objected to on', { past: true, drives: 'docketing', group: 'course' }),
    stay_reason: string('中止原因', 'Reason for the stay', { max: 255, required_at: ['stay'], group: 'course' }),
    hearings: rows(
      '开庭与期日',
      'Hearings',
      {
        hearing_date: date('日期', 'Day', { required: true }),
        at: string('时间', 'Time', { max: 5, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', pattern_says: ['应为时:分，如 09:30', 'must be a time such as 09:30'] }),
        kind: option('类别', 'Kind', HEARINGS, { required: true, default: 'HEARING' }),
        place: string('地点', 'Place', { max: 120 }),
        held_on: date('已开庭', 'Held on', { past: true }),
        note: string('说明', 'Note', { max: 120 }),
      },
      { max: 100, group: 'course', help: ['每个期日自动成为期限', 'Each day becomes a deadline'] },
    ),
    amount_claimed: money('诉请金额', 'Amount claimed', { currency: 'currency', min: 0, searchable: true, list: true, group: 'decision' }),
    amount_awarded: money('判决金额', 'Amount awarded', { currency: 'currency', min: 0, searchable: true, group: 'decision' }),
    currency: option('币种', 'Currency', MONEY_CURRENCIES, { required: true, default: 'CNY', group: 'decision' }),
    judgment_form: option('裁判形式', 'Form of the decision', { JUDGMENT: ['判决', 'Judgment'], ORDER: ['裁定', 'Order'], DECISION: ['决定', 'Decision'] }, { drives: 'docketing', required_at: ['judge'], group: 'decision' }), // oxfmt-ignore
    judgment_date: date('一审裁判日', 'Decided on', { searchable: true, past: true, required_at: ['judge'], group: 'decision' }),
    judgment_served_date: date('裁判送达日', 'Decision served on', { past: true, drives: 'docketing', group: 'decision' }),
    judgment_result: option('裁判结果', 'Result', RESULTS, { searchable: true, required_at: ['judge', 'judge_appeal'], group: 'decision' }),
    appeal_date: date('上诉日', 'Appealed on', { past: true, drives: 'docketing', required_at: ['appeal'], group: 'decision' }),
    final_date: date('二审裁判日', 'Decided on appeal on', { past: true, required_at: ['judge_appeal'], group: 'decision' }),
    final_on: date('裁判生效日', 'Final on', { searchable: true, past: true, drives: 'docketing', required_at: ['take_effect'], group: 'decision' }),
    retrial_date: date('申请再审日', 'Retrial requested on', { past: true, drives: 'docketing', required_at: ['retry'], group: 'decision' }),
    performance_until: date('履行期限最后一日', 'Last day of performance', { drives: 'docketing', group: 'decision' }),
    execution_date: date('申请执行日', 'Enforcement requested on', { past: true, drives: 'docketing', required_at: ['execute'], group: 'decision' }),
    settle_date: date('和解日', 'Settled on', { past: true, required_at: ['settle'], group: 'decision' }),
    outcome: option('结果', 'Outcome', OUTCOME, { searchable: true, list: true, drives: 'docketing', required_at: ['take_effect', 'settle', CLOSE], group: 'decision' }),
    follow_ups: rows(
      '对权利的后续处理',
      'Follow-ups on the rights',
      {
        case_sid: link('权利', 'Right', { to: 'case', help: ['留空为全部涉及的权利', 'Empty: all rights concerned'] }),
        effect: option('影响', 'Effect', FOLLOW_UPS, { required: true }),
        what: string('须办事项', 'To do', { required: true, max: 120 }),
        due_date: date('办理期限', 'Due on', { required: true }),
        done_date: date('办结日', 'Done on', { past: true }),
      },
      { max: 100, group: 'decision', help: ['权利不会自动变更；每项办结后方可结案', 'No right is changed by itself; the dispute is closed when each is done'] },
    ),
    evidence: rows(
      '证据',
      'Evidence',
      {
        name: string('证据名称', 'Evidence', { required: true, max: 120 }),
        proves: string('证明事项', 'What it proves', { max: 255 }),
        obtained_on: date('取得日', 'Obtained on', { past: true }),
        notarised: boolean('已公证', 'Notarised', { default: false }),
        document_sid: link('文件', 'Document', { to: 'document' }),
      },
      { max: 200, group: 'evidence' },
    ),
    evidence_files: attachment('证据文件', 'Files of evidence', { max: 50, document_class: 'V6', group: 'evidence' }),
    ...MANAGE,
  },
}) // oxfmt-ignore

export type Dispute = Row<typeof dispute>
