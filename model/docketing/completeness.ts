// What is missing or cannot be true, so that no live right goes without its next date unnoticed.
import { addDuration, isoOf } from '../kit/duration.ts'
import { STATUS, type PatentStatus } from '../rights/patents/lifecycle/states.ts'
import { dayOf } from './calendar/day.ts'
import { type CaseFacts, earliestPriority } from './calculation/facts.ts'
import { rulesFor, type Law } from './rules/law.ts'
import type { ComputedDeadline } from './calculation/computed-deadline.ts'
import { computeDeadlines } from './calculation/docket.ts'
import { isOverInLaw, isPreparing, standingOf } from './calculation/state.ts'

export type Gap = { code: string; zh: string; en: string }

/** `made`: the obligations, where the caller has them already. */
export function gaps(facts: CaseFacts, law: Law, today = `${Temporal.Now.plainDateISO()}`, made?: readonly ComputedDeadline[]): Gap[] {
  const contradictions = contradictionsIn(facts, today)
  if (standingOf(facts) === 'OVER') return contradictions
  const all = made ?? computeDeadlines(facts, law, today)
  const found = [...contradictions, ...missing(facts), ...noticeless(facts, all), ...phaseOver(facts, today), ...longMissed(facts, all, today), ...lawless(facts, law), ...feeless(facts, law), ...undated(all)] // oxfmt-ignore
  return found.some(({ code }) => WHY_SILENT.has(code)) ? found : [...found, ...silent(facts, all)]
}

/** Where one of these is told, it is the reason why nothing is due. */
const WHY_SILENT = new Set([
  'MISSING_FILING_DATE',
  'MISSING_GRANT_DATE',
  'MISSING_REGISTER_DATE',
  'TERM_OVER',
  'MISSING_NOTICE',
  'INTERNATIONAL_PHASE_OVER',
  'NO_RULES_FOR_OFFICE',
  'NO_ANNUITY_RULE',
])

/** [earlier, later, 中文, English]: the earlier may not lie after the later. */
const ORDER = [
  ['filing_date', 'grant_date', '授权公告日早于申请日', 'The grant date lies before the filing date'],
  ['filing_date', 'publication_date', '公布日早于申请日', 'The publication date lies before the filing date'],
  ['filing_date', 'register_date', '登记日早于申请日', 'The registration date lies before the filing date'],
  ['earliest_priority_date', 'filing_date', '最早优先权日晚于申请日', 'The earliest priority date lies after the filing date'],
  ['filing_date', 'entry_date', '进入日早于申请日', 'The entry date lies before the filing date'],
  ['filing_date', 'expiry_date', '届满日早于申请日', 'The expiry date lies before the filing date'],
] as const

function contradictionsIn(facts: CaseFacts, today: string): Gap[] {
  const found: Gap[] = []
  for (const [earlier, later, zh, en] of ORDER) {
    const [first, second] = [facts[earlier], facts[later]]
    if (first && second && first > second)
      found.push({ code: `${later}_before_${earlier}`.toUpperCase(), zh: `${zh}（${second} / ${first}）`, en: `${en} (${second} / ${first})` })
  }
  if (facts.filing_date && facts.filing_date > today)
    found.push({ code: 'FILING_DATE_IN_FUTURE', zh: '申请日在今天之后', en: 'The filing date lies in the future' })
  found.push(...misdated(facts, today))
  if (facts.expiry_date && facts.expiry_date < today && standingOf(facts) === 'LIVE') {
    found.push({
      code: 'TERM_OVER',
      zh: `已过届满日 ${facts.expiry_date}，状态仍为有效：请结案`,
      en: `The term ended on ${facts.expiry_date}, yet the case is still live: close it`,
    })
  }
  if (isOverInLaw(facts) && standingOf(facts) === 'LIVE') {
    found.push({
      code: 'STATUS_CONFLICT',
      zh: `案件状态 ${facts.status} 与法律状态 ${facts.legal_status} 矛盾`,
      en: `The status ${facts.status} contradicts the legal status ${facts.legal_status}`,
    })
  }
  return found
}

/** A paper cannot be dated after today, nor an office's before the filing; the periods it opens would be wrong. */
function misdated({ events = [], filing_date: filed }: CaseFacts, today: string): Gap[] {
  return events.flatMap(({ code, name, date }) => {
    const [zh, en] = [name?.zh ?? code, name?.en ?? code]
    if (date > today)
      return [
        {
          code: 'EVENT_IN_FUTURE',
          zh: `“${zh}”的日期 ${date} 在今天之后，请核对`,
          en: `“${en}” is dated ${date}, which lies in the future: please check`,
        },
      ]
    if (filed && date < filed && OFFICE_PAPER.test(code))
      return [
        {
          code: 'EVENT_BEFORE_FILING',
          zh: `“${zh}”的日期 ${date} 早于申请日 ${filed}，请核对`,
          en: `“${en}” is dated ${date}, before the filing date ${filed}: please check`,
        },
      ]
    return []
  })
}

// Papers of the catalogue that come from an office (documents.md 3.1, 3.2).
const OFFICE_PAPER = /^(CN|PC|EP|US|JP|KR)\d/

const GRANTED = new Set(['GRANTED', 'GRACE', 'US_GRANTED', 'US_GRACE', 'EP_GRANTED', 'JP_GRANTED', 'JP_GRACE'])
/** Offices that count annuities from registration. */
const BY_REGISTRATION = new Set(['JP', 'KR'])

function missing(facts: CaseFacts): Gap[] {
  const found: Gap[] = []
  if (!facts.filing_date && !isPreparing(facts))
    found.push({ code: 'MISSING_FILING_DATE', zh: '缺少申请日，无法计算期限', en: 'The filing date is missing: time limits cannot be computed' })
  const granted = isGranted(facts) || hasCertificate(facts)
  if (granted && !facts.grant_date && !BY_REGISTRATION.has(facts.country)) {
    found.push({
      code: 'MISSING_GRANT_DATE',
      zh: '已授权但缺少授权公告日，无法计算年费',
      en: 'Granted, but the grant date is missing: annuities cannot be computed',
    })
  }
  if (granted && !facts.register_date && BY_REGISTRATION.has(facts.country)) {
    found.push({
      code: 'MISSING_REGISTER_DATE',
      zh: '已授权但缺少登记日，无法计算年费',
      en: 'Granted, but the registration date is missing: annuities cannot be computed',
    })
  }
  return found
}

/** The certificate, or the patent itself, has come: the right exists, whatever the state says. */
const hasCertificate = ({ events = [] }: CaseFacts) => events.some(({ code }) => CERTIFICATES.has(code))
const CERTIFICATES = new Set(['CN20', 'US7', 'JP4', 'KR4'])

const isGranted = ({ status, legal_status }: CaseFacts) => legal_status === 'GRANTED' || (status !== undefined && GRANTED.has(status))

function lawless(facts: CaseFacts, law: Law): Gap[] {
  const found: Gap[] = []
  if (!rulesFor(facts, law).some(({ office }) => office !== '*')) {
    found.push({
      code: 'NO_RULES_FOR_OFFICE',
      zh: `没有 ${facts.country} 的期限规则，期限须人工录入`,
      en: `No rules are loaded for ${facts.country}: its time limits are entered by hand`,
    })
  }
  if (!law.calendars.has(facts.country)) {
    found.push({
      code: 'NO_CALENDAR',
      zh: `没有 ${facts.country} 的工作日历，只按周末顺延`,
      en: `No calendar is loaded for ${facts.country}: only weekends are skipped`,
    })
  }
  return found
}

/** States in which the office waits for an answer, or for a fee, to a notice of its own. */
const ANSWERING: ReadonlySet<unknown> = new Set([
  'OA', 'PRELIM_OA', 'GRANT_NOTICE', 'REFUSED', 'INTL_DEFECT', 'EP_OA', 'EP_INTENT', 'EP_REFUSED', 'US_MISSING', 'US_RESTRICTION', 'US_NONFINAL', 'US_FINAL', 'US_ALLOWED', 'JP_OA',
  'JP_REFUSED', 'JP_ALLOWED',
] satisfies PatentStatus[]) // oxfmt-ignore

/** Without the notice nobody knows until when; the case only seems to have nothing due. */
function noticeless({ status }: CaseFacts, all: readonly ComputedDeadline[]): Gap[] {
  if (!ANSWERING.has(status) || all.some(({ kind, trigger_event: notice }) => kind === 'ACTION' && notice)) return []
  const [zh, en] = STATUS[status as PatentStatus] // one of the states above
  return [
    {
      code: 'MISSING_NOTICE',
      zh: `案件处于“${zh}”，但该官方来文未录入，无法计算期限`,
      en: `The case stands at “${en}”, but the notice is not on record: its time limit cannot be computed`,
    },
  ]
}

/** No office restores a right later than this after the day that was missed. */
const RESTORABLE = '-2y'

/** A live case on which something was missed beyond repair: either it is not live, or what was done is not on record. */
function longMissed(facts: CaseFacts, all: readonly ComputedDeadline[], today: string): Gap[] {
  if (standingOf(facts) !== 'LIVE' || facts.route === 'PCT_INTL') return [] // of an international application it is told that its phase is over
  const before = isoOf(addDuration(dayOf(today), RESTORABLE))
  const first = all.find(({ status, official_due: due }) => status === 'MISSED' && due !== null && due < before)
  if (!first) return []
  return [
    {
      code: 'MISSED_LONG_AGO',
      zh: `“${first.name.zh}”已于 ${first.official_due} 错过且早已不能补救：请核对案件状态，或登记当时已办结`,
      en: `“${first.name.en}” was missed on ${first.official_due}, too long ago to be repaired: check the state of the case, or record that it was done`,
    },
  ]
}

/** The longest limit of any office for entering the national phase. */
const LAST_ENTRY = '34m'

function phaseOver(facts: CaseFacts, today: string): Gap[] {
  const first = facts.route === 'PCT_INTL' && standingOf(facts) === 'LIVE' && facts.filing_date ? earliestPriority(facts) : undefined
  const over = first && isoOf(addDuration(dayOf(first), LAST_ENTRY))
  if (!over || over >= today) return []
  return [
    {
      code: 'INTERNATIONAL_PHASE_OVER',
      zh: `各国的进入期限均已届满（最迟 ${over}）：请登记已进入的国家并结束国际阶段`,
      en: `The time to enter any national phase is over (by ${over}): record the entries that were made and close the international phase`,
    },
  ]
}

/** A granted right for which no rule of ours asks a maintenance fee, where the office does. */
function feeless(facts: CaseFacts, law: Law): Gap[] {
  const own = rulesFor(facts, law).filter(({ office }) => office !== '*')
  if (!isGranted(facts) || own.length === 0 || own.some(({ kind }) => kind === 'ANNUITY') || isFreeOfFees(facts)) return []
  return [
    {
      code: 'NO_ANNUITY_RULE',
      zh: `没有 ${facts.country} 该类型权利的年费规则，维持费须人工管理`,
      en: `No rule for the maintenance fees of this right in ${facts.country} is loaded: they are managed by hand`,
    },
  ]
}

/** US designs and plants have none, a European patent pays in its states, a Hague design at WIPO; past its last year nobody pays. */
const isFreeOfFees = ({ country, patent_type: type, route, register_date, grant_date }: CaseFacts) =>
  (country === 'US' && type !== 'INVENTION') ||
  (country === 'EP' && route !== 'UNITARY') ||
  route === 'HAGUE_NATIONAL' ||
  (BY_REGISTRATION.has(country) ? !register_date : !grant_date)

const undated = (all: readonly ComputedDeadline[]): Gap[] =>
  all
    .filter(({ needs, status }) => needs && status === 'OPEN')
    .map(({ name, trigger }) => ({
      code: 'NEEDS_SET_DUE',
      zh: `“${name.zh}”的期限以通知书 ${trigger} 指定为准，尚未录入`,
      en: `“${name.en}”: the date named in the notice ${trigger} has not been entered`,
    }))

/** Every live right has its next date, or a reason why not: an application may have nothing to do but wait for the office. */
function silent(facts: CaseFacts, all: readonly ComputedDeadline[]): Gap[] {
  if (isPreparing(facts) || all.some(({ status }) => status === 'OPEN')) return []
  if (all.length > 0 && !facts.grant_date && standingOf(facts) === 'LIVE') {
    if (isGranted(facts)) return [] // the missing date has been told
    return [
      {
        code: 'WAITING_FOR_OFFICE',
        zh: '申请在审，等待官方来文，目前没有待办期限',
        en: 'The application waits for the office; nothing is due for now',
      },
    ]
  }
  return [{ code: 'NO_NEXT_OBLIGATION', zh: '案件有效但没有任何待办期限，请核实', en: 'The case is live, yet nothing is due on it: please check' }]
}
