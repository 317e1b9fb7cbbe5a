import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { OFFICES } from '../../model/cases/offices.ts'
import type { SentBody } from '../../model/kit/action.ts'
import type { Lang } from '../../model/kit/fields.ts'
import { calculatePlan } from '../../model/planning/plan-actions.ts'
import { BASE, MAX_PLAN_YEARS } from '../../model/planning/plan-facts.ts'
import type { PlannedCase, PlanResult } from '../../model/planning/plan-result.ts'
import { act, type Rec } from '../api/api.ts'
import { sidOf } from '../fields/names.ts'

export const MODEL = 'filing_plan'

/** The plan that is sent: its start, and the cases derived from it. */
export type Plan = Omit<Sent, 'legs'> & { legs?: Leg[] }
type Sent = SentBody<typeof calculatePlan>
export type Leg = Pick<NonNullable<Sent['legs']>[number], 'key' | 'parent' | 'way' | 'country'> & {
  on_day?: string | undefined
  granted_after?: number | undefined
}
export type Draft = Plan & { name: string }

const YEARS = 5

export const emptyPlan = (case_sid: string | null): Draft => ({ name: '', ...(case_sid && { case_sid }), years: YEARS, legs: [], facts: [] })

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** A stored plan; only filled parts are sent again. */
export function planOf(record: Rec): Draft {
  const kept = ['case_kind', 'subtype', 'route', 'country', 'filing_date'] as const
  const texts = Object.fromEntries(kept.flatMap((code) => (textOf(record[code]) === undefined ? [] : [[code, record[code]]])))
  const from = sidOf(record['case_sid'])
  return {
    name: textOf(record['name']) ?? '',
    ...(from && { case_sid: from }),
    ...texts,
    years: Number(record['years'] ?? YEARS),
    facts: (record['facts'] as Plan['facts']) ?? [], // rows as the model declares them
    legs: ((record['legs'] as Leg[] | null) ?? []).map(legOf), // as above
  }
}

const legOf = ({ key, parent, way, country, on_day, granted_after }: Leg): Leg => ({
  key,
  parent,
  way,
  country,
  ...(on_day && { on_day }),
  ...(granted_after !== undefined && granted_after !== null && { granted_after }),
})

export const yearsIn = (years: number | null | undefined) => Math.min(Math.max(Math.round(years ?? YEARS), 1), MAX_PLAN_YEARS)

export const hasStart = ({ case_sid, subtype, country, filing_date }: Plan) => Boolean(case_sid) || Boolean(subtype && country && filing_date)

/** Empty parts of a row are left out of it. */
export const calculate = (plan: Plan) => act(calculatePlan, plan as Sent)

export const useResult = (plan: Plan | undefined) =>
  useQuery({
    queryKey: [MODEL, 'calculate', plan],
    queryFn: () => calculate(plan ?? {}),
    enabled: plan !== undefined && hasStart(plan),
    placeholderData: keepPreviousData,
    meta: { faults: 'own' },
  })

/** The plan without its name, which no date depends on. */
export const factsOf = ({ name: _, ...plan }: Draft): Plan => plan

export const officeIn = (code: string, lang: Lang) =>
  (OFFICES as Readonly<Record<string, readonly [string, string]>>)[code]?.[lang === 'zh' ? 0 : 1] ?? code

/** Each case below the one from which it comes. */
export function inOrder({ cases }: PlanResult): { one: PlannedCase; depth: number }[] {
  const below = (parent: string | null, depth: number): { one: PlannedCase; depth: number }[] =>
    cases.filter((one) => one.parent === parent).flatMap((one) => [{ one, depth }, ...below(one.key, depth + 1)])
  return below(null, 0)
}

/** A case by its number, or by its office and its way with those of the case before it. */
export function nameIn({ cases }: PlanResult, { case_no, country, way, parent }: PlannedCase, lang: Lang): string {
  const own = case_no ?? `${officeIn(country, lang)}${way ? ` · ${way[lang]}` : ''}`
  const before = parent === null || parent === BASE ? undefined : cases.find(({ key }) => key === parent)
  return before ? `${own} ← ${officeIn(before.country, lang)}${before.way ? ` · ${before.way[lang]}` : ''}` : own
}

/** New cases of one way; a country that is there already is left out. */
export function withLegs(legs: readonly Leg[], parent: string, way: string, countries: readonly string[]): Leg[] {
  const known = new Set(legs.map(({ key }) => key))
  const made = countries
    .map((country) => ({
      key: parent === BASE ? `${way}:${country}` : `${parent}/${way}:${country}`,
      parent,
      way,
      country: country as Leg['country'],
    })) // an office of the list
    .filter(({ key }) => !known.has(key))
  return [...legs, ...made]
}

/** Removes a case with all cases derived from it. */
export function withoutLeg(legs: readonly Leg[], key: string): Leg[] {
  const gone = new Set([key])
  for (const one of gone) for (const leg of legs) if (leg.parent === one) gone.add(leg.key)
  return legs.filter((leg) => !gone.has(leg.key))
}
