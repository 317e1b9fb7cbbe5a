import { Worker } from 'node:worker_threads'
import { turnsOf } from '../../turns.ts'

export type MergeWish = { parts: readonly { path: string; as: 'pdf' | 'picture' }[]; output: string }
/** The number of pages, or the part that stopped it and why. */
export type MergeAnswer = { pages: number } | { at: number; why: 'locked' | 'damaged' | 'many' } | { why: 'slow' }

const SLOWEST_MS = 120_000
const MEMORY_MB = 1024
const inTurn = turnsOf(1)

/** Writes the files, one after the other, as one PDF, in a thread of its own with limits of time and memory. */
export const mergeFiles = (wish: MergeWish): Promise<MergeAnswer> => inTurn(() => inThread(wish))

async function inThread(wish: MergeWish): Promise<MergeAnswer> {
  const worker = new Worker(new URL('./merge-worker.ts', import.meta.url), {
    workerData: wish,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  try {
    return await new Promise<MergeAnswer>((resolve) => {
      const timer = setTimeout(() => resolve({ why: 'slow' }), SLOWEST_MS)
      const end = (answer: MergeAnswer) => {
        clearTimeout(timer)
        resolve(answer)
      }
      worker.once('message', end)
      worker.once('error', () => end({ why: 'slow' })) // out of memory
      worker.once('exit', () => end({ why: 'slow' }))
    })
  } finally {
    await worker.terminate()
  }
}
