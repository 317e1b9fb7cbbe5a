import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { cutSlowBodies } from './slow-body.ts'

const TIMEOUT_MS = 400
const app = Fastify()
cutSlowBodies(app, TIMEOUT_MS)
app.post('/', async ({ body }) => body)
app.post('/late', async () => {
  await wait(TIMEOUT_MS * 2)
  return 'late'
})
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
after(() => app.close())

/** Sends the parts with a pause after each, and answers what came back and how long the connection stood. */
async function send(path: string, parts: readonly string[], pause: number) {
  const begun = Date.now()
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.on('error', () => {})
  const closed = new Promise((done) => socket.once('close', done))
  const length = parts.join('').length + (path === '/stuck' ? 1 : 0)
  socket.write(
    `POST ${path === '/stuck' ? '/' : path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`,
  )
  for (const part of parts) {
    if (socket.destroyed) break
    socket.write(part)
    await wait(pause)
  }
  await closed
  return { answer, took: Date.now() - begun }
}

test('a request whose body stalls is ended', { timeout: 20_000 }, async () => {
  const { answer, took } = await send('/stuck', ['half'], 0)
  assert.equal(answer, '')
  assert.ok(took >= TIMEOUT_MS, `${took} ms`)
})

test('a slow body that continues is accepted', { timeout: 20_000 }, async () =>
  assert.match(
    (
      await send(
        '/',
        Array.from({ length: 8 }, () => 'slowly '),
        TIMEOUT_MS / 4,
      )
    ).answer,
    /^HTTP\/1.1 200/,
  ),
)

test('a response may take longer than the timeout of a request body', { timeout: 20_000 }, async () =>
  assert.match((await send('/late', ['all'], 0)).answer, /late$/),
)
