import { fork } from 'node:child_process'
import { turnsOf } from '../../turns.ts'
import { memoryOf, WATCH_MS } from '../text/text.ts'

export type MergeWish = { parts: readonly { path: string; as: 'pdf' | 'picture' }[]; output: string }
/** The number of pages, or the part that stopped it and why. */
export type MergeAnswer = { pages: number } | { at: number; why: 'locked' | 'damaged' | 'many' } | { why: 'slow' }

const SLOWEST_MS = 120_000
/** Of the memory that the process occupies, and of that part which JavaScript uses. */
const PROCESS_BYTES = 1_024 << 20
const HEAP_MB = 768
const inTurn = turnsOf(1)

/** Writes the files, one after the other, as one PDF, in a process of its own, which is ended at its limits of time and memory. */
export const mergeFiles = (wish: MergeWish): Promise<MergeAnswer> => inTurn(() => mergeAside(wish))

function mergeAside(wish: MergeWish): Promise<MergeAnswer> {
  const child = fork(new URL('./merge-process.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    env: { NODE_ENV: 'production', PATH: process.env.PATH ?? '', TZ: 'UTC' }, // it has no use for the secrets of the server
    stdio: 'ignore',
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => end({ why: 'slow' }), SLOWEST_MS)
    const watch = setInterval(() => void memoryOf(child).then((bytes) => bytes > PROCESS_BYTES && end({ why: 'slow' })), WATCH_MS)
    const end = (answer: MergeAnswer) => {
      clearTimeout(timer)
      clearInterval(watch)
      child.kill('SIGKILL')
      resolve(answer)
    }
    child.once('message', (answer) => end(answer as MergeAnswer)) // merge-process.ts sends it
    child.once('error', () => end({ why: 'slow' }))
    child.once('exit', () => end({ why: 'slow' })) // out of memory
    child.send(wish, () => {}) // an end before the answer is told by `exit`
  })
}
