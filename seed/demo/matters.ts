/**
 * Made-up disputes, risks, projects and searches of the made-up company. A text `@20d` is the day of that span before the
 * installation, `@-20d` after it; `@us` is the company, `@me` the person in charge. `rights`: how many it names.
 */
export const MATTERS = {
  dispute: [
    {
      title: '虚构折叠机翼专利侵权诉讼', dispute_type: 'INFRINGEMENT', our_role: 'PLAINTIFF', status: 'TRIAL', court: '虚构市知识产权法院', court_case_no: '（2026）虚01知民初99号', known_date: '@10m', accept_date: '@4m',
      summary: '虚构飞行器有限公司的产品落入折叠锁专利的保护范围。', amount_claimed: '2000000', our_parties: [{ applicant_sid: '@us' }],
      other_parties: [{ name: '虚构飞行器有限公司', side: 'OPPONENT', counsel: '虚构律师事务所' }], lawyers: '虚构律师',
      hearings: [{ hearing_date: '@2m', kind: 'PRE_TRIAL', place: '第一法庭', held_on: '@2m' }, { hearing_date: '@-12d', at: '09:30', kind: 'HEARING', place: '第三法庭' }],
      evidence: [{ name: '公证购买的样机', proves: '被诉产品的结构', obtained_on: '@7m', notarised: true }, { name: '技术对比表', proves: '全部技术特征相同', obtained_on: '@6m' }], rights: 2,
    },
    {
      title: '虚构电池专利无效宣告', dispute_type: 'INVALIDATION', our_role: 'DEFENDANT', status: 'SERVED', court: '虚构专利复审机构', court_case_no: '4W990001', served_date: '@9d',
      our_parties: [{ applicant_sid: '@us' }], other_parties: [{ name: '虚构储能有限公司', side: 'OPPONENT' }], hearings: [{ hearing_date: '@-40d', at: '14:00', kind: 'HEARING', place: '虚构审理庭' }], rights: 1,
    },
    { title: '虚构代理合同纠纷', dispute_type: 'CONTRACT', our_role: 'DEFENDANT', status: 'SERVED', court: '虚构区人民法院', court_case_no: '（2026）虚0101民初7号', served_date: '@6d', amount_claimed: '85000', our_parties: [{ applicant_sid: '@us' }], other_parties: [{ name: '虚构服务有限公司', side: 'OPPONENT' }], rights: 0 },
  ],
  risk: [
    { title: '竞品旋翼专利覆盖新机型', risk_type: 'INFRINGE', status: 'TREATING', likelihood: 4, impact: 5, found_date: '@3m', analysis: '虚构专利的独立权利要求与新机型的旋翼安装方式接近。', third_no: 'CN900000001B', third_owner: '虚构旋翼有限公司', third_countries: ['CN'], our_product: '虚构 X9 机型', measures: [{ measure: '完成自由实施检索', user_sid: '@me', due_date: '@1m', done_date: '@1m' }, { measure: '规避设计评审', user_sid: '@me', due_date: '@-15d' }], rights: 1 },
    { title: '核心商标三年未使用', risk_type: 'NON_USE', status: 'ANALYSED', likelihood: 3, impact: 3, found_date: '@20d', analysis: '第 9 类没有近期使用证据。', rights: 1 },
    { title: '展会前公开新方案', risk_type: 'DISCLOSURE', status: 'FOUND', likelihood: 2, impact: 4, found_date: '@5d', rights: 0 },
    { title: '离职人员掌握工艺参数', risk_type: 'EMPLOYEE', status: 'MONITORING', likelihood: 2, impact: 2, found_date: '@8m', analysis: '已签保密协议，风险可控。', reviews: [{ review_date: '@-2m' }], rights: 0 },
  ],
  project: [
    {
      title: '虚构长航时无人机', project_type: 'RND', stage: 'DEVELOP', level: 'PROVINCIAL', start_date: '@8m', end_date: '@-10m', budget: '6000000', goal: '在机翼折叠与电池热管理两个方向形成专利组合。', goal_proposals: 12, goal_patents: 8,
      points: [{ point: '折叠锁自检', innovation: 4, protect_way: 'PATENT', user_sid: '@me', done_date: '@2m' }, { point: '分区加热策略', innovation: 3, protect_way: 'PATENT', user_sid: '@me', due_date: '@-18d' }, { point: '胶接工艺参数', innovation: 3, protect_way: 'SECRET', user_sid: '@me', due_date: '@-30d' }],
      meetings: [{ round_no: 1, meeting_date: '@3m', result: '确定三个技术点' }],
      monitors: [{ stage: 'PLAN', monitor_type: 'SEARCH', gate: true, query: '折叠机翼 锁紧', next_date: '@5m', done_date: '@5m', risk_level: 'LOW', result: '未发现障碍' }, { stage: 'DEVELOP', monitor_type: 'FTO', gate: true, query: '电池 加热', next_date: '@-25d' }], rights: 2,
    },
    { title: '虚构视觉检测平台', project_type: 'COOP', stage: 'PLAN', level: 'COMPANY', start_date: '@2m', end_date: '@-1y', goal_patents: 3, rights: 0 },
    { title: '存量专利盘点', project_type: 'IP', stage: 'INITIATION', level: 'COMPANY', start_date: '@10d', end_date: '@-4m', rights: 0 },
  ],
  retrieval_request: [
    { title: '折叠锁自检方法查新', retrieval_type: 'NOVELTY', status: 'SEARCHING', requester_sid: '@me', assignee_sid: '@me', wanted_by: '@-9d', tech_solution: '锁舌上加装虚构的霍尔元件，每次折叠后自动检测锁紧位置。', keywords: ['折叠机翼', '霍尔元件'], countries: ['CN', 'US'], hits: [{ publication_no: 'CN900000002A', hit_title: '虚构锁紧装置', pub_date: '@3y', category: 'Y', comment: '公开了锁舌' }], rights: 0 },
    { title: '新机型自由实施检索', retrieval_type: 'FTO', status: 'CONFIRMED', requester_sid: '@me', assignee_sid: '@me', wanted_by: '@2m', report_date: '@2m', close_date: '@1m', conclusion: 'MID', tech_solution: '虚构旋翼安装方式。', rights: 0 },
  ],
} as const // oxfmt-ignore

export const LIBRARIES = [
  { lib_name: '虚构旋翼专题', lib_type: 'SET', database: '虚构专利库', last_update: '@20d', items: [{ publication_no: 'CN900000001B', item_title: '虚构旋翼安装结构', owner: '虚构旋翼有限公司', pub_date: '@2y', relevance: 'HIGH', rating: 5 }, { publication_no: 'US9900000B2', item_title: 'Fictional rotor', relevance: 'MID', rating: 3 }] },
] as const // oxfmt-ignore

/** Indexing of the publications of the first library: one task that two people have before them, one that is being checked. `people` of the IP department. */
export const INDEXINGS = [
  {
    title: '虚构旋翼专题标引', due_date: '@-20d', double_blind: true, people: 2, guide: '按独立权利要求判断技术领域；效果可多选。',
    index_fields: [
      { code: 'field', label: '技术领域', label_en: 'Field', kind: 'OPTION', choices: '安装结构; 变桨; 材料', required: true },
      { code: 'effect', label: '技术效果', label_en: 'Effect', kind: 'OPTIONS', choices: '减重; 降噪; 提高强度' },
      { code: 'relevance', label: '相关度', label_en: 'Relevance', kind: 'OPTION', choices: '高; 中; 低', required: true, writes: 'RELEVANCE' },
    ],
  },
] as const // oxfmt-ignore

/** Where the right of the demo family could go, as a scenario: planned without a case, so that it stays what it is. */
export const FILING_PLANS = [
  {
    name: '折叠机翼：PCT 与日韩', note: '先提交 PCT，30 个月后进入美国、欧洲；日本、韩国按巴黎公约直接申请。', years: 6, share: 'COMPANY',
    case_kind: 'patent', subtype: 'INVENTION', country: 'CN', filing_date: '@2m',
    facts: [{ field: 'claims_count', value: '12' }, { field: 'pages', value: '28' }],
    legs: [
      { key: 'base/PRIORITY:WO', parent: 'base', way: 'PRIORITY', country: 'WO' },
      { key: 'base/PRIORITY:WO/PHASE:US', parent: 'base/PRIORITY:WO', way: 'PHASE', country: 'US', granted_after: 40 },
      { key: 'base/PRIORITY:WO/PHASE:EP', parent: 'base/PRIORITY:WO', way: 'PHASE', country: 'EP', granted_after: 48 },
      { key: 'base/PRIORITY:JP', parent: 'base', way: 'PRIORITY', country: 'JP' },
      { key: 'base/PRIORITY:KR', parent: 'base', way: 'PRIORITY', country: 'KR' },
    ],
  },
] as const // oxfmt-ignore
