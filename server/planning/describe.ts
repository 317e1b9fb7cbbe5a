import { officeWords } from '../../model/cases/offices.ts'
import type { Notice } from '../../model/cases/relations/relation-rules.ts'
import { roll } from '../../model/docketing/calendar/calendar.ts'
import { unknownType } from '../../model/cases/relations/relation-rules.ts'
import type { Bilingual } from '../../model/docketing/rules/rule.ts'
import { BASE } from '../../model/planning/plan-facts.ts'
import type { OfferedWay, PlannedCase, PlanNotice } from '../../model/planning/plan-result.ts'
import type { TenantLaw } from '../docketing/law/law.ts'
import { type Base, fieldIn } from './base.ts'
import { costsOf } from './costs.ts'
import { datesOf } from './dates.ts'
import type { Supposed } from './suppose.ts'

type Asked = { base: Base; all: readonly Supposed[]; law: TenantLaw; today: string; until: string; priced: boolean }

export function describe(node: Supposed, asked: Asked): PlannedCase {
  const { base } = asked
  const { kind } = base
  const { fees, unpriced } = asked.priced ? costsOf(node, asked) : { fees: [], unpriced: [] }
  const option = (role: 'route' | 'subtype') => optionIn(base, kind.roles[role], node.row)
  return {
    key: node.key,
    parent: node.leg?.parent ?? null,
    way: node.way ? said(node.way.words) : null,
    country: String(node.row[kind.roles.country ?? ''] ?? ''),
    route: option('route'),
    subtype: option('subtype'),
    case_no: node.leg || !base.record ? null : String(node.row[kind.roles.case_no ?? ''] ?? ''),
    last_day: node.lastDay ?? null,
    day: node.day ?? null,
    acts: node.way !== undefined && node.way.acts !== false,
    granted: node.granted ?? null,
    notices: noticesOf(node, asked),
    ways: waysOf(node, asked),
    dates: node.way?.until !== undefined && node.day === undefined ? [] : datesOf(node, asked), // nothing of it runs before the grant
    fees,
    unpriced,
  }
}

const said = ([zh, en]: readonly [string, string]): Bilingual => ({ zh, en })

function optionIn(base: Base, code: string | undefined, row: Supposed['row']): Bilingual | null {
  const field = code === undefined ? undefined : fieldIn(base.kind, code)
  const words = field?.type === 'option' ? field.options[String(row[code ?? ''])] : undefined
  return words ? { zh: words[0], en: words[1] } : null
}

function waysOf({ key, row }: Supposed, { base, all }: Asked): OfferedWay[] {
  return Object.entries(base.kind.relations?.derives ?? {}).flatMap(([way, one]) => {
    if (!one.from(row)) return []
    const taken = new Set(all.flatMap(({ leg }) => (leg?.parent === key && leg.way === way ? [leg.country as string] : [])))
    const isThere = (country: string) => one.once === true && key === BASE && isLater(base, one.of(row, country).type, country)
    const own = one.where === 'own' ? [String(row[base.kind.roles.country ?? ''])] : (one.countries?.(row) ?? [])
    if (one.where === 'own' && own.some(isThere)) return []
    const countries = own.filter((country) => !taken.has(country) && !isThere(country))
    return [{ way, ...said(one.words), several: one.where === 'several', countries }]
  })
}

const isLater = ({ later }: Base, type: string, country: string) => later.some((one) => one.type === type && one.country === country)

/** The objections that a real case would meet, and a day that is too late. */
function noticesOf({ leg, way, earlier, row, link, lastDay, day }: Supposed, { base, all, law, today }: Asked): PlanNotice[] {
  const [parent] = earlier
  const { relations } = base.kind
  if (!leg || !way || !parent || !link || !relations) return []
  const end = (of: Supposed['row']) => ({ ...of, sid: String(of.sid), restored: false })
  const rolled = (date: string) => `${roll(Temporal.PlainDate.from(date), leg.country, law.law.calendars).date}`
  const found: Notice[] = [
    ...unknownType(relations, link.relation_type),
    ...relations.check(end(parent.row), end(row), link.relation_type, []),
    ...(way.check?.(parent.row, leg.country, { today: day ?? today, roll: rolled }) ?? []),
  ].filter(({ code }) => !DATED.has(code) && !(code === 'period_over' && day && lastDay && day <= lastDay))
  const late = lastDay !== undefined && lastDay < today
  return [
    ...there({ leg, way, link }, base, all),
    ...new Map(found.map(({ level, zh, en }) => [en, { level, zh, en }])).values(),
    ...(late && !way.after_period ? [warning(`期限 ${lastDay} 已过`, `The last day, ${lastDay}, has passed`)] : []),
    ...(way.after_period ? withoutPriority(lastDay, day, today) : []),
    ...(lastDay && leg.on_day && leg.on_day > lastDay && !way.after_period
      ? [warning(`计划日晚于期限 ${lastDay}`, `The planned day is after the last day, ${lastDay}`)]
      : []),
    ...undated({ leg, way, day }),
  ]
} // oxfmt-ignore

/** Objections that a plan reckons by its own days; the last day of a period may be a later working day. */
const DATED: ReadonlySet<string> = new Set(['not_granted', 'priority_period'])

/** Notices of a case that exists already, or twice in the plan, if an office allows one such case */
function there({ leg, way, link }: Pick<Supposed, 'leg' | 'way' | 'link'>, base: Base, all: readonly Supposed[]): PlanNotice[] {
  if (!leg || !way || !link) return []
  const level = way.once ? 'block' : 'warning'
  const isThere = leg.parent === BASE && way.where === 'several' && isLater(base, link.relation_type, leg.country)
  const isOnce = leg.parent === BASE && way.once === true && isLater(base, link.relation_type, leg.country)
  const first = all.find((one) => one.leg?.parent === leg.parent && one.leg.way === leg.way && one.leg.country === leg.country)
  return [
    ...(isThere || isOnce ? [{ level, zh: '已有这样的案件', en: 'There is such a case already' } as const] : []),
    ...(way.once && first?.key !== leg.key ? [{ level, zh: '方案中已有这样的案件', en: 'The plan has such a case already' } as const] : []),
  ]
}

const withoutPriority = (lastDay: string | undefined, day: string | undefined, today: string): PlanNotice[] =>
  lastDay !== undefined && (day ?? today) > lastDay
    ? [warning(`优先权期限 ${lastDay} 之后申请，不享有优先权`, `Filed after ${lastDay}, the last day for the priority: it has no priority`)]
    : []

const warning = (zh: string, en: string): PlanNotice => ({ level: 'warning', zh, en })

function undated({ leg, way, day }: Pick<Supposed, 'leg' | 'way' | 'day'>): PlanNotice[] {
  if (!leg || day !== undefined || (way?.acts === false && way.until === undefined)) return [] // the earlier case says so
  if (way?.until !== undefined)
    return [warning('在先案授权后才能办理：请为其假定授权时间', 'Possible only after the grant of the earlier case: suppose when it is granted')]
  const [zh, en] = officeWords(leg.country)
  return [warning(`${zh}没有可推算的期限：请填写计划日`, `No last day can be computed for ${en}: enter a planned day`)]
}
