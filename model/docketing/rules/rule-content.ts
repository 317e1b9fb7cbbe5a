// Describes the content of a rule for API callers: a JSON Schema with a description of every part.
import { RULE_KINDS } from './rule-kinds.ts'
import { RULE_SHAPE, type Shape } from './rule-shape.ts'
import type { Rule } from './rule.ts'

type Says = readonly [zh: string, en: string, more?: Readonly<Record<string, unknown>>]

const DAY = { pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
const PERIOD = { pattern: '^(-?\\d+[dmy](,-?\\d+[dmy])*)?$', examples: ['4m', '15d,4m', '10y,6m'] }
const of = (...codes: string[]) => ({ enum: codes })

/** Keyed by the place of the part, as `terms.period`; a list index is not counted. */
export const RULE_SAYS: Readonly<Record<string, Says>> = {
  id: ['规则号，与 rule_id 相同', 'Rule ID, the same as rule_id'],
  version: ['版本，与 rule_version 相同；法律修改时增加新版本，不改旧版', 'The version, the same as rule_version; a change of law is a new version', { minimum: 1 }],
  kind: ['ACTION 须办理，MONITOR 只监视，ANNUITY 年费（按年重复），TERM 权利届满', 'ACTION is to be done, MONITOR only watched, ANNUITY a fee that recurs, TERM the end of the right', of('ACTION', 'MONITOR', 'ANNUITY', 'TERM')],
  case_kind: ['适用的案件类别（模型名）；不写为产品默认的类别', 'Kind of case (model name) that the rule applies to; if omitted, the default kind of the product'],
  zh: ['中文名称', 'Chinese name'],
  en: ['英文名称', 'English name'],
  office: ['按哪个局的工作日历顺延：ST.3 代码，* 为案件所在局，@ro、@isa、@ipea 为该国际申请的受理、检索、初审单位', 'Office whose calendar rolls the date: an ST.3 code, * for the office of the case, or @ro, @isa, @ipea for the receiving, searching or examining authority of the international application'],
  countries: ['适用的案件国家/地区；缺省为 office', 'Countries of the cases that the rule applies to; default: the office'],
  right_types: ['适用的专利类型，如 INVENTION、UTILITY、DESIGN', 'Types of right that the rule applies to, such as INVENTION, UTILITY, DESIGN'],
  routes: ['只适用于这些申请途径', 'Applies only to these filing routes'],
  not_routes: ['不适用于这些申请途径', 'Does not apply to these filing routes'],
  trigger: ['何时产生：案件的日期字段，或官方文件/事件代码（document_type.code）；两者都有时，字段只在没有该文件时代替', 'Trigger: a date field of the case, or codes of official documents and events (document_type.code); if both are given, the field is used when no such document is recorded'],
  'trigger.field': ['案件日期字段，如 filing_date、grant_date、earliest_priority_date', 'A date field of the case, such as filing_date, grant_date, earliest_priority_date'],
  'trigger.events': ['文件或事件代码，如 CN14；自定义代码亦可', 'Codes of documents or events, such as CN14; custom codes are allowed'],
  terms: ['期限；多个候选时用 choose 取早或取晚', 'The period; with several candidates, `choose` selects the later or the earlier'],
  'terms.from': ['起算点：trigger，案件日期字段，event:CN01|CN02（最近一次），deadline:规则号（未顺延的期满日），due:规则号（顺延后的期满日）', 'Counted from: trigger, a dated field of the case, event:CN01|CN02 (the latest of them), deadline:RULE (its unrolled end) or due:RULE (its rolled end)', { examples: ['trigger', 'earliest_priority_date', 'event:CN01|CN02', 'deadline:CNP38', 'due:CNP19'] }],
  'terms.period': ['期限表达式，从左到右依次相加；重复期限的第一项留空', 'A duration, added part by part from the left; empty for what recurs', PERIOD],
  'terms.month_end': ['至所到月份的最后一日', 'To the last day of the month reached'],
  'terms.month_end_until': ['所到日不晚于此日的，至该月最后一日（旧法）', 'To the last day of the month where the day reached is not after this day (former law)'],
  'terms.day_before': ['至所到日的前一日；该月没有对应日的，至该月最后一日', 'To the day before the day reached; where the month has no such day, to its last day'],
  'terms.working_days': ['期限之后再加的工作日', 'Working days of the office added after the period'],
  'terms.plus_days': ['另计这些字段中的天数，如 pta_days', 'Fields of the case with days to add, such as pta_days'],
  'terms.by_country': ['按指定国家的期限；* 为其余国家', 'The period by designated country; * for the others'],
  'terms.when': ['条件成立时才计入该候选', 'The candidate is used only when these conditions are met'],
  'terms.year_end': ['至该年12月31日', 'To 31 December of the year reached'],
  'terms.answered': ['仅当这些办理事项中的第一个在该期间内作出时才计入；起算文件取对该通知的第一次回应', 'Used only when the first of these acts came within the time; the document counted from is then the first answer to the notice'],
  'terms.answered.events': ['文件或事件代码', 'Codes of documents and events'],
  'terms.answered.within': ['自所依据通知的日期起多久以内，末日遇休息日顺延', 'Within this time of the triggering notice; the last day is rolled', PERIOD],
  'terms.at_most': ['自起算日起不超过该期间', 'No further than this after the trigger', PERIOD],
  choose: ['多个候选取晚或取早', 'Of several candidates the later or the earlier', of('LATER', 'EARLIER')],
  when: ['全部成立才产生（须具备）', 'Created only when all of these conditions are met (require)'],
  unless: ['任一成立则不产生（中止）', 'Not created when any of these conditions is met (abort if)'],
  'condition.fact': ['案件字段（claims_count、fee_reduction、entity = LARGE/SMALL/MICRO 等），event:代码，event.side（所依据文件的属性），或 has_priority、has_domestic_priority、has_restored_priority、priority_year_missed、divisional、continues、abroad、designated_count、compensation_days、bio_deposit、chapter_two', 'A field of the case (claims_count, fee_reduction, entity = LARGE/SMALL/MICRO …), event:CODE, event.side (a property of the triggering document), or has_priority, has_domestic_priority, has_restored_priority, priority_year_missed, divisional, continues, abroad, designated_count, compensation_days, bio_deposit, chapter_two'],
  'condition.is': ['比较', 'The test', of('present', 'absent', 'eq', 'ne', 'in', 'not_in', 'gt', 'gte', 'lt', 'lte')],
  'condition.value': ['比较值；present、absent 不需要', 'Comparison value; not used with present and absent'],
  each_country: ['每个指定国家/地区各一个（terms.by_country）', 'One for each designated country (of terms.by_country)'],
  unless_named: ['by_country 的 * 不包括这些国家', 'Countries excluded from *'],
  once: ['不论收到几份通知只产生一个，按最近一份计算', 'One deadline, calculated from the latest notice, however many are received'],
  recurring: ['重复发生：年费、续展', 'Recurring: annuities, renewals'],
  'recurring.first': ['起算日到第一次', 'From the basis to the first', PERIOD],
  'recurring.every': ['以后每次的间隔，如 1y、4y、10y', 'Between occurrences, such as 1y, 4y, 10y', PERIOD],
  'recurring.number_from': ['第一次的编号（年度）', 'Number (year) of the first occurrence'],
  'recurring.number_step': ['编号的步长', 'Increment of the number'],
  'recurring.number_to': ['最后一次的编号；缺省为一直重复', 'Number of the last occurrence; default: no end'],
  'recurring.after': ['只要晚于该日期字段的', 'Only occurrences after this date field of the case'],
  'recurring.until': ['只要不晚于该日期字段的', 'Only occurrences not after this date field of the case'],
  service: ['推定送达规则：CN、EP、US、JP、KR…；缺省则以文件日期为起算日', 'Rule of deemed receipt: CN, EP, US, JP, KR …; default: calculated from the date of the document'],
  notice_date: ['通知书载明日期：REQUIRED 必须录入，PREFERRED 录入则优先', 'The notice names the date: REQUIRED, or PREFERRED to the period when given', of('REQUIRED', 'PREFERRED')],
  roll: ['W 遇休息日顺延至下一工作日，N 不顺延，L 按在后申请的受理局顺延（该局未定时不顺延）', 'W rolls to the next working day of the office, N does not roll, L rolls by the office of the later filing, and not at all while that office is unknown', of('W', 'N', 'L')],
  roll_certainty: ['顺延的日期待核', 'A rolled date is to be checked', of('CHECK')],
  opens: ['期满前多久起可以办理，如 -12m', 'It opens this long before its end, such as -12m', PERIOD],
  extensions: ['可以延长的档次', 'Extension steps'],
  'extensions.steps': ['各档', 'The steps'],
  'step.period': ['延长的长度，或该档至届满后多久', 'How long, or until how long after the end', PERIOD],
  'step.fee': ['费用代码（fee_schedule.fee_code）', 'Fee code (fee_schedule.fee_code)'],
  'step.surcharge': ['滞纳金，如 5%', 'The surcharge, such as 5%'],
  'step.zh': ['说明', 'A Chinese note'],
  'step.en': ['英文说明', 'An English note'],
  'extensions.times': ['最多延长几次', 'Maximum number of extensions'],
  'extensions.limit': ['自起算日起的总长上限', 'No extension reaches beyond this from the basis', PERIOD],
  'extensions.from_start': ['延长后的整个期限自原期限起算日重新计算；不写为自原期满日（未顺延）起算', 'The whole extended period counts from the start of the original one; default: from its unrolled end'],
  'extensions.after_the_end': ['期满后仍可购买', 'Can be requested after the period has expired'],
  grace_of: ['本条是该规则的宽限期；* 为任何没有自己宽限期的年费', 'This rule is the grace period of that rule; * for any annuity without its own grace period'],
  month_end_doubt: ['期限止于月末时，宽限期是否也止于月末有疑问的理由；按较早的日期计算并标为待核', 'Why a grace after a period that ends with its month may also be read to the end of its own month; the earlier day is kept, to be checked'],
  'month_end_doubt.zh': ['中文', 'In Chinese'],
  'month_end_doubt.en': ['英文', 'In English'],
  steps: ['宽限期内滞纳金的各档', 'Surcharge steps within the grace period'],
  from_basis: ['宽限期和办理窗口自起算日计算', 'Grace period and window are calculated from the starting day'],
  overrides: ['国家规则优先于这些规则，并在说明中写明', 'Rules that this rule takes precedence over'],
  if_missed: ['逾期的后果', 'Consequence of missing the deadline'],
  'if_missed.zh': ['中文', 'In Chinese'],
  'if_missed.en': ['英文', 'In English'],
  restoration: ['恢复', 'Restoration'],
  'restoration.zh': ['中文', 'In Chinese'],
  'restoration.en': ['英文', 'In English'],
  'restoration.rule': ['另有规则时的规则号', 'ID of the rule that governs the restoration, if any'],
  'restoration.from': ['自权利丧失通知、期满日、宽限期届满日、起算日起，或无固定期限', 'From the notice of loss, the end of the period or of its grace period, its basis, or without a fixed end', of('NOTICE', 'EXPIRY', 'GRACE', 'BASIS', 'OPEN')],
  'restoration.period': ['恢复期限', 'How long', PERIOD],
  'restoration.month_end': ['至所到月份的最后一日', 'To the last day of the month reached'],
  'restoration.notices': ['权利丧失通知的代码', 'Codes of the notices of loss of rights'],
  'restoration.certainty': ['确定性', 'Certainty', of('SURE', 'CHECK')],
  fees: ['到期时应缴的费用代码（fee_schedule.fee_code）；重复发生的，第一个是每次的费用', 'Fees due with the deadline (fee_schedule.fee_code); for recurring deadlines, the first is the fee of each occurrence'],
  closes: ['办结：这些文件、日期字段；按其日期判断是否逾期', 'Completion: documents, date fields; their date decides whether it was in time'],
  proves: ['表明早已办结的事实；答复期限届满前的来文只作推定，并列为问题', 'Facts that show earlier completion; a notice dated before the end of a reply period only leaves a finding'],
  'closing.events': ['文件或事件代码；PAID:费用代码 为缴费', 'Codes of documents and events; PAID:CODE is the payment of a fee'],
  'closing.fields': ['案件字段', 'Fields of the case'],
  'closing.states': ['案件状态', 'States of the case'],
  'closing.later': ['其中仅在期限届满后才能表明的', 'Those of them that show it only once the last day has passed'],
  awaits: ['监视事项过期多久后不再等待', 'A monitor is given up this long after its date', PERIOD],
  survives: ['案件处于这些状态时仍有效', 'States in which the deadline stays open although the case has ended'],
  optional: ['可办可不办，不办而过期的，不算遗漏', 'Optional: not doing it is no omission'],
  freezes: ['中止程序期间停止计算；缺省：办理事项停止', 'Suspended while proceedings are suspended; default: for actions'],
  lead: ['内部期限的提前量；缺省按种类', 'Which lead sets the internal date; absent: by kind', of('REPLY', 'ANNUITY', 'PRIORITY', 'NONE')],
  legal_basis: ['法律依据', 'Legal basis'],
  'legal_basis.zh': ['中文', 'In Chinese'],
  'legal_basis.en': ['英文', 'In English'],
  note: ['备注', 'A note'],
  'note.zh': ['中文', 'In Chinese'],
  'note.en': ['英文', 'In English'],
  valid_from: ['自该日起发生的事件适用', 'For events from this day on', DAY],
  valid_to: ['至该日止发生的事件适用', 'For events to this day', DAY],
  certainty: ['SURE 确定，CHECK 待核（向用户标明）', 'SURE, or CHECK: shown to be checked', of('SURE', 'CHECK')],
  source: ['出处', 'Source'],
} // oxfmt-ignore

type Json = Readonly<Record<string, unknown>>
const PLAIN = { text: { type: 'string' }, number: { type: 'integer' }, flag: { type: 'boolean' }, any: {} } as const
const NEEDED: readonly (keyof Rule)[] = [
  'id',
  'version',
  'kind',
  'zh',
  'en',
  'office',
  'trigger',
  'terms',
  'roll',
  'legal_basis',
  'certainty',
  'source',
]

// Parts that occur in several places are described once.
const SHARED: Readonly<Record<string, string>> = {
  when: 'condition',
  unless: 'condition',
  'terms.when': 'condition',
  steps: 'step',
  'extensions.steps': 'step',
  closes: 'closing',
  proves: 'closing',
}

/** A JSON Schema of `content`; the examples show each feature of a rule. */
export const RULE_CONTENT: Json = {
  type: 'object',
  additionalProperties: false,
  required: NEEDED,
  properties: Object.fromEntries(Object.entries(RULE_SHAPE).map(([part, shape]) => [part, schemaOf(shape, part)])),
  examples: RULE_KINDS,
}

/** The place of a description. */
export function placeOf(place: string): string {
  const at = place.lastIndexOf('.')
  const shared = at > 0 ? SHARED[place.slice(0, at)] : undefined
  return shared ? `${shared}${place.slice(at)}` : place
}

function schemaOf(shape: Shape, place: string): Json {
  const [zh, en, more] = RULE_SAYS[placeOf(place)] ?? []
  const description = en && `${en} / ${zh}`
  return { ...(description && { description }), ...formOf(shape, place), ...more }
}

function formOf(shape: Shape, place: string): Json {
  if (typeof shape === 'string') return PLAIN[shape]
  if ('list' in shape) return { type: 'array', items: typeof shape.list === 'string' ? PLAIN[shape.list] : formOf(shape.list, place) }
  if ('map' in shape) return { type: 'object', additionalProperties: formOf(shape.map, place) }
  const properties = Object.fromEntries(Object.entries(shape.of).map(([part, inner]) => [part, schemaOf(inner, `${place}.${part}`)]))
  return { type: 'object', additionalProperties: false, properties }
}
