import { Agent, request } from 'node:http'

// The load's own process: `fork`ed by run.ts, told what to ask, and asked for what it measured.
export type Shot = { method: 'GET' | 'POST'; path: string; body?: unknown }
export type Task = {
  address: string
  token: string
  connections: number
  seconds: number
  shots: readonly Shot[]
  /** How many at least, however long it takes. */ least?: number
}
export type Measured = { perSecond: number; p50: number; p95: number; p99: number; failed: number; first: string }

// No two requests of any run write the same number.
const RUN = `${Date.now().toString(36)}${process.pid}`

process.on('message', (task: Task) => void run(task).then((measured) => process.send?.(measured)))

async function run({ address, token, connections, seconds, shots, least = 0 }: Task): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ready = shots.map((shot) => ({ ...shot, payload: shot.body === undefined ? undefined : JSON.stringify(shot.body) }))
  const times: number[] = []
  let [next, failed, first] = [0, 0, '']
  const until = performance.now() + seconds * 1000
  const begun = performance.now()
  const worker = async () => {
    while (performance.now() < until || next < least) {
      const shot = ready[next++ % ready.length]
      if (!shot) return
      const at = performance.now()
      const { status, text } = await send(agent, address, token, { ...shot, payload: shot.payload?.replaceAll('{n}', `${RUN}-${next}`) })
      times.push(performance.now() - at)
      if (status === 200) continue
      failed++
      first ||= `${status} ${text.slice(0, 300)}`
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const took = (performance.now() - begun) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / took, p50: at(0.5), p95: at(0.95), p99: at(0.99), failed, first }
}

type Ready = Shot & { payload: string | undefined }

function send(agent: Agent, address: string, token: string, { method, path, payload }: Ready) {
  const { hostname, port } = new URL(address)
  const headers = {
    authorization: `Bearer ${token}`,
    ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  }
  return new Promise<{ status: number; text: string }>((done) => {
    const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => done({ status: response.statusCode ?? 0, text: response.statusCode === 200 ? '' : Buffer.concat(parts).toString() }))
    })
    sent.on('error', (error) => done({ status: 0, text: error.message }))
    sent.end(payload)
  })
}
