import { createServer, type IncomingHttpHeaders } from 'node:http'
import { after } from 'node:test'

export type Call = { path: string; headers: IncomingHttpHeaders; body: string }

/** A real HTTP server on a free port of this machine, which keeps what it is sent and answers as it is told. */
export async function openReceiver() {
  const calls: Call[] = []
  const answer = { code: 200, body: '{}', headers: {} as Record<string, string>, isSilent: false }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('utf8') })
      if (!answer.isSilent) response.writeHead(answer.code, answer.headers).end(answer.body)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const at = server.address()
  const port = typeof at === 'object' && at ? at.port : 0
  return { calls, answer, url: `http://127.0.0.1:${port}` }
}
