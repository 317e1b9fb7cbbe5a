import type { Words } from '../../model/kit/fields.ts'
import type { Context } from './context.ts'

export type JobKind = 'IMPORT' | 'EXPORT' | 'DOCKET'

/** What one step did: added to the job's counts, and the point from which the job can go on. */
export type Step = { progress: unknown; done?: number; ok?: number; failed?: number; total?: number; errors?: unknown; message?: Words }

/** One job on its way. `ctx` is the owner's: what the owner may not do, the job may not either. */
export type JobRun<I = unknown, P = unknown> = {
  sid: string
  ctx: Context
  input: I
  /** Where the job stands; null at its beginning. Whoever takes the job over after a crash starts from here. */
  progress: P | null
  /** Does one step. Its rows and the point reached are committed together, so no row is lost or made twice. */
  step(act: (tx: Context) => Promise<Step>): Promise<void>
}

/** What a finished job says last. */
export type Outcome = { result_url?: string; message?: Words } | void

export type RunJob = { kind: JobKind; run(run: JobRun): Promise<Outcome> }

/** How jobs of this kind are run. */
export const defineJob = <I, P>(kind: JobKind, run: (run: JobRun<I, P>) => Promise<Outcome>): RunJob => ({
  kind,
  run: run as RunJob['run'], // the run is given what `startJob` of the same kind was given, which the compiler cannot follow through the database
})
