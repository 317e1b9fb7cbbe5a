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
  INVALID: ['全部无效', 'Invalidated'],
  ABANDONED: ['主动放弃', 'Abandoned'],
  EXPIRED: ['届满', 'Expired'],
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
  ENTRY_PREPARING: ['准备进入', 'Preparing entry'],
  ENTERED: ['已进入', 'Entered'],
  ENTRY_LOST: ['未进入', 'Entry lost'],
  EP_FILED: ['欧洲申请', 'EP filed'],
  EP_SEARCHED: ['欧洲已检索', 'EP searched'],
  EP_PUBLISHED: ['欧洲公布', 'EP published'],
  EP_EXAM: ['欧洲审查', 'EP examination'],
  EP_OA: ['欧洲审查意见', 'EP office action'],
  EP_ORAL: ['欧洲口审', 'EP oral proceedings'],
  EP_INTENT: ['欧洲授权意向', 'EP intention to grant'],
  EP_ALLOWED: ['欧洲已同意授权', 'EP allowed'],
  EP_GRANTED: ['欧洲授权', 'EP granted'],
  EP_REFUSED: ['欧洲驳回', 'EP refused'],
  EP_APPEAL: ['欧洲上诉', 'EP appeal'],
  EP_REFUSED_FINAL: ['欧洲驳回生效', 'EP refused, final'],
  EP_LOST: ['欧洲权利丧失', 'EP loss of rights'],
  EP_OPPOSED: ['欧洲异议', 'EP opposition'],
  EP_REVOKED: ['欧洲撤销', 'EP revoked'],
  US_PROVISIONAL: ['美国临时申请', 'US provisional'],
  US_PROV_EXPIRED: ['美国临时申请到期', 'US provisional expired'],
  US_FILED: ['美国申请', 'US filed'],
  US_MISSING: ['美国缺件', 'US missing parts'],
  US_RESTRICTION: ['美国限制要求', 'US restriction'],
  US_EXAM: ['美国审查', 'US examination'],
  US_NONFINAL: ['美国非最终意见', 'US non-final action'],
  US_FINAL: ['美国最终意见', 'US final action'],
  US_APPEAL: ['美国上诉', 'US appeal'],
  US_ALLOWED: ['美国授权通知', 'US allowed'],
  US_ISSUING: ['美国颁证', 'US issuing'],
  US_GRANTED: ['美国授权', 'US granted'],
  US_ABANDONED: ['美国放弃', 'US abandoned'],
  US_GRACE: ['美国宽限期', 'US in grace'],
  US_EXPIRED_FEE: ['美国未缴费失效', 'US expired for unpaid fee'],
  JP_FILED: ['日韩申请', 'JP/KR filed'],
  JP_EXAM: ['日韩审查', 'JP/KR examination'],
  JP_OA: ['日韩拒绝理由', 'JP/KR reasons for refusal'],
  JP_REFUSED: ['日韩拒绝查定', 'JP/KR refused'],
  JP_APPEAL: ['日韩审判', 'JP/KR appeal'],
  JP_REFUSED_FINAL: ['日韩拒绝生效', 'JP/KR refused, final'],
  JP_ALLOWED: ['日韩授权决定', 'JP/KR allowed'],
  JP_GRANTED: ['日韩授权', 'JP/KR granted'],
  JP_GRACE: ['日韩追缴期', 'JP/KR in grace'],
  JP_DEEMED_WITHDRAWN: ['日韩视为撤回', 'JP/KR deemed withdrawn'],
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
  INVALID: { phase: 'INVALID' },
  ABANDONED: { phase: 'LAPSED' },
  EXPIRED: { phase: 'EXPIRED' },
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
  TRANSFERRED: 'LAPSED',
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
  const [letters = '', rest] = status.split('_')
  if (rest === undefined || !OWN_PRACTICE.includes(letters)) return true
  if (letters === 'EP') return country === 'EP' || route.startsWith('EP_') || route === 'UNITARY'
  return country === letters || (letters === 'JP' && country === 'KR')
}
