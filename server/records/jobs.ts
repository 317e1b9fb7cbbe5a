import type { JobKind, JobRun, Outcome, RunJob } from './context.ts'

/** How jobs of this kind are run. */
export const defineJob = <I, P>(kind: JobKind, run: (run: JobRun<I, P>) => Promise<Outcome>): RunJob => ({
  kind,
  run: run as RunJob['run'], // the run is given what `startJob` of the same kind was given, which the compiler cannot follow through the database
})
