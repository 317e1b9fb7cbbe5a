import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { cpuMs } from './cpu.ts'

test('the CPU time of a process includes the CPU time of its children, also after they end', async () => {
  const before = cpuMs([process.pid])
  const child = spawn(process.execPath, ['-e', 'for (const until = process.cpuUsage().user + 300_000; process.cpuUsage().user < until; );'])
  await once(child, 'exit')
  const used = cpuMs([process.pid]) - before
  assert.ok(used >= 290, `${used} ms`)
})

test('a missing process has used no CPU time', () => assert.equal(cpuMs([2 ** 30]), 0))
