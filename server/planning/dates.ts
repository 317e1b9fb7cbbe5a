import type { PlanDoubt, PlannedDate } from '../../model/planning/plan-result.ts'
import type { RowValues } from '../records/context.ts'
import { BASE } from '../../model/planning/plan-facts.ts'
import type { Stage, Supposed } from './suppose.ts'

type Within = { all: readonly Supposed[]; until: string }

/** Each open deadline once, from the earliest stage that has it; those that planned cases have themselves are shown there. */
export function datesOf(node: Supposed, { all, until }: Within): PlannedDate[] {
  const children = new Set(all.flatMap(({ leg }) => (leg?.parent === node.key ? [leg.country as string] : [])))
  return openRows(node)
    .filter(({ row }) => !children.has(String(row.target_country)))
    .filter(({ row }) => row.kind === 'TERM' || String(row.official_due) <= until)
    .map(({ row, stage }) => ({
      key: String(row.key),
      zh: String(row.name),
      en: String(row.name_en),
      kind: String(row.kind),
      due: String(row.official_due),
      if_missed: row.if_missed ? { zh: String(row.if_missed), en: String(row.if_missed_en ?? row.if_missed) } : null,
      doubts: doubtsOf(node, row, stage),
    }))
    .toSorted((one, other) => (one.due < other.due ? -1 : 1))
}

export type OpenRow = { row: RowValues; stage: Stage }

export function openRows({ stages }: Supposed): OpenRow[] {
  const found = new Map<unknown, OpenRow>()
  for (const { stage, docket } of stages)
    for (const row of docket.deadlines) if (row.status === 'OPEN' && row.official_due && !found.has(row.key)) found.set(row.key, { row, stage })
  return [...found.values()]
}

/** A day that runs from a supposed day of this case or of one before it is supposed itself. */
export function doubtsOf(node: Supposed, row: RowValues, stage: Stage): PlanDoubt[] {
  const isSupposed = ({ key, day }: Supposed) => key !== BASE && day !== undefined && day === row.basis_date
  const rests = node.key === BASE ? false : stage === 'FILED' || node.earlier.some(isSupposed)
  return [
    ...(row.certainty === 'CHECK' ? (['CHECK'] as const) : []),
    ...(row.provisional === true ? (['CALENDAR'] as const) : []),
    ...(stage === 'GRANTED' ? grantDoubts(node) : rests ? (['FILING'] as const) : []),
  ]
}

/** The case from which a plan starts has its grant on record. */
export const grantDoubts = ({ way, earlier }: Supposed): PlanDoubt[] => (way?.until !== undefined && earlier[0]?.key === BASE ? [] : ['GRANT'])
