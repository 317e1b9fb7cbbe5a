import type { Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Fault } from '../../model/kit/wire.ts'
import type { ModelName, RowOf } from '../database/tables.ts'
import type { Context } from './context.ts'

export type RowValues = Record<string, unknown>

/** One record on its way into its table. `row` is what it will be; `before` what it was. */
export type Draft<R extends RowValues = RowValues> = {
  sid: string
  before: R | undefined
  row: R
  changed: Set<string>
  faults: Fault[]
  warnings: Warning[]
  transition?: string
}

export type DraftOf<N extends ModelName> = Draft<RowOf<N>>

/** A row of the model: with its columns where the model's name is known. */
export type RowFor<M extends Model> = M extends { name: infer N extends ModelName } ? RowOf<N> : RowValues

/** `asks`: it stops the write until the caller has confirmed it. */
export type Warning = { code: string; field: string; label: Words; words: Words; asks: boolean }

/** What a model does that no declaration can say. All of it runs in the write's own transaction. */
export type Hooks<R extends RowValues = RowValues> = {
  /** Completes and corrects before the checks: numbers are normalised, derived fields computed, the case number drawn. */
  prepare?: (ctx: Context, drafts: readonly Draft<R>[]) => Promise<void> | void
  /** Adds faults to the drafts. */
  check?: (ctx: Context, drafts: readonly Draft<R>[]) => Promise<void> | void
  /** After the rows stand in their table. */
  written?: (ctx: Context, drafts: readonly Draft<R>[]) => Promise<void>
  deleted?: (ctx: Context, rows: readonly R[]) => Promise<void>
  restored?: (ctx: Context, rows: readonly R[]) => Promise<void>
}

export async function runHooks(name: string, part: 'prepare' | 'check' | 'written', ctx: Context, drafts: readonly Draft[]) {
  for (const hooks of ctx.tenant.modules.hooksOf(name)) await hooks[part]?.(ctx, drafts)
}

/** Adds to a whole record what only reading it can tell, such as the reasons of a date. */
export type Shown = (ctx: Context, record: Record<string, unknown>) => Promise<void> | void
