import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { openMailbox } from '../../tests/harness/mail/mailbox.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startWorker } from '../../tests/harness/start-worker.ts'

let isSilent = true
const smtp = await openMailbox({ isSilent: () => isSilent })
const own = await testServer()
const { tenant, call, enrol } = own
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')
const { patent } = casesOf(call, admin)
const about = await patent({ title: '虚构装置', case_no: 'K-2024-1' })

const until = async (holds: () => Promise<boolean> | boolean, what: string) => {
  for (let at = 0; at < 400; at++) {
    if (await holds()) return
    await wait(50)
  }
  assert.fail(what)
}
const rowOf = (sid: string) => tenant.db.selectFrom('outgoing_mail').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()

test('a mail whose sending process is killed before the server answers is kept and sent again under the same Message-ID', async () => {
  await call('/innoe-webapi/setting/mail/do/update', smtp.settings, { as: admin })
  const first = await startWorker(own)
  const body = { case_sid: about.sid, to_addresses: ['agent@agency.test'], subject: '主题', body: '正文' }
  const { data, text } = await call<{ sid: string }>('outgoing_mail/do/send', body, { as: manager })
  assert.ok(data?.sid, text)
  await until(() => smtp.received.length === 1, 'it was not sent at once')
  first.kill('SIGKILL')
  await once(first, 'exit')
  const left = await rowOf(data.sid)
  assert.deepEqual([left.state, left.attempts], ['QUEUED', 1])
  assert.ok(Date.parse(left.next_try_at ?? '') > Date.now() + 20 * 60_000, 'nobody else takes it while it may still be under way')
  isSilent = false
  await tenant.db.updateTable('outgoing_mail').set({ next_try_at: new Date().toISOString() }).where('sid', '=', data.sid).execute()
  const second = await startWorker(own)
  tenant.pubsub.publish('outgoing mail', null)
  await until(async () => (await rowOf(data.sid)).state === 'SENT', 'it was not sent again')
  const ids = smtp.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
  assert.deepEqual(ids, [`<${data.sid}@sender.test>`, `<${data.sid}@sender.test>`])
  second.kill('SIGKILL')
  await once(second, 'exit')
})
