import type { Transition } from '../../../kit/model.ts'
import { OFFICES } from '../../../cases/offices.ts'
import { ROUTES } from '../types-and-routes.ts'
import { OWN_PRACTICE, type PatentStatus } from './states.ts'

const take = (zh: string, en: string, from: readonly PatentStatus[] | '*', to: PatentStatus, fields: readonly string[] = []): Transition => ({
  zh,
  en,
  from,
  to,
  fields,
})

/** A restored application continues in the state in which it was lost. */
const back = (move: Transition): Transition => ({ ...move, returns: true })

const PENDING_CN: readonly PatentStatus[] = ['FILED', 'PRELIM', 'PRELIM_OA', 'PRELIM_PASSED', 'PUBLISHED', 'SE', 'OA', 'ENTERED']

/** Until the grant an applicant may withdraw (Patent Law art. 32); the office itself withdraws no case in these states. */
const LATE_CN: readonly PatentStatus[] = ['GRANT_NOTICE', 'REGISTERING', 'REEXAM']

/** In force under the Hague Agreement: the registration itself, and its protection in one designated party. */
const HAGUE_LIVE: readonly PatentStatus[] = ['HAG_REGISTERED', 'HAG_GRACE', 'HAGD_PROTECTED']

/** The transitions that file an application. */
export const FILINGS: readonly string[] = ['file', 'us_file', 'us_provisional', 'ep_file', 'jp_file', 'file_pct', 'enter']

/** Filings that name an international application beside their own number; `file_pct` files that application itself. */
export const ENTRIES: readonly string[] = FILINGS.filter((one) => one !== 'file_pct')

/** A division has the filing date of its parent; its papers come on a day of their own, from which its fees run. */
const FILED = ['application_no', 'filing_date', 'submission_date'] as const

type Moves = Record<string, Transition>

/** WIPO neither searches nor examines an international design, and a design enters no phase. */
const byPct = (move: Transition): Transition => ({ ...move, only: { route: ['PCT_INTL'] } })

const except = (...routes: readonly string[]) => ({ route: Object.keys(ROUTES).filter((route) => !routes.includes(route)) })

/** Hong Kong registers the grant of the designated office, and does not examine it (Cap. 514 s. 23). */
const examined = (move: Transition): Transition => ({ ...move, only: except('HK_RECORD') })

/** A designation is filed with its registration at WIPO, and a unitary patent comes from a granted European one: neither is filed at its office. */
const filed = (move: Transition): Transition => ({ ...move, only: except('HAGUE_NATIONAL', 'UNITARY') })

/** Transitions of a route are offered to its cases only. */
const by = (route: string, moves: Moves): Moves =>
  Object.fromEntries(Object.entries(moves).map(([code, move]) => [code, { ...move, only: { route: [route] } }]))

/** Transitions of an office are offered to its cases only. */
const at = (country: readonly string[], moves: Moves): Moves =>
  Object.fromEntries(Object.entries(moves).map(([code, move]) => [code, { ...move, only: { ...move.only, country } }]))

/** Offices without a lifecycle of their own use the common transitions of China. */
const COMMON = Object.keys(OFFICES).filter((office) => !OWN_PRACTICE.includes(office))

/** Lifecycles of China, PCT, EP, US, Japan and Korea; see domain/lifecycles 2-9. */
export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  review: take('送审', 'Send for review', ['DRAFTING'], 'REVIEWING'),
  redraft: take('退回撰写', 'Back to drafting', ['REVIEWING', 'READY'], 'DRAFTING'),
  ready: take('定稿', 'Final draft approved', ['REVIEWING', 'DRAFTING'], 'READY'),
  // Geneva Act art. 10(2), 14(2)(a), 16, 17: registered by WIPO, protected in a party once its refusal period is over or it grants protection.
  ...by('HAGUE_INTL', {
    hag_register: take('国际注册', 'International registration', ['INTL_FILED', 'INTL_PUBLISHED'], 'HAG_REGISTERED', [
      'hague_reg_no',
      'register_date',
    ]),
    hag_publish: take('国际公布（海牙）', 'Publication (Hague)', ['HAG_REGISTERED'], 'HAG_REGISTERED', ['hague_pub_date']),
    hag_grace: {
      ...take('进入续展宽限期', 'Grace of the renewal begins', ['HAG_REGISTERED'], 'HAG_GRACE'),
      after: { day: 'next_annuity_due' },
    },
    hag_grace_paid: take('宽限期内续展', 'Renewed in grace', ['HAG_GRACE'], 'HAG_REGISTERED'),
  }),
  ...by('HAGUE_NATIONAL', {
    hagd_notify: take('指定公布', 'Designation published', ['DRAFTING', 'REVIEWING', 'READY', 'FILED', 'US_FILED', 'JP_FILED'], 'HAGD_PENDING', [
      'hague_reg_no',
      'hague_pub_date',
    ]),
    hagd_refuse: take('驳回通知（海牙）', 'Refusal notified (Hague)', ['HAGD_PENDING'], 'HAGD_REFUSED'),
    hagd_protect: take('给予保护（未驳回、撤回驳回或声明）', 'Protected (not refused, refusal withdrawn, or granted)', ['HAGD_PENDING', 'HAGD_REFUSED'], 'HAGD_PROTECTED', ['grant_date']), // oxfmt-ignore
    hagd_refusal_final: take('指定驳回生效', 'Refusal of the designation final', ['HAGD_REFUSED'], 'HAGD_REFUSED_FINAL', ['close_date']),
    hagd_renounce: take('放弃指定', 'Designation renounced', ['HAGD_PENDING', 'HAGD_REFUSED'], 'WITHDRAWN', ['close_date', 'close_reason']),
    hagd_invalidate: take('指定国无效决定生效', 'Invalidity final in the designated party', ['HAGD_PROTECTED'], 'INVALID', ['close_date']),
  }),
  enter_grace: { ...take('进入滞纳期', 'Grace period begins', ['GRANTED'], 'GRACE'), after: { day: 'next_annuity_due' } },
  leave_grace: take('滞纳期内缴费', 'Paid within grace', ['GRACE'], 'GRANTED'),
  abandon: take('放弃专利权', 'Abandon the patent', ['GRANTED', 'GRACE', ...HAGUE_LIVE], 'ABANDONED', ['close_date', 'close_reason']),
  expire: {
    ...take('期限届满', 'Term ended', ['GRANTED', 'GRACE', 'US_GRANTED', 'JP_GRANTED', 'EP_GRANTED', ...HAGUE_LIVE], 'EXPIRED', ['close_date']),
    after: { day: 'expiry_date', asks: true },
  },
  lapse: take(
    '权利失效',
    'Right lapsed',
    ['GRANTED', 'GRACE', 'EP_GRANTED', 'JP_GRANTED', 'JP_GRACE', 'US_GRANTED', 'US_GRACE', ...HAGUE_LIVE],
    'LAPSED',
    ['close_date'],
  ),
  transfer_out: { ...take('转出（整体转让）', 'Transferred out', '*', 'TRANSFERRED_OUT', ['close_date', 'close_reason']), automatic: true },
  ...at(COMMON, {
    file: filed(take('受理', 'Filing accepted', ['DRAFTING', 'REVIEWING', 'READY'], 'FILED', [...FILED])),
    publish: take('公布', 'Published', ['FILED', 'PRELIM', 'PRELIM_PASSED', 'ENTERED'], 'PUBLISHED', ['publication_no', 'publication_date']),
    enter_se: examined(
      take('进入实审', 'Substantive examination starts', ['FILED', 'PRELIM', 'PRELIM_PASSED', 'PUBLISHED', 'ENTERED'], 'SE', ['se_entered_date']),
    ),
    office_action: examined(take('审查意见', 'Office action received', ['SE', 'OA', 'PUBLISHED'], 'OA')),
    answer: take('已答复', 'Reply filed', ['OA'], 'SE'),
    grant_notice: take('授权通知', 'Grant notice', ['SE', 'OA', 'PRELIM', 'PRELIM_OA', 'FILED', 'PUBLISHED'], 'GRANT_NOTICE'),
    grant: take('授权公告', 'Grant announced', ['GRANT_NOTICE', 'REGISTERING', 'FILED', 'SE', 'PRELIM', 'PUBLISHED'], 'GRANTED', [
      'grant_no',
      'grant_date',
    ]),
    refuse: take('驳回', 'Refused', ['SE', 'OA', 'PRELIM', 'PRELIM_OA'], 'REFUSED'),
    refusal_final: take('驳回生效', 'Refusal final', ['REFUSED', 'REEXAM', 'REEXAM_UPHELD'], 'REFUSED_FINAL', ['close_date']),
    withdraw: take('撤回', 'Withdraw', [...PENDING_CN, ...LATE_CN], 'WITHDRAWN', ['close_date', 'close_reason']),
    deem_withdrawn: take('视为撤回', 'Deemed withdrawn', PENDING_CN, 'DEEMED_WITHDRAWN', ['close_date']),
    restore_application: back(take('恢复审查', 'Application restored', ['DEEMED_WITHDRAWN'], 'SE')),
    lapse_final: take('确认失效', 'Loss final', ['DEEMED_WITHDRAWN', 'DEEMED_ABANDONED', 'TERMINATED'], 'LAPSED_FINAL'),
    invalidate: take('宣告全部无效', 'Declared wholly invalid', ['GRANTED', 'GRACE'], 'INVALIDATED'),
    invalidation_final: take('无效决定生效', 'Invalidity final', ['INVALIDATED', 'EXPIRED'], 'INVALID', ['close_date']),
    invalidation_overturned: take('无效决定被撤销', 'Invalidity set aside', ['INVALIDATED'], 'GRANTED'),
  }),
  ...at(['CN'], {
    not_accept: take('不予受理', 'Not accepted', ['READY', 'FILED'], 'NOT_ACCEPTED', ['close_date']),
    start_prelim: take('进入初审', 'Preliminary examination starts', ['FILED', 'ENTERED'], 'PRELIM'),
    correct: take('补正通知', 'Correction notice', ['FILED', 'PRELIM'], 'PRELIM_OA'),
    answer_correction: take('补正已答复', 'Correction answered', ['PRELIM_OA'], 'PRELIM'),
    pass_prelim: take('初审合格', 'Preliminary examination passed', ['FILED', 'PRELIM'], 'PRELIM_PASSED'),
    register: take('办理登记', 'Registration done', ['GRANT_NOTICE'], 'REGISTERING'),
    request_reexam: take('请求复审', 'Re-examination requested', ['REFUSED'], 'REEXAM'),
    reexam_revoked: take('撤销驳回', 'Refusal revoked', ['REEXAM'], 'SE'),
    reexam_upheld: take('维持驳回', 'Refusal upheld', ['REEXAM'], 'REEXAM_UPHELD'),
    sue: take('起诉', 'Suit filed', ['REEXAM_UPHELD'], 'COURT'),
    win_suit: take('胜诉', 'Suit won', ['COURT'], 'REEXAM'),
    lose_suit: take('败诉', 'Suit lost', ['COURT'], 'REFUSED_FINAL', ['close_date']),
    deem_abandoned: take('视为放弃', 'Deemed abandoned', ['GRANT_NOTICE'], 'DEEMED_ABANDONED', ['close_date']),
    restore_grant: take('恢复登记', 'Grant restored', ['DEEMED_ABANDONED'], 'GRANT_NOTICE'),
    terminate: take('未缴年费终止', 'Terminated for unpaid fee', ['GRANTED', 'GRACE'], 'TERMINATED', ['close_date']),
    restore_right: take('恢复权利', 'Right restored', ['TERMINATED'], 'GRANTED'),
    prepare_entry: take('准备进入国家阶段', 'Prepare national entry', ['DRAFTING'], 'ENTRY_PREPARING'),
    enter: take('进入中国国家阶段', 'National phase in China entered', ['ENTRY_PREPARING', 'DRAFTING'], 'ENTERED', [
      'application_no',
      'filing_date',
      'entry_date',
      'pct_no',
    ]),
    lose_entry: take('逾期未进入', 'Entry lost', ['ENTRY_PREPARING'], 'ENTRY_LOST', ['close_date']),
  }),
  ...at(['WO'], {
    prepare_pct: byPct(take('准备 PCT 申请', 'Prepare PCT application', ['DRAFTING'], 'PREPARING')),
    file_pct: take('递交国际申请', 'International application filed', ['PREPARING', 'DRAFTING', 'READY'], 'INTL_FILED', [
      'application_no',
      'filing_date',
    ]),
    pct_defect: take('国际缺陷通知', 'International defect', ['INTL_FILED'], 'INTL_DEFECT'),
    pct_cure: take('缺陷已改正', 'Defect cured', ['INTL_DEFECT'], 'INTL_FILED'),
    pct_search: byPct(take('国际检索报告', 'International search report', ['INTL_FILED'], 'SEARCHED')),
    pct_publish: byPct(
      take('国际公布', 'International publication', ['SEARCHED', 'INTL_FILED'], 'INTL_PUBLISHED', ['publication_no', 'publication_date']),
    ),
    demand: byPct(take('请求国际初审', 'Demand filed', ['INTL_PUBLISHED', 'SEARCHED'], 'CHAPTER_II')),
    pct_report: byPct(take('国际初审报告', 'Preliminary report', ['CHAPTER_II'], 'INTL_PUBLISHED')),
    decide_countries: byPct(take('确定进入国', 'Decide countries', ['INTL_PUBLISHED', 'SEARCHED'], 'COUNTRY_DECIDED', ['designated'])),
    enter_national: byPct(take('进入国家阶段', 'National phase entered', ['COUNTRY_DECIDED', 'INTL_PUBLISHED'], 'NATIONAL')),
    close_pct: byPct(take('国际阶段结束', 'International phase over', ['NATIONAL', 'INTL_PUBLISHED', 'COUNTRY_DECIDED'], 'INTL_CLOSED')),
    withdraw_pct: take(
      '撤回国际申请',
      'International application withdrawn',
      ['INTL_FILED', 'INTL_DEFECT', 'SEARCHED', 'INTL_PUBLISHED', 'CHAPTER_II'],
      'INTL_WITHDRAWN',
      ['close_date'],
    ),
  }),
  ...at(['EP'], {
    ep_file: filed(take('递交（欧洲）', 'Filed (EP)', ['DRAFTING', 'READY'], 'EP_FILED', [...FILED])),
    ep_search: take('检索报告（欧洲）', 'Search report (EP)', ['EP_FILED'], 'EP_SEARCHED'),
    ep_publish: take('公布（欧洲）', 'Published (EP)', ['EP_FILED', 'EP_SEARCHED'], 'EP_PUBLISHED', ['publication_no', 'publication_date']),
    ep_examine: take('请求审查（欧洲）', 'Examination requested (EP)', ['EP_FILED', 'EP_SEARCHED', 'EP_PUBLISHED'], 'EP_EXAM'),
    ep_report: take('审查意见（欧洲）', 'Examination report (EP)', ['EP_EXAM'], 'EP_OA'),
    ep_answer: take('意见已答复（欧洲）', 'Report answered (EP)', ['EP_OA'], 'EP_EXAM'),
    ep_summon: take('口审传唤（欧洲）', 'Summons (EP)', ['EP_EXAM', 'EP_OA'], 'EP_ORAL'),
    ep_intend: take('授权意向（欧洲）', 'Intention to grant (EP)', ['EP_EXAM', 'EP_ORAL', 'EP_OA'], 'EP_INTENT'),
    ep_approve: take('同意授权文本', 'Text approved (EP)', ['EP_INTENT'], 'EP_ALLOWED'),
    ep_grant: take('授权公告（欧洲）', 'Mention of grant (EP)', ['EP_ALLOWED', 'EP_INTENT', 'EP_EXAM'], 'EP_GRANTED', ['grant_no', 'grant_date']),
    // A unitary patent comes from a granted European one: Regulation (EU) 1257/2012 art. 3, UPR rule 7.
    ep_unitary: { ...take('统一效力登记', 'Unitary effect registered', ['DRAFTING', 'REVIEWING', 'READY'], 'EP_GRANTED', ['grant_date']), only: { route: ['UNITARY'] } }, // oxfmt-ignore
    ep_refuse: take('驳回（欧洲）', 'Refused (EP)', ['EP_EXAM', 'EP_ORAL', 'EP_OA'], 'EP_REFUSED'),
    ep_appeal: take('上诉（欧洲）', 'Appeal filed (EP)', ['EP_REFUSED'], 'EP_APPEAL'),
    ep_appeal_won: take('上诉成功', 'Appeal allowed (EP)', ['EP_APPEAL'], 'EP_EXAM'),
    ep_refusal_final: take('驳回生效（欧洲）', 'Refusal final (EP)', ['EP_REFUSED', 'EP_APPEAL'], 'EP_REFUSED_FINAL', ['close_date']),
    ep_lose: take(
      '权利丧失（欧洲）',
      'Loss of rights (EP)',
      ['EP_FILED', 'EP_SEARCHED', 'EP_PUBLISHED', 'EP_EXAM', 'EP_OA', 'EP_ORAL', 'EP_INTENT', 'EP_ALLOWED', 'EP_APPEAL'],
      'EP_LOST',
      ['close_date'],
    ),
    ep_withdraw: take(
      '撤回申请（欧洲）',
      'Application withdrawn (EP)',
      ['EP_FILED', 'EP_SEARCHED', 'EP_PUBLISHED', 'EP_EXAM', 'EP_OA', 'EP_ORAL', 'EP_INTENT', 'EP_ALLOWED'],
      'WITHDRAWN',
      ['close_date', 'close_reason'],
    ),
    ep_restore: back(take('继续处理', 'Further processing (EP)', ['EP_LOST'], 'EP_EXAM')),
    ep_oppose: take('异议（欧洲）', 'Opposition (EP)', ['EP_GRANTED'], 'EP_OPPOSED'),
    ep_maintain: take('异议维持', 'Patent maintained (EP)', ['EP_OPPOSED'], 'EP_GRANTED'),
    // An appeal suspends the decision (EPC Article 106(1)): until it is final, the patent stays opposed and its renewal fees are owed.
    ep_revoke: take('撤销生效（欧洲）', 'Revocation final (EP)', ['EP_OPPOSED'], 'EP_REVOKED', ['close_date']),
  }),
  ...at(['US'], {
    us_provisional: {
      ...take('递交临时申请', 'Provisional filed (US)', ['DRAFTING', 'READY'], 'US_PROVISIONAL', ['application_no', 'filing_date']),
      only: { route: ['DIRECT'] }, // it claims nothing and enters nothing (35 U.S.C. 111(b)(7))
    },
    us_provisional_end: take('临时申请到期', 'Provisional expired (US)', ['US_PROVISIONAL'], 'US_PROV_EXPIRED', ['close_date']),
    us_file: filed(take('递交（美国）', 'Filed (US)', ['DRAFTING', 'READY'], 'US_FILED', ['application_no', 'filing_date'])),
    us_missing: take('缺件通知（美国）', 'Missing parts (US)', ['US_FILED'], 'US_MISSING'),
    us_complete: take('缺件已补', 'Missing parts supplied (US)', ['US_MISSING'], 'US_FILED'),
    us_restrict: take('限制要求（美国）', 'Restriction (US)', ['US_FILED', 'US_EXAM'], 'US_RESTRICTION'),
    us_elect: take('已选择', 'Election made (US)', ['US_RESTRICTION'], 'US_EXAM'),
    us_examine: take('审查（美国）', 'Examination (US)', ['US_FILED', 'HAGD_PENDING'], 'US_EXAM'),
    us_nonfinal: take('非最终意见（美国）', 'Non-final action (US)', ['US_EXAM', 'US_FILED'], 'US_NONFINAL'),
    us_answer: take('已答复（美国）', 'Reply filed (US)', ['US_NONFINAL'], 'US_EXAM'),
    us_final: take('最终意见（美国）', 'Final action (US)', ['US_EXAM', 'US_NONFINAL'], 'US_FINAL'),
    us_rce: take('继续审查请求', 'Request for continued examination (US)', ['US_FINAL', 'US_ALLOWED'], 'US_EXAM'),
    us_appeal: take('上诉（美国）', 'Appeal (US)', ['US_FINAL'], 'US_APPEAL'),
    us_allow: take('授权通知（美国）', 'Allowance (US)', ['US_EXAM', 'US_FINAL', 'US_APPEAL', 'US_FILED'], 'US_ALLOWED'),
    us_issue_fee: take('颁证费已缴', 'Issue fee paid (US)', ['US_ALLOWED'], 'US_ISSUING'),
    us_issue: take('颁证（美国）', 'Issued (US)', ['US_ISSUING', 'US_ALLOWED'], 'US_GRANTED', ['grant_no', 'grant_date']),
    us_abandon: take(
      '放弃（美国）',
      'Abandoned (US)',
      ['US_FILED', 'US_MISSING', 'US_RESTRICTION', 'US_EXAM', 'US_NONFINAL', 'US_FINAL', 'US_APPEAL', 'US_ALLOWED'],
      'US_ABANDONED',
      ['close_date'],
    ),
    us_revive: back(take('恢复（美国）', 'Revived (US)', ['US_ABANDONED'], 'US_EXAM')),
    us_grace: { ...take('宽限期（美国）', 'Grace begins (US)', ['US_GRANTED'], 'US_GRACE'), after: { day: 'next_annuity_due' } },
    us_grace_paid: take('宽限期内缴费', 'Paid in grace (US)', ['US_GRACE'], 'US_GRANTED'),
    us_expire_fee: take('未缴费失效（美国）', 'Expired for unpaid fee (US)', ['US_GRACE', 'US_GRANTED'], 'US_EXPIRED_FEE', ['close_date']),
    us_reinstate: take('恢复专利（美国）', 'Reinstated (US)', ['US_EXPIRED_FEE'], 'US_GRANTED'),
  }),
  ...at(['JP', 'KR'], {
    jp_file: filed(take('递交（日韩）', 'Filed (JP/KR)', ['DRAFTING', 'READY'], 'JP_FILED', [...FILED])),
    jp_examine: take('请求审查', 'Examination requested (JP/KR)', ['JP_FILED'], 'JP_EXAM', ['sub_exam_date']),
    jp_reasons: take('拒绝理由通知', 'Reasons for refusal (JP/KR)', ['JP_EXAM'], 'JP_OA'),
    jp_answer: take('已答复拒绝理由', 'Reply filed (JP/KR)', ['JP_OA'], 'JP_EXAM'),
    jp_refuse: take('拒绝查定', 'Decision of refusal (JP/KR)', ['JP_EXAM', 'JP_OA'], 'JP_REFUSED'),
    jp_appeal: take('请求审判', 'Appeal filed (JP/KR)', ['JP_REFUSED'], 'JP_APPEAL'),
    jp_refusal_final: take('拒绝生效', 'Refusal final (JP/KR)', ['JP_REFUSED', 'JP_APPEAL'], 'JP_REFUSED_FINAL', ['close_date']),
    jp_allow: take('授权决定', 'Decision to grant (JP/KR)', ['JP_EXAM', 'JP_APPEAL', 'JP_OA'], 'JP_ALLOWED'),
    jp_grant: take('设定登记', 'Registered (JP/KR)', ['JP_ALLOWED', 'JP_EXAM'], 'JP_GRANTED', ['grant_no', 'register_date']),
    jp_grace: { ...take('进入追缴期', 'Grace begins (JP/KR)', ['JP_GRANTED'], 'JP_GRACE'), after: { day: 'next_annuity_due' } },
    jp_grace_paid: take('追缴期内缴费', 'Paid in grace (JP/KR)', ['JP_GRACE'], 'JP_GRANTED'),
    jp_withdraw: take(
      '撤回申请（日韩）',
      'Withdrawn (JP/KR)',
      ['JP_FILED', 'JP_EXAM', 'JP_OA', 'JP_REFUSED', 'JP_APPEAL', 'JP_ALLOWED'],
      'WITHDRAWN',
      ['close_date', 'close_reason'],
    ),
    // Patent Act of Japan art. 18(1) with 108(1); Patent Act of Korea art. 81(3).
    jp_fee_unpaid: take('未缴首期年费', 'Fees of years 1 to 3 not paid (JP/KR)', ['JP_ALLOWED'], 'JP_FEE_LOST', ['close_date']),
    jp_fee_restored: take('首期年费补缴恢复', 'Restored after unpaid fees (JP/KR)', ['JP_FEE_LOST'], 'JP_ALLOWED'),
    jp_loss_final: take('确认失效', 'Loss final (JP/KR)', ['JP_FEE_LOST', 'JP_DEEMED_WITHDRAWN'], 'LAPSED'),
    jp_deem_withdrawn: take('视为撤回', 'Deemed withdrawn (JP/KR)', ['JP_FILED'], 'JP_DEEMED_WITHDRAWN', ['close_date']),
  }),
}
