// The completeness check of a patent: missing or impossible facts.
import { dayOf } from '../../docketing/calendar/day.ts'
import { type CaseFacts, earliestPriority, textOf } from '../../docketing/calculation/facts.ts'
import { isGranted, standingOf } from '../../docketing/calculation/state.ts'
import type { Gap, OwnCompleteness } from '../../docketing/findings/completeness.ts'
import { saidOnly } from '../../docketing/said-priorities.ts'
import { placeIn } from '../../docketing/wording/rule-words.ts'
import type { ComputedDeadline } from '../../docketing/calculation/computed-deadline.ts'
import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { isByRegistration } from './by-registration.ts'
import { type PatentStatus, STATUS } from './lifecycle/states.ts'
import { regionalOnly } from './regional-only.ts'
import { monthsOfPriority } from './types-and-routes.ts'
import { SUBMITTED } from './unsure-dates.ts'

const NUMBERS = ['application_no', 'publication_no', 'grant_no', 'patent_no', 'hague_reg_no']

export const patentCompleteness: OwnCompleteness = {
  contradictions,
  missing,
  isPastRepair,
  isFreeOfFees,
  priorityMonths,
  mayHaveNoDeadline,
  numbers: NUMBERS,
  hasNoNumber,
}

/** Unitary effect and a validation leave the number to the European patent; WIPO numbers an international design when it registers it, after irregularities of three months (Hague Common Regulations, rule 14). */
function hasNoNumber({ route, state }: CaseFacts): boolean {
  return route === 'UNITARY' || route === 'EP_VALIDATION' || (route === 'HAGUE_INTL' && state?.phase === 'PENDING')
}

/** A division, a continuation and a national phase rest on the filing of an earlier case, which is checked there. */
function priorityMonths({ continues, route, patent_type: type }: CaseFacts) {
  return continues || route === 'PCT_NATIONAL' ? undefined : monthsOfPriority(String(type))
}

/** [earlier, later, 中文, English]: the earlier may not lie after the later. */
const ORDER = [
  ['filing_date', 'grant_date', '授权公告日早于申请日', 'The grant date lies before the filing date'],
  ['filing_date', 'publication_date', '公布日早于申请日', 'The publication date lies before the filing date'],
  ['filing_date', 'register_date', '登记日早于申请日', 'The registration date lies before the filing date'],
  ['earliest_priority_date', 'filing_date', '最早优先权日晚于申请日', 'The earliest priority date lies after the filing date'],
  ['filing_date', 'entry_date', '进入日早于申请日', 'The entry date lies before the filing date'],
  ['filing_date', 'expiry_date', '届满日早于申请日', 'The expiry date lies before the filing date'],
] as const

function contradictions(facts: CaseFacts, today: string): Gap[] {
  const found = ORDER.flatMap(([earlier, later, zh, en]) => {
    const [first, second] = [facts[earlier], facts[later]]
    if (!first || !second || first <= second) return []
    return [{ code: `${later}_before_${earlier}`.toUpperCase(), zh: `${zh}（${second} / ${first}）`, en: `${en} (${second} / ${first})` }]
  })
  return [...found, ...grantedOnAnotherDay(facts), ...beforeFiling(facts), ...closedRegistration(facts, today)]
}

/**
 * A Hague registration has no phase that ends: it may be renewed to fifteen years at least (Geneva Act art. 17),
 * and has no deadline once it is closed.
 */
function closedRegistration(facts: CaseFacts, today: string): Gap[] {
  const registered = textOf(facts, 'hague_date')
  const last = registered && isoOf(addDuration(dayOf(registered), '15y'))
  if (facts.route !== 'HAGUE_INTL' || facts.status !== 'INTL_CLOSED' || !last || last < today) return []
  return [
    {
      code: 'HAGUE_CLOSED',
      zh: `海牙注册已按“国际阶段结束”结案，续展不再监控，而至少到 ${last} 仍可续展：仍有效的，请撤销该状态变更并登记国际注册；已失效的，请“知悉”并写明理由`,
      en: `The Hague registration was closed as “International phase over”, so its renewals are not monitored, though it may be renewed until ${last} at least. If it is in force, undo that step and record the registration; if it has ended, acknowledge this finding with the reason`,
    },
  ]
}

/** In Japan and Korea the right is granted on the day of its registration (JP Patent Act Art. 66, KR Patent Act Art. 87). */
function grantedOnAnotherDay({ country, grant_date: granted, register_date: registered }: CaseFacts): Gap[] {
  if (!isByRegistration(country) || !granted || !registered || granted === registered) return []
  return [
    {
      code: 'GRANT_NOT_REGISTRATION',
      zh: `授权日 ${granted} 与登记日 ${registered} 不是同一天：该国专利自登记之日起授权，年费自登记日起算。请核对并改正`,
      en: `The grant date ${granted} is not the registration date ${registered}: in this country the patent is granted on the day of its registration, from which annuities are counted. Check and correct them`,
    },
  ]
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

// Official documents of the catalogue that come from an office (documents.md 3.1, 3.2).
const OF_OFFICE = /^(CN|PC|EP|US|JP|KR)\d/

function missing(facts: CaseFacts, today: string): Gap[] {
  const found: Gap[] = []
  const granted = isGranted(facts) || hasCertificate(facts)
  if (granted && !facts.grant_date && !isByRegistration(facts.country) && !isByHague(facts)) {
    found.push({
      code: 'MISSING_GRANT_DATE',
      zh: '已授权但缺少授权公告日，无法计算年费：请填写',
      en: 'Granted, but the grant date is missing: annuities cannot be calculated. Enter it',
    })
  }
  if (granted && !facts.register_date && isByRegistration(facts.country) && !isByHague(facts)) {
    found.push({
      code: 'MISSING_REGISTER_DATE',
      zh: '已授权但缺少登记日，无法计算年费：请填写登记日；公报日晚于登记日，不能代替',
      en: 'Granted, but the registration date is missing: annuities cannot be calculated. Enter it; the day of the gazette is later and does not replace it',
    })
  }
  return [
    ...found,
    ...undatedProtection(facts),
    ...internationalPhase(facts, today),
    ...saidOnly(facts),
    ...statusSaid(facts),
    ...validatedNowhere(facts),
    ...designatedUnknown(facts),
    ...undatedEntry(facts),
    ...undatedDivision(facts),
    ...replyAfterFinal(facts),
    ...regionalOnly(facts),
  ]
}

/** Renewed at WIPO from the international registration, whatever the day of protection in a party. */
const isByHague = ({ route }: CaseFacts) => route === 'HAGUE_INTL' || route === 'HAGUE_NATIONAL'

/** The day without which a protected designation has no computable term at these offices, and so no deadline at all. */
function undatedProtection(facts: CaseFacts): Gap[] {
  const { country, route, grant_date: granted, register_date: registered } = facts
  const [day, code, zh, en] = isByRegistration(country)
    ? ([registered, 'MISSING_REGISTER_DATE', '登记日', 'registration date'] as const)
    : ([granted, 'MISSING_GRANT_DATE', '授权公告日', 'grant date'] as const)
  if (route !== 'HAGUE_NATIONAL' || !TERM_FROM_PROTECTION.has(country) || !isGranted(facts) || day) return []
  return [{ code, zh: `已给予保护但缺少${zh}，无法计算保护期`, en: `Protected, but the ${en} is missing: the term cannot be calculated` }]
}

const TERM_FROM_PROTECTION: ReadonlySet<string> = new Set(['CN', 'JP', 'KR', 'US'])

/** A file states that the case has ended or is refused, and an import could not apply it. */
function statusSaid({ status, status_said: said }: CaseFacts): Gap[] {
  if (!isStatus(said) || !isStatus(status) || said === status) return []
  const [[zh, en], [nowZh, nowEn]] = [STATUS[said], STATUS[status]]
  return [
    {
      code: 'STATUS_IN_FILE',
      zh: `导入的文件称案件状态为“${zh}”，案件仍为“${nowZh}”。属实的，请在案件上变更状态并填写日期；不属实的，请“知悉”并写明理由`,
      en: `An imported file says that the status is “${en}”, but the case is “${nowEn}”. If that is right, change the status of the case and enter its date; otherwise acknowledge this finding with a reason`,
    },
  ]
}

const isStatus = (status: unknown): status is PatentStatus => typeof status === 'string' && status in STATUS

/** The grant of the designated patent begins the six months for registration in Hong Kong (Cap. 514 s. 23), and is known through that case alone. */
function designatedUnknown(facts: CaseFacts): Gap[] {
  const { route, publication_date: published, continues, events = [] } = facts
  const isWaiting = route === 'HK_RECORD' && published && !isGranted(facts) && standingOf(facts) === 'LIVE'
  if (!isWaiting || continues || events.some(({ code }) => code === 'BASE_GRANT')) return []
  return [
    {
      code: 'DESIGNATED_UNKNOWN',
      zh: '未关联指定专利申请：其授权起6个月内须在香港请求注册与批予，授权日无从得知。请关联该案件，或登记其授权',
      en: 'The designated application is not related. Its grant begins the six months for registration and grant in Hong Kong, and is not known: relate that case, or record its grant',
    },
  ]
}

/** A validated European patent lives on in its national or unitary cases, which have their own annuities. */
function validatedNowhere({ country, sid, events = [], handled = [] }: CaseFacts): Gap[] {
  const isByCase = (one: { sid: string }) => one.sid.startsWith(`${sid}:`)
  const isStated = events.some((one) => one.code === 'VALIDATION_DONE' && !isByCase(one))
  const isHandled = handled.some(({ key, status }) => key === 'EP26' && status === 'DONE')
  if (country !== 'EP' || !(isStated || isHandled) || events.some(isByCase)) return []
  return [
    {
      code: 'VALIDATED_NOWHERE',
      zh: '已记录在成员国生效，但没有任何国家或统一专利案件：请建立案件并关联，否则其年费无人管理',
      en: 'Validation is recorded, but there is no national or unitary case: create the cases and relate them, otherwise their annuities are not monitored',
    },
  ]
}

/** The periods of a national phase run from its entry, and the deadline of the international application waits for it. */
function undatedEntry({ route, state, entry_date, grant_date }: CaseFacts): Gap[] {
  if (route !== 'PCT_NATIONAL' || state?.phase !== 'PENDING' || entry_date || grant_date) return []
  return [
    {
      code: 'MISSING_ENTRY_DATE',
      zh: '已进入国家阶段但缺少进入日：自进入日起的期限无法计算，国际申请的进入期限仍待办',
      en: 'In the national phase, but the entry date is missing: periods from entry cannot be calculated, and the entry deadline of the international application stays open',
    },
  ]
}

/** A reply after a final action of the United States does not stop its period (37 CFR 1.113, 1.116, 1.135). */
function replyAfterFinal({ status, events = [] }: CaseFacts): Gap[] {
  const lastOf = (codes: readonly string[]) => events.filter(({ code }) => codes.includes(code)).map(({ date }) => date).sort().at(-1) // oxfmt-ignore
  const [final, replied, after] = [lastOf(['US5']), lastOf(['US_REPLY']), lastOf(['US_RCE', 'US_APPEAL', 'US4', 'US6'])]
  if (status !== 'US_FINAL' || !final || !replied || replied < final || (after !== undefined && after >= final)) return []
  const end = isoOf(addDuration(dayOf(final), '6m'))
  return [
    {
      code: 'REPLY_AFTER_FINAL',
      zh: `${replied} 对最终审查意见的答复不终止其期限：至 ${end}（六个月法定期限，35 USC 133；三个月后须缴延期费；两个月内首次答复的，自咨询意见发出日起须缴）仍无继续审查请求、上诉或授权通知的，申请视为放弃`,
      en: `The reply of ${replied} to the final action does not end its period: without a request for continued examination, an appeal or an allowance by ${end} (the statutory six months, 35 USC 133; extension fees are due after three, or, after a first reply within two months, from the mailing of the advisory action), the application is abandoned`,
    },
  ]
}

/** A division keeps the filing date of its parent, except in the United States; the periods that run from its own day need that day. */
function undatedDivision({ state, unsure = [] }: CaseFacts): Gap[] {
  if (state?.phase !== 'PENDING') return []
  return unsure.flatMap(({ field, zh, en }) => (field === SUBMITTED ? [{ code: 'MISSING_DIVISION_DATE', zh, en }] : []))
}

/** The certificate, the patent itself, or a decision that names the day of the grant is on record: the right exists, whatever the state. */
const hasCertificate = ({ events = [] }: CaseFacts) => events.some(({ code }) => CERTIFICATES.has(code))
const CERTIFICATES = new Set(['CN20', 'US7', 'EP5', 'JP4', 'KR4'])

/**
 * For an international application only missed entries are reported: its publication shows that the earlier acts were done
 * (PCT art. 21). The end of its phase has a finding of its own.
 */
function isPastRepair(facts: CaseFacts, { rule_id: rule }: ComputedDeadline, today: string): boolean {
  return facts.route === 'PCT_INTL' && (!rule.startsWith('NP') || phaseOver(facts, today).length > 0)
}

/** The registration in Hong Kong follows the grant of the designated patent, whose own case awaits it. */
function mayHaveNoDeadline({ route, continues, state, base_grant_date: granted, events = [] }: CaseFacts): boolean {
  const isBaseGranted = Boolean(granted) || events.some(({ code }) => code === 'BASE_GRANT')
  return route === 'HK_RECORD' && continues === true && state?.phase === 'PENDING' && !isBaseGranted
}

/** The longest period of any office for entering the national phase. */
const LAST_ENTRY = '34m'

function internationalPhase(facts: CaseFacts, today: string): Gap[] {
  const over = phaseOver(facts, today)
  return over.length > 0 ? over : choiceUnknown(facts)
}

/** A country is entered or the countries are decided, but not recorded: the deadlines of the others are not known. */
function choiceUnknown(facts: CaseFacts): Gap[] {
  const { route, status = '', designated = [], entered_countries: entered = [], events = [] } = facts
  const isDecided = DECIDED.has(status) || events.some(({ code }) => code === 'COUNTRY_DECISION')
  if (route !== 'PCT_INTL' || standingOf(facts) !== 'LIVE' || designated.length > 0 || !(isDecided || entered.length > 0)) return []
  const places = (lang: 'zh' | 'en') => entered.map((country) => placeIn(country, lang)).join(lang === 'zh' ? '、' : ', ')
  return [
    {
      code: 'COUNTRIES_NOT_RECORDED',
      zh: `${entered.length ? `已进入${places('zh')}` : '已决定进入国家'}，但未录入“指定/拟进入国家”：其他国家的进入期限无人监控，请录入全部所选国家`,
      en: `${entered.length ? `Entered in ${places('en')}` : 'The countries are decided'}, but “Designated or wished countries” is empty: entry deadlines elsewhere are not monitored. Record every country chosen`,
    },
  ]
}

const DECIDED: ReadonlySet<string> = new Set(['COUNTRY_DECIDED', 'NATIONAL'])

function phaseOver(facts: CaseFacts, today: string): Gap[] {
  const first = facts.route === 'PCT_INTL' && standingOf(facts) === 'LIVE' && facts.filing_date ? earliestPriority(facts) : undefined
  const over = first && isoOf(addDuration(dayOf(first), LAST_ENTRY))
  if (!over || over >= today) return []
  return [
    {
      code: 'INTERNATIONAL_PHASE_OVER',
      zh: `各国的进入期限均已届满（最迟 ${over}）：请登记已进入的国家并结束国际阶段`,
      en: `All deadlines for national entry have expired (latest ${over}): record the entries made and close the international phase`,
    },
  ]
}

/** US designs and plants have no fees, a European patent pays in its states, a Hague design at WIPO; no fees after its last year. */
function isFreeOfFees({ country, patent_type: type, route, register_date, grant_date }: CaseFacts): boolean {
  return (
    (country === 'US' && type !== 'INVENTION') ||
    (country === 'EP' && route !== 'UNITARY') ||
    route === 'HAGUE_NATIONAL' ||
    (isByRegistration(country) ? !register_date : !grant_date)
  )
}
