// Renders the reasons of a date as short plain sentences, in order of computation.
import type { Candidate, Elsewhere, Explanation, ExplainedReceipt } from '../calculation/computed-deadline.ts'
import { daysIn } from '../../kit/days/day-text.ts'
import type { Bilingual } from '../rules/rule.ts'
import { citedIn } from './law-titles.ts'
import { disagreementIn, inheritedIn } from './family-words.ts'
import { placeIn } from './rule-words.ts'
import { daysOfWeek, isWeekend, durationIn, fieldIn, sourceIn, stepIn } from './words.ts'

export type Language = keyof Bilingual

/** The name of a rule, a type of document, a state or a field, where it is known. */
export type Names = (code: string) => Bilingual | undefined

export function explain(explanation: Explanation, language: Language, names: Names = () => undefined): string[] {
  return [
    ...trigger(explanation, language, names),
    ...family(explanation, language, names),
    ...receipt(explanation, language, names),
    ...periods(explanation, language, names),
    ...suspension(explanation, language, names),
    ...rolling(explanation, language, names),
    ...afterwards(explanation, language, names),
    ...standing(explanation, language, names),
    ...law(explanation, language, names),
  ].map((line) => daysIn(line, language))
}

type Part = (explanation: Explanation, language: Language, names: Names) => string[]

const named = (code: string, l: Language, names: Names) => {
  const name = names(code)?.[l]
  return name ? `“${name}”` : fieldIn(code, l)
}

const say = (language: Language, zh: string, en: string) => (language === 'zh' ? zh : en)

const trigger: Part = ({ trigger: { field, event, name, date }, follows }, l, names) => {
  if (follows) return [say(l, `由错过的期限${named(follows, l, names)}引起。`, `It results from the missed deadline ${named(follows, l, names)}.`)]
  if (event)
    return [
      say(
        l,
        `起算：${name ? `“${name.zh}”` : `文件或事件 ${event}`}，日期 ${date}。`,
        `Triggered by ${name ? `“${name.en}”` : `the document or event ${event}`} of ${date}.`,
      ),
    ]
  const own = name?.[l] ?? (field && fieldIn(field, l))
  return own ? [say(l, `起算：${own} ${date}。`, `Triggered by the ${own}, ${date}.`)] : []
}

const family: Part = ({ inherited = [], disagreements = [] }, l) =>
  [...inherited.map(inheritedIn), ...disagreements.map((one) => disagreementIn(one))].map((one) => `${one[l]}${say(l, '。', '.')}`)

const receipt: Part = ({ service, basis_override: override }, l) => {
  const lines: string[] = []
  if (service) lines.push(...served(service, l))
  if (override) {
    const reason = override.reason || say(l, '未说明', 'not given')
    lines.push(
      say(
        l,
        `起算日由人工定为 ${override.date}（原为 ${override.instead_of}），理由：${reason}。`,
        `The starting day was set by hand to ${override.date} (before: ${override.instead_of}); reason: ${reason}.`,
      ),
    )
  }
  return lines
}

function served(service: ExplainedReceipt, l: Language): string[] {
  const lines = [`${service.text[l]}${say(l, '。', '.')}`]
  if (service.assumed)
    lines.push(
      say(
        l,
        '送达方式未记录，按电子送达计算（日期较早、较安全）。',
        'The delivery method is not recorded; electronic delivery is assumed, which gives the earlier, safer date.',
      ),
    )
  lines.push(say(l, `发文日 ${service.issued}，起算日 ${service.basis}。`, `Dated ${service.issued}; counted from ${service.basis}.`))
  if (service.received_late)
    lines.push(
      say(
        l,
        `收到日比发文日晚 ${service.received_late} 天，超出通常天数，请核对送达证据。`,
        `It was received ${service.received_late} days after its date, which is more than usual: please check the proof of receipt.`,
      ),
    )
  if (service.late_days)
    lines.push(say(l, `通知迟到，期限顺延 ${service.late_days} 天。`, `The notice arrived late: ${service.late_days} days are added.`))
  return lines
}

const periods: Part = ({ candidates, choose, set_due: stated, raw }, l, names) => {
  const lines: string[] = []
  if (stated) {
    lines.push(say(l, `通知书指定的日期为 ${stated.date}。`, `The notice states the date ${stated.date}.`))
    if (stated.computed && stated.computed !== stated.date)
      lines.push(say(l, `按规则计算为 ${stated.computed}，以通知书为准。`, `The rule gives ${stated.computed}; the notice prevails.`))
    return lines
  }
  if (raw === null)
    return [
      say(l, '期限以通知书中指定的日期为准，尚未录入，请录入。', 'The notice states the date, which has not been entered yet. Please enter it.'),
    ]
  for (const candidate of candidates) lines.push(...(candidate.service ? served(candidate.service, l) : []), counted(candidate, l, names))
  if (choose && candidates.length > 1) {
    const which = say(l, choose === 'LATER' ? '取较晚者' : '取较早者', choose === 'LATER' ? 'The later date applies' : 'The earlier date applies')
    lines.push(say(l, `${which}：${raw}。`, `${which}: ${candidates.find(({ wins }) => wins)?.date}.`))
  }
  return lines
}

function counted({ from, basis, date, steps, event }: Candidate, l: Language, names: Names): string {
  const source = event?.name ? say(l, `“${event.name.zh}”`, `document “${event.name.en}”`) : sourceIn(from, l, names)
  if (!date) return say(l, `${source}尚未记录，暂不计入。`, `Not recorded yet and therefore not considered: ${source}.`)
  const moved = steps.filter(({ step }) => step !== '0d')
  if (moved.length === 0) return say(l, `以${source} ${basis} 当日为准。`, `On the day of the ${source}, ${basis}.`)
  const way = moved
    .map(({ step, date: reached }) => say(l, `${stepIn(step, l)}到 ${reached}`, `${stepIn(step, l)} to ${reached}`))
    .join(say(l, '，', ', '))
  return say(l, `自${source} ${basis} 起：${way}。`, `From the ${source}, ${basis}: ${way}.`)
}

const suspension: Part = ({ suspension: intervals }, l) =>
  (intervals ?? []).map(({ from, to, days }) =>
    say(
      l,
      `程序自 ${from} 起中止${to ? `至 ${to}` : '，尚未恢复'}，期限顺延 ${days} 天。`,
      `Proceedings were suspended from ${from}${to ? ` to ${to}` : ' and have not resumed'}: ${days} days are added.`,
    ),
  )

const rolling: Part = ({ rolled, not_rolled: fixed, raw, provisional, office, elsewhere }, l) => {
  if (elsewhere && raw) return byOffice(raw, elsewhere, l)
  const lines: string[] = []
  if (rolled) {
    const skipped = rolled.skipped
      .map(({ date, why }) => say(l, `${date} ${nameIn(why, l)}`, `${date} is closed (${nameIn(why, l)})`))
      .join(say(l, '、', ', '))
    lines.push(
      say(
        l,
        `按${placeIn(office, l)}的工作日历，期满日遇休息日（${skipped}），顺延至 ${rolled.to} ${daysOfWeek(rolled.to, l)}。`,
        `By the calendar of ${placeIn(office, l)} the last day is a closed day: ${skipped}. It is rolled to ${daysOfWeek(rolled.to, l)} ${rolled.to}.`,
      ),
    )
  } else if (raw && fixed) lines.push(say(l, '该日期遇休息日不顺延。', 'This date is not rolled when it falls on a closed day.'))
  const last = rolled?.to ?? raw
  if (last && !fixed && isWeekend(last))
    lines.push(
      say(
        l,
        `${last} 虽为${daysOfWeek(last, l)}，但按${placeIn(office, l)}的工作日历是调休上班日，不顺延。`,
        `${last} is a ${daysOfWeek(last, l)}, but by the calendar of ${placeIn(office, l)} a make-up working day: it is not rolled.`,
      ),
    )
  if (provisional)
    lines.push(
      say(
        l,
        `${placeIn(office, l)}该时段的工作日历未完整载入，日期为暂定，载入后会重新计算。`,
        `The calendar of ${placeIn(office, l)} is not fully loaded for that period: the date is provisional and will be recalculated.`,
      ),
    )
  return lines
}

/** The office of the later filing decides; the unrolled day is safe at each of them. */
function byOffice(raw: string, { days, provisional = [] }: Elsewhere, l: Language): string[] {
  const listed = (offices: readonly string[]) => offices.map((office) => placeIn(office, l)).join(say(l, '、', ', '))
  const byDay = Map.groupBy(Object.keys(days), (office) => days[office] ?? raw)
  const moved = [...byDay].filter(([date]) => date !== raw)
  const kept = byDay.get(raw) ?? []
  const stated = moved.map(([date, offices]) => say(l, `${listed(offices)}：${date}`, `${listed(offices)}: ${date}`)).join(say(l, '；', '; '))
  return [
    say(
      l,
      `在后申请的受理局未知，以不顺延的 ${raw} 为准，在任何局均不晚。`,
      `The office of the later filing is unknown, so ${raw} is not rolled: it is in time at every office.`,
    ),
    ...(stated ? [say(l, `该日为休息日而顺延的局：${stated}。`, `It is rolled at these offices: ${stated}.`)] : []),
    ...(stated && kept.length ? [say(l, `不顺延的局：${listed(kept)}。`, `It is not rolled at: ${listed(kept)}.`)] : []),
    ...(provisional.length
      ? [
          say(
            l,
            `工作日历未完整载入，暂定：${listed(provisional)}。`,
            `Provisional, because the calendar is not fully loaded: ${listed(provisional)}.`,
          ),
        ]
      : []),
  ]
}

const nameIn = (name: string, l: Language) => {
  const [zh, en] = name.split(' / ')
  return l === 'zh' ? (zh ?? name) : (en ?? name)
}

const afterwards: Part = ({ extension, grace, window, lead, overrides, restoration }, l, names) => {
  const lines: string[] = []
  if (window) lines.push(say(l, `自 ${window.from} 起可以办理。`, `It can be done from ${window.from}.`))
  if (extension) {
    const by = extension.periods.map((period) => durationIn(period, l)).join(say(l, '加', ' and '))
    lines.push(
      say(
        l,
        `已延长${by}，自${extension.from_start ? '原期限起算日' : '未顺延的期满日'}起算，新期限 ${extension.due}。`,
        `Extended by ${by} from ${extension.from_start ? 'the start of the original period' : 'the unrolled end'}: new date ${extension.due}.`,
      ),
    )
    if (extension.limited_to)
      lines.push(say(l, `法律规定最迟不超过 ${extension.limited_to}。`, `The latest date under the law is ${extension.limited_to}.`))
  }
  if (grace) {
    lines.push(
      say(l, `逾期后仍可在 ${grace.end} 前办理。`, `After that it can still be done until ${grace.end}.`),
      ...(grace.provisional
        ? [say(l, `该日的工作日历未完整载入，宽限期末日为暂定。`, `The calendar is not fully loaded for that day: it is provisional.`)]
        : []),
    )
    if (grace.doubt)
      lines.push(
        say(
          l,
          `宽限期末日有疑问，按较早的 ${grace.end} 计；另一种读法为 ${grace.doubt.later}。${grace.doubt.text.zh}。`,
          `The last day of the grace is in doubt; ${grace.end} is the earlier, safe day, ${grace.doubt.later} the other reading. ${grace.doubt.text.en}.`,
        ),
      )
    for (const { until, surcharge, text } of grace.steps) {
      const what =
        text?.[l] ?? (surcharge === '0%' ? say(l, '不加收滞纳金', 'no surcharge') : say(l, `滞纳金 ${surcharge}`, `surcharge ${surcharge}`))
      lines.push(say(l, `至 ${until}：${what}。`, `Until ${until}: ${what}.`))
    }
  }
  if (lead)
    lines.push(say(l, `内部期限提前${durationIn(lead.text, l)}：${lead.date}。`, `Internal date, ${durationIn(lead.text, l)} earlier: ${lead.date}.`))
  if (overrides) {
    const others = overrides.map((id) => named(id, l, names))
    lines.push(say(l, `本规则优先于${others.join('、')}。`, `This rule takes precedence over ${others.join(', ')}.`))
  }
  if (restoration) {
    const end = restoration.end ? say(l, `，最迟 ${restoration.end}`, `, until ${restoration.end}`) : ''
    lines.push(say(l, `补救：${restoration.text.zh}${end}。`, `Remedy: ${restoration.text.en}${end}.`))
    if (restoration.estimated)
      lines.push(
        say(
          l,
          '权利丧失通知尚未收到，该日期为最早可能的日期。',
          'The notice of loss of rights is not recorded yet; this is the earliest possible date.',
        ),
      )
  }
  return lines
}

const standing: Part = ({ presumed, settled, early_notice: early }, l, names) => {
  const lines: string[] = []
  if (early)
    lines.push(
      say(
        l,
        `没有答复记录；官方在期限内发出了 ${early.date} 的来文，这不能证明已经答复。`,
        `No reply is on record; the office sent a notice of ${early.date} within the period, which does not prove a reply.`,
      ),
    )
  if (presumed) {
    const years = presumed.from === presumed.to ? `${presumed.from}` : `${presumed.from}–${presumed.to}`
    lines.push(
      say(
        l,
        `专利有效，第 ${years} 年的费用推定已缴，请核实。`,
        `The right is in force, so the fees of years ${years} are presumed paid; please confirm.`,
      ),
    )
  }
  if (!settled) return lines
  const { by, what, date, late, reason } = settled
  const on = date ? say(l, `（${date}）`, ` (${date})`) : ''
  const said = {
    EVENT: say(l, `已由${actIn(what, l, names)}完成${on}`, `Done by ${actIn(what, l, names)}${on}`),
    FIELD: date
      ? say(l, `已完成：${named(what, l, names)}${on}`, `Done: ${named(what, l, names)}${on}`)
      : say(l, `推定已办：勾选了${named(what, l, names)}，没有日期`, `Presumed done: ${named(what, l, names)} is ticked, without a day`),
    OUTCOME: say(l, `后续事实表明已办结：${named(what, l, names)}${on}`, `A later fact shows that it was done: ${named(what, l, names)}${on}`),
    PERIOD_ENDED: say(l, `期间已过${on}，未见记录`, `The period is over${on}; nothing is recorded`),
    PERSON: say(l, `人工处理：${named(what, l, names)}${on}`, `Set by a person: ${named(what, l, names)}${on}`),
    STATE: say(l, `案件状态为${named(what, l, names)}，期限取消${on}`, `Cancelled, because the status of the case is ${named(what, l, names)}${on}`),
  }[by]
  lines.push(`${said}${reason ? say(l, `，理由：${reason}`, `; reason: ${reason}`) : ''}${say(l, '。', '.')}`)
  if (late) lines.push(say(l, '完成日晚于最后期限。', 'That day is later than the last possible day.'))
  return lines
}

/** A payment has no document of its own. */
const actIn = (what: string, l: Language, names: Names) =>
  what.startsWith('PAID:')
    ? say(l, '缴纳其费用', 'the payment of its fee')
    : names(what)
      ? named(what, l, names)
      : say(l, `文件或事件 ${what} `, `the document or event ${what}`)

const law: Part = ({ unnumbered_priority: day, unsure = [], ...explanation }, l, names) => [
  ...unsure.map((one) => `${one[l]}${say(l, '。', '.')}`),
  ...(day
    ? [
        say(
          l,
          `优先权日 ${day} 的在先申请号或受理局尚未补全：补全前请核对本日期。`,
          `The number or office of the priority of ${day} is not recorded yet: check this date until it is completed.`,
        ),
      ]
    : []),
  ...basis(explanation, l, names),
]

const basis: Part = ({ rule: { version, name, legal_basis, source, certainty, note } }, l) => [
  say(
    l,
    `依据：${legal_basis.zh}（规则“${name.zh}”第${version}版；来源：${citedIn(source, 'zh')}）。`,
    `Legal basis: ${legal_basis.en} (rule “${name.en}”, version ${version}; source: ${source}).`,
  ),
  ...(note ? [`${note[l]}${say(l, '。', '.')}`] : []),
  ...(certainty === 'CHECK' ? [say(l, '该规则有待核实，使用前请确认。', 'This rule is still to be checked: confirm it before use.')] : []),
]
