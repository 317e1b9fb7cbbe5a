import type { TrademarkStatus } from '../lifecycle/states.ts'

type Facts = { country: string; route: string; filing_date?: unknown; prelim_pub_date?: unknown; reg_date?: unknown; reg_no?: unknown }

/** Words of registers for the state of a mark that differ from our own. */
const WORDS: readonly (readonly [RegExp, (facts: Facts) => TrademarkStatus])[] = [
  [/^(?:dead|无效|商标无效|失效|실효|소멸|expired|ended|lapsed)$/i, ended],
  [/^(?:live|有效|alive)$/i, (facts) => standing(facts)],
  [/^(?:등록|registered|已注册|注册|核准注册|registration published|protected)$/i, registered],
  [/注册公告/, registered],
  [/受理通知书/, (facts) => pending(facts)],
  [/^(?:거절|refused|驳回|rejected)$/i, () => 'TM_REFUSED_FINAL'],
  [/^(?:출원|filed|pending|申请中|待审中?|等待实质审查|received|examination|under examination)$/i, (facts) => pending(facts)],
  [/^(?:공고|published|初审公告|opposition period|published for opposition)$/i, () => 'TM_PRELIM_PUB'],
  [/^(?:cancelled|已撤销|撤销)$/i, () => 'TM_CANCELLED'],
  [/^(?:invalidated|宣告无效)$/i, () => 'TM_INVALID'],
  [/^(?:withdrawn|취하|포기|撤回|已撤回|abandoned|surrendered)$/i, ended],
]

/** The state that the list states, or that follows from the dates; `isStated` tells which. */
export function statusOf(words: string, facts: Facts): { status: TrademarkStatus; isStated: boolean } {
  const known = WORDS.find(([pattern]) => pattern.test(words.trim()))?.[1]
  return known ? { status: known(facts), isStated: true } : { status: standing(facts), isStated: false }
}

function standing(facts: Facts): TrademarkStatus {
  if (facts.reg_date || facts.reg_no) return registered(facts)
  return pending(facts)
}

function registered({ country, route }: Facts): TrademarkStatus {
  if (country === 'WO') return 'MAD_REGISTERED'
  return route === 'MADRID_DESIGNATION' ? 'DES_PROTECTED' : 'TM_REGISTERED'
}

function pending({ country, route, filing_date, prelim_pub_date }: Facts): TrademarkStatus {
  if (country === 'WO') return filing_date ? 'MAD_ORIGIN' : 'TM_PREPARING'
  if (route === 'MADRID_DESIGNATION') return 'DES_PENDING'
  return prelim_pub_date ? 'TM_PRELIM_PUB' : filing_date ? 'TM_FILED' : 'TM_PREPARING'
}

/** A registration that is over counts as lapsed, an application that is over as abandoned, as far as the list states. */
function ended({ country, reg_date, reg_no }: Facts): TrademarkStatus {
  if (reg_date || reg_no) return country === 'WO' ? 'MAD_LAPSED' : 'TM_LAPSED'
  return country === 'US' ? 'US_TM_ABANDONED' : 'TM_WITHDRAWN'
}
