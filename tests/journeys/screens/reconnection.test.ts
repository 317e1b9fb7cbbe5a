import assert from 'node:assert/strict'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { startJobs } from '../../../server/jobs/start.ts'
import { notify } from '../../../server/records/notifying/notifications.ts'
import { systemContext } from '../../../server/records/context.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

const s = await testServer()
const jobs = await startJobs(s.server)
const manager = await s.enrol('ip_manager')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const line = await breakable(Number(new URL(address).port))
const browser = await openBrowser()
after(async () => {
  line.close()
  await jobs.stop()
})
const visit = visitor(browser, line.address)

/** A connection to the server that can be cut and restored. */
async function breakable(port: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const join = (one: Socket, other: Socket) => {
    sockets.add(one)
    one.on('error', () => other.destroy()).on('close', () => (sockets.delete(one), other.destroy()))
    one.pipe(other)
  }
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const onward = connect(port, '127.0.0.1')
    join(client, onward)
    join(onward, client)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port: own } = server.address() as AddressInfo // of a server that listens on a port
  return {
    address: `http://127.0.0.1:${own}`,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    restore: () => (isCut = false),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('the list of jobs and the number of notifications are updated after a lost connection is restored', async () => {
  const { page, done } = await visit('/jobs', { lang: 'en', as: manager, fresh: true })
  await page.getByText('No jobs yet').waitFor()
  await page.getByRole('button', { name: 'Notices, 0 unread' }).waitFor()
  line.cut()
  const { data, text } = await s.call<{ job_sid: string }>('patent/do/export', { format: 'csv', fl: 'case_no' }, { as: manager, lang: 'en' })
  assert.ok(data.job_sid, text)
  const state = async () => (await s.call<{ state: string }>(`job/${data.job_sid}?flat=1`, undefined, { as: manager })).data.state
  while ((await state()) !== 'DONE') await new Promise((resume) => setTimeout(resume, 100))
  await notify(systemContext(s.tenant), [{ user_sid: manager.sid, level: 'INFO', title: '消息', title_en: 'Notice', link: null, about: null }])
  assert.equal(await page.getByText('No jobs yet').count(), 1)
  line.restore()
  await page.getByRole('row', { name: /Patent/ }).waitFor()
  await page.getByRole('button', { name: 'Notices, 1 unread' }).waitFor()
  await done()
})
