// The completeness check: finds missing or impossible facts, so that no live right silently lacks its next date.
import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { dayOf } from '../calendar/day.ts'
import type { CaseFacts } from '../calculation/facts.ts'
import { rulesFor, rulesNamed, type Law } from '../rules/law.ts'
import type { ComputedDeadline } from '../calculation/computed-deadline.ts'
import { computeDeadlines } from '../calculation/docket.ts'
import { lateClaims } from '../calculation/priority-period.ts'
import { ofFamily } from './family-findings.ts'
import { placeIn } from '../wording/rule-words.ts'
import { fieldIn } from '../wording/words.ts'
import { hasEnded, isGranted, isOverInLaw, isPreparing, standingOf } from '../calculation/state.ts'

/** `cases`: other cases that the finding is about. Its words name none of them, since not everybody who reads it may see them. */
export type Gap = { code: string; zh: string; en: string; cases?: readonly string[] }

/** Missing or impossible facts that only the kind of case can detect. */
export type OwnCompleteness = {
  contradictions?: (facts: CaseFacts, today: string) => Gap[]
  missing?: (facts: CaseFacts, today: string) => Gap[]
  /** Misses that another finding already reports, or that a later step of the case proves not to matter. */
  isPastRepair?: (facts: CaseFacts, missed: ComputedDeadline, today: string) => boolean
  /** Months within which the case is filed after its first filing; undefined where its own filing date does not decide. */
  priorityMonths?: (facts: CaseFacts) => number | undefined
  /** Rights in force for which the office asks no maintenance fee. */
  isFreeOfFees?: (facts: CaseFacts) => boolean
  /** Cases that never have a deadline, or none before a fact that is still unknown. */
  mayHaveNoDeadline?: (facts: CaseFacts) => boolean
  /** Cases in preparation for which nobody has anything to do. */
  mayRest?: (facts: CaseFacts) => boolean
  /** Cases whose dates run from another day than that of a filing of their own. */
  hasNoFiling?: (facts: CaseFacts) => boolean
  /** The fields of numbers from an office, of which a filed case has one. */
  numbers?: readonly string[]
  /** Cases of which the office gives no number for long, or never. */
  hasNoNumber?: (facts: CaseFacts) => boolean
}

/** `made`: the deadlines, where the caller has them already. */
export function checkCompleteness(facts: CaseFacts, law: Law, today: string, own: OwnCompleteness = {}, made?: readonly ComputedDeadline[]): Gap[] {
  const contradictions = [...(own.contradictions?.(facts, today) ?? []), ...contradictionsIn(facts, today)]
  if (standingOf(facts) === 'OVER') return contradictions
  const all = made ?? computeDeadlines(facts, law, today)
  const found = [...contradictions, ...missing(facts, own), ...claimedLate(facts, law, own), ...(own.missing?.(facts, today) ?? []), ...noticeless(facts, all, law), ...givenUp(facts, all), ...longMissed(facts, all, today, own), ...justMissed(facts, all, today, own), ...lapsing(facts, all, today), ...doneLate(facts, all, today, own), ...lawless(facts, law), ...feeless(facts, law, own), ...undated(all), ...receivedLate(all), ...unanswered(all), ...ticked(all)] // oxfmt-ignore
  const isFinal = standingOf(facts) === 'LOST' && found.some(({ code }) => code === 'MISS_NOT_RECORDED' || code === 'DONE_LATE')
  if (isFinal || own.mayHaveNoDeadline?.(facts) || found.some(({ code }) => WHY_SILENT.has(code))) return found
  // The only deadline of such an application is its loss.
  const isLost = found.some(({ code }) => code === 'MISS_NOT_RECORDED' || code === 'MISSED_LONG_AGO')
  return [...found, ...silent(facts, all, today).filter(({ code }) => !isLost || code === 'NO_NEXT_OBLIGATION')]
}

/** Findings that explain why the case has no deadline. */
const WHY_SILENT = new Set([
  'MISSING_FILING_DATE',
  'MISSING_GRANT_DATE',
  'MISSING_REGISTER_DATE',
  'TERM_OVER',
  'MISSING_NOTICE',
  'INTERNATIONAL_PHASE_OVER',
  'NO_RULES_FOR_OFFICE',
  'NO_ANNUITY_RULE',
  'REPLY_GIVEN_UP',
])

function contradictionsIn(facts: CaseFacts, today: string): Gap[] {
  const found: Gap[] = []
  if (facts.filing_date && facts.filing_date > today)
    found.push({ code: 'FILING_DATE_IN_FUTURE', zh: '申请日在今天之后：请核对', en: 'The filing date is in the future: check it' })
  if (facts.entry_date && facts.entry_date > today)
    found.push({
      code: 'ENTRY_DATE_IN_FUTURE',
      zh: '进入日在今天之后：此前不视为已进入',
      en: 'The entry date is in the future: until then the case has not entered',
    })
  found.push(...inFuture(facts, today), ...ofFamily(facts), ...noticedBeforeFiling(facts, today))
  if (facts.expiry_date && facts.expiry_date < today && standingOf(facts) === 'LIVE') {
    found.push({
      code: 'TERM_OVER',
      zh: `已过届满日 ${facts.expiry_date}，状态仍为有效：请结案`,
      en: `The term ended on ${facts.expiry_date}, but the status of the case is still in force: close the case`,
    })
  }
  if (isOverInLaw(facts) && standingOf(facts) === 'LIVE') {
    found.push({
      code: 'STATUS_CONFLICT',
      zh: `案件状态${facts.state ? `“${facts.state.zh}”` : ''}与法律状态矛盾：请核对，并改正其一`,
      en: `The status${facts.state ? ` “${facts.state.en}”` : ''} contradicts the legal status: check both, and correct the wrong one`,
    })
  }
  return found
}

/** A notice or a submission cannot be dated after today. */
function inFuture({ events = [] }: CaseFacts, today: string): Gap[] {
  return events
    .filter(({ date, direction }) => date > today && direction !== 'INTERNAL')
    .map(({ code, name, date }) => ({
      code: 'EVENT_IN_FUTURE',
      zh: `“${name?.zh ?? code}”的日期 ${date} 在今天之后：此前不产生任何效果，请核对`,
      en: `“${name?.en ?? code}” is dated ${date}, which is in the future: until then it has no effect, please check`,
    }))
}

/** An office answers only a filed application. In preparation its notices start no deadline, so the case seems to have none. */
function noticedBeforeFiling({ state, events = [] }: CaseFacts, today: string): Gap[] {
  const notice = events.filter(({ direction, date }) => direction === 'IN' && date <= today).at(-1)
  if (state?.phase !== 'PREPARATION' || !notice) return []
  const { code, name, date } = notice
  return [
    {
      code: 'NOTICE_IN_PREPARATION',
      zh: `已录入 ${date} 的“${name?.zh ?? code}”，而案件仍为“${state.zh}”：此前不产生任何期限，请登记递交或进入，并填写申请号和日期`,
      en: `“${name?.en ?? code}” of ${date} is recorded, but the case is still in status “${state.en}”: no deadline is calculated. Record the filing or the entry with its number and dates`,
    },
  ]
}

function claimedLate(facts: CaseFacts, { calendars }: Law, { priorityMonths }: OwnCompleteness): Gap[] {
  const { filing_date: filed } = facts
  const months = priorityMonths?.(facts)
  if (!months) return []
  return lateClaims(facts, months, calendars).map(({ from, last }) => ({
    code: 'PRIORITY_PERIOD_EXCEEDED',
    zh: `申请日 ${filed} 超过优先权日 ${from} 起 ${months} 个月（至 ${last}），优先权不成立：请核对日期，或在期限内请求恢复优先权`,
    en: `The filing date ${filed} is more than ${months} months after the priority date ${from} (until ${last}), so the claim fails: check the dates, or request restoration of the priority in time`,
  }))
}

function missing(facts: CaseFacts, own: OwnCompleteness): Gap[] {
  return [...(own.hasNoFiling?.(facts) ? [] : undatedFiling(facts)), ...unnumbered(facts)]
}

/** Dates run from its day, but a wrong one would not be noticed. */
function unnumbered({ priorities = [] }: CaseFacts): Gap[] {
  const days = priorities.filter((one) => one.unnumbered).map(({ priority_date }) => priority_date)
  if (days.length === 0) return []
  return [
    {
      code: 'PRIORITY_INCOMPLETE',
      zh: `优先权 ${days.join('、')} 缺少在先申请号或受理局，请补全`,
      en: `The priority of ${days.join(', ')} has no application number or no office: complete it`,
    },
  ]
}

function undatedFiling(facts: CaseFacts): Gap[] {
  const isAsked = 'filing_date' in facts && !facts.filing_date && !isPreparing(facts)
  return isAsked
    ? [
        {
          code: 'MISSING_FILING_DATE',
          zh: '缺少申请日，无法计算期限：请填写',
          en: 'The filing date is missing: deadlines cannot be calculated. Enter it',
        },
      ]
    : []
}

function lawless(facts: CaseFacts, law: Law): Gap[] {
  if (!facts.country) return [] // a right before no office
  const found: Gap[] = []
  if (!rulesFor(facts, law).some(({ office }) => office !== '*')) {
    found.push({
      code: 'NO_RULES_FOR_OFFICE',
      zh: `没有${placeIn(facts.country, 'zh')}的期限规则，期限须人工录入`,
      en: `No deadline rules are loaded for ${placeIn(facts.country, 'en')}: enter deadlines by hand`,
    })
  }
  if (!law.calendars.has(facts.country)) {
    found.push({
      code: 'NO_CALENDAR',
      zh: `没有${placeIn(facts.country, 'zh')}的工作日历，只按周末顺延：请自行核对节假日，或添加日历`,
      en: `No calendar is loaded for ${placeIn(facts.country, 'en')}: deadlines roll over weekends only. Check its holidays yourself, or add the calendar`,
    })
  }
  return found
}

/** Without the notice the due date is unknown; the case only seems to have no deadline. */
function noticeless({ state }: CaseFacts, all: readonly ComputedDeadline[], law: Law): Gap[] {
  if (!state?.awaits) return []
  const asked = all.filter((one) => one.kind === 'ACTION' && one.trigger_event && !isOptional(one, law))
  const isPending = state.phase === 'PENDING'
  if (asked.length > 0 && !(isPending && asked.every(isDealtWith))) return []
  const [zh, en] =
    asked.length > 0
      ? ['已录入的来文均已办结：请录入期限在走的来文，或更正案件状态', 'every notice on record is dealt with: record the notice whose period runs, or correct the status']
      : ['该官方来文未录入，无法计算期限：请录入', 'the notice is not recorded: its deadline cannot be calculated. Record it'] // oxfmt-ignore
  return [{ code: 'MISSING_NOTICE', zh: `案件处于“${state.zh}”，但${zh}`, en: `The case is in status “${state.en}”, but ${en}` }]
}

/** An optional window is no evidence of the notice that the status awaits. */
const isOptional = ({ rule_id: id, rule_version: made }: ComputedDeadline, law: Law) =>
  rulesNamed(id, law).find(({ version }) => version === made)?.optional === true

/** A reply moves the case out of the status; a payment leaves it there until the office acts. */
const isDealtWith = ({ status, explanation: { settled } }: ComputedDeadline) =>
  DEALT_WITH.has(status) && !(status === 'DONE' && settled?.what.startsWith('PAID:'))
const DEALT_WITH: ReadonlySet<unknown> = new Set(['DONE', 'PRESUMED', 'CANCELLED', 'NO_RECORD'])

/** The reply to the last notice was given up: the office does not act, and the next deadline of the case is its loss. */
function givenUp(facts: CaseFacts, all: readonly ComputedDeadline[]): Gap[] {
  const asked = all.filter(({ kind, trigger_event: notice, if_missed }) => kind === 'ACTION' && notice && if_missed)
  const last = asked.toSorted((one, other) => (one.basis_date < other.basis_date ? -1 : 1)).at(-1)
  if (standingOf(facts) !== 'LIVE' || last?.status !== 'WAIVED') return []
  return [
    {
      code: 'REPLY_GIVEN_UP',
      zh: `“${last.name.zh}”已放弃，而案件仍在审：请登记放弃本案，或重新打开该期限`,
      en: `“${last.name.en}” was waived, but the application is still pending: record the abandonment, or reopen the deadline`,
    },
  ]
}

/** No office restores a right later than this after the day that was missed. */
const RESTORABLE = '-2y'

const restorableFrom = (today: string) => isoOf(addDuration(dayOf(today), RESTORABLE))

/** The last day to act, with every extension and grace period. */
const lastDayOf = ({ cure_until: end, extended_due: extended, official_due: due }: ComputedDeadline) => end ?? extended ?? due

/** A live case with a miss beyond repair: either it is not live, or the act is not on record. */
function longMissed(facts: CaseFacts, all: readonly ComputedDeadline[], today: string, { isPastRepair }: OwnCompleteness): Gap[] {
  if (standingOf(facts) !== 'LIVE') return []
  const before = restorableFrom(today)
  const first = all.find((one) => one.status === 'MISSED' && (lastDayOf(one) ?? before) < before && !isPastRepair?.(facts, one, today))
  if (!first) return []
  const last = lastDayOf(first)
  return [
    {
      code: 'MISSED_LONG_AGO',
      zh: `“${first.name.zh}”已于 ${last} 错过且早已不能补救：请核对案件状态，或登记当时已办结`,
      en: `“${first.name.en}” was missed on ${last} and can no longer be remedied: check the status of the case, or record that it was done`,
    },
  ]
}

/** An act whose last day has passed without a record: either its completion or its loss or remedy has to be recorded. */
const justMissed = (...of: Parameters<typeof missesIn>): Gap[] =>
  missesIn(...of)
    .filter(({ one }) => !one.done_by)
    .map(({ one: { name }, last, lost }) => ({
      code: 'MISS_NOT_RECORDED',
      zh: `“${name.zh}”已于 ${last} 届满而没有办理记录（后果：${lost.zh}）：请登记当时已办、该损失或其恢复`,
      en: `The last day of “${name.en}”, ${last}, has passed, and nothing is recorded (consequence: ${lost.en}): record that it was done, the loss, or its restoration`,
    }))

/** An act that is recorded after its last day: whether the office accepted it is not on record. */
const doneLate = (...of: Parameters<typeof missesIn>): Gap[] =>
  missesIn(...of)
    .filter(({ one: { done_by: by } }) => by && by !== 'PERSON')
    .map(({ one: { name, done_date: done }, last, lost }) => ({
      code: 'DONE_LATE',
      zh: `“${name.zh}”于 ${done ?? ''} 办理，晚于最后一日 ${last}（后果：${lost.zh}）：请登记官方是否接受、该损失或其恢复`,
      en: `“${name.en}” was done on ${done ?? ''}, after its last day ${last} (consequence: ${lost.en}): record whether the office accepted it, the loss, or its restoration`,
    }))

/** Missed acts that may still be remedied. A miss without consequence needs no record. */
function missesIn(facts: CaseFacts, all: readonly ComputedDeadline[], today: string, { isPastRepair }: OwnCompleteness) {
  if (!isUndecided(facts)) return []
  const before = restorableFrom(today)
  return all.flatMap((one) => {
    const { kind, status, if_missed: lost } = one
    const last = lastDayOf(one)
    const isTold = kind === 'ACTION' && status === 'MISSED' && !isPastRepair?.(facts, one, today)
    return isTold && lost && last && last >= before ? [{ one, last, lost }] : []
  })
}

/** Alive, or refused while the refusal is not final. */
const isUndecided = (facts: CaseFacts) =>
  standingOf(facts) === 'LIVE' || (standingOf(facts) === 'LOST' && facts.state !== undefined && !hasEnded(facts))

/** A right without payment of an annuity within its grace period has lapsed, whatever its recorded state. */
function lapsing(facts: CaseFacts, all: readonly ComputedDeadline[], today: string): Gap[] {
  const before = restorableFrom(today)
  const unpaid = all.find((one) => one.kind === 'ANNUITY' && one.status === 'MISSED' && (lastDayOf(one) ?? '') >= before)
  if (!isGranted(facts) || !unpaid) return []
  const { name, official_due: due, grace_end: grace, restoration_end: end } = unpaid
  const [zh, en] = end ? [`；最迟可请求恢复至 ${end}`, `; restoration can be requested until ${end} at the latest`] : ['', '']
  return [
    {
      code: 'ANNUITY_MISSED',
      zh: `“${name.zh}”（${due}）至宽限期届满（${grace ?? due}）仍未缴纳，权利已终止，而案件状态仍为有效${zh}：请登记终止、恢复，或当时已缴`,
      en: `“${name.en}” (${due}) was not paid by the end of its grace period (${grace ?? due}): the right has lapsed, but the case is in force${en}. Record the lapse, the restoration, or the payment`,
    },
  ]
}

/** A right in force for which no rule of ours computes a maintenance fee, although the office asks for one. */
function feeless(facts: CaseFacts, law: Law, { isFreeOfFees }: OwnCompleteness): Gap[] {
  const own = rulesFor(facts, law).filter(({ office }) => office !== '*')
  if (!isGranted(facts) || own.length === 0 || own.some(({ kind }) => kind === 'ANNUITY') || isFreeOfFees?.(facts)) return []
  return [
    {
      code: 'NO_ANNUITY_RULE',
      zh: `没有${placeIn(facts.country, 'zh')}该类型权利的年费规则，维持费须人工管理`,
      en: `No annuity rule for this type of right is loaded for ${placeIn(facts.country, 'en')}: manage its maintenance fees by hand`,
    },
  ]
}

const undated = (all: readonly ComputedDeadline[]): Gap[] =>
  all
    .filter(({ needs, status }) => needs && status === 'OPEN')
    .map(({ name }) => ({
      code: 'NEEDS_SET_DUE',
      zh: `“${name.zh}”的期限以通知书指定的日期为准，尚未录入：请在该期限上填写`,
      en: `“${name.en}”: the date stated in the notice has not been entered. Enter it on the deadline`,
    }))

/** The limit runs from a day of receipt that a person typed and that is later than is ordinary. */
const receivedLate = (all: readonly ComputedDeadline[]): Gap[] =>
  all.flatMap(({ name, status, explanation: { service, candidates } }) => {
    const receipt = [service, ...candidates.filter(({ wins }) => wins).map((one) => one.service)].find((one) => one?.received_late)
    if (!receipt || (status !== 'OPEN' && status !== 'MISSED')) return []
    return [
      {
        code: 'RECEIVED_LATE',
        zh: `“${name.zh}”自 ${receipt.issued} 所发通知的收到日起算，该日比发文日晚 ${receipt.received_late} 天：请核对送达证据`,
        en: `“${name.en}” counts from a notice of ${receipt.issued} that is recorded as received ${receipt.received_late} days later: check the proof of receipt`,
      },
    ]
  })

/** The office went on within the reply period, and no reply is on record: only a person knows whether there was one. */
const unanswered = (all: readonly ComputedDeadline[]): Gap[] =>
  all.flatMap(({ name, status, official_due: due, explanation: { early_notice: early } }) => {
    if (!early || (status !== 'OPEN' && status !== 'DONE')) return []
    const [zh, en] = status === 'OPEN' ? ['期限仍待办理', 'the deadline stays open'] : ['仅推定已办', 'it is only presumed done']
    return [
      {
        code: 'REPLY_NOT_RECORDED',
        zh: `“${name.zh}”（${due ?? '期限日未录入'}）没有答复记录；官方在期限内发出了 ${early.date} 的${early.name ? `“${early.name.zh}”` : '来文'}，不能证明已经答复，${zh}：请登记答复，或在该期限上说明是否已办`,
        en: `“${name.en}” (${due ?? 'no date entered'}) has no reply on record. The office sent ${early.name ? `“${early.name.en}”` : 'a notice'} of ${early.date} within the period, which does not prove a reply, so ${en}: record the reply, or say on the deadline whether it was done`,
      },
    ]
  })

/** A box that is ticked without a day shows neither the day of the act nor that it was in time. */
const ticked = (all: readonly ComputedDeadline[]): Gap[] =>
  all.flatMap(({ name, status, done_by: by, explanation: { settled } }) => {
    if (status !== 'DONE' || by !== 'FIELD' || !settled || settled.date) return []
    return [
      {
        code: 'DONE_WITHOUT_DAY',
        zh: `“${name.zh}”仅因案件字段“${fieldIn(settled.what, 'zh')}”已填写而推定已办，没有办理日期：请填写日期，或在该期限上说明是否已办`,
        en: `“${name.en}” is only presumed done, because “${fieldIn(settled.what, 'en')}” is recorded without a day: enter the day, or say on the deadline whether it was done`,
      },
    ]
  })

/**
 * Every live right has its next date, or a reason for having none: an application may only have to wait for the office.
 * A lost right has none, unless a remedy is open.
 */
function silent(facts: CaseFacts, all: readonly ComputedDeadline[], today: string): Gap[] {
  if (isPreparing(facts) || hasEnded(facts) || all.some(({ status }) => status === 'OPEN')) return []
  const waits = 'grant_date' in facts ? !facts.grant_date : !isGranted(facts)
  if (all.length > 0 && waits && standingOf(facts) === 'LIVE') {
    if (isGranted(facts)) return [] // another finding reports the missing date
    const last = lastSignOf(facts)
    if (last && last < isoOf(addDuration(dayOf(today), LONG_SILENCE))) return [unheard(last)]
    return [
      {
        code: 'WAITING_FOR_OFFICE',
        zh: '申请在审，等待官方来文，目前没有待办期限',
        en: 'The application is pending and waits for the office; there is no open deadline',
      },
    ]
  }
  const [zh, en] = isGranted(facts) ? ['有效', 'in force'] : ['在办', 'pending']
  return [
    {
      code: 'NO_NEXT_OBLIGATION',
      zh: `案件${zh}但没有任何待办期限，请核实`,
      en: `The case is ${en} but has no open deadline: please check`,
    },
  ]
}

/** After so long without a document from the office, one may have been sent and never arrived. */
const LONG_SILENCE = '-3y'

/** A division has the filing date of its parent, and was submitted later. */
const SIGNS = ['filing_date', 'submission_date', 'entry_date', 'publication_date', 'sub_exam_date', 'se_entered_date'] as const

/** The last day of which anything is on record: a document, or the facts of a pending application. */
function lastSignOf({ events = [], ...facts }: CaseFacts): string {
  const days: unknown[] = [...events.map(({ date }) => date), ...SIGNS.map((code) => facts[code])]
  return days.filter((one): one is string => typeof one === 'string' && one !== '').reduce((last, one) => (one > last ? one : last), '')
}

const unheard = (last: string): Gap => ({
  code: 'OFFICE_SILENT',
  zh: `申请在审而没有待办期限，自 ${last} 起逾三年没有任何官方来文或案件进展：来文可能遗失，请向官方或代理机构核实状态并登记来文`,
  en: `The application is pending with nothing due, and nothing is on record since ${last}, for more than three years: a notice may have been lost. Check the status with the office or the agency, and record what it sent`,
})
