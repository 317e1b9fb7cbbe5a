import { openConnection } from './connection.ts'
import { FIRST, isVaried, requestOf, type Measured, type Task } from './request.ts'

// A separate process, forked by load.ts: it receives the requests, and returns its measurements.
process.on('message', (task: Task) => void run(task).then((measured) => process.send?.(measured)))

async function run(task: Task): Promise<Measured> {
  const { connections, seconds, shots, least = 0 } = task
  const ready = shots.map((shot) => (isVaried(shot) ? (n: number) => requestOf(task, shot, n) : prepared(requestOf(task, shot, 0))))
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(task.address)))
  const times: number[] = []
  let [next, failed, first] = [0, 0, '']
  const begun = performance.now()
  const until = begun + seconds * 1000
  const ask = async (connection: (typeof opened)[number]) => {
    while (performance.now() < until || next < least) {
      const n = next++
      const request = ready[n % ready.length]?.(FIRST + n)
      if (!request) return
      const at = performance.now()
      const { status, text } = await connection.send(request)
      times.push(performance.now() - at)
      if (status === 200) continue
      failed++
      first ||= `${status} ${text().slice(0, 300)}`
    }
  }
  await Promise.all(opened.map(ask))
  const took = (performance.now() - begun) / 1000
  for (const connection of opened) connection.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / took, requests: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), failed, first }
}

const prepared = (request: Buffer) => () => request
