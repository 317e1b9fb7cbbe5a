import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { followAnswers, refuseUnread } from './unread.ts'

const servers: Server[] = []
after(() => servers.forEach((one) => one.close().closeAllConnections()))

/** What a client receives who sends these texts, the second after the first bytes of an answer if it begins one. */
async function answered(first: string, second: string): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(200, { 'transfer-encoding': 'chunked' }).write('begun'))
  servers.push(server)
  followAnswers(server)
  server.on('clientError', refuseUnread({}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1') // a TCP address
  let got = ''
  socket.on('data', (part) => {
    if (second && !got) socket.write(second)
    got += String(part)
  })
  socket.on('error', () => {})
  socket.write(first)
  const limit = setTimeout(() => socket.destroy(), 5000)
  await once(socket, 'close')
  clearTimeout(limit)
  return got
}

test('what cannot be read as a request is answered with 400', async () => {
  assert.match(await answered('no request\r\n\r\n', ''), /^HTTP\/1\.1 400 Bad Request\r\n/)
})

test('after a response has begun, the connection is closed and nothing is written into it', async () => {
  const got = await answered('GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'no request\r\n\r\n')
  assert.match(got, /^HTTP\/1\.1 200 OK\r\n/)
  assert.ok(got.includes('begun') && !got.includes('400'), got)
})
