import type { Transition } from '../../../kit/model.ts'
import { OFFICES } from '../../../cases/offices.ts'
import { ROUTES } from '../kinds-and-routes.ts'
import type { TrademarkStatus } from './states.ts'

const take = (zh: string, en: string, from: readonly TrademarkStatus[] | '*', to: TrademarkStatus, fields: readonly string[] = []): Transition => ({
  zh,
  en,
  from,
  to,
  fields,
})

type Moves = Record<string, Transition>
type Only = Readonly<Record<string, readonly string[]>>

/** Transitions that are offered to certain cases only. */
const of = (only: Only, moves: Moves): Moves => Object.fromEntries(Object.entries(moves).map(([code, move]) => [code, { ...move, only }]))

const NATIONAL: Only = { country: Object.keys(OFFICES).filter((office) => office !== 'WO') }
/** Applications at an office itself, and not through an international registration. */
const OWN: Only = { ...NATIONAL, route: Object.keys(ROUTES).filter((route) => route !== 'MADRID_INTL' && route !== 'MADRID_DESIGNATION') }

const EXAMINED: readonly TrademarkStatus[] = ['TM_FILED', 'TM_ACCEPTED', 'TM_EXAM']
const PENDING: readonly TrademarkStatus[] = [...EXAMINED, 'TM_CORRECT', 'TM_REFUSED', 'TM_PART_REFUSED', 'TM_REVIEW', 'TM_REFUSED_2', 'TM_COURT', 'TM_PUB_WAIT', 'TM_PRELIM_PUB', 'TM_OPPOSED', 'TM_NOT_REG', 'TM_NOT_REG_REVIEW', 'US_TM_ALLOWED', 'DES_PENDING', 'DES_REFUSED'] // oxfmt-ignore
const IN_FORCE: readonly TrademarkStatus[] = ['TM_REGISTERED', 'TM_GRACE', 'DES_PROTECTED', 'DES_PART']

/** The transitions that file an application. */
export const FILINGS: readonly string[] = ['file', 'file_international', 'designate']

/**
 * The life of a trademark before its office, of an international registration and of a designation.
 * The usual step of a state comes first: screens offer it beside the case.
 */
export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  ...of(NATIONAL, {
    answer: take('审查意见已答复', 'Office action answered', ['TM_EXAM'], 'TM_ACCEPTED'),
  }),
  ...of(OWN, {
    file: take('递交申请', 'Application filed', ['TM_PREPARING'], 'TM_FILED', ['application_no', 'filing_date', 'classes']),
    answer_correction: take('补正已答复', 'Correction answered', ['TM_CORRECT'], 'TM_FILED'),
    accept: take('受理', 'Accepted', ['TM_FILED', 'TM_CORRECT'], 'TM_ACCEPTED'),
    publish: take('初审公告', 'Published for opposition', [...EXAMINED, 'TM_PUB_WAIT', 'TM_REVIEW', 'TM_PART_REFUSED'], 'TM_PRELIM_PUB', [
      'prelim_pub_issue',
      'prelim_pub_date',
    ]),
    register: take(
      '核准注册',
      'Registered',
      [...EXAMINED, 'TM_PRELIM_PUB', 'TM_OPPOSED', 'TM_NOT_REG_REVIEW', 'TM_COURT', 'US_TM_ALLOWED'],
      'TM_REGISTERED',
      ['reg_no', 'reg_date', 'reg_pub_issue', 'valid_from', 'valid_to'],
    ),
    correct: take('补正通知', 'Correction notice', ['TM_FILED', 'TM_ACCEPTED'], 'TM_CORRECT'),
    not_accept: take('不予受理', 'Not accepted', ['TM_FILED', 'TM_CORRECT'], 'TM_NOT_ACCEPTED', ['close_date']),
    refuse: take('驳回', 'Refused', EXAMINED, 'TM_REFUSED'),
    refuse_in_part: take('部分驳回', 'Refused in part', EXAMINED, 'TM_PART_REFUSED'),
    request_review: take('请求驳回复审', 'Review requested', ['TM_REFUSED', 'TM_PART_REFUSED'], 'TM_REVIEW'),
    review_allowed: take('复审准予', 'Review allowed', ['TM_REVIEW', 'TM_COURT'], 'TM_PUB_WAIT'),
    review_upheld: take('复审维持驳回', 'Refusal upheld', ['TM_REVIEW'], 'TM_REFUSED_2'),
    sue: take('提起行政诉讼', 'Suit filed', ['TM_REFUSED_2', 'TM_NOT_REG_REVIEW'], 'TM_COURT'),
    refusal_final: take(
      '驳回生效',
      'Refusal final',
      ['TM_REFUSED', 'TM_REFUSED_2', 'TM_COURT', 'TM_NOT_REG', 'TM_NOT_REG_REVIEW'],
      'TM_REFUSED_FINAL',
      ['close_date'],
    ),
    keep_the_rest: take('其余部分待公告', 'The rest proceeds', ['TM_PART_REFUSED'], 'TM_PUB_WAIT'),
    oppose: take('被异议', 'Opposed', ['TM_PRELIM_PUB'], 'TM_OPPOSED'),
    deny: take('不予注册', 'Registration denied', ['TM_OPPOSED'], 'TM_NOT_REG'),
    review_denial: take('请求不予注册复审', 'Review of the denial requested', ['TM_NOT_REG'], 'TM_NOT_REG_REVIEW'),
  }),
  ...of(NATIONAL, {
    examine: take('审查意见', 'Office action received', ['TM_FILED', 'TM_ACCEPTED'], 'TM_EXAM'),
    renew: take('续展', 'Renewed', ['TM_REGISTERED', 'TM_GRACE'], 'TM_REGISTERED', ['renewed_on']),
    record_change: take('变更名义地址', 'Change of name or address recorded', ['TM_REGISTERED'], 'TM_REGISTERED', ['applicants']),
    delete_goods: take('部分注销（删减商品）', 'Goods deleted', ['TM_REGISTERED'], 'TM_REGISTERED', ['classes']),
    contest_use: take('被申请撤销（三年不使用）', 'Cancellation for non-use requested', ['TM_REGISTERED', 'TM_GRACE'], 'TM_CANCEL_PENDING'),
    keep: take('不予撤销', 'Registration kept', ['TM_CANCEL_PENDING', 'TM_CANCEL_REVIEW'], 'TM_REGISTERED'),
    decide_cancellation: take('决定撤销（可复审）', 'Cancellation decided, open to review', ['TM_CANCEL_PENDING'], 'TM_CANCEL_REVIEW'),
    cancel: take('撤销生效', 'Cancellation final', ['TM_CANCEL_PENDING', 'TM_CANCEL_REVIEW', 'DES_PROTECTED', 'DES_PART'], 'TM_CANCELLED', [
      'close_date',
    ]),
    contest_validity: take('被请求宣告无效', 'Invalidation requested', ['TM_REGISTERED', 'TM_GRACE'], 'TM_INVALID_PENDING'),
    maintain: take('维持注册', 'Registration maintained', ['TM_INVALID_PENDING'], 'TM_REGISTERED'),
    // While it can be challenged (Trademark Law of China art. 44 to 46), the registration stays and is renewed.
    invalidate: take('无效宣告生效', 'Invalidity final', ['TM_INVALID_PENDING', 'DES_PROTECTED', 'DES_PART'], 'TM_INVALID', ['close_date']),
    // A declaration of use has a grace of its own long before the end of the term, and the mark lapses where it is missing (15 USC 1058(a)(3)).
    enter_grace: { ...take('进入宽展期', 'Grace period begins', ['TM_REGISTERED'], 'TM_GRACE'), after: { day: 'valid_to', asks: true } },
    surrender: take('主动注销', 'Surrender', IN_FORCE, 'TM_SURRENDERED', ['close_date', 'close_reason']),
    lapse: {
      ...take('期满未续展注销', 'Lapsed, not renewed', ['TM_GRACE', 'TM_REGISTERED'], 'TM_LAPSED', ['close_date']),
      after: { day: 'valid_to', asks: true },
    },
  }),
  withdraw: take('撤回申请', 'Withdraw', [...PENDING, 'MAD_ORIGIN', 'MAD_IRREGULAR'], 'TM_WITHDRAWN', ['close_date', 'close_reason']),
  transfer_out: { ...take('转出（整体转让）', 'Transferred out', '*', 'TM_TRANSFERRED', ['close_date', 'close_reason']), automatic: true },
  ...of(
    { country: ['US'] },
    {
      us_allow: take('准予注册通知（美国）', 'Notice of allowance (US)', ['TM_PRELIM_PUB', 'TM_OPPOSED'], 'US_TM_ALLOWED', ['allowance_date']),
      us_abandon: take('放弃（美国）', 'Abandoned (US)', [...EXAMINED, 'TM_PRELIM_PUB', 'TM_OPPOSED', 'US_TM_ALLOWED'], 'US_TM_ABANDONED', [
        'close_date',
      ]),
      us_revive: take('恢复（美国）', 'Revived (US)', ['US_TM_ABANDONED'], 'TM_ACCEPTED'),
    },
  ),
  ...of(
    { country: ['WO'] },
    {
      file_international: take('经原属局递交', 'Filed at the office of origin', ['TM_PREPARING'], 'MAD_ORIGIN', [
        'filing_date',
        'designated',
        'classes',
      ]),
      irregular: take('不规范通知', 'Irregularity notice', ['MAD_ORIGIN'], 'MAD_IRREGULAR'),
      cure: take('不规范已改正', 'Irregularity remedied', ['MAD_IRREGULAR'], 'MAD_ORIGIN'),
      register_international: take('国际注册', 'Internationally registered', ['MAD_ORIGIN', 'MAD_IRREGULAR'], 'MAD_REGISTERED', [
        'reg_no',
        'reg_date',
      ]),
      renew_international: take('国际注册续展', 'International registration renewed', ['MAD_REGISTERED', 'MAD_GRACE'], 'MAD_REGISTERED', [
        'renewed_on',
      ]),
      base_ceased: take('基础标志失效，国际注册撤销', 'Cancelled with its base mark', ['MAD_REGISTERED', 'MAD_GRACE'], 'MAD_CANCELLED', [
        'close_date',
      ]),
      base_ceased_in_part: take('基础标志部分失效，国际注册部分撤销', 'Cancelled in part with its base mark', ['MAD_REGISTERED'], 'MAD_REGISTERED', [
        'classes',
      ]),
      limit_international: take('删减商品', 'Goods limited', ['MAD_REGISTERED'], 'MAD_REGISTERED', ['classes']),
      designate_later: take('后期指定', 'Subsequent designation', ['MAD_REGISTERED'], 'MAD_REGISTERED', ['subsequent']),
      surrender_international: take('注销国际注册', 'International registration surrendered', ['MAD_REGISTERED', 'MAD_GRACE'], 'MAD_LAPSED', [
        'close_date',
        'close_reason',
      ]),
      enter_grace_international: {
        ...take('国际注册进入宽展期', 'Grace of the international registration begins', ['MAD_REGISTERED'], 'MAD_GRACE'),
        after: { day: 'valid_to' },
      },
      lapse_international: {
        ...take('国际注册失效', 'International registration lapsed', ['MAD_GRACE', 'MAD_REGISTERED'], 'MAD_LAPSED', ['close_date']),
        after: { day: 'valid_to' },
      },
    },
  ),
  ...of(
    { route: ['MADRID_DESIGNATION'] },
    {
      designate: take('指定通知', 'Designation notified', ['TM_PREPARING'], 'DES_PENDING', ['intl_reg_no', 'intl_reg_date', 'notified_date']),
      refuse_provisionally: take('临时驳回', 'Provisional refusal', ['DES_PENDING'], 'DES_REFUSED'),
      protect: take('给予保护', 'Protection granted', ['DES_PENDING', 'DES_REFUSED'], 'DES_PROTECTED', ['reg_date']),
      protect_in_part: take('部分给予保护', 'Protection granted in part', ['DES_REFUSED', 'DES_PENDING'], 'DES_PART', ['reg_date']),
      designation_refused: take('指定驳回生效', 'Refusal of the designation final', ['DES_REFUSED'], 'DES_REFUSED_FINAL', ['close_date']),
      renew_designation: take('随国际注册续展', 'Renewed with the international registration', ['DES_PROTECTED'], 'DES_PROTECTED', ['valid_to']),
      renew_designation_in_part: take('随国际注册续展', 'Renewed with the international registration', ['DES_PART'], 'DES_PART', ['valid_to']),
      lapse_designation: take(
        '随国际注册失效',
        'Lapsed with the international registration',
        ['DES_PROTECTED', 'DES_PART', 'DES_PENDING', 'DES_REFUSED'],
        'TM_LAPSED',
        ['close_date'],
      ),
    },
  ),
}

/** The transitions that renew the registration itself, which is paid for; a designation follows it. */
export const OWN_RENEWALS: readonly string[] = ['renew', 'renew_international']

/** The transitions by which a new term begins. */
export const RENEWALS: readonly string[] = ['renew', 'renew_international', 'renew_designation', 'renew_designation_in_part']
