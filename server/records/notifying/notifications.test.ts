import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'
import { inTransaction, systemContext } from '../context.ts'
import { notify } from './notifications.ts'

const { tenant, enrol, call } = await testServer()
const [one, two] = [await enrol('ip_engineer'), await enrol('inventor')]
const notice = (user_sid: string, title: string) => ({
  user_sid,
  level: 'SOON' as const,
  title,
  title_en: title,
  link: '/home',
  about: { kind: 'test' },
})
const received: unknown[] = []
tenant.pubsub.subscribe('events', (event) => received.push(event))
const toldOf = async (count: number) => {
  for (let tries = 0; received.length < count && tries < 100; tries++) await new Promise((resume) => setTimeout(resume, 20))
  return received
}

test('each person reads their own notifications; open pages are notified after the commit', async () => {
  await inTransaction(systemContext(tenant), async (tx) => {
    await notify(tx, [notice(one.sid, 'a'), notice(one.sid, 'b'.repeat(300)), notice(two.sid, 'c')])
    assert.deepEqual(received, [])
  })
  assert.deepEqual(await toldOf(2), [
    { to: one.sid, event: 'notification', data: { count: 2 } },
    { to: two.sid, event: 'notification', data: { count: 1 } },
  ])
  const { data } = await call<{ record: { title: string }[] }>('notification/do/search', { fl: ['title'], iql: 'ORDER BY title ASC' }, { as: one })
  assert.deepEqual(
    data.record.map(({ title }) => title.length),
    [1, 255],
  )
})

test('a rolled-back notification reaches nobody', async () => {
  const failed = inTransaction(systemContext(tenant), async (tx) => {
    await notify(tx, [notice(one.sid, 'lost')])
    throw new Error('undone')
  })
  await assert.rejects(failed, /undone/)
  // Events arrive in order: the next one is that of the committed notification.
  await notify(systemContext(tenant), [notice(two.sid, 'kept')])
  assert.deepEqual((await toldOf(3)).at(2), { to: two.sid, event: 'notification', data: { count: 1 } })
})
