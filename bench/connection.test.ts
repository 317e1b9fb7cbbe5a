import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openConnection } from './connection.ts'

const body = JSON.stringify({ data: '导航'.repeat(60_000) })
const answers: Record<string, RequestListener> = {
  '/length': (_, response) => response.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body),
  '/chunks': (_, response) => {
    response.writeHead(200)
    for (let at = 0; at < body.length; at += 10_000) response.write(body.slice(at, at + 10_000))
    response.end()
  },
  '/gzip': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body)),
}
const broken: RequestListener = (_, response) => response.writeHead(500).end('broken')
const server = createServer((request, response) => (answers[request.url ?? ''] ?? broken)(request, response))
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
after(() => server.close())
const { port } = server.address() as AddressInfo // it listens on a port
const connection = await openConnection(`http://127.0.0.1:${port}`)
after(() => connection.close())

const get = (path: string) => connection.send(Buffer.from(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`))

for (const path of Object.keys(answers)) {
  test(`a response of ${path} is read completely, and the connection serves the next request`, async () => {
    for (let times = 0; times < 3; times++) {
      const { status, text } = await get(path)
      assert.equal(status, 200)
      assert.equal(text(), body)
    }
  })
}

test('a refused request reports its status and text', async () => {
  const { status, text } = await get('/nowhere')
  assert.deepEqual([status, text()], [500, 'broken'])
})
