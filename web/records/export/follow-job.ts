import { modelPath, type Rec } from '../../api/api.ts'
import { call } from '../../api/call.ts'
import { hasEnded } from './use-job.ts'

const LOOK_EVERY = 1000

/** Reads a job until it has ended, and reports each step. */
export async function followJob(sid: string, onStep: (job: Rec | null) => void): Promise<Rec> {
  onStep(null)
  for (;;) {
    await new Promise((resume) => setTimeout(resume, LOOK_EVERY))
    const job = await call<Rec>(modelPath('job', sid))
    if (hasEnded(job)) return job
    onStep(job)
  }
}
