import type { WordBlock } from '../model/documents/word-blocks.ts'

/** A template of the product. Its text follows the release until somebody uploads a file in its place. */
export type SeedTemplate = {
  code: string
  name: string
  lang: 'zh' | 'en'
  case_kind?: string
  country?: string
  doc_type?: string
  blocks: readonly WordBlock[]
}

const PEOPLE_ZH: WordBlock = { table: ['发明人', '工号', '贡献度（%）'], rows: 'inventors', cells: ['{inventor_sid}', '{inventor_sid.employee_no}', '{contribution_pct}'] } // oxfmt-ignore
const PEOPLE_EN: WordBlock = { table: ['Inventor', 'Employee no.', 'Share (%)'], rows: 'inventors', cells: ['{inventor_sid}', '{inventor_sid.employee_no}', '{contribution_pct}'] } // oxfmt-ignore
const OWNERS_ZH: WordBlock = { table: ['申请人', '统一社会信用代码', '地址'], rows: 'applicants', cells: ['{applicant_sid}', '{applicant_sid.uscc}', '{applicant_sid.address}'] } // oxfmt-ignore
const OWNERS_EN: WordBlock = { table: ['Applicant', 'Address'], rows: 'applicants', cells: ['{applicant_sid.name_en}', '{applicant_sid.address_en}'] } // oxfmt-ignore

export const DOCUMENT_TEMPLATES: readonly SeedTemplate[] = [
  {
    code: 'poa_zh',
    name: '专利代理委托书',
    lang: 'zh',
    case_kind: 'patent',
    country: 'CN',
    doc_type: 'CO12',
    blocks: [
      { heading: '专利代理委托书' },
      '根据《中华人民共和国专利法》第十八条的规定，兹委托 {agency_sid.agency_name}（机构代码：{agency_sid.agency_code}）办理名称为“{title}”的{patent_type}专利申请（申请号：{application_no}）以及在专利权有效期内的有关事务。',
      OWNERS_ZH,
      '代理师：{agent_sids}',
      '委托人（盖章）：',
      '{today}',
    ],
  },
  {
    code: 'poa_en',
    name: 'Power of attorney',
    lang: 'en',
    case_kind: 'patent',
    blocks: [
      { heading: 'Power of attorney' },
      'The undersigned appoint {agency_sid.agency_name}, {agency_sid.address}, as their representative in all matters concerning the application {application_no} “{title_en}” and any right granted on it.',
      OWNERS_EN,
      'Signature, name and position:',
      'Date:',
    ],
  },
  {
    code: 'instruction_zh',
    name: '委案指示函',
    lang: 'zh',
    case_kind: 'patent',
    blocks: [
      { heading: '委案指示函' },
      '致：{agency_sid.agency_name}',
      '我方案号：{case_no}；贵方文号：{agency_ref}',
      '现委托贵所办理“{title}”在{country}的{patent_type}申请，请于收到后两个工作日内确认承办代理师。',
      OWNERS_ZH,
      PEOPLE_ZH,
      '{#deadlines}{name}：{official_due}{/}',
      '我方联系人：{owner_sid}',
      '{today}',
    ],
  },
  {
    code: 'instruction_en',
    name: 'Instruction letter',
    lang: 'en',
    case_kind: 'patent',
    blocks: [
      { heading: 'Instruction' },
      'To: {agency_sid.agency_name}',
      'Our reference: {case_no}; your reference: {agency_ref}',
      'Please file an application ({patent_type}) for “{title_en}” in {country}, and confirm the responsible attorney within two working days.',
      OWNERS_EN,
      PEOPLE_EN,
      '{#deadlines}{name_en}: {official_due}{/}',
      'Contact: {owner_sid}',
      '{today}',
    ],
  },
  {
    code: 'reply_zh',
    name: '意见陈述书封页',
    lang: 'zh',
    case_kind: 'patent',
    country: 'CN',
    doc_type: 'CO05',
    blocks: [
      { heading: '意见陈述书' },
      '申请号：{application_no}　申请日：{filing_date}',
      '发明创造名称：{title}',
      '申请人：{applicants}',
      '国家知识产权局：',
      '针对贵局发出的通知书，申请人陈述意见如下：',
      '（正文）',
      '代理机构：{agency_sid.agency_name}　代理师：{agent_sids}',
      '{today}',
    ],
  },
  {
    code: 'reply_en',
    name: 'Response cover sheet',
    lang: 'en',
    case_kind: 'patent',
    blocks: [
      { heading: 'Response to the official action' },
      'Application no.: {application_no}. Filing date: {filing_date}.',
      'Title: {title_en}',
      'Applicants: {applicants}',
      'In response to the action, the applicants submit the following amendments and remarks.',
      '(Remarks)',
      'Representative: {agency_sid.agency_name}',
      '{today}',
    ],
  },
  {
    code: 'payment_zh',
    name: '官费付款申请单',
    lang: 'zh',
    blocks: [
      { heading: '官费付款申请单' },
      '案号：{case_no}　名称：{title}　申请号：{application_no}',
      { table: ['费用', '期限', '金额', '滞纳金'], rows: 'fees', cells: ['{name}', '{due_date}', '{amount}', '{surcharge}'] },
      '经办人：{owner_sid}　申请日期：{today}',
    ],
  },
  {
    code: 'payment_en',
    name: 'Request for payment of official fees',
    lang: 'en',
    blocks: [
      { heading: 'Request for payment of official fees' },
      'Case: {case_no} {title}. Application no.: {application_no}.',
      { table: ['Fee', 'Due', 'Amount', 'Surcharge'], rows: 'fees', cells: ['{name_en}', '{due_date}', '{amount}', '{surcharge}'] },
      'Requested by {owner_sid} on {today}.',
    ],
  },
  {
    code: 'award_zh',
    name: '职务发明奖励通知书',
    lang: 'zh',
    case_kind: 'patent',
    blocks: [
      { heading: '职务发明奖励通知书' },
      '专利“{title}”（专利号：{patent_no}）已于 {grant_date} 授权公告。依照《专利法》第十五条及公司奖酬办法，对下列发明人给予奖励：',
      PEOPLE_ZH,
      '请在系统“我的奖酬”中核对并确认本人的份额。',
      '{today}',
    ],
  },
  {
    code: 'award_en',
    name: 'Notice of reward',
    lang: 'en',
    case_kind: 'patent',
    blocks: [
      { heading: 'Notice of reward' },
      'Patent {patent_no} “{title_en}” was granted on {grant_date}. Under article 15 of the Chinese Patent Law and the award policy of the company, the following inventors are rewarded:',
      PEOPLE_EN,
      'Please check and confirm your own share under “My awards”.',
      '{today}',
    ],
  },
]
