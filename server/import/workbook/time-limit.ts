import type { Worker } from 'node:worker_threads'

/** Milliseconds of computing by the thread itself, and until its end in all. */
type Limit = { computing: number; whole: number }

const SELDOM = 1000

/**
 * Calls `end` once when a thread has computed for too long. A malicious file makes it compute; a sound one only waits on a busy
 * machine, where the same work takes many times as long. Returns how to end the limit.
 */
export function limitTime(worker: Worker, { computing, whole }: Limit, end: () => void): () => void {
  let [before, isOver] = [0, false]
  const stop = () => {
    isOver = true
    clearInterval(timer)
    clearTimeout(last)
  }
  const over = () => {
    if (isOver) return
    stop()
    end()
  }
  const look = async () => {
    const { user, system } = await worker.cpuUsage()
    before ||= user + system
    if (user + system - before > computing * 1000) over()
  }
  const timer = setInterval(() => void look().catch(() => {}), Math.min(SELDOM, computing / 4)) // a thread that has ended has its own event
  const last = setTimeout(over, whole)
  return stop
}
