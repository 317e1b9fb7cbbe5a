import { randomUUID } from 'node:crypto'
import { type Server as HttpServer, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { both, Refusal } from '../errors.ts'
import { sendRefusal } from './envelope.ts'
import type { Headers } from './security-headers.ts'

/** A request that is refused before any hook runs, such as an address that cannot be decoded. */
export const refuseAddress = (headers: Headers) => (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
  void sendRefusal(
    request,
    reply.headers(headers).header('X-Request-Id', request.id),
    new Refusal('bad_request', both('why', ['地址有误', 'the address is malformed'])),
  )

/** Refuses two host names, in two headers or beside the first line: a proxy may have used the other one. */
export function refuseTwoHosts(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw: { rawHeaders, headers, url = '' } }) => {
    const named = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length
    const inLine = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]
    if (named > 1 || (inLine !== undefined && inLine.toLowerCase() !== headers.host?.toLowerCase()))
      throw new Refusal('bad_request', both('why', ['有两个不同的主机名', 'it names two hosts']))
  })
}

/** Status of each fault in a request that Node could not read; any other fault is 400. */
const STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

const answering = new WeakMap<object, ServerResponse>()

/** Remembers what each connection is being answered. */
export function followAnswers(server: HttpServer) {
  server.on('request', (request, response) => void answering.set(request.socket, response))
}

/** Whether a response has begun and not ended: bytes written now would become a part of it. */
function isAnswering(socket: Socket): boolean {
  const response = answering.get(socket)
  return response !== undefined && response.headersSent && !response.writableFinished
}

/** Such a request has no language and no route; the connection ends with the answer, since where the next request begins is unknown. */
export const refuseUnread = (headers: Headers) => (error: Error, socket: Socket) => {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy()
  socket.end(plainAnswer(headers, STATUS[code] ?? 400))
}

/** Node would answer what a request expects of the server, and the server cannot do, without any header. */
export function refuseExpectations(server: HttpServer, headers: Headers) {
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { ...headers, 'content-length': '0', connection: 'close' }).end()
  })
}

function plainAnswer(headers: Headers, status: number): string {
  const refusal = new Refusal('bad_request', both('why', ['不是完整的 HTTP 请求', 'it is not a whole HTTP request']))
  const body = JSON.stringify({ code: status, message: `${refusal.words('zh')} / ${refusal.words('en')}`, request_id: randomUUID() })
  const all = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
