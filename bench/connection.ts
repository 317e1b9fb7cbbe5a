import { connect, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'

export type Answer = { status: number; text(): string }

/** One keep-alive connection: it sends prepared requests one after the other and returns each whole response. */
export type Connection = { send(request: Buffer): Promise<Answer>; close(): void }

export async function openConnection(address: string): Promise<Connection> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise((ready, failed) => socket.once('connect', ready).once('error', failed))
  return overSocket(socket)
}

function overSocket(socket: Socket): Connection {
  let waiting: { done: (answer: Answer) => void; failed: (error: Error) => void } | undefined
  let read: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    read = read.length === 0 ? bytes : Buffer.concat([read, bytes])
    const found = wholeAnswer(read)
    if (!found) return
    read = Buffer.alloc(0) // nothing follows before the next request
    const asked = waiting
    waiting = undefined
    asked?.done(found)
  })
  const fail = (error: Error) => waiting?.failed(error)
  socket.on('error', fail).on('close', () => fail(new Error('the server closed the connection')))
  return {
    send: (request) =>
      new Promise((done, failed) => {
        waiting = { done, failed }
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** Undefined while the response is incomplete. */
function wholeAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const from = end + HEAD_END.length
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const isChunked = length === undefined && /\r\ntransfer-encoding: *chunked/i.test(head)
  const parts = isChunked ? chunksOf(bytes, from) : partOf(bytes, from, Number(length ?? 0))
  if (!parts) return undefined
  const isPacked = /\r\ncontent-encoding: *gzip/i.test(head)
  const text = () => {
    const body = Buffer.concat(parts)
    return (isPacked ? gunzipSync(body) : body).toString()
  }
  return { status, text }
}

const partOf = (bytes: Buffer, from: number, length: number) => (bytes.length < from + length ? undefined : [bytes.subarray(from, from + length)])

function chunksOf(bytes: Buffer, from: number): Buffer[] | undefined {
  const parts: Buffer[] = []
  for (let at = from; ;) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    const next = line + 2 + size + 2
    if (bytes.length < next) return undefined
    if (size === 0) return parts
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = next
  }
}
