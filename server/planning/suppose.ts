import { addDuration, isoOf } from '../../model/kit/days/duration.ts'
import type { CaseKind } from '../../model/cases/case-kind.ts'
import { officeWords } from '../../model/cases/offices.ts'
import { familyFacts, type Link, type Member } from '../../model/cases/relations/family-facts.ts'
import type { Derivation } from '../../model/cases/relations/relation-rules.ts'
import { rulesNamed } from '../../model/docketing/rules/law.ts'
import { BASE } from '../../model/planning/plan-facts.ts'
import { computeDocket } from '../docketing/compute.ts'
import type { TenantLaw } from '../docketing/law/law.ts'
import { type Case, supposedCase } from '../docketing/read-cases.ts'
import { refuse } from '../errors.ts'
import type { RowValues } from '../records/context.ts'
import type { Base, PlanBody } from './base.ts'

export type Leg = NonNullable<PlanBody['legs']>[number]

/** As it is prepared, filed or entered, and granted, as far as days are known or supposed for it. */
export const STAGES = ['PREPARED', 'FILED', 'GRANTED'] as const
export type Stage = (typeof STAGES)[number]
export type Staged = { stage: Stage; one: Case; docket: ReturnType<typeof computeDocket> }

export type Supposed = {
  key: string
  leg: Leg | undefined
  way: Derivation | undefined
  /** Its own and those before it, from the nearest. */
  earlier: readonly Supposed[]
  /** Its values at the latest stage. */
  row: RowValues
  link: Link | undefined
  stages: readonly Staged[]
  lastDay: string | undefined
  /** The deadlines of its own act, by key. */
  closed: ReadonlySet<unknown>
  day: string | undefined
  granted: string | undefined
}

type Law = { law: TenantLaw; today: string }

/** The cases of a plan, each after the one from which it comes. */
export function supposeAll(base: Base, legs: readonly Leg[], law: Law): Supposed[] {
  const found = new Map<string, Supposed>([[BASE, supposeBase(base, legs, law)]])
  let waiting = legs
  while (waiting.length > 0) {
    const ready = waiting.filter(({ parent }) => found.has(parent))
    if (ready.length === 0) return refuseLost(waiting[0])
    for (const leg of ready) {
      const parent = found.get(leg.parent)
      if (found.has(leg.key)) refuse('rule', { summary_zh: `标识“${leg.key}”重复`, summary_en: `The identifier “${leg.key}” is used twice` })
      if (parent) found.set(leg.key, supposeLeg(base, parent, leg, legs, law))
    }
    waiting = waiting.filter((leg) => !ready.includes(leg))
  }
  return [...found.values()]
}

const refuseLost = (leg: Leg | undefined) =>
  refuse('rule', {
    summary_zh: `“${leg?.key ?? ''}”的在先案“${leg?.parent ?? ''}”不在方案中`,
    summary_en: `The case “${leg?.parent ?? ''}”, from which “${leg?.key ?? ''}” comes, is not in the plan`,
  })

function supposeBase(base: Base, legs: readonly Leg[], { law, today }: Law): Supposed {
  const { kind, record } = base
  const row = record ? base.row : { ...base.row, ...namedBy(base, BASE, base.row, legs) }
  const one = record ?? supposedCase(kind, row)
  const [filed, granted] = [row[kind.roles.filing_date ?? ''], row[kind.roles.grant_date ?? '']]
  return {
    key: BASE,
    leg: undefined,
    way: undefined,
    earlier: [],
    row,
    link: undefined,
    stages: [{ stage: 'FILED', one, docket: computeDocket(one, law, today) }],
    lastDay: undefined,
    closed: new Set(),
    day: typeof filed === 'string' ? filed : undefined,
    granted: typeof granted === 'string' ? granted : undefined,
  }
}

/** The countries in which further cases are planned, as its own field names them. */
function namedBy({ kind }: Base, key: string, row: RowValues, legs: readonly Leg[]): RowValues {
  const named: Record<string, string[]> = {}
  for (const { parent, way: code, country } of legs) {
    const way = wayNamed(kind, code)
    if (parent === key && way?.names && way.from(row)) (named[way.names] ??= []).push(country)
  }
  return named
}

/** A way of the declaration; any text may be sent. */
const wayNamed = ({ relations }: Base['kind'], code: string): Derivation | undefined =>
  Object.entries(relations?.derives ?? {}).find(([one]) => one === code)?.[1]

function supposeLeg(base: Base, parent: Supposed, leg: Leg, legs: readonly Leg[], law: Law): Supposed {
  const { kind } = base
  const way = wayNamed(kind, leg.way)
  if (!way?.from(parent.row))
    return refuse('rule', {
      summary_zh: `“${leg.key}”不能以这种方式由“${leg.parent}”而来`,
      summary_en: `“${leg.key}” cannot come from “${leg.parent}” in this way`,
    })
  const own = String(parent.row[kind.roles.country ?? ''])
  if (way.where === 'own' && leg.country !== own)
    return refuse('rule', { summary_zh: `新案只能在${officeWords(own)[0]}`, summary_en: `The new case can only be in ${officeWords(own)[1]}` })
  const { type, values } = way.of(parent.row, leg.country)
  const sid = `${base.sid}/${leg.key}`
  const carried = Object.fromEntries([...way.carries, ...(kind.planning?.asked ?? [])].map((code) => [code, parent.row[code]] as const))
  const derived = present({ ...carried, ...values, ...base.asked, [kind.roles.country ?? '']: leg.country, sid })
  const whole = { ...present(toldBy(kind, parent.row, derived, type)), ...derived }
  const row = { ...whole, ...namedBy(base, leg.key, whole, legs) }
  const link = { earlier_sid: String(parent.row.sid), later_sid: sid, relation_type: type, claimed: true }
  const before = { key: leg.key, leg, way, earlier: [parent, ...parent.earlier], row, link, stages: [], lastDay: undefined, closed: new Set(), day: undefined, granted: undefined }
  return staged(base, before, law)
} // oxfmt-ignore

/** The values that the relation would enter; where it gives the filing, the family has them. */
function toldBy({ relations }: CaseKind, earlier: RowValues, later: RowValues, type: string): RowValues {
  const end = (row: RowValues) => ({ ...row, sid: String(row.sid), restored: false })
  const [one, other] = [end(earlier), end(later)] as const
  if (relations?.gives?.(one, other, type) === 'FILING') return {}
  return { ...relations?.tells?.(one, other, type).later }
}

const present = (values: RowValues): RowValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

function staged(base: Base, node: Supposed, law: Law): Supposed {
  const { model } = base.kind
  const state = model.states?.field ?? ''
  const start = node.row[state] ?? Object.entries(model.fields).find(([code]) => code === state)?.[1].default
  const { [state]: _, ...values } = node.row
  const prepared = stageOf(base, node, 'PREPARED', { ...values, ...(state && { [state]: start }) }, law)
  const closed = closedByAct(base, node, prepared, law)
  const lastDay = lastDayOf(node, closed)
  const acts = node.way?.acts ?? base.kind.roles.filing_date ?? ''
  const isOver = node.way?.after_period === true && lastDay !== undefined && lastDay < law.today
  const day = acts === false ? undefined : (node.leg?.on_day ?? (isOver ? undefined : lastDay))
  // A case without an act of its own has the days of the earlier case; one that follows a grant has the day of the grant.
  const since = acts === false ? (node.way?.until === undefined ? node.earlier[0]?.day : node.earlier[0]?.granted) : day
  const filedRow = acts === false ? values : { ...values, [acts]: day }
  const filed = since === undefined ? undefined : stageOf(base, node, 'FILED', filedRow, law)
  const granted = since === undefined ? undefined : grantedOn(node, since)
  const grantedRow = { ...filedRow, ...(granted && base.kind.planning?.granted(granted, filedRow)) }
  const last = granted === undefined ? undefined : stageOf(base, node, 'GRANTED', grantedRow, law)
  const stages = [prepared, filed, last].filter((one) => one !== undefined)
  return {
    ...node,
    row: last ? grantedRow : filed ? filedRow : node.row,
    stages,
    lastDay,
    closed: new Set(closed.map(({ key }) => key)),
    day: since,
    granted,
  }
}

/** A case that follows the grant of the earlier case has the same date of grant. */
function grantedOn({ way, leg, earlier }: Supposed, since: string): string | undefined {
  if (way?.until !== undefined) return earlier[0]?.granted
  return leg?.granted_after === undefined || leg.granted_after === null
    ? undefined
    : isoOf(addDuration(Temporal.PlainDate.from(since), `${leg.granted_after}m`))
}

function stageOf(base: Base, node: Supposed, stage: Stage, row: RowValues, { law, today }: Law): Staged {
  const one = supposedIn(base, node, row)
  return { stage, one, docket: computeDocket(one, law, today) }
}

/** As one member of the family that the plan would make. */
function supposedIn({ kind, sid, row: own, claims, family }: Base, { earlier, link }: Supposed, row: RowValues): Case {
  const member = (values: RowValues, of: readonly RowValues[] = []): Member => ({ kind, row: values, claims: of })
  const above = earlier.filter(({ key }) => key !== BASE)
  const members = new Map<string, Member>([
    ...family.members,
    [sid, member({ ...family.members.get(sid)?.row, ...own }, claims)],
    ...above.map((one) => [String(one.row.sid), member(one.row)] as const),
    [String(row.sid), member(row)],
  ])
  const links = [...family.links, ...above.flatMap((one) => one.link ?? []), ...(link ? [link] : [])]
  const known = familyFacts({ members, links })(String(row.sid))
  const [parent] = earlier
  return supposedCase(kind, row, { earlier: parent && link ? [{ ...parent.row, relation_type: link.relation_type, claimed: true }] : [] }, known)
}

/** Until when the act is possible: by the deadline that it closes, or by one of the earlier case. */
function lastDayOf({ way, earlier }: Supposed, closed: readonly RowValues[]): string | undefined {
  if (way?.until === undefined) return closed.map(({ official_due: due }) => String(due)).toSorted()[0]
  const rows = earlier[0]?.stages.flatMap((one) => one.docket.deadlines) ?? []
  return rows.map((row) => (row.rule_id === way.until && row.official_due ? String(row.official_due) : undefined)).find((due) => due !== undefined)
}

function closedByAct({ kind }: Base, { way }: Supposed, { docket }: Staged, { law }: Law): RowValues[] {
  const acts = way?.acts ?? kind.roles.filing_date ?? ''
  return docket.deadlines.filter(({ rule_id: id, rule_version: version, status, official_due: due }) => {
    const rule = rulesNamed(String(id), law.law).find((one) => one.version === Number(version))
    return (status === 'OPEN' || status === 'MISSED') && due !== null && acts !== false && rule?.closes?.fields?.includes(acts) === true
  })
}
