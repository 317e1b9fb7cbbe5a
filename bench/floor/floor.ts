import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { openFloor } from './data.ts'
import { exportRows } from './export.ts'
import { importRows } from './import.ts'
import { type Body, readsOf } from './reads.ts'
import { writesOf } from './writes.ts'

// The floor: a minimal server without permissions, validation or rules, with the best SQL found.
const [url = '', schema = ''] = process.argv.slice(2)
const floor = await openFloor(url, schema)
const answers: Record<string, (body: Body) => Promise<unknown>> = {
  ...readsOf(floor),
  ...writesOf(floor),
  export: (body) => exportRows(floor.pool, body),
}

const server = createServer((request, response) => {
  const name = (request.url ?? '').slice(1)
  bodyOf(request, (bytes) => {
    const answer = name.startsWith('import')
      ? importRows(floor.pool, bytes, name.slice('import/'.length))
      : answers[name]?.(bytes.length > 0 ? JSON.parse(bytes.toString()) : {})
    Promise.resolve(answer)
      .then((data) => send(response, JSON.stringify({ code: 0, data })))
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
})

function bodyOf(request: IncomingMessage, take: (bytes: Buffer) => void) {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part)).on('end', () => take(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)))
}

const JSON_TYPE = 'application/json; charset=utf-8'
// A page of 20 cases has about 17 KB; below this, compression costs more than it saves on any network.
const LEAST_PACKED = 32 << 10
const packed = promisify(gzip)

async function send(response: ServerResponse, text: string) {
  const body = Buffer.from(text)
  if (body.length < LEAST_PACKED) return response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': body.length }).end(body)
  const less = await packed(body, { level: 1 })
  return response.writeHead(200, { 'content-type': JSON_TYPE, 'content-encoding': 'gzip', 'content-length': less.length }).end(less)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`floor http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
