import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const CHECK_MS = 100

type Target = { address: string; isReady: boolean }

/**
 * Passes requests on to servers in turn, as a load balancer does: it asks each for /readyz ten times a second and sends nothing to one
 * that does not answer 200. It never sends a request twice, so each fault of a server reaches the caller, as 502.
 */
export async function startBalancer() {
  const targets = new Set<Target>()
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const pass = createServer((incoming, answer) => {
    const ready = [...targets].filter(({ isReady }) => isReady)
    const target = ready[turn++ % ready.length]
    if (!target) return void answer.writeHead(503).end('no server is ready')
    const { method, url, headers } = incoming
    const outgoing = request(new URL(url ?? '/', target.address), { method, headers, agent }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    outgoing.once('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end('the server went away')))
    incoming.pipe(outgoing)
  })
  const check = async () => void (await Promise.all([...targets].map(async (target) => (target.isReady = await isReady(target.address)))))
  const timer = setInterval(() => void check(), CHECK_MS)
  await new Promise<void>((listening) => pass.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${(pass.address() as AddressInfo).port}`, // it listens on a port
    async add(address: string) {
      targets.add({ address, isReady: await isReady(address) })
    },
    remove(address: string) {
      for (const target of targets) if (target.address === address) targets.delete(target)
    },
    stop() {
      clearInterval(timer)
      pass.close()
      pass.closeAllConnections()
      agent.destroy()
    },
  }
}

async function isReady(address: string) {
  try {
    return (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2000) })).status === 200
  } catch {
    return false
  }
}
