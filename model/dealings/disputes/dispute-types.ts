import type { Options } from '../../kit/fields.ts'

export const DISPUTE_TYPES = {
  INFRINGEMENT: ['侵权', 'Infringement'],
  OWNERSHIP: ['权属', 'Ownership'],
  INVENTOR: ['发明人资格与奖酬', 'Inventorship and awards'],
  CONTRACT: ['合同', 'Contract'],
  LICENCE: ['许可', 'Licence'],
  INVALIDATION: ['无效宣告', 'Invalidation'],
  OPPOSITION: ['商标异议', 'Opposition'],
  CANCELLATION: ['撤销三年不使用', 'Cancellation for non-use'],
  ADMIN_LITIGATION: ['行政诉讼', 'Administrative suit'],
  ADMIN_ACTION: ['行政查处', 'Administrative action'],
  DOMAIN_UDRP: ['域名争议', 'Domain name dispute'],
  ARBITRATION: ['仲裁', 'Arbitration'],
  CUSTOMS: ['海关保护', 'Customs'],
} as const satisfies Options

export const ROLES = {
  PLAINTIFF: ['原告/请求人', 'Plaintiff or petitioner'],
  DEFENDANT: ['被告/被请求人', 'Defendant or respondent'],
  THIRD: ['第三人', 'Third party'],
} as const satisfies Options

export const SIDES = {
  OPPONENT: ['对方', 'Opponent'],
  CO_PARTY: ['共同当事人', 'On our side'],
  THIRD: ['第三人', 'Third party'],
} as const satisfies Options

export const INSTANCES = {
  FIRST: ['一审/受理', 'First'],
  SECOND: ['二审', 'Appeal'],
  RETRIAL: ['再审', 'Retrial'],
  EXECUTION: ['执行', 'Enforcement'],
} as const satisfies Options

export const HEARINGS = {
  HEARING: ['开庭/口审', 'Hearing'],
  PRE_TRIAL: ['庭前会议', 'Pre-trial conference'],
  EVIDENCE: ['举证期限/证据交换', 'Evidence due or exchanged'],
  MEDIATION: ['调解', 'Mediation'],
  JUDGMENT: ['宣判', 'Judgment'],
} as const satisfies Options

export const RESULTS = {
  WON: ['支持我方', 'In our favour'],
  PARTLY: ['部分支持', 'Partly'],
  LOST: ['不支持我方', 'Against us'],
} as const satisfies Options

export const OUTCOME = {
  WON: ['胜诉', 'Won'],
  PARTLY: ['部分胜诉', 'Partly won'],
  LOST: ['败诉', 'Lost'],
  SETTLED: ['和解', 'Settled'],
} as const satisfies Options

/** Effects of the outcome on a right. */
export const FOLLOW_UPS = {
  INVALID: ['全部无效', 'Wholly invalid'],
  PART_INVALID: ['部分无效', 'Partly invalid'],
  OWNER: ['变更权利人', 'Change of owner'],
  INVENTOR: ['变更发明人', 'Change of inventor'],
  LICENCE: ['签订许可', 'Licence'],
  PAYMENT: ['收付款项', 'Payment'],
  OTHER: ['其他', 'Other'],
} as const satisfies Options
