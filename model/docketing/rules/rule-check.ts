import { parseDuration } from '../../kit/days/duration.ts'
import { isDay } from '../calendar/calendar-pack.ts'
import { isRow, type LawFault } from './law-fault.ts'
import type { Condition, Rule } from './rule.ts'
import { misshapen, RULE_SHAPE } from './rule-shape.ts'

const KINDS = new Set(['ACTION', 'MONITOR', 'ANNUITY', 'TERM'])
const TESTS = new Set(['present', 'absent', 'eq', 'ne', 'in', 'not_in', 'gt', 'gte', 'lt', 'lte'])
const VALUELESS = new Set(['present', 'absent'])
type Fault = (zh: string, en: string) => void

/** Lists every fault of one row. An unknown field is a fault too: it would be law without effect. */
export function checkRule(row: unknown, index: number, schemes: ReadonlySet<string>): LawFault[] {
  const faults: LawFault[] = []
  const where = `rule ${isRow(row) && typeof row.id === 'string' ? row.id : `no. ${index + 1}`}`
  const fault: Fault = (zh, en) => faults.push({ where, zh, en })
  if (!isRow(row)) {
    fault('不是对象', 'is not an object')
    return faults
  }
  for (const field of Object.keys(row)) if (!Object.hasOwn(RULE_SHAPE, field)) fault(`未知字段 ${field}`, `unknown field ${field}`)
  const wrong = misshapen(row)
  for (const place of wrong) fault(`${place} 的形式有误`, `${place} has the wrong structure`)
  if (wrong.length > 0) return faults
  const rule = row as Partial<Rule> // its form has been checked
  checkHead(rule, fault)
  checkTerms(rule, fault)
  checkPeriods(rule, fault)
  for (const condition of [...(rule.when ?? []), ...(rule.unless ?? []), ...(rule.terms ?? []).flatMap(({ when }) => when ?? [])]) {
    checkCondition(condition, fault)
  }
  if (rule.service && !schemes.has(rule.service)) fault(`未知送达规则 ${rule.service}`, `unknown service rule ${rule.service}`)
  return faults
}

function checkHead(rule: Partial<Rule>, fault: Fault) {
  for (const field of ['id', 'zh', 'en', 'office', 'source'] as const) if (!rule[field]) fault(`缺少 ${field}`, `${field} is missing`)
  if (!Number.isInteger(rule.version) || Number(rule.version) < 1) fault('版本应为正整数', 'version must be a positive whole number')
  if (!rule.kind || !KINDS.has(rule.kind)) fault('kind 有误', 'kind must be ACTION, MONITOR, ANNUITY or TERM')
  if (!['W', 'N', 'L'].includes(rule.roll ?? '')) fault('roll 有误', 'roll must be W, N or L')
  if (rule.certainty !== 'SURE' && rule.certainty !== 'CHECK') fault('certainty 有误', 'certainty must be SURE or CHECK')
  if (!rule.legal_basis?.zh || !rule.legal_basis.en) fault('缺少法律依据', 'the legal basis is missing in Chinese or English')
  if (rule.if_missed && (!rule.if_missed.zh || !rule.if_missed.en)) fault('缺少后果说明', 'if_missed is missing in Chinese or English')
  if (!rule.trigger?.field && !rule.trigger?.events?.length) fault('缺少起算依据', 'trigger requires a field or events')
  for (const field of ['valid_from', 'valid_to'] as const) {
    if (rule[field] && !isDay(rule[field])) fault(`${field} 不是日期`, `${field} is not a date`)
  }
  if (rule.valid_from && rule.valid_to && rule.valid_from > rule.valid_to) fault('有效期起止颠倒', 'valid_from is later than valid_to')
  if (rule.each_country && !rule.terms?.some(({ by_country }) => by_country))
    fault('缺少按国家的期限', 'each_country requires a term with by_country')
}

function checkTerms(rule: Partial<Rule>, fault: Fault) {
  if (!Array.isArray(rule.terms) || !rule.terms.length) fault('缺少期限', 'terms are missing')
  const alternatives = rule.terms?.filter(({ when }) => !when).length ?? 0
  if (alternatives > 1 && !rule.choose) fault('多个候选期限须指明取早或取晚', 'several terms require choose: LATER or EARLIER')
  if (rule.choose && rule.choose !== 'LATER' && rule.choose !== 'EARLIER') fault('choose 有误', 'choose must be LATER or EARLIER')
  for (const { from, answered, at_most, month_end_until: until } of rule.terms ?? []) {
    // Within a month, a later day would otherwise end earlier.
    if (until && !(isDay(until) && isLastOfMonth(Temporal.PlainDate.from(until))))
      fault('month_end_until 应为某月最后一日', 'month_end_until must be the last day of a month')
    if ((answered || at_most) && !rule.trigger?.events?.length)
      fault('answered 和 at_most 须由文件起算', 'answered and at_most require a triggering document')
    if (answered && (!answered.events?.length || !from?.startsWith('event:')))
      fault('answered 须有事项，并自文件起算', 'answered requires acts, and a document to count from')
    if (!/^(trigger|[a-z_]+|event:[\w:.|]+|(deadline|due):[\w*]+)$/.test(from ?? '')) fault(`起算点有误：${from}`, `unknown starting point: ${from}`)
  }
}

const isLastOfMonth = ({ day, daysInMonth }: Temporal.PlainDate) => day === daysInMonth

/** Every duration of the row, wherever it stands. */
function checkPeriods(rule: Partial<Rule>, fault: Fault) {
  const recurs = Boolean(rule.recurring)
  const periods = (rule.terms ?? []).flatMap(({ period, by_country }, index) => [
    ...(recurs && index === 0 ? [] : [period]),
    ...Object.values(by_country ?? {}),
  ])
  for (const { answered, at_most } of rule.terms ?? []) periods.push(...(answered ? [answered.within] : []), ...(at_most ? [at_most] : []))
  const { recurring, opens, awaits, extensions, restoration, steps } = rule
  if (recurring) {
    periods.push(recurring.first, recurring.every)
    if (!Number.isInteger(recurring.number_from) || !(recurring.number_step > 0))
      fault('重复编号有误', 'recurring requires number_from and number_step')
  }
  if (opens) periods.push(opens)
  if (awaits) periods.push(awaits)
  if (extensions && (!extensions.steps?.length || !extensions.times)) fault('延长缺少档次或次数', 'extensions requires steps and times')
  if (extensions?.limit) periods.push(extensions.limit)
  periods.push(...(extensions?.steps ?? []).map(({ period }) => period), ...(steps ?? []).map(({ period }) => period))
  if (restoration?.period) periods.push(restoration.period)
  if (restoration && restoration.from !== 'OPEN' && !restoration.period) fault('恢复期限缺失', 'restoration requires a period')
  for (const period of periods) {
    try {
      parseDuration(period)
    } catch (wrong) {
      fault(`期限表达式有误：${period}`, wrong instanceof Error ? wrong.message : `wrong duration ${period}`)
    }
  }
}

function checkCondition(condition: Partial<Condition>, fault: Fault) {
  if (!condition.fact) fault('条件缺少事实', 'a condition requires a fact')
  if (!condition.is || !TESTS.has(condition.is)) fault(`条件有误：${condition.is}`, `unknown test ${condition.is}`)
  else if (!VALUELESS.has(condition.is) && condition.value === undefined)
    fault(`条件 ${condition.fact} 缺少值`, `the condition on ${condition.fact} requires a value`)
}

/** Checks that need all rules: unknown names, and versions in force at the same time. */
export function checkTogether(rules: readonly Rule[]): LawFault[] {
  const ids = new Set(rules.map(({ id }) => id))
  const faults: LawFault[] = []
  for (const rule of rules) {
    for (const id of namedBy(rule)) {
      if (!ids.has(id)) faults.push({ where: `rule ${rule.id}`, zh: `指向不存在的规则 ${id}`, en: `refers to the rule ${id}, which does not exist` })
    }
  }
  const rows = new Set<string>()
  for (const { id, version } of rules) {
    if (rows.has(`${id} ${version}`)) faults.push({ where: `rule ${id}`, zh: `版本 ${version} 重复`, en: `version ${version} exists twice` })
    rows.add(`${id} ${version}`)
  }
  for (const [index, rule] of rules.entries()) {
    const duplicate = rules.slice(index + 1).find((other) => other.id === rule.id && meet(rule, other))
    if (duplicate) {
      faults.push({
        where: `rule ${rule.id}`,
        zh: `版本 ${rule.version} 与 ${duplicate.version} 适用范围和有效期重叠`,
        en: `versions ${rule.version} and ${duplicate.version} apply to the same cases in overlapping periods`,
      })
    }
  }
  return faults
}

function namedBy({ overrides, grace_of, restoration, terms }: Rule): string[] {
  const sources = terms.flatMap(({ from }) => /^(?:deadline|due):(\w+)$/.exec(from)?.[1] ?? [])
  return [...(overrides ?? []), ...(grace_of && grace_of !== '*' ? [grace_of] : []), ...(restoration?.rule ? [restoration.rule] : []), ...sources]
}

function meet(a: Rule, b: Rule): boolean {
  const share = (left?: readonly string[], right?: readonly string[]) => !left || !right || left.some((one) => right.includes(one))
  const apart = (left?: readonly string[], excluded?: readonly string[]) => Boolean(left && excluded && left.every((one) => excluded.includes(one)))
  return (
    a.case_kind === b.case_kind &&
    share(a.countries ?? [a.office], b.countries ?? [b.office]) &&
    share(a.right_types, b.right_types) &&
    share(a.routes, b.routes) &&
    !apart(a.routes, b.not_routes) &&
    !apart(b.routes, a.not_routes) &&
    (a.valid_from ?? '') <= (b.valid_to ?? '9') &&
    (b.valid_from ?? '') <= (a.valid_to ?? '9') &&
    JSON.stringify(a.when) === JSON.stringify(b.when) &&
    JSON.stringify(a.unless) === JSON.stringify(b.unless)
  )
}

/** The words that a rule of one kind of case may use. */
export type Vocabulary = {
  fields: ReadonlySet<string>
  states: ReadonlySet<string>
  types: ReadonlySet<string>
  routes: ReadonlySet<string>
  fees: ReadonlySet<string>
  /** Codes of documents and events. */
  events: ReadonlySet<string>
  /** The option codes of each field with options. */
  options: ReadonlyMap<string, ReadonlySet<string>>
  isOffice: (code: string) => boolean
}

/** A rule with an unknown word would never apply, so each unknown word is refused, with its place. */
export function checkWords(rule: Rule, known: Vocabulary): LawFault[] {
  const where = `rule ${rule.id}`
  const unknown = ({ place, words, isKnown, zh, en }: Used) =>
    words
      .filter((word) => !isKnown(word))
      .map((word) => ({ where, zh: `${place} 中的“${word}”不是已知的${zh}`, en: `${place}: “${word}” is not a known ${en}` }))
  return [...usedIn(rule, known), ...eventsUsedIn(rule, known)].flatMap(unknown)
}

type Used = { place: string; words: readonly string[]; isKnown: (word: string) => boolean; zh: string; en: string }

const of =
  (set: ReadonlySet<string>, zh: string, en: string) =>
  (place: string, words: readonly string[]): Used => ({
    place,
    words,
    isKnown: (word: string) => set.has(word),
    zh,
    en,
  })

function usedIn(rule: Rule, known: Vocabulary): Used[] {
  const { terms, recurring, closes, proves, survives = [], extensions, steps = [] } = rule
  const field = of(known.fields, '字段', 'field')
  const state = of(known.states, '状态', 'state')
  const fee = of(known.fees, '费用代码', 'fee code')
  const office = (place: string, words: readonly string[]) => ({ place, words, isKnown: known.isOffice, zh: '局', en: 'office' })
  const isOther = (code: string) => code === '*' || code.startsWith('@')
  return [
    office(
      'office',
      [rule.office].filter((code) => !isOther(code)),
    ),
    office('countries', rule.countries ?? []),
    office(
      'terms.by_country',
      terms.flatMap(({ by_country: by = {} }) => Object.keys(by)).filter((code) => !isOther(code)),
    ),
    of(known.types, '权利类型', 'type of right')('right_types', rule.right_types ?? []),
    of(known.routes, '途径', 'route')('routes', [...(rule.routes ?? []), ...(rule.not_routes ?? [])]),
    field('office', isOther(rule.office) && rule.office !== '*' ? [rule.office.slice(1)] : []),
    field('trigger.field', rule.trigger.field ? [rule.trigger.field] : []),
    field(
      'terms.from',
      terms.map(({ from }) => from).filter((from) => /^[a-z_]+$/.test(from) && from !== 'trigger'),
    ),
    field(
      'terms.plus_days',
      terms.flatMap(({ plus_days: days = [] }) => days),
    ),
    field(
      'recurring',
      [recurring?.after, recurring?.until].filter((one) => one !== undefined),
    ),
    field('closes.fields', closes?.fields ?? []),
    field('proves.fields', proves?.fields ?? []),
    state('closes.states', closes?.states ?? []),
    state('proves.states', proves?.states ?? []),
    state('survives', survives),
    fee('fees', rule.fees ?? []),
    fee(
      'steps',
      [...steps, ...(extensions?.steps ?? [])].flatMap(({ fee: code }) => code ?? []),
    ),
  ]
}

function eventsUsedIn(rule: Rule, known: Vocabulary): Used[] {
  const { trigger, terms, closes, proves, restoration } = rule
  const event = of(known.events, '文件或事件', 'document or event')
  const conditions = conditionsOf(rule)
  const acts = closes?.events ?? []
  const own = [proves?.events, proves?.fields, proves?.states].flatMap((words) => words ?? [])
  const from = terms.flatMap((term) => eventsIn(term.from))
  const answers = terms.flatMap(({ answered }) => answered?.events ?? [])
  const asked = conditions.flatMap(({ fact }) => eventsIn(fact))
  const documents = acts.filter((code) => !code.startsWith(PAID))
  return [
    event('trigger.events', trigger.events ?? []),
    event('terms.from', from),
    event('terms.answered', answers),
    event('closes.events', documents),
    of(known.fees, '费用代码', 'fee code')('closes.events', acts.flatMap(feeIn)),
    event('proves.events', proves?.events ?? []),
    of(new Set(own), '本规则的证明', 'proof of this rule')('proves.later', proves?.later ?? []),
    event('restoration.notices', restoration?.notices ?? []),
    event('conditions', asked),
    ...conditions.flatMap((condition) => valuesIn(condition, known)),
  ]
}

const PAID = 'PAID:'
const feeIn = (code: string) => (code.startsWith(PAID) ? [code.slice(PAID.length)] : [])
const eventsIn = (source: string) => (source.startsWith('event:') ? source.slice('event:'.length).split('|') : [])
const conditionsOf = ({ when = [], unless = [], terms }: Rule) => [...when, ...unless, ...terms.flatMap((term) => term.when ?? [])]

/** A condition on a field with options that asks for none of them never changes. */
function valuesIn({ fact, value }: Condition, { options }: Vocabulary): Used[] {
  const known = options.get(fact)
  if (!known || value === undefined) return []
  const words = (Array.isArray(value) ? value : [value]).map(String)
  return [{ place: fact, words, isKnown: (word) => known.has(word), zh: '选项', en: 'option' }]
}
