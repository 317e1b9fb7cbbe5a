import { attachment, boolean, date, decimal, integer, link, links, option, options, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { CASE_GROUPS, caseFields } from '../../cases/case-fields.ts'
import { OFFICES } from '../../cases/offices.ts'
import { VOTE_MODES } from '../../approval/graph.ts'
import { GRADES } from './criteria.ts'
import { PROPOSAL_TYPES } from './types.ts'
import { CLOSED, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

const { case_no, title, title_en, applicants: _, inventors, owner_sid, department_sid, agency_sid: __, agent_sids: ___, agency_ref: ____, entrust_date: _____, ...MANAGE } = caseFields({
  title: { zh: '提案名称', en: 'Title' },
  secrecy_level: { default: 'CONFIDENTIAL' },
  share_level: { default: 'NO' },
  owner_sid: { required: false, default: null },
  inventors: { list: true, required_at: ['submit', 'resubmit'], help: ['贡献度合计 100；留空时为填写人本人', 'Contributions total 100; left empty, it is whoever enters it'] },
}) // oxfmt-ignore

/** The group of the technical content, which only the inventors and the reviewers write. */
const IDEA = { group: 'idea' } as const

const MEAN = { digits: 2, computed: true, searchable: true, group: 'evaluation' } as const

/** The means of the scores that the experts gave. */
const SCORES = {
  novelty_score: decimal('新颖性', 'Novelty', MEAN),
  inventive_score: decimal('创造性', 'Inventive step', MEAN),
  practical_score: decimal('实用性', 'Usefulness', MEAN),
  market_score: decimal('市场价值', 'Market', MEAN),
  detect_score: decimal('可取证性', 'Detectability', MEAN),
}

/** An invention disclosure until its decision: file it, keep it secret, publish it, or drop it. */
export const proposal = defineModel({
  name: 'proposal',
  zh: '提案',
  en: 'Invention disclosure',
  display: ['case_no', 'title'],
  visibility: {
    self: ['owner_sid', 'co_owner_sids', 'created_by', 'submitter_sid', 'inventors.inventor_sid.user_sid'],
    department: ['department_sid'],
  },
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: ['提案', 'Disclosure'],
    idea: ['技术内容', 'The idea'],
    disclosure: ['公开与实施', 'Publication and use'],
    people: ['发明人', 'Inventors'],
    review: ['评审', 'Review'],
    evaluation: ['专家评审', 'Evaluation by experts'],
    manage: CASE_GROUPS.manage,
  },
  lookups: ['tags'],
  counted_by: [{ by: ['status', 'proposal_type'] }, { by: ['owner_sid'] }, { by: ['department_sid'] }],
  indexes: ['case_no', 'title', 'status', 'submit_date', 'decided_date', 'owner_sid', 'created_at'],
  fields: {
    case_no,
    title,
    title_en,
    proposal_type: option('提案类型', 'Type', PROPOSAL_TYPES, {
      required: true,
      default: 'INVENTION',
      searchable: true,
      list: true,
      role: 'subtype',
      group: 'case',
    }),
    status: option('案件状态', 'Status', STATUS, {
      required: true,
      searchable: true,
      list: true,
      default: 'DRAFT',
      drives: 'docketing',
      group: 'case',
    }),
    problem: text('技术问题', 'Problem', { max: 5000, ...IDEA, help: ['现在哪里不好', 'What is not good today'] }),
    solution: text('技术方案', 'Solution', {
      max: 5000,
      full_text: true,
      ...IDEA,
      help: ['提交时须填写，或上传交底书', 'Needed to submit, unless a disclosure is attached'],
    }),
    effect: text('有益效果', 'Effect', { max: 5000, ...IDEA }),
    key_points: text('创新点', 'Points of novelty', { max: 5000, ...IDEA }),
    background: text('背景技术', 'Background', { max: 5000, ...IDEA }),
    alternatives: text('替代方案', 'Alternatives', { max: 5000, ...IDEA }),
    prior_art: text('已知最接近的现有技术', 'Closest known prior art', { max: 5000, ...IDEA }),
    disclosure_doc: attachment('交底书', 'Disclosure document', {
      max: 10,
      extensions: ['pdf', 'doc', 'docx', 'ppt', 'pptx', 'zip'],
      document_class: 'V1',
      group: 'idea',
    }),
    drawings: attachment('附图', 'Drawings', { max: 20, extensions: ['pdf', 'png', 'jpg', 'zip'], document_class: 'V1', group: 'idea' }),
    disclosed: boolean('是否已公开', 'Already disclosed', { default: false, searchable: true, list: true, group: 'disclosure' }),
    disclosure_date: date('公开日', 'Disclosed on', {
      searchable: true,
      past: true,
      drives: 'docketing',
      group: 'disclosure',
      applies_to: { disclosed: ['true'] },
      required_when: { disclosed: ['true'] },
    }),
    disclosure_way: option(
      '公开方式',
      'How it was disclosed',
      {
        PAPER: ['论文', 'Paper'],
        FAIR: ['展会', 'Fair'],
        MEETING: ['学术会议', 'Academic meeting'],
        SALE: ['销售', 'Sale'],
        INTERNET: ['网络', 'On the Internet'],
        LEAK: ['他人泄露', 'By others without consent'],
        OTHER: ['其他', 'Other'],
      },
      { searchable: true, group: 'disclosure', applies_to: { disclosed: ['true'] }, required_when: { disclosed: ['true'] } },
    ),
    plan_disclosure_date: date('拟公开日', 'Planned disclosure', {
      searchable: true,
      list: true,
      drives: 'docketing',
      group: 'disclosure',
      help: ['论文投稿、参展、上市等；须在此之前申请', 'A paper, fair or launch: the filing must come before it'],
    }),
    implemented: option(
      '实施情况',
      'Use',
      { NONE: ['未实施', 'Not used'], PLAN: ['拟实施', 'Planned'], TRIAL: ['试制', 'Trial'], PRODUCTION: ['量产', 'Production'] },
      { searchable: true, group: 'disclosure' },
    ),
    is_service: boolean('职务发明', 'Service invention', { default: true, searchable: true, group: 'disclosure' }),
    made_in_china: boolean('在中国完成', 'Made in China', {
      default: true,
      searchable: true,
      group: 'disclosure',
      help: ['在中国完成的发明先向外国申请，须先经保密审查', 'An invention made in China is examined for secrecy before it is first filed abroad'],
    }),
    country_plan: options('拟申请国家', 'Countries wished', { options: OFFICES, searchable: true, max: 50, group: 'disclosure' }),
    expected_filing_date: date('期望申请日', 'Wanted filing date', { searchable: true, group: 'disclosure' }),
    inventors,
    contact_inventor_sid: link('技术联系人', 'Technical contact', { to: 'inventor', group: 'people' }),
    submitter_sid: link('提交人', 'Submitted by', { to: 'user_info', computed: true, searchable: true, list: true, group: 'people' }),
    submit_date: date('提交日', 'Submitted on', { computed: true, searchable: true, list: true, group: 'people' }),
    confirmed_by: links('已确认贡献度', 'Shares confirmed by', { to: 'user_info', computed: true, searchable: true, group: 'people' }),
    dept_opinion: text('部门意见', 'Opinion of the department', { max: 2000, group: 'review', required_at: ['return', 'refuse'] }),
    ip_opinion: text('IP 意见', 'Opinion of the IP department', { max: 2000, group: 'review', required_at: ['ip_return', 'reject'] }),
    restart_mode: option(
      '重新提交后',
      'After it is submitted again',
      { RESTART: ['从部门审核重新开始', 'Begin again with the department'], BACK: ['回到退回的环节', 'Go back to who returned it'] },
      { default: 'BACK', group: 'review', required_at: ['return', 'ip_return'] },
    ),
    returned_from: option('退回时的状态', 'Returned from', STATUS, { computed: true, internal: true }),
    agreed_date: date('部门同意日', 'Department agreed on', { computed: true, searchable: true, group: 'review' }),
    search_due: date('查新期限', 'Novelty search due', { searchable: true, drives: 'docketing', group: 'review', required_at: ['search'] }),
    search_result: text('查新结论', 'Result of the novelty search', { max: 3000, group: 'review', required_at: ['found'] }),
    evaluate_status: option(
      '评价状态',
      'Evaluation status',
      { NOT_EVALUATED: ['未评价', 'Not evaluated'], EVALUATED: ['已评价', 'Evaluated'] },
      { computed: true, default: 'NOT_EVALUATED', searchable: true, group: 'review' },
    ),
    expert_sids: links('评审专家', 'Experts', { to: 'expert', searchable: true, max: 30, group: 'evaluation' }),
    expert_group_sid: link('专家组', 'Expert group', { to: 'expert_group', searchable: true, group: 'evaluation' }),
    evaluate_vote: option('表决方式', 'How the votes count', VOTE_MODES, {
      group: 'evaluation',
      help: ['留空则按专家组的规定，否则全部提交', 'Leave empty for that of the group, or else all give an opinion'],
    }),
    evaluate_due: date('评审期限', 'Evaluation due', {
      searchable: true,
      group: 'evaluation',
      help: ['留空则为 7 天后', 'Leave empty for 7 days from now'],
    }),
    evaluate_round: integer('评审轮次', 'Round of evaluation', { computed: true, internal: true, default: 0 }),
    reviewer_sids: links('评审人', 'Reviewers', { to: 'user_info', computed: true, searchable: true, group: 'evaluation' }),
    ...SCORES,
    total_score: decimal('评审总分', 'Total score', { digits: 2, computed: true, searchable: true, group: 'evaluation' }),
    suggested_grade: option('建议等级', 'Suggested grade', GRADES, { computed: true, searchable: true, group: 'evaluation' }),
    evaluate_verdict: option(
      '表决结果',
      'Result of the vote',
      { PASS: ['通过', 'In favour'], FAIL: ['未通过', 'Against'] },
      { computed: true, searchable: true, group: 'evaluation' },
    ),
    expert_opinion: text('专家意见', 'Opinion of the experts', { max: 8000, computed: true, group: 'evaluation' }),
    grade: option('评审等级', 'Result grade', GRADES, { searchable: true, list: true, group: 'review', required_at: ['evaluate'] }),
    decision: option(
      '评审结论',
      'Decision',
      {
        FILE: ['申请', 'File'],
        SECRET: ['转技术秘密', 'Keep secret'],
        PUBLISH: ['防御性公开', 'Publish'],
        DEFER: ['暂缓', 'Defer'],
        MERGE: ['合并', 'Merge'],
        REJECT: ['不申请', 'Do not file'],
      },
      { computed: true, searchable: true, list: true, group: 'review' },
    ),
    decided_date: date('决定日', 'Decided on', { computed: true, searchable: true, group: 'review' }),
    review_date: date('再次审议日', 'To be considered again', { searchable: true, drives: 'docketing', group: 'review', required_at: ['defer'] }),
    merged_into: link('并入提案', 'Merged into', { to: 'proposal', searchable: true, group: 'review', required_at: ['merge'] }),
    result_case_sids: links('转出案件', 'Resulting cases', { to: 'case', searchable: true, max: 100, group: 'review', required_at: ['link_cases'] }),
    filed_date: date('申请日', 'Filed on', { computed: true, searchable: true, group: 'review' }),
    owner_sid,
    department_sid,
    ...MANAGE,
  },
})

export type Proposal = Row<typeof proposal>
