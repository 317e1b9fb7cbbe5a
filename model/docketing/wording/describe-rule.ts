// Describes a rule of law in short plain sentences, in chronological order of a deadline.
import { daysIn } from '../../kit/days/day-text.ts'
import { leadOf, ordinaryLeads, type Leads } from '../rules/law.ts'
import { reminderDaysBefore } from '../reminders.ts'
import { BY_ITSELF, runsFromDispatch, type Closing, type Proof, type Rule, type RuleKind, type Step, type Term } from '../rules/rule.ts'
import { answeredIn } from './answered-words.ts'
import { describeConsequences } from './describe-consequences.ts'
import {
  conditionsIn,
  eventIn,
  factIn,
  feeIn,
  type Language,
  listIn,
  type Names,
  placeIn,
  routeIn,
  ruleIn,
  say,
  stateIn,
  typeIn,
} from './rule-words.ts'
import { durationIn, fieldIn } from './words.ts'

export const RULE_PARTS = ['begins', 'applies', 'period', 'afterwards', 'ends', 'missed', 'fees', 'ours', 'law'] as const
export type RulePart = (typeof RULE_PARTS)[number]
/** The sentences of one part; a part that the rule does not have is absent. */
export type RuleText = { part: RulePart; lines: string[] }

export function describeRule(rule: Rule, names: Names, l: Language, leads: Leads = ordinaryLeads): RuleText[] {
  const parts: Record<RulePart, string[]> = {
    begins: begins(rule, names, l),
    applies: applies(rule, names, l),
    period: period(rule, names, l),
    afterwards: describeConsequences(rule, names, l),
    ends: ends(rule, names, l),
    missed: missed(rule, names, l),
    fees: fees(rule, names, l),
    ours: ours(rule, l, leads),
    law: law(rule, names, l),
  }
  return RULE_PARTS.map((part) => ({ part, lines: parts[part].map((line) => daysIn(line, l)) })).filter(({ lines }) => lines.length > 0)
}

type Part = (rule: Rule, names: Names, l: Language) => string[]

const begins: Part = ({ trigger: { field, events }, once, grace_of, month_end_doubt: doubt, each_country, kind }, names, l) => {
  const lines: string[] = []
  if (grace_of)
    lines.push(
      say(l, '它只延续另一条规则的期限，不单独产生期限。', 'It only extends the deadline of another rule and creates no deadline of its own.'),
    )
  else lines.push(KINDS[kind][l])
  if (doubt)
    lines.push(
      say(
        l,
        `期限止于月末的，按较早的日期计并标为待核：${doubt.zh}。`,
        `After a period that ends with its month, the earlier day is kept, to be checked: ${doubt.en}.`,
      ),
    )
  if (field && !grace_of && !events?.length)
    lines.push(say(l, `${fieldIn(field, 'zh')}有了记录即产生。`, `It is created when the ${fieldIn(field, 'en')} is recorded.`))
  if (events?.length) {
    const listed = listIn(
      events.map((code) => eventIn(code, names, l)),
      l,
    )
    lines.push(say(l, `案件记录了${listed}即产生。`, `It is created when ${listed} is recorded in the case.`))
    if (field)
      lines.push(say(l, `没有该记录时，以${fieldIn(field, 'zh')}代替。`, `If none is recorded, the ${fieldIn(field, 'en')} is used instead.`))
    if (once)
      lines.push(
        say(l, '不论记录几次，只有一个期限，按最近一次计算。', 'If several are recorded, there is one deadline, calculated from the latest.'),
      )
  }
  if (each_country) lines.push(say(l, '每个指定国家或地区各有一个期限。', 'Each designated country has its own deadline.'))
  return lines
}

const KINDS: Readonly<Record<RuleKind, { zh: string; en: string }>> = {
  ACTION: { zh: '这是需要办理的事项。', en: 'An action is required.' },
  MONITOR: { zh: '这是需要关注的日期，无须办理。', en: 'It is a date to monitor; no action is required.' },
  ANNUITY: { zh: '这是维持权利的费用。', en: 'It is a fee that maintains the right.' },
  TERM: { zh: '这是权利的届满日。', en: 'It is the expiry date of the right.' },
}

const applies: Part = (rule, names, l) => {
  const { countries, office, right_types: types, routes, not_routes: not, when, unless, unless_named: named, valid_from: from, valid_to: to } = rule
  const lines: string[] = []
  const places = countries ?? (office === '*' ? [] : [office])
  if (places.length) lines.push(say(l, `国家/地区：${placesIn(places, l)}。`, `Country or office: ${placesIn(places, l)}.`))
  else lines.push(say(l, '国家/地区：不限。', 'Country or office: any.'))
  if (types?.length) {
    const listed = listIn(
      types.map((type) => typeIn(type, l, names.option)),
      l,
    )
    lines.push(say(l, `权利：${listed}。`, `Right: ${listed}.`))
  }
  const routesIn = (codes: readonly string[]) =>
    listIn(
      codes.map((route) => routeIn(route, l, names.option)),
      l,
    )
  if (routes?.length) lines.push(say(l, `申请途径：${routesIn(routes)}。`, `Route: ${routesIn(routes)}.`))
  if (not?.length) lines.push(say(l, `申请途径不是：${routesIn(not)}。`, `Not by the route: ${routesIn(not)}.`))
  if (when?.length) lines.push(say(l, `仅当${conditionsIn(when, names, l)}。`, `Only when ${conditionsIn(when, names, l)}.`))
  if (unless?.length) lines.push(say(l, `例外：${conditionsIn(unless, names, l, 'or')}。`, `Not when ${conditionsIn(unless, names, l, 'or')}.`))
  if (named?.length)
    lines.push(say(l, `不适用于另有规则的：${placesIn(named, l)}。`, `Not for those with a rule of their own: ${placesIn(named, l)}.`))
  if (from && to) lines.push(say(l, `适用于 ${from} 至 ${to}（含）发生的情形。`, `Applies to triggers from ${from} to ${to} (inclusive).`))
  else if (from) lines.push(say(l, `适用于 ${from}（含）以后发生的情形。`, `Applies to triggers on or after ${from}.`))
  else if (to) lines.push(say(l, `适用于 ${to}（含）以前发生的情形。`, `Applies to triggers up to and including ${to}.`))
  return lines
}

const placesIn = (codes: readonly string[], l: Language) =>
  listIn(
    codes.map((code) => placeIn(code, l)),
    l,
    'and',
  )

const period: Part = (rule, names, l) => {
  const { terms, choose, notice_date: named, service, office, each_country: each, roll, roll_certainty, freezes, kind, grace_of } = rule
  const lines = terms.flatMap((term, index) => (index === 0 && rule.recurring ? recurs(rule, term, names, l) : counted(rule, term, names, l)))
  if (choose === 'LATER') lines.push(say(l, '取较晚的日期。', 'The later date applies.'))
  if (choose === 'EARLIER') lines.push(say(l, '取较早的日期。', 'The earlier date applies.'))
  if (named === 'REQUIRED')
    lines.push(say(l, '以通知书载明的日期为准，录入后才有日期。', 'The notice states the date; there is no date until it is entered.'))
  if (named === 'PREFERRED') lines.push(say(l, '通知书载明日期的，以通知书为准。', 'A date stated in the notice prevails.'))
  if (service) lines.push(serviceIn(service, l))
  lines.push(rollIn(roll, each && office === '*' ? say(l, '该国家/地区', 'that country') : placeIn(office, l), l))
  if (roll_certainty)
    lines.push(
      say(
        l,
        '按哪个局的休息日顺延待核实：顺延过的日期请核对。',
        'It is to be checked which office’s closed days apply: check a date that was rolled.',
      ),
    )
  if (!grace_of && (freezes ?? kind === 'ACTION'))
    lines.push(say(l, '程序中止期间，期限停止计算。', 'The period is suspended while proceedings are suspended.'))
  return lines
}

function rollIn(roll: Rule['roll'], calendar: string, l: Language): string {
  if (roll === 'N') return say(l, '期满日遇休息日也不顺延。', 'The last day is not rolled, even when it is a closed day.')
  if (roll === 'L')
    return say(
      l,
      '期满日按在后申请受理局的休息日顺延；该局未知时不顺延，并列出各局顺延后的日期。',
      'The last day is rolled by the closed days of the office of the later filing. While that office is unknown, it is not rolled, and the rolled date of each office is listed.',
    )
  return say(
    l,
    `期满日遇休息日的，顺延到下一个工作日（工作日历：${calendar}）。`,
    `If the last day is a closed day, it is rolled to the next working day (calendar: ${calendar}).`,
  )
}

function recurs(rule: Rule, term: Term, names: Names, l: Language): string[] {
  const { recurring } = rule
  if (!recurring) return []
  const { first, every, number_from: from, number_step: step, number_to: to, after, until } = recurring
  const number = (n: number) => (rule.kind === 'ANNUITY' ? say(l, `第${n}年`, `year ${n}`) : say(l, `第${n}次`, `no. ${n}`))
  const lines = [
    say(
      l,
      `第一次（${number(from)}）：自${startIn(rule, term.from, names, 'zh')}起${durationIn(first, 'zh')}${tail(term, 'zh')}。`,
      `The first (${number(from)}): ${durationIn(first, 'en')} after ${startIn(rule, term.from, names, 'en')}${tail(term, 'en')}.`,
    ),
    say(
      l,
      `以后每${durationIn(every, 'zh').replace(/^1年$/, '年')}一次${step === 1 ? '' : `（编号每次加${step}）`}${to === undefined ? '，没有最后一次' : `，到${number(to)}为止`}。`,
      `Then every ${durationIn(every, 'en').replace(/^1 /, '')}${step === 1 ? '' : ` (numbered in steps of ${step})`}${to === undefined ? ', without end' : `, up to ${number(to)}`}.`,
    ),
  ]
  if (after) lines.push(say(l, `只计${factIn(after, 'zh')}以后到期的各次。`, `Only those due after ${factIn(after, 'en')}.`))
  if (until) lines.push(say(l, `只计不晚于${factIn(until, 'zh')}到期的各次。`, `Only those due no later than ${factIn(until, 'en')}.`))
  return lines
}

function counted(rule: Rule, term: Term, names: Names, l: Language): string[] {
  const when = term.when?.length
    ? say(l, `（仅当${conditionsIn(term.when, names, 'zh')}）`, ` (only when ${conditionsIn(term.when, names, 'en')})`)
    : ''
  const only = when + answeredIn(term, names, l)
  const start = startIn(rule, term.from, names, l)
  if (term.by_country) {
    return byCountry(term.by_country).map(([text, countries]) => {
      const who = countries.includes('*') ? say(l, '指定的国家或地区', 'any designated country') : placesIn(countries, l)
      return say(
        l,
        `${who}：自${start}起${durationIn(text, 'zh')}${tail(term, 'zh')}${when}。`,
        `${upper(who)}: ${durationIn(text, 'en')} after ${start}${tail(term, 'en')}${when}.`,
      )
    })
  }
  const isSame = term.period === '' || term.period === '0d'
  return [
    isSame
      ? say(l, `${start}当日${tail(term, 'zh')}${only}。`, `On ${start} itself${tail(term, 'en')}${only}.`)
      : say(
          l,
          `自${start}起${durationIn(term.period, 'zh')}${tail(term, 'zh')}${only}。`,
          `${durationIn(term.period, 'en')} after ${start}${tail(term, 'en')}${only}.`,
        ),
  ]
}

/** Countries with one period are grouped. */
function byCountry(table: Readonly<Record<string, string>>): [string, string[]][] {
  const groups = new Map<string, string[]>()
  for (const [country, text] of Object.entries(table)) groups.set(text, [...(groups.get(text) ?? []), country])
  return [...groups]
}

const upper = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

function tail(
  { working_days: days, month_end: month, month_end_until: formerly, day_before: before, year_end: year, plus_days: plus }: Term,
  l: Language,
): string {
  const added = listIn(
    (plus ?? []).map((field) => fieldIn(field, l)),
    l,
    'and',
  )
  return [
    before ? say(l, '，至前一日', ', to the day before') : '',
    days ? say(l, `，再加${durationIn(`${days}wd`, 'zh')}`, `, plus ${durationIn(`${days}wd`, 'en')}`) : '',
    month ? say(l, '，至该月最后一日', ', to the last day of that month') : '',
    formerly ? say(l, `；${formerly}及以前，至该月最后一日`, `; until ${formerly}, to the last day of that month`) : '',
    year ? say(l, '，至该年12月31日', ', to 31 December of that year') : '',
    plus?.length ? say(l, `，再加${added}的天数`, `, plus the days of ${added}`) : '',
  ].join('')
}

/** A scheme of service is named by its office, with a suffix where the office has several. */
function serviceIn(scheme: string, l: Language): string {
  if (runsFromDispatch(scheme)) return say(l, '收到日不影响期限。', 'The date of receipt does not affect the deadline.')
  const office = placeIn(scheme.replace(/_\w+$/, ''), l)
  return say(l, `收到日按送达规定推定（${office}）。`, `The date of receipt is presumed by the rules of service (${office}).`)
}

/** The start of a period, as words within a sentence. */
function startIn({ trigger, service: scheme }: Rule, from: string, names: Names, l: Language): string {
  const service = scheme !== undefined && !runsFromDispatch(scheme)
  if (from === 'trigger') {
    if (trigger.field && !trigger.events) return say(l, fieldIn(trigger.field, 'zh'), `the ${fieldIn(trigger.field, 'en')}`)
    return service ? say(l, '推定收到日', 'deemed receipt') : say(l, '该文件或事件的日期', 'the date of that document or event')
  }
  const [kind, what = ''] = from.split(':')
  if (kind === 'event') {
    const listed = listIn(
      what.split('|').map((code) => eventIn(code, names, l)),
      l,
    )
    return service ? say(l, `推定收到${listed}之日`, `deemed receipt of ${listed}`) : say(l, `${listed}之日`, `the date of ${listed}`)
  }
  if (kind !== 'deadline' && kind !== 'due') return say(l, fieldIn(from, 'zh'), `the ${fieldIn(from, 'en')}`)
  const rule = what === '*' ? say(l, '该年费', 'that annuity') : ruleIn(what, names, l)
  return kind === 'due'
    ? say(l, `${rule}顺延后的期满日`, `the rolled end of ${rule}`)
    : say(l, `${rule}未经顺延的期满日`, `the unrolled end of ${rule}`)
}

const ends: Part = ({ closes, proves, awaits, survives, optional }, names, l) => {
  const lines: string[] = []
  const done = closingIn(closes, names, l)
  if (done) lines.push(say(l, `以下情形算作办完：${done}。`, `It is completed by ${done}.`))
  const shown = closingIn(proves, names, l)
  if (shown) lines.push(say(l, `以下情形表明早已办结：${shown}。`, `It is presumed done by ${shown}.`))
  const later = closingIn(laterOf(proves), names, l)
  if (later) lines.push(say(l, `其中仅在期限届满后才如此推定的：${later}。`, `Of these, only once the last day has passed: ${later}.`))
  if (awaits) {
    const long = durationIn(awaits, l)
    if (awaits === BY_ITSELF) lines.push(say(l, '届满即自行结束。', 'It ends by itself with its date.'))
    else lines.push(say(l, `届满后${long}仍未发生的，不再等待。`, `It is no longer monitored ${long} after its date.`))
  }
  if (survives?.length) {
    const states = listIn(
      survives.map((state) => stateIn(state, l, names.option)),
      l,
    )
    lines.push(say(l, `案件处于${states}时仍然有效。`, `It stays open when the case is ${states}.`))
  }
  if (optional) lines.push(say(l, '可办可不办：不办而过期的，不算遗漏。', 'It is optional: not doing it is no omission.'))
  return lines
}

function laterOf(proof: Proof | undefined): Closing | undefined {
  const { later, events = [], fields = [], states = [] } = proof ?? {}
  const of = (names: readonly string[]) => names.filter((name) => later?.includes(name))
  return later && { events: of(events), fields: of(fields), states: of(states) }
}

function closingIn(closing: Closing | undefined, names: Names, l: Language): string {
  const states = (closing?.states ?? []).map((state) => stateIn(state, l, names.option))
  return [
    listIn(
      (closing?.events ?? []).map((code) => eventIn(code, names, l)),
      l,
    ),
    listIn(
      (closing?.fields ?? []).map((field) => factIn(field, l)),
      l,
    ),
    states.length ? say(l, `案件状态为${listIn(states, 'zh')}`, `the case being ${listIn(states, 'en')}`) : '',
  ]
    .filter(Boolean)
    .join(say(l, '；', '; '))
}

const missed: Part = ({ if_missed: result, restoration }, names, l) => {
  const lines = result ? [`${result[l]}${say(l, '。', '.')}`] : []
  if (!restoration) return lines
  const { from, period: within, notices, rule, certainty } = restoration
  lines.push(say(l, `补救：${restoration.zh}。`, `Remedy: ${restoration.en}.`))
  const notice = listIn(
    (notices ?? []).map((code) => eventIn(code, names, l)),
    l,
  )
  const start = {
    NOTICE: say(l, `收到${notice || '权利丧失通知'}之日`, `receipt of ${notice || 'the notice of loss'}`),
    EXPIRY: say(l, '期满日', 'the end of the period'),
    GRACE: say(l, '宽限期届满日', 'the end of the grace period'),
    BASIS: say(l, '起算日', 'the starting day'),
    OPEN: '',
  }[from]
  lines.push(
    within && start
      ? say(l, `补救期限：自${start}起${durationIn(within, 'zh')}。`, `Period for the remedy: ${durationIn(within, 'en')} after ${start}.`)
      : say(l, '补救的期满日不由本规则计算。', 'This rule does not calculate the end of the period for the remedy.'),
  )
  if (rule) lines.push(say(l, `补救按规则${ruleIn(rule, names, 'zh')}办理。`, `The remedy is governed by the rule ${ruleIn(rule, names, 'en')}.`))
  if (certainty === 'CHECK') lines.push(say(l, '补救办法待核实。', 'The remedy is still to be checked.'))
  return lines
}

const fees: Part = ({ id, fees: named = [], extensions, steps, closes }, names, l) => {
  const stepFees = (list: readonly Step[] | undefined) => (list ?? []).flatMap(({ fee }) => fee ?? [])
  const paid = (closes?.events ?? []).flatMap((code) => (code.startsWith('PAID:') ? code.slice(5) : []))
  const line = (codes: readonly string[], zh: string, en: string) => {
    const listed = listIn(
      [...new Set(codes)].map((code) => feeIn(code, names, l)),
      l,
      'and',
    )
    return listed ? [say(l, `${zh}：${listed}。`, `${en}: ${listed}.`)] : []
  }
  const own = names.owed?.(id)
  const all = say(l, '应缴：提出申请或进入时的全部费用。', 'Payable: all fees of the filing or the national entry.')
  return [
    ...(own?.length === 0 ? [all] : line([...(own ?? []), ...named, ...paid], '应缴', 'To be paid')),
    ...line(stepFees(extensions?.steps), '延长时缴', 'For an extension'),
    ...line(stepFees(steps), '宽限期内缴', 'Within the time of grace'),
  ]
}

function ours(rule: Rule, l: Language, leads: Leads): string[] {
  if (rule.grace_of) return []
  const own = leadOf(rule)
  const days = reminderDaysBefore.filter((before) => before > 0)
  return [
    own === 'NONE'
      ? say(l, '内部期限与官方期限相同。', 'The internal date equals the official date.')
      : say(l, `内部期限提前${durationIn(leads[own], 'zh')}。`, `The internal date is ${durationIn(leads[own], 'en')} earlier.`),
    say(
      l,
      `期满前 ${days.join('、')} 天和当天提醒。`,
      `Reminders are sent ${listIn(days.map(String), 'en', 'and')} days before and on the last day.`,
    ),
  ]
}

const law: Part = ({ legal_basis: basis, note, certainty, version, overrides }, names, l) => {
  const lines = [say(l, `依据：${basis.zh}。`, `Legal basis: ${basis.en}.`)]
  if (overrides?.length) {
    const listed = listIn(
      overrides.map((id) => ruleIn(id, names, l)),
      l,
      'and',
    )
    lines.push(say(l, `优先于${listed}。`, `It takes precedence over ${listed}.`))
  }
  if (note) lines.push(`${note[l]}${say(l, '。', '.')}`)
  lines.push(
    certainty === 'CHECK'
      ? say(l, `第${version}版，待核实：使用前请确认。`, `Version ${version}, still to be checked: confirm it before use.`)
      : say(l, `第${version}版，内容确定。`, `Version ${version}; verified.`),
  )
  return lines
}
