import type { CaseKind } from '../../../model/cases/case-kind.ts'
import type { CaseRole, Field } from '../../../model/kit/fields.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { type Case, supposedCase } from '../read-cases.ts'

/** Kind of case by its name; without one, the kind whose law is the default. */
export function kindNamed({ tenant }: Pick<Context, 'tenant'>, name: unknown): CaseKind | undefined {
  const { kinds } = tenant.declared
  return name ? kinds.get(String(name)) : [...kinds.values()].find(({ default_law }) => default_law)
}

/** The fields of a golden case that hold facts of the case by their role. */
export const BY_ROLE = ['country', 'subtype', 'route', 'filing_date', 'grant_date'] as const satisfies readonly CaseRole[]

/** The case that a golden case describes. */
export function caseGiven(kind: CaseKind, given: RowValues): Case {
  const row: RowValues = { sid: String(given.sid), case_no: String(given.number) }
  for (const role of BY_ROLE) {
    const code = kind.roles[role]
    if (code && given[role] !== null && given[role] !== undefined) row[code] = given[role]
  }
  if (kind.model.states && given.status) row[kind.model.states.field] = given.status
  for (const { field, value } of listIn(given.facts)) row[String(field)] = factIn(fieldNamed(kind, field), value)
  return supposedCase(kind, row, {
    priorities: listIn(given.priorities),
    events: listIn(given.events).map((event, at) => ({ sid: `event-${at}`, ...event })),
  })
}

const listIn = (value: unknown): RowValues[] => (Array.isArray(value) ? (value as RowValues[]) : []) // rows, checked when they were written

export const fieldNamed = (kind: CaseKind, code: unknown): Field | undefined =>
  Object.entries<Field>(kind.model.fields).find(([name]) => name === code)?.[1]

/** A value as the record would hold it. */
function factIn(field: Field | undefined, value: unknown): unknown {
  const text = String(value)
  if (field?.type === 'integer') return Number(text)
  if (field?.type === 'boolean') return text === 'true'
  if (field?.type === 'options' || field?.type === 'references') return text.split(/[,、，]\s*/)
  return text
}
