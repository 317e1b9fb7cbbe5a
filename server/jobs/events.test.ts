import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { testServer } from '../../tests/harness/server.ts'
import { openServer } from '../open.ts'
import { pushEvent } from '../records/notifying/push.ts'

const { server, app, enrol, call, url } = await testServer()
const manager = await enrol('ip_manager')
const inventor = await enrol('inventor')
const second = await openServer(server.config, url)
after(() => second.close())
const address = await app.listen({ port: 0, host: '127.0.0.1' })

async function listen(token: string) {
  const response = await fetch(`${address}/innoe-webapi/events`, { headers: { authorization: `Bearer ${token}`, host: 'localhost' } })
  const heard = { status: response.status, type: response.headers.get('content-type') ?? '', text: '', ended: false }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
      if (done) return void (heard.ended = true)
      heard.text += value ?? ''
    }
  }
  void read().catch(() => (heard.ended = true))
  return heard
}

test('an event from any process reaches the open pages of its person', async () => {
  const [mine, other] = await Promise.all([listen(manager.token), listen(inventor.token)])
  assert.deepEqual([mine.status, mine.type], [200, 'text/event-stream; charset=utf-8'])
  pushEvent(second.tenants.of('localhost'), manager.sid, 'job', { sid: 'x', state: 'DONE' })
  for (let i = 0; i < 40 && !mine.text.includes('event: job'); i++) await wait(50)
  assert.match(mine.text, /event: job\ndata: {"sid":"x","state":"DONE"}\n\n/)
  assert.ok(!other.text.includes('event:'))
})

test('the event stream requires a token', async () => assert.equal((await fetch(`${address}/innoe-webapi/events`)).status, 401))

test('the event stream ends with its session', async () => {
  const mine = await listen(inventor.token)
  const { data } = await call<{ record: { sid: string }[] }>('token/do/search', {}, { as: inventor })
  await call(`token/do/delete/${data.record[0]?.sid}`, {}, { as: inventor })
  for (let i = 0; i < 400 && !mine.ended; i++) await wait(50)
  assert.ok(mine.ended)
})
