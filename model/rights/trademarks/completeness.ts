// The completeness check of a trademark: missing or impossible facts.
import { dayOf } from '../../docketing/calendar/day.ts'
import type { CaseFacts } from '../../docketing/calculation/facts.ts'
import { isGranted, isPreparing } from '../../docketing/calculation/state.ts'
import type { Gap, OwnCompleteness } from '../../docketing/findings/completeness.ts'
import { saidOnly } from '../../docketing/said-priorities.ts'
import { addDuration, isoOf } from '../../kit/days/duration.ts'

export const trademarkCompleteness: OwnCompleteness = {
  contradictions,
  missing,
  isFreeOfFees,
  priorityMonths: () => 6,
  // A designation counts from the international registration (Madrid Protocol, art. 4(1)(a)).
  hasNoFiling: ({ route, intl_reg_date }) => route === 'MADRID_DESIGNATION' && Boolean(intl_reg_date),
  numbers: ['application_no', 'reg_no', 'intl_reg_no'],
  // WIPO numbers an international application when it registers it: the office of origin has two months to send it (Madrid Protocol, art. 3(4)), and irregularities take three more (Madrid Regulations, rules 11 and 12).
  hasNoNumber: ({ route, state }) => route === 'MADRID_INTL' && state?.phase === 'PENDING',
}

/** [earlier, later, 中文, English]: the earlier may not lie after the later. */
const ORDER = [
  ['filing_date', 'prelim_pub_date', '初审公告日早于申请日', 'The publication lies before the filing date'],
  ['filing_date', 'reg_date', '注册日早于申请日', 'The registration lies before the filing date'],
  ['earliest_priority_date', 'filing_date', '最早优先权日晚于申请日', 'The earliest priority date lies after the filing date'],
  ['valid_from', 'valid_to', '专用期止早于专用期起', 'The term ends before it begins'],
] as const

function contradictions(facts: CaseFacts): Gap[] {
  const found = ORDER.flatMap(([earlier, later, zh, en]) => {
    const [first, second] = [dayIn(facts, earlier), dayIn(facts, later)]
    if (!first || !second || first <= second) return []
    return [{ code: `${later}_before_${earlier}`.toUpperCase(), zh: `${zh}（${second} / ${first}）`, en: `${en} (${second} / ${first})` }]
  })
  return [...found, ...beforeFiling(facts)]
}

/** An office sends no document before the filing; the periods of such an event would be wrong. */
function beforeFiling({ events = [], filing_date: filed }: CaseFacts): Gap[] {
  return events
    .filter(({ code, date }) => filed && date < filed && OF_OFFICE.test(code))
    .map(({ code, name, date }) => ({
      code: 'EVENT_BEFORE_FILING',
      zh: `“${name?.zh ?? code}”的日期 ${date} 早于申请日 ${filed}，请核对`,
      en: `“${name?.en ?? code}” is dated ${date}, before the filing date ${filed}: please check`,
    }))
}

const OF_OFFICE = /^(TM|UST|EUT|JPT)\d/

function missing(facts: CaseFacts, today: string): Gap[] {
  return [...undatedRegistration(facts), ...unclassified(facts), ...unrenewed(facts, today), ...longPublished(facts, today), ...unnotified(facts), ...baseless(facts), ...saidOnly(facts)] // oxfmt-ignore
}

/** Without its day, the renewal date is unknown. */
function undatedRegistration(facts: CaseFacts): Gap[] {
  if (!(isGranted(facts) || hasCertificate(facts)) || facts.grant_date) return []
  return [
    {
      code: 'MISSING_GRANT_DATE',
      zh: '已注册但缺少注册日，无法计算续展期限',
      en: 'Registered, but the registration date is missing: the renewal cannot be calculated. Enter it',
    },
  ]
}

/** The certificate is on record: the mark is registered, whatever the state. */
const hasCertificate = ({ events = [] }: CaseFacts) => events.some(({ code }) => CERTIFICATES.has(code))
const CERTIFICATES = new Set(['TM09', 'TM16', 'UST4'])

/** Without classes, fees cannot be counted and the scope of protection is unknown. */
function unclassified(facts: CaseFacts): Gap[] {
  if (isPreparing(facts) || (Array.isArray(facts.classes) && facts.classes.length > 0)) return []
  return [
    {
      code: 'MISSING_CLASSES',
      zh: '未录入类别与商品/服务，费用无法计算：请填写',
      en: 'The classes of goods and services are missing: fees cannot be calculated. Enter them',
    },
  ]
}

/** The grace period has passed, and the case records neither a renewal nor a lapse. */
function unrenewed(facts: CaseFacts, today: string): Gap[] {
  const end = dayIn(facts, 'valid_to')
  if (!isGranted(facts) || !end || after(end, '6m') >= today) return []
  return [
    {
      code: 'TERM_OVER',
      zh: `专用期已于 ${end} 届满，宽展期也已过，状态仍为有效：请登记续展（填写新的专用期止），或登记失效`,
      en: `The term ended on ${end} and its grace is over, but the mark is in force: record the renewal with the new end of the term, or the lapse`,
    },
  ]
}

/** After the opposition period the office registers, unless an opposition is on record. */
function longPublished({ status, prelim_pub_date, country }: CaseFacts, today: string): Gap[] {
  const published = typeof prelim_pub_date === 'string' ? prelim_pub_date : undefined
  if (country !== 'CN' || status !== 'TM_PRELIM_PUB' || !published || after(published, '6m') >= today) return []
  return [
    {
      code: 'REGISTRATION_EXPECTED',
      zh: `初审公告（${published}）已逾半年，未见注册或异议：请核对官方状态`,
      en: `Published on ${published}, more than half a year ago, and neither a registration nor an opposition is on record: check with the office`,
    },
  ]
}

/** The time within which the office may refuse runs from its notification. */
function unnotified({ status, notified_date }: CaseFacts): Gap[] {
  if (status !== 'DES_PENDING' || notified_date) return []
  return [
    {
      code: 'MISSING_NOTIFICATION',
      zh: '指定案件缺少指定通知日，无法计算驳回期限',
      en: 'The day on which the designation was notified is missing: the time for a refusal cannot be calculated',
    },
  ]
}

/** Within five years an international registration falls with its base (Madrid Protocol, art. 6). */
function baseless(facts: CaseFacts): Gap[] {
  const { base_ceased: ended, route, grant_date: registered } = facts
  if (typeof ended !== 'string' || route !== 'MADRID_INTL' || !isGranted(facts)) return []
  if (registered && ended > after(registered, '5y')) return []
  return [
    {
      code: 'MADRID_BASE_CEASED',
      zh: `基础标志已失效（${ended || '日期未录入'}），且在国际注册日起 5 年内：国际注册将随之撤销，请登记并考虑转换`,
      en: `The base mark has ceased (${ended || 'no date entered'}) within 5 years of the international registration, which will be cancelled with it: record it, and consider transformation`,
    },
  ]
}

/** A designation is renewed with its international registration; only the United States ask for declarations of their own. */
function isFreeOfFees({ route, country }: CaseFacts): boolean {
  return route === 'MADRID_DESIGNATION' && country !== 'US'
}

const dayIn = (facts: CaseFacts, code: string) => (typeof facts[code] === 'string' ? facts[code] : undefined)
const after = (day: string, span: string) => isoOf(addDuration(dayOf(day), span))
