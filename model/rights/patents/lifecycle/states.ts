import type { Options } from '../../../kit/fields.ts'
import { ENDED, type Phase, type StateFacts } from '../../../kit/model.ts'

/** The status of a patent; the letters before the underscore name the office, no letters mean China. */
export const STATUS = {
  DRAFTING: ['撰写中', 'Drafting'],
  REVIEWING: ['审稿', 'Reviewing'],
  READY: ['待递交', 'Ready to file'],
  FILED: ['已受理', 'Filed'],
  NOT_ACCEPTED: ['不予受理', 'Not accepted'],
  PRELIM: ['初审', 'Preliminary examination'],
  PRELIM_OA: ['补正', 'Correction'],
  PRELIM_PASSED: ['初审合格', 'Preliminary examination passed'],
  PUBLISHED: ['公布', 'Published'],
  SE: ['实审', 'Substantive examination'],
  OA: ['审查意见', 'Office action'],
  GRANT_NOTICE: ['授权通知', 'Grant notice'],
  REGISTERING: ['办理登记', 'Registering'],
  GRANTED: ['授权/维持', 'Granted'],
  GRACE: ['滞纳期', 'In grace'],
  REFUSED: ['驳回', 'Refused'],
  REEXAM: ['复审', 'Re-examination'],
  REEXAM_UPHELD: ['维持驳回', 'Refusal upheld'],
  COURT: ['行政诉讼', 'In court'],
  REFUSED_FINAL: ['驳回失效', 'Refused, final'],
  WITHDRAWN: ['主动撤回', 'Withdrawn'],
  DEEMED_WITHDRAWN: ['视为撤回', 'Deemed withdrawn'],
  DEEMED_ABANDONED: ['视为放弃', 'Deemed abandoned'],
  LAPSED_FINAL: ['失效', 'Lapsed, final'],
  TERMINATED: ['未缴年费终止', 'Terminated for unpaid fee'],
  INVALIDATED: ['宣告全部无效，可起诉', 'Declared invalid, open to challenge'],
  INVALID: ['全部无效', 'Invalidated'],
  ABANDONED: ['主动放弃', 'Abandoned'],
  EXPIRED: ['届满', 'Expired'],
  TRANSFERRED_OUT: ['已转出', 'Transferred out'],
  PREPARING: ['准备 PCT', 'Preparing PCT'],
  INTL_FILED: ['国际申请', 'International application'],
  INTL_DEFECT: ['国际补正', 'International defect'],
  SEARCHED: ['已检索', 'Searched'],
  INTL_PUBLISHED: ['国际公布', 'International publication'],
  CHAPTER_II: ['国际初审', 'Chapter II'],
  COUNTRY_DECIDED: ['已定进入国', 'Countries decided'],
  NATIONAL: ['进入国家阶段', 'National phase'],
  INTL_CLOSED: ['国际阶段结束', 'International phase over'],
  INTL_WITHDRAWN: ['国际申请撤回', 'International withdrawn'],
  HAG_REGISTERED: ['国际注册（海牙）', 'Registered (Hague)'],
  HAG_GRACE: ['续展宽限期（海牙）', 'In grace (Hague)'],
  HAGD_PENDING: ['指定待审（海牙）', 'Designation pending (Hague)'],
  HAGD_REFUSED: ['驳回通知（海牙）', 'Refusal notified (Hague)'],
  HAGD_PROTECTED: ['给予保护（海牙）', 'Protected (Hague)'],
  HAGD_REFUSED_FINAL: ['指定驳回生效（海牙）', 'Designation refused, final (Hague)'],
  ENTRY_PREPARING: ['准备进入', 'Preparing entry'],
  ENTERED: ['已进入', 'Entered'],
  ENTRY_LOST: ['未进入', 'Entry lost'],
  EP_FILED: ['已申请（欧洲）', 'Filed (EP)'],
  EP_SEARCHED: ['已检索（欧洲）', 'Searched (EP)'],
  EP_PUBLISHED: ['公布（欧洲）', 'Published (EP)'],
  EP_EXAM: ['审查（欧洲）', 'Examination (EP)'],
  EP_OA: ['审查意见（欧洲）', 'Office action (EP)'],
  EP_ORAL: ['口审（欧洲）', 'Oral proceedings (EP)'],
  EP_INTENT: ['授权意向（欧洲）', 'Intention to grant (EP)'],
  EP_ALLOWED: ['已同意授权（欧洲）', 'Allowed (EP)'],
  EP_GRANTED: ['授权（欧洲）', 'Granted (EP)'],
  EP_REFUSED: ['驳回（欧洲）', 'Refused (EP)'],
  EP_APPEAL: ['上诉（欧洲）', 'Appeal (EP)'],
  EP_REFUSED_FINAL: ['驳回生效（欧洲）', 'Refused, final (EP)'],
  EP_LOST: ['权利丧失（欧洲）', 'Loss of rights (EP)'],
  EP_OPPOSED: ['异议（欧洲）', 'Opposition (EP)'],
  EP_REVOKED: ['撤销（欧洲）', 'Revoked (EP)'],
  US_PROVISIONAL: ['临时申请（美国）', 'Provisional (US)'],
  US_PROV_EXPIRED: ['临时申请到期（美国）', 'Provisional expired (US)'],
  US_FILED: ['已申请（美国）', 'Filed (US)'],
  US_MISSING: ['缺件（美国）', 'Missing parts (US)'],
  US_RESTRICTION: ['限制要求（美国）', 'Restriction (US)'],
  US_EXAM: ['审查（美国）', 'Examination (US)'],
  US_NONFINAL: ['非最终意见（美国）', 'Non-final action (US)'],
  US_FINAL: ['最终意见（美国）', 'Final action (US)'],
  US_APPEAL: ['上诉（美国）', 'Appeal (US)'],
  US_ALLOWED: ['授权通知（美国）', 'Allowed (US)'],
  US_ISSUING: ['颁证（美国）', 'Issuing (US)'],
  US_GRANTED: ['授权（美国）', 'Granted (US)'],
  US_ABANDONED: ['放弃（美国）', 'Abandoned (US)'],
  US_GRACE: ['宽限期（美国）', 'In grace (US)'],
  US_EXPIRED_FEE: ['未缴费失效（美国）', 'Expired for unpaid fee (US)'],
  JP_FILED: ['已申请（日韩）', 'Filed (JP/KR)'],
  JP_EXAM: ['审查（日韩）', 'Examination (JP/KR)'],
  JP_OA: ['拒绝理由（日韩）', 'Reasons for refusal (JP/KR)'],
  JP_REFUSED: ['拒绝查定（日韩）', 'Refused (JP/KR)'],
  JP_APPEAL: ['审判（日韩）', 'Appeal (JP/KR)'],
  JP_REFUSED_FINAL: ['拒绝生效（日韩）', 'Refused, final (JP/KR)'],
  JP_ALLOWED: ['授权决定（日韩）', 'Allowed (JP/KR)'],
  JP_GRANTED: ['授权（日韩）', 'Granted (JP/KR)'],
  JP_GRACE: ['追缴期（日韩）', 'In grace (JP/KR)'],
  JP_DEEMED_WITHDRAWN: ['视为撤回（日韩）', 'Deemed withdrawn (JP/KR)'],
  JP_FEE_LOST: ['未缴首期年费丧失（日韩）', 'Lost for unpaid first fees (JP/KR)'],
  LAPSED: ['失效', 'Lapsed'],
} as const satisfies Options

export type PatentStatus = keyof typeof STATUS

/** The legal status shown to management for each status. */
export const LEGAL_STATUS = {
  PREPARING: ['准备中', 'Preparing'],
  PENDING: ['审中', 'Pending'],
  PUBLISHED: ['公开', 'Published'],
  GRANTED: ['有效', 'In force'],
  LAPSED: ['失效', 'Lapsed'],
  REFUSED: ['驳回', 'Refused'],
  WITHDRAWN: ['撤回', 'Withdrawn'],
  INVALID: ['无效', 'Invalid'],
  EXPIRED: ['届满', 'Expired'],
  UNKNOWN: ['未知', 'Unknown'],
} as const satisfies Options

export type LegalStatus = keyof typeof LEGAL_STATUS

/** The facts of each state for docketing, fees and statistics. REFUSED and the like are pending until the refusal is final. */
export const STATE_FACTS: Readonly<Record<PatentStatus, StateFacts>> = {
  DRAFTING: { phase: 'PREPARATION' },
  REVIEWING: { phase: 'PREPARATION' },
  READY: { phase: 'PREPARATION' },
  FILED: { phase: 'PENDING' },
  NOT_ACCEPTED: { phase: 'REFUSED' },
  PRELIM: { phase: 'PENDING' },
  PRELIM_OA: { phase: 'PENDING', awaits: 'us' },
  PRELIM_PASSED: { phase: 'PENDING' },
  PUBLISHED: { phase: 'PENDING' },
  SE: { phase: 'PENDING' },
  OA: { phase: 'PENDING', awaits: 'us' },
  GRANT_NOTICE: { phase: 'PENDING', awaits: 'us' },
  REGISTERING: { phase: 'PENDING' },
  GRANTED: { phase: 'GRANTED' },
  GRACE: { phase: 'GRACE' },
  REFUSED: { phase: 'PENDING', remedy: true, awaits: 'us' },
  REEXAM: { phase: 'PENDING' },
  REEXAM_UPHELD: { phase: 'PENDING', remedy: true },
  COURT: { phase: 'PENDING' },
  REFUSED_FINAL: { phase: 'REFUSED' },
  WITHDRAWN: { phase: 'WITHDRAWN' },
  DEEMED_WITHDRAWN: { phase: 'WITHDRAWN', remedy: true },
  DEEMED_ABANDONED: { phase: 'LAPSED', remedy: true },
  LAPSED_FINAL: { phase: 'LAPSED' },
  TERMINATED: { phase: 'LAPSED', remedy: true, lost_for: 'fee' },
  INVALIDATED: { phase: 'GRANTED', awaits: 'us' }, // annuities are owed until the decision is final
  INVALID: { phase: 'INVALID' },
  ABANDONED: { phase: 'LAPSED' },
  EXPIRED: { phase: 'EXPIRED' },
  TRANSFERRED_OUT: { phase: 'TRANSFERRED' },
  PREPARING: { phase: 'PREPARATION' },
  INTL_FILED: { phase: 'PENDING' },
  INTL_DEFECT: { phase: 'PENDING', awaits: 'us' },
  SEARCHED: { phase: 'PENDING' },
  INTL_PUBLISHED: { phase: 'PENDING' },
  CHAPTER_II: { phase: 'PENDING' },
  COUNTRY_DECIDED: { phase: 'PENDING' },
  NATIONAL: { phase: 'PENDING' },
  INTL_CLOSED: { phase: 'LAPSED' },
  INTL_WITHDRAWN: { phase: 'WITHDRAWN' },
  HAG_REGISTERED: { phase: 'GRANTED' },
  HAG_GRACE: { phase: 'GRACE' },
  HAGD_PENDING: { phase: 'PENDING' },
  HAGD_REFUSED: { phase: 'PENDING', awaits: 'us' },
  HAGD_PROTECTED: { phase: 'GRANTED' },
  HAGD_REFUSED_FINAL: { phase: 'REFUSED' },
  ENTRY_PREPARING: { phase: 'PREPARATION' },
  ENTERED: { phase: 'PENDING' },
  ENTRY_LOST: { phase: 'LAPSED', remedy: true },
  EP_FILED: { phase: 'PENDING' },
  EP_SEARCHED: { phase: 'PENDING' },
  EP_PUBLISHED: { phase: 'PENDING' },
  EP_EXAM: { phase: 'PENDING' },
  EP_OA: { phase: 'PENDING', awaits: 'us' },
  EP_ORAL: { phase: 'PENDING' },
  EP_INTENT: { phase: 'PENDING', awaits: 'us' },
  EP_ALLOWED: { phase: 'PENDING' },
  EP_GRANTED: { phase: 'GRANTED' },
  EP_REFUSED: { phase: 'PENDING', remedy: true, awaits: 'us' },
  EP_APPEAL: { phase: 'PENDING' },
  EP_REFUSED_FINAL: { phase: 'REFUSED' },
  EP_LOST: { phase: 'LAPSED', remedy: true },
  EP_OPPOSED: { phase: 'GRANTED' },
  EP_REVOKED: { phase: 'INVALID' },
  US_PROVISIONAL: { phase: 'PENDING' },
  US_PROV_EXPIRED: { phase: 'EXPIRED' },
  US_FILED: { phase: 'PENDING' },
  US_MISSING: { phase: 'PENDING', awaits: 'us' },
  US_RESTRICTION: { phase: 'PENDING', awaits: 'us' },
  US_EXAM: { phase: 'PENDING' },
  US_NONFINAL: { phase: 'PENDING', awaits: 'us' },
  US_FINAL: { phase: 'PENDING', awaits: 'us' },
  US_APPEAL: { phase: 'PENDING' },
  US_ALLOWED: { phase: 'PENDING', awaits: 'us' },
  US_ISSUING: { phase: 'PENDING' },
  US_GRANTED: { phase: 'GRANTED' },
  US_ABANDONED: { phase: 'WITHDRAWN', remedy: true },
  US_GRACE: { phase: 'GRACE' },
  US_EXPIRED_FEE: { phase: 'LAPSED' },
  JP_FILED: { phase: 'PENDING' },
  JP_EXAM: { phase: 'PENDING' },
  JP_OA: { phase: 'PENDING', awaits: 'us' },
  JP_REFUSED: { phase: 'PENDING', remedy: true, awaits: 'us' },
  JP_APPEAL: { phase: 'PENDING' },
  JP_REFUSED_FINAL: { phase: 'REFUSED' },
  JP_ALLOWED: { phase: 'PENDING', awaits: 'us' },
  JP_GRANTED: { phase: 'GRANTED' },
  JP_GRACE: { phase: 'GRACE' },
  JP_DEEMED_WITHDRAWN: { phase: 'WITHDRAWN', remedy: true },
  JP_FEE_LOST: { phase: 'LAPSED', remedy: true },
  LAPSED: { phase: 'LAPSED' },
}

const statesIn = (is: (facts: StateFacts) => boolean) =>
  Object.entries(STATE_FACTS).flatMap(([code, facts]) => (is(facts) ? [code as PatentStatus] : [])) // its keys are the statuses

/** Work on the case has ended. */
export const CLOSED: readonly PatentStatus[] = statesIn(({ phase }) => ENDED.has(phase))

export const IN_FORCE: readonly PatentStatus[] = statesIn(({ phase }) => phase === 'GRANTED' || phase === 'GRACE')

const PUBLISHED: ReadonlySet<PatentStatus> = new Set(['PUBLISHED', 'INTL_PUBLISHED', 'EP_PUBLISHED'])

const LEGAL: Readonly<Record<Phase, LegalStatus>> = {
  PREPARATION: 'PREPARING',
  PENDING: 'PENDING',
  GRANTED: 'GRANTED',
  GRACE: 'GRANTED',
  LAPSED: 'LAPSED',
  WITHDRAWN: 'WITHDRAWN',
  REFUSED: 'REFUSED',
  INVALID: 'INVALID',
  EXPIRED: 'EXPIRED',
  TRANSFERRED: 'UNKNOWN',
}

/** The facts of the office's status, for cases without other information. */
export const LEGAL_STATUS_FACTS: Readonly<Record<LegalStatus, StateFacts | undefined>> = {
  PREPARING: { phase: 'PREPARATION' },
  PENDING: { phase: 'PENDING' },
  PUBLISHED: { phase: 'PENDING' },
  GRANTED: { phase: 'GRANTED' },
  LAPSED: { phase: 'LAPSED' },
  REFUSED: { phase: 'REFUSED', remedy: true },
  WITHDRAWN: { phase: 'WITHDRAWN' },
  INVALID: { phase: 'INVALID' },
  EXPIRED: { phase: 'EXPIRED' },
  UNKNOWN: undefined,
}

export const legalStatusOf = (status: PatentStatus): LegalStatus => (PUBLISHED.has(status) ? 'PUBLISHED' : LEGAL[STATE_FACTS[status].phase])

const INTERNATIONAL: readonly string[] = ['PREPARING', 'SEARCHED', 'CHAPTER_II', 'COUNTRY_DECIDED', 'NATIONAL']

/** Offices with a life cycle of their own. */
export const OWN_PRACTICE = ['US', 'EP', 'JP', 'KR', 'WO']

/** Whether a case of this office can be in this state; a state without an office's letters is open to all. */
export function fitsOffice(status: string, country: string, route: string): boolean {
  if (status.startsWith('INTL_') || INTERNATIONAL.includes(status)) return country === 'WO'
  if (status.startsWith('HAG_')) return route === 'HAGUE_INTL'
  if (status.startsWith('HAGD_')) return route === 'HAGUE_NATIONAL'
  const [letters = '', rest] = status.split('_')
  if (rest === undefined || !OWN_PRACTICE.includes(letters)) return true
  if (letters === 'EP') return country === 'EP' || route.startsWith('EP_') || route === 'UNITARY'
  return country === letters || (letters === 'JP' && country === 'KR')
}
