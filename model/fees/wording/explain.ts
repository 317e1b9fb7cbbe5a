import { placeIn } from '../../docketing/wording/rule-words.ts'
import { citedIn } from '../../docketing/wording/law-titles.ts'
import { durationIn } from '../../docketing/wording/words.ts'
import { daysIn } from '../../kit/days/day-text.ts'
import { formatAmount, formatMoney, minorOf } from '../../kit/money/money.ts'
import { PERCENT, percentText } from '../schedule/schedule.ts'
import { UNIT_WORDS } from '../schedule/units.ts'
import type { ShownRow, Unit } from '../schedule/schedule.ts'

/** The steps to an amount, as plain facts that can be stored; `explainFee` makes sentences of them. */
export type Explanation = Step[]
export type Step =
  | {
      kind: 'due'
      year: number
      basis: Basis
      from: string
      period: string
      month_end: boolean
      raw: string
      due: string
      skipped: string
    }
  | { kind: 'with_registration'; year: number; years: number }
  | { kind: 'due_follows_grant'; raw: string; granted: string }
  | { kind: 'due_follows_entry'; raw: string; entry: string }
  | { kind: 'due_follows_division'; raw: string; divided: string }
  | { kind: 'compensation_due'; due: string; years: number }
  | { kind: 'provisional'; office: string }
  | { kind: 'row'; row: ShownRow }
  | { kind: 'stated'; currency: string; amount: string }
  | { kind: 'units'; unit: Unit; charged: number; rate: string; currency: string; amount: string }
  | { kind: 'missing_count'; unit: Unit }
  | { kind: 'estimated'; day: string; from: string; to: string | null }
  | { kind: 'years_together'; years: number; currency: string; amount: string }
  | { kind: 'reduction'; percent: string; why: 'recorded' | 'open_license'; currency: string; full: string; amount: string }
  | { kind: 'reduction_over'; year: number }
  | { kind: 'joint_applicants'; count: number }
  | { kind: 'reduction_not_kept'; office: string }
  | { kind: 'surcharge_on_full' }
  | { kind: 'waived'; zh: string; en: string; why: 'own_ro' | 'own_search' }
  | { kind: 'on_time'; free_to: string; due: string }
  | { kind: 'surcharge'; months: number; rate: string; full: string; amount: string; currency: string; until: string }
  | { kind: 'terminated'; grace_end: string; due: string }
  | { kind: 'too_early'; window_from: string }

export type Basis = 'filing' | 'grant' | 'registration'
type Kind = Step['kind']
type Of<K extends Kind> = Extract<Step, { kind: K }>
type Sentences = { [K in Kind]: { zh: (step: Of<K>) => string; en: (step: Of<K>) => string } }

export function explainFee(explanation: Explanation, language: 'zh' | 'en'): string[] {
  return explanation.map((step) => daysIn(sentence(step, language), language))
}

function sentence<K extends Kind>(step: Of<K>, language: 'zh' | 'en'): string {
  // The table has the sentence of each kind; the compiler cannot follow this through the union.
  const say = SENTENCES[step.kind][language] as (step: Of<K>) => string
  return say(step)
}

const BASIS: Readonly<Record<Basis, { zh: string; en: string }>> = {
  filing: { zh: '申请日', en: 'filing' },
  grant: { zh: '授权日', en: 'grant' },
  registration: { zh: '登记日', en: 'registration' },
}
const WAIVERS = {
  own_ro: {
    zh: '国家知识产权局为受理局并作国际检索或初步审查',
    en: 'CNIPA was receiving office and made the search or the preliminary examination',
  },
  own_search: {
    zh: '国际检索报告或初审报告由国家知识产权局作出',
    en: 'CNIPA made the international search or the preliminary report',
  },
} as const

const REDUCTIONS = {
  recorded: { zh: '费减', en: 'Reduction on record' },
  open_license: { zh: '开放许可减免（择优适用，不累加）', en: 'Open licence (the best reduction applies alone)' },
} as const

const SENTENCES: Sentences = {
  due: {
    zh: (step) =>
      `${yearZh(step)}：自${BASIS[step.basis].zh}${step.from}起${durationIn(step.period, 'zh')}${endZh(step)}，期限为${step.raw}${rolledZh(step)}。`,
    en: (step) =>
      `${yearEn(step)}: ${durationIn(step.period, 'en')} from ${BASIS[step.basis].en} ${step.from}${endEn(step)} is ${step.raw}${rolledEn(step)}.`,
  },
  with_registration: {
    zh: ({ year, years }) => `第${year}${years > 1 ? `–${year + years - 1}` : ''}年度的费用在办理登记时缴纳，期限以授权通知为准。`,
    en: ({ year, years }) =>
      `Year${years > 1 ? `s ${year}–${year + years - 1} are` : ` ${year} is`} paid with the registration; the notice of grant sets the time limit.`,
  },
  due_follows_grant: {
    zh: ({ raw, granted }) => `原期限${raw}早于授权后的首次缴费期限，故以授权日${granted}为准推后。`,
    en: ({ raw, granted }) => `The ordinary day ${raw} is too close to the grant of ${granted}, so the first fee falls due after the grant.`,
  },
  due_follows_entry: {
    zh: ({ raw, entry }) => `原期限${raw}早于进入期限，故推后至${entry}。`,
    en: ({ raw, entry }) => `The ordinary day ${raw} lies before the end of the entry period, so it falls due on ${entry}.`,
  },
  due_follows_division: {
    zh: ({ raw, divided }) => `原期限${raw}早于分案提交日${divided}后4个月，故可在该4个月内缴纳而不加收（EPC实施细则第51(3)条）。`,
    en: ({ raw, divided }) =>
      `The ordinary day ${raw} lies before the end of the four months after the filing of the divisional on ${divided}, within which it is paid without a surcharge (EPC Rule 51(3)).`,
  },
  compensation_due: {
    zh: ({ due, years }) => `补偿期年费应在原保护期届满前（${due}）一次缴清，共${years}个完整年度。`,
    en: ({ due, years }) => `The fees of the compensation term (${years} full years) are paid at once before the ordinary term ends (${due}).`,
  },
  provisional: {
    zh: ({ office }) => `${placeIn(office, 'zh')}该年度的工作日历尚未载入，日期为暂定。`,
    en: ({ office }) => `The calendar of ${placeIn(office, 'en')} for that year is not loaded; the dates are provisional.`,
  },
  row: {
    zh: ({ row }) => `${row.zh}${yearsZh(row)}：${rowPrice(row, 'zh')}；自${row.from_date}起的标准，依据${cited(row, 'zh')}。`,
    en: ({ row }) => `${row.en}${yearsEn(row)}: ${rowPrice(row, 'en')}; in force since ${row.from_date}, ${cited(row, 'en')}.`,
  },
  stated: {
    zh: ({ amount, currency }) => `案件中登记的续费费用：${formatMoney(amount, currency)}。`,
    en: ({ amount, currency }) => `The price of a renewal on record with the case: ${formatMoney(amount, currency)}.`,
  },
  units: {
    zh: ({ unit, charged, rate, currency, amount }) =>
      `${charged}${UNIT_WORDS[unit].zh} × ${formatAmount(rate, currency)} = ${formatMoney(amount, currency)}。`,
    en: ({ unit, charged, rate, currency, amount }) =>
      `${charged} ${UNIT_WORDS[unit].en} × ${formatAmount(rate, currency)} = ${formatMoney(amount, currency)}.`,
  },
  missing_count: {
    zh: ({ unit }) => `案件未填写计费数量（${UNIT_WORDS[unit].zh}），金额不完整。`,
    en: ({ unit }) => `The number of ${UNIT_WORDS[unit].en} is not known, so the amount is incomplete.`,
  },
  estimated: {
    zh: ({ day, from, to }) => `没有${day}的费用标准，暂按${from}${to ? `至${to}` : '起'}的标准估算。`,
    en: ({ day, from, to }) => `No schedule covers ${day}; estimated by the one ${to ? `of ${from} to ${to}` : `in force since ${from}`}.`,
  },
  years_together: {
    zh: ({ years, currency, amount }) => `${years}个年度一并缴纳，共${formatMoney(amount, currency)}。`,
    en: ({ years, currency, amount }) => `${years} years are paid together: ${formatMoney(amount, currency)}.`,
  },
  reduction: {
    zh: ({ percent, why, currency, full, amount }) =>
      `${REDUCTIONS[why].zh}${percent}%：${formatMoney(full, currency)} → ${formatAmount(amount, currency)}。`,
    en: ({ percent, why, currency, full, amount }) =>
      `${REDUCTIONS[why].en} −${percent} %: ${formatMoney(full, currency)} → ${formatAmount(amount, currency)}.`,
  },
  reduction_over: {
    zh: ({ year }) => `费减自授权当年起的年限已满，第${year}年度按全额缴纳。`,
    en: ({ year }) => `The years of reduction counted from the grant year are over; year ${year} is paid in full.`,
  },
  reduction_not_kept: {
    zh: ({ office }) => `案件登记为小实体或微实体，但收费表没有${placeIn(office, 'zh')}的减免：此处为全额，请与官方核对。`,
    en: ({ office }) =>
      `The case has a small or micro entity, but the fee schedules have no reductions of ${placeIn(office, 'en')}: this is the full amount, to be checked with the office.`,
  },
  surcharge_on_full: {
    zh: () => '附加费按未减缴的全额计算；减缴后是否按减缴额计算，请与官方核对。',
    en: () => 'The additional fee is a share of the full renewal fee; whether it is a share of the reduced one is to be checked with the office.',
  },
  joint_applicants: {
    zh: ({ count }) => `共有${count}个申请人，共同申请的费减比例最高为70%，按70%计算。`,
    en: ({ count }) => `There are ${count} applicants: joint applicants get 70 % at most, which applies here.`,
  },
  waived: {
    zh: ({ zh, why }) => `${zh}免缴：${WAIVERS[why].zh}。`,
    en: ({ en, why }) => `${en} is waived: ${WAIVERS[why].en}.`,
  },
  on_time: {
    zh: ({ free_to, due }) => (free_to === due ? '在期限内缴纳，无滞纳金。' : `${free_to}（含）前缴纳无滞纳金。`),
    en: ({ free_to, due }) => (free_to === due ? 'In time: no surcharge.' : `No surcharge up to and including ${free_to}.`),
  },
  surcharge: {
    zh: ({ months, rate, full, amount, currency, until }) =>
      `逾期进入第${months}个月：滞纳金${rate ? `为全额${formatAmount(full, currency)}的${rate}% = ` : ''}${formatMoney(amount, currency)}，此标准至${until}。`,
    en: ({ months, rate, full, amount, currency, until }) =>
      `Month ${months} after the due date: surcharge ${rate ? `${rate} % of the full ${formatAmount(full, currency)} = ` : ''}${formatMoney(amount, currency)}, until ${until}.`,
  },
  terminated: {
    zh: ({ grace_end, due }) => `滞纳期已于${grace_end}届满，权利自${due}起终止；金额仅供请求恢复时参考。`,
    en: ({ grace_end, due }) => `The time of grace ended on ${grace_end}; the right ended as of ${due}. The amount matters only for a restoration.`,
  },
  too_early: {
    zh: ({ window_from }) => `${window_from}之前不能有效缴纳。`,
    en: ({ window_from }) => `It cannot be validly paid before ${window_from}.`,
  },
}

/** A fee that falls due within a year is named by its years, as its deadline is. */
const yearZh = ({ year }: Of<'due'>) => (Number.isInteger(year) ? `第${year}年度` : `${year}年`)
const yearEn = ({ year }: Of<'due'>) => (Number.isInteger(year) ? `Year ${year}` : `${year} years`)
const endZh = ({ month_end }: Of<'due'>) => (month_end ? '至当月月末' : '')
const endEn = ({ month_end }: Of<'due'>) => (month_end ? ' to the end of the month' : '')
const rolledZh = ({ raw, due, skipped }: Of<'due'>) => (raw === due ? '' : `；因${inLanguage(skipped, 'zh')}顺延至${due}`)
const rolledEn = ({ raw, due, skipped }: Of<'due'>) => (raw === due ? '' : `; closed (${inLanguage(skipped, 'en')}), so ${due}`)
const yearsZh = (row: ShownRow) => (row.year_from === null ? '' : `（第${span(row)}年度）`)
const yearsEn = (row: ShownRow) => (row.year_from === null ? '' : `, year ${span(row)}`)
const span = ({ year_from, year_to }: ShownRow) => (year_from === year_to || year_to === null ? `${year_from}` : `${year_from}–${year_to}`)

function cited(row: ShownRow, language: 'zh' | 'en'): string {
  const basis = citedIn(inLanguage(row.legal_basis || row.source, language), language)
  if (row.certainty === 'SURE') return basis
  return language === 'zh' ? `${basis}，须向官方核对` : `${basis}; to be checked with the office`
}

/** The price of a schedule row, in words. */
export function rowPrice(row: ShownRow, language: 'zh' | 'en'): string {
  const base = sum(row, row.base)
  if (Number(row.per_unit) === 0) return base
  // Schedules are only built from rows whose units have been checked.
  const words = UNIT_WORDS[row.unit as Unit]
  const each = sum(row, row.per_unit)
  const over = {
    zh: row.free_units > 0 ? `超过${row.free_units}${words.zh}的部分` : '',
    en: row.free_units > 0 ? ` over ${row.free_units}` : '',
  }
  const rate = language === 'zh' ? `${over.zh}${words.each.zh}${each}` : `${each} for each ${words.each.en}${over.en}`
  return Number(row.base) === 0 ? rate : `${base} + ${rate}`
}

const sum = ({ currency }: ShownRow, amount: string) =>
  currency === PERCENT ? `${percentText(minorOf(amount, PERCENT))}%` : formatMoney(amount, currency)

/** Citations and names of closed days carry both languages, Chinese first. */
export function inLanguage(text: string, language: 'zh' | 'en'): string {
  const [zh = text, en = zh] = text.split(' / ')
  return language === 'zh' ? zh : en
}
