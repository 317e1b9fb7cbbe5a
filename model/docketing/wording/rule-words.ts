// Words for the parts of a rule: conditions, places, kinds of right, states.
import { OFFICES } from '../../cases/offices.ts'
import type { Bilingual, Condition } from '../rules/rule.ts'
import { fieldIn } from './words.ts'

export type Language = keyof Bilingual

/** The names of the codes of a rule, from the catalogue of document types, the fee schedules and the other rules. */
export type Names = {
  event: (code: string) => Bilingual | undefined
  fee: (code: string) => Bilingual | undefined
  rule: (id: string) => Bilingual | undefined
  option?: OptionWords
  /** The fees that the law of the kind adds to those that the rule names; an empty list means all fees of a filing. */
  owed?: (id: string) => readonly string[] | undefined
}

/** The words of the types, routes and states of the kind of case of a rule or price. */
export type OptionWords = (role: 'subtype' | 'route' | 'status', code: string) => Bilingual | undefined

export const say = (l: Language, zh: string, en: string) => (l === 'zh' ? zh : en)

export function listIn(items: readonly string[], l: Language, last: 'and' | 'or' = 'or'): string {
  if (l === 'zh') return items.join('、')
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`
}

const quoted = (name: string) => `“${name}”`

export const ruleIn = (id: string, names: Names, l: Language) => quoted(names.rule(id)?.[l] ?? id)
export const feeIn = (code: string, names: Names, l: Language) => quoted(names.fee(code)?.[l] ?? code)

/** A document, an event, or the payment of a fee. */
export function eventIn(code: string, names: Names, l: Language): string {
  if (code.startsWith('PAID:')) return say(l, `缴纳${feeIn(code.slice(5), names, 'zh')}`, `payment of the ${feeIn(code.slice(5), names, 'en')}`)
  return quoted(names.event(code)?.[l] ?? code)
}

type Pairs = Readonly<Record<string, readonly [string, string]>>

const chosen = (pairs: Pairs, code: string, l: Language) => pairs[code]?.[l === 'zh' ? 0 : 1] ?? code

export const typeIn = (code: string, l: Language, option?: OptionWords) => lower(option?.('subtype', code)?.[l] ?? code)
export const routeIn = (code: string, l: Language, option?: OptionWords) => option?.('route', code)?.[l] ?? code
export const stateIn = (code: string, l: Language, option?: OptionWords) => quoted(option?.('status', code)?.[l] ?? code)

const lower = (text: string) => (/^[A-Z_]+$/.test(text) ? text : `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`)

// Places that are not countries, and the roles of an office in an international application.
const PLACES: Pairs = {
  AP: ['非洲地区知识产权组织', 'ARIPO'],
  EA: ['欧亚专利组织', 'the Eurasian Patent Organization'],
  OA: ['非洲知识产权组织', 'OAPI'],
  '*': ['案件所在国家/地区', 'the country of the case'],
  '@ro': ['受理局', 'the receiving office'],
  '@isa': ['国际检索单位', 'the searching authority'],
  '@ipea': ['国际初审单位', 'the examining authority'],
}

export function placeIn(code: string, l: Language): string {
  const known = PLACES[code] ?? (OFFICES as Pairs)[code]
  if (known) return known[l === 'zh' ? 0 : 1]
  return /^[A-Z]{2}$/.test(code) ? (regions[l].of(code) ?? code) : code
}

const regions = { zh: new Intl.DisplayNames('zh-CN', { type: 'region' }), en: new Intl.DisplayNames('en', { type: 'region' }) }

type Phrase = { zh: readonly [string, string]; en: readonly [string, string] }

// The wording of a fact and of its negation.
const PHRASES: Readonly<Record<string, Phrase>> = {
  legal_holder: {
    zh: ['权利由法人或非法人组织享有', '权利由自然人享有'],
    en: ['a legal person or organisation holds the right', 'a natural person holds the right'],
  },
  has_priority: { zh: ['要求了优先权', '没有要求优先权'], en: ['priority is claimed', 'no priority is claimed'] },
  has_foreign_priority: { zh: ['要求了外国优先权', '没有要求外国优先权'], en: ['a foreign priority is claimed', 'no foreign priority is claimed'] },
  has_domestic_priority: {
    zh: ['要求了本国优先权', '没有要求本国优先权'],
    en: ['a domestic priority is claimed', 'no domestic priority is claimed'],
  },
  only_domestic_priority: {
    zh: ['要求的全部是本国优先权', '要求的并非全部是本国优先权'],
    en: ['every priority claimed is domestic', 'not every priority claimed is domestic'],
  },
  has_restored_priority: { zh: ['优先权是恢复的', '优先权不是恢复的'], en: ['a priority was restored', 'no priority was restored'] },
  priority_year_missed: {
    zh: ['申请日在优先权日起12个月之后、尚可恢复优先权', '申请日在优先权日起12个月内，或已不能恢复优先权'],
    en: ['filed after the 12 months of priority, while it could be restored', 'not filed after the 12 months of priority while it could be restored'],
  },
  divisional: { zh: ['案件是分案申请', '案件不是分案申请'], en: ['the case is a divisional', 'the case is not a divisional'] },
  continues: {
    zh: ['案件延续在先申请（国家阶段、分案、继续申请）', '案件不延续在先申请'],
    en: ['the case continues an earlier application (national phase, division, continuation)', 'the case continues no earlier application'],
  },
  abroad: { zh: ['申请人在境外', '申请人不在境外'], en: ['the applicant lives abroad', 'the applicant does not live abroad'] },
  bio_deposit: { zh: ['涉及生物材料保藏', '不涉及生物材料保藏'], en: ['biological material is deposited', 'no biological material is deposited'] },
  chapter_two: {
    zh: ['自优先权日起19个月内提出了初审要求', '没有在自优先权日起19个月内提出初审要求'],
    en: ['a demand was filed within 19 months of the priority date', 'no demand was filed within 19 months of the priority date'],
  },
  entered_early: {
    zh: ['第3年维持费到期前已进入地区阶段', '第3年维持费到期前未进入地区阶段'],
    en: ['the regional phase was entered before the fee of year 3 was due', 'the regional phase was not entered before the fee of year 3 was due'],
  },
  search_report_awaited: {
    zh: ['尚待公布检索报告（A3）', '检索报告的公布已有公告'],
    en: ['the publication of the search report is awaited', 'the publication of the search report was mentioned'],
  },
  search_translation_needed: {
    zh: ['国际检索需要译文', '国际检索不需要译文'],
    en: ['the search needs a translation', 'the search needs no translation'],
  },
  publication_translation_needed: {
    zh: ['国际公布需要译文', '国际公布不需要译文'],
    en: ['publication needs a translation', 'publication needs no translation'],
  },
  non_publication: { zh: ['请求了不公布', '没有请求不公布'], en: ['non-publication was requested', 'non-publication was not requested'] },
  compensation_days: { zh: ['有期限补偿', '没有期限补偿'], en: ['the term is compensated', 'the term is not compensated'] },
  designated_count: { zh: ['指定了国家/地区', '没有指定国家/地区'], en: ['countries are designated', 'no country is designated'] },
  licenses_patents: {
    zh: ['许可的是专利，或未列入权利', '许可的不是专利'],
    en: ['patents are licensed, or no right is named', 'no patent is licensed'],
  },
  licenses_trademarks: { zh: ['许可的有商标', '许可的没有商标'], en: ['trademarks are licensed', 'no trademark is licensed'] },
  recordal_needed: { zh: ['须备案', '无须备案'], en: ['recordal is needed', 'recordal is not needed'] },
  auto_renew: { zh: ['注册商自动续费', '注册商不自动续费'], en: ['the registrar renews it automatically', 'nobody renews it automatically'] },
  cnnic: {
    zh: ['顶级域为 .CN 或 .中国', '顶级域不是 .CN 或 .中国'],
    en: ['the name is one of CNNIC, such as .CN', 'the name is none of CNNIC, such as .CN'],
  },
  sub_exam_requested: { zh: ['已提实审请求', '未提实审请求'], en: ['examination is requested', 'examination is not requested'] },
}

/** The boolean facts. */
export const YES_NO_FACTS: readonly string[] = Object.keys(PHRASES)

const SIDES: Readonly<Record<string, Phrase>> = {
  OWNER: { zh: ['我方是专利权人', '我方不是专利权人'], en: ['we are the patentee', 'we are not the patentee'] },
  PETITIONER: { zh: ['我方是无效宣告请求人', '我方不是无效宣告请求人'], en: ['we are the petitioner', 'we are not the petitioner'] },
  OBSTACLE: { zh: ['因障碍而耽误', '不是因障碍而耽误'], en: ['an obstacle caused the delay', 'no obstacle caused the delay'] },
  WON: { zh: ['决定对我方有利', '决定对我方不利'], en: ['the decision is in our favour', 'the decision is not in our favour'] },
  SUMMONS: {
    zh: ['来文是口头审理传唤', '来文不是口头审理传唤'],
    en: ['the paper is a summons to oral proceedings', 'the paper is no summons to oral proceedings'],
  },
}

/** The side of a triggering event. */
export const EVENT_SIDES: readonly string[] = Object.keys(SIDES)

const FACTS: Readonly<Record<string, Bilingual>> = {
  compensation_days: { zh: '期限补偿的天数', en: 'the days of term compensation' },
  claims_count: { zh: '权利要求项数', en: 'the number of claims' },
  pages: { zh: '页数', en: 'the number of pages' },
  designated_count: { zh: '指定的国家或地区数', en: 'the number of designated countries' },
  priority_count: { zh: '优先权项数', en: 'the number of priorities' },
  grant_year_begin: { zh: '授权当年的首日', en: 'the first day of the patent year of grant' },
  route: { zh: '申请途径', en: 'the route' },
  subtype: { zh: '类型', en: 'the right' },
  patent_type: { zh: '专利类型', en: 'the right' },
  country: { zh: '国家或地区', en: 'the country' },
  status: { zh: '案件状态', en: 'the status' },
  entity: { zh: '实体规模', en: 'the entity size' },
  fee_reduction: { zh: '费减比例', en: 'the fee reduction' },
  dispute_type: { zh: '纠纷类型', en: 'the dispute' },
  our_role: { zh: '我方地位', en: 'our side' },
  instance: { zh: '审级', en: 'the instance' },
  judgment_form: { zh: '裁判形式', en: 'the decision' },
  outcome: { zh: '结果', en: 'the outcome' },
}

export const factIn = (fact: string, l: Language) => FACTS[fact]?.[l] ?? (l === 'zh' ? fieldIn(fact, l) : `the ${fieldIn(fact, l)}`)

const DISPUTES: Pairs = {
  PLAINTIFF: ['原告或请求人', 'the plaintiff or petitioner'],
  DEFENDANT: ['被告或被请求人', 'the defendant or respondent'],
  THIRD: ['第三人', 'a third party'],
  FIRST: ['一审', 'the first'],
  SECOND: ['二审', 'the appeal'],
  RETRIAL: ['再审', 'the retrial'],
  EXECUTION: ['执行', 'the enforcement'],
  JUDGMENT: ['判决', 'a judgment'],
  ORDER: ['裁定', 'an order'],
  DECISION: ['决定', 'an administrative decision'],
  WON: ['支持我方', 'for us'],
  PARTLY: ['部分支持', 'partly for us'],
  LOST: ['不支持我方', 'against us'],
  SETTLED: ['和解', 'a settlement'],
}

const ofDispute = (code: string, l: Language) => chosen(DISPUTES, code, l)

const VALUES: Readonly<Record<string, (code: string, l: Language, option?: OptionWords) => string>> = {
  subtype: typeIn,
  route: routeIn,
  patent_type: typeIn,
  country: placeIn,
  status: stateIn,
  dispute_type: typeIn,
  our_role: ofDispute,
  instance: ofDispute,
  judgment_form: ofDispute,
  outcome: ofDispute,
  entity: (code, l) => chosen({ LARGE: ['一般实体', 'large'], SMALL: ['小实体', 'small'], MICRO: ['微实体', 'micro'] }, code, l),
}

const TESTS: Readonly<Record<Condition['is'], Bilingual>> = {
  present: { zh: '已有记录', en: 'is recorded' },
  absent: { zh: '没有记录', en: 'is not recorded' },
  eq: { zh: '为', en: 'is' },
  ne: { zh: '不为', en: 'is not' },
  in: { zh: '为', en: 'is one of' },
  not_in: { zh: '不为', en: 'is none of' },
  gt: { zh: '超过', en: 'is more than' },
  gte: { zh: '不少于', en: 'is at least' },
  lt: { zh: '少于', en: 'is less than' },
  lte: { zh: '不超过', en: 'is at most' },
}

const DAY_TESTS: Readonly<Partial<Record<Condition['is'], Bilingual>>> = {
  gt: { zh: '晚于', en: 'is after' },
  gte: { zh: '不早于', en: 'is not before' },
  lt: { zh: '早于', en: 'is before' },
  lte: { zh: '不晚于', en: 'is not after' },
}

/** One condition as a clause; several conditions must all hold. */
export function conditionIn({ fact, is, value }: Condition, names: Names, l: Language): string {
  const isSo = is === 'present' || (is === 'gt' && value === 0) || (is === 'eq' && value === true) || (is === 'ne' && value === false)
  const isNot = is === 'absent' || (is === 'ne' && value === true) || (is === 'eq' && value === false)
  const phrase = PHRASES[fact]
  if (phrase && (isSo || isNot)) return phrase[l][isSo ? 0 : 1]
  if (fact.startsWith('event:')) {
    const events = listIn(
      fact
        .slice(6)
        .split('|')
        .map((code) => eventIn(code, names, l)),
      l,
    )
    return is === 'absent' ? say(l, `案件没有${events}`, `the case has no ${events}`) : say(l, `案件已有${events}`, `the case has ${events}`)
  }
  const side = fact === 'event.side' ? SIDES[String(value)] : undefined
  if (side && (is === 'eq' || is === 'ne')) return side[l][is === 'eq' ? 0 : 1]
  const values = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(
    (one) => VALUES[fact]?.(String(one), l, names.option) ?? String(one),
  )
  const test = (/^\d{4}-\d\d-\d\d$/.test(values[0] ?? '') && DAY_TESTS[is]) || TESTS[is]
  const listed = listIn(values, l)
  return say(
    l,
    `${factIn(fact, 'zh')}${test.zh}${/^\w/.test(listed) ? ` ${listed}` : listed}`,
    [factIn(fact, 'en'), test.en, listed].filter(Boolean).join(' '),
  )
}

export const conditionsIn = (conditions: readonly Condition[], names: Names, l: Language, last: 'and' | 'or' = 'and') =>
  l === 'zh'
    ? conditions.map((one) => conditionIn(one, names, l)).join(last === 'and' ? '，且' : '，或')
    : listIn(
        conditions.map((one) => conditionIn(one, names, l)),
        l,
        last,
      )
