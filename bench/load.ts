import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Measured, Task } from './request.ts'
import { hasWrk, loadWithWrk } from './wrk.ts'

export const LOAD = (await hasWrk()) ? 'wrk' : 'own client'

/** One round of one workload: by wrk if available, else by our own client in a separate process. */
export const load = (task: Task): Promise<Measured> => (LOAD === 'wrk' ? loadWithWrk(task) : loadWithClient(task))

/** Sends every request of the list at least once, and returns the refused ones: wrk only counts them. */
export const warmUp = (task: Task): Promise<Measured> => loadWithClient({ ...task, seconds: 1, least: task.shots.length })

async function loadWithClient(task: Task): Promise<Measured> {
  const child = fork(fileURLToPath(new URL('client.ts', import.meta.url)))
  child.send(task)
  const measured = await answerOf(child)
  child.disconnect()
  return measured
}

async function answerOf(child: ChildProcess): Promise<Measured> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the client of the load ended early')))
  const [measured] = (await Promise.race([once(child, 'message'), ended])) as [Measured] // client.ts sends nothing else
  ended.catch(() => {}) // it ends after its response
  return measured
}
