import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { DEFAULT_CONCURRENCY, turnsOf } from '../turns.ts'

const { app, enrol } = await testServer()
const manager = await enrol('ip_manager')

test('tasks beyond the limit wait in order, and a failed task releases its place', async () => {
  const inTurn = turnsOf(2)
  const begun: number[] = []
  let [now, peak] = [0, 0]
  const one = (at: number) =>
    inTurn(async () => {
      begun.push(at)
      peak = Math.max(peak, ++now)
      await wait(5)
      now--
      if (at % 3 === 0) throw new Error(`${at}`)
      return at
    })
  const ended = await Promise.allSettled(Array.from({ length: 9 }, (_, at) => one(at)))
  assert.deepEqual([peak, begun], [2, [0, 1, 2, 3, 4, 5, 6, 7, 8]])
  assert.deepEqual(
    ended.map(({ status }) => status),
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => (at % 3 === 0 ? 'rejected' : 'fulfilled')),
  )
  assert.equal(await inTurn(async () => 'again'), 'again')
})

const rows = [['专利名称', '国家', '专利类型'], ...Array.from({ length: 300 }, (_, at) => [`专利 ${at}`, 'CN', '发明'])]
const FILES: Readonly<Record<string, () => Promise<Uint8Array<ArrayBuffer>>>> = {
  xlsx: () => workbook(rows),
  csv: async () => new TextEncoder().encode(rows.map((row) => row.join(',')).join('\n')),
}

for (const [kind, make] of Object.entries(FILES))
  test(`of eight .${kind} files uploaded concurrently, two are read at a time, and all are answered`, async (t) => {
    let [reading, peak] = [0, 0]
    const hear = (message: unknown) => {
      const { worker } = message as { worker: Worker } // as Node publishes it
      peak = Math.max(peak, ++reading)
      worker.once('exit', () => reading--)
    }
    subscribe('worker_threads', hear)
    t.after(() => unsubscribe('worker_threads', hear))
    const file = await make()
    const send = () => sendFile(app, { path: 'patent/do/import_preview', token: manager.token, file, name: `表.${kind}` })
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 8 }, () => 200),
      answers.map(({ message }) => message).join(),
    )
    assert.ok(peak > 0 && peak <= DEFAULT_CONCURRENCY, `${peak} at once`)
  })
