import type { Rec } from '../api/api.ts'
import { isRef } from '../fields/names.ts'

export type RowState = 'done' | 'late' | 'open' | 'undated'
/** One line of a project's monitoring or of its mining. */
export type ProjectRow = {
  key: string
  project: string
  projectName: string
  state: RowState
  day: string | null
  values: Readonly<Record<string, unknown>>
}

export const ROW_STATES = ['late', 'open', 'undated', 'done'] as const satisfies readonly RowState[]

/** The rows in the field `rows` of all projects, late ones first, then by day; `done` names the fields that finish a row. */
export function projectRows(
  projects: readonly Rec[],
  rows: string,
  { day, done, today }: { day: string; done: readonly string[]; today: string },
): ProjectRow[] {
  const all = projects.flatMap((project) =>
    listIn(project[rows]).map((values, at): ProjectRow => {
      const on = typeof values[day] === 'string' ? values[day].slice(0, 10) : null
      const isDone = done.some((code) => Boolean(values[code]))
      const state: RowState = isDone ? 'done' : on === null ? 'undated' : on < today ? 'late' : 'open'
      return {
        key: `${project.sid} ${at}`,
        project: project.sid,
        projectName: `${String(project['case_no'])} ${String(project['title'])}`,
        state,
        day: on,
        values,
      }
    }),
  )
  const rankOf = ({ state, day: on }: ProjectRow) => `${ROW_STATES.indexOf(state)} ${on ?? ''}`
  return all.toSorted((a, b) => Number(rankOf(a) > rankOf(b)) - Number(rankOf(a) < rankOf(b)))
}

function listIn(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}

/** The text of a value in a row: an option by its label, a reference by its name. */
export function textOf(value: unknown, options: readonly { code: string; label: string }[] = []): string {
  if (isRef(value)) return value.name
  if (value === null || value === undefined) return ''
  return options.find(({ code }) => code === value)?.label ?? String(value)
}
