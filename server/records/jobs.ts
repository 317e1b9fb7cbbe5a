import type { JobKind, JobRun, Outcome, RunJob } from './context.ts'

/** Binds a kind of job to its run function. */
export const defineJob = <I, P>(kind: JobKind, run: (run: JobRun<I, P>) => Promise<Outcome>): RunJob => ({
  kind,
  run: run as RunJob['run'], // the run gets the input of `startJob` of the same kind, which the compiler cannot follow through the database
})
