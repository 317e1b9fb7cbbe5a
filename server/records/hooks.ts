import type { Fault } from '../../model/kit/wire.ts'
import type { Work } from './context.ts'

export type RowValues = Record<string, unknown>

/** One record on its way into its table. `row` is what it will be; `before` what it was. */
export type Draft = {
  sid: string
  before: RowValues | undefined
  row: RowValues
  changed: Set<string>
  faults: Fault[]
  transition?: string
}

/** What a model does that no declaration can say. All of it runs in the write's own transaction. */
export type Consequences = {
  /** Completes and corrects before the checks: numbers are normalised, derived fields computed, the case number drawn. */
  prepare?(work: Work, drafts: readonly Draft[]): Promise<void> | void
  /** Adds faults to the drafts. */
  check?(work: Work, drafts: readonly Draft[]): Promise<void> | void
  /** After the rows stand in their table. */
  written?(work: Work, drafts: readonly Draft[]): Promise<void>
  deleted?(work: Work, rows: readonly RowValues[]): Promise<void>
  restored?(work: Work, rows: readonly RowValues[]): Promise<void>
}

const all = new Map<string, Consequences[]>()

/** Called once by each server/<area>/<model>.ts. */
export function onModel(name: string, consequences: Consequences) {
  all.set(name, [...(all.get(name) ?? []), consequences])
}

export const consequencesOf = (name: string): readonly Consequences[] => all.get(name) ?? []

export async function inTurn(name: string, part: 'prepare' | 'check' | 'written', work: Work, drafts: readonly Draft[]) {
  for (const consequences of consequencesOf(name)) await consequences[part]?.(work, drafts)
}

type Shown = (work: Work, record: Record<string, unknown>) => Promise<void> | void
const shown = new Map<string, Shown>()

/** Adds to a whole record what only reading it can tell, such as the reasons of a date. */
export function onShown(name: string, add: Shown) {
  shown.set(name, add)
}

export const shownBy = (name: string) => shown.get(name)
