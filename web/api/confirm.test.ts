import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Warned } from '../../model/kit/wire/wire.ts'
import { confirming, onWarnings } from './confirm.ts'
import { ApiFault, UNCONFIRMED } from './fault.ts'

const warned = (...codes: string[]): Warned[] => codes.map((code) => ({ code, field: '', label: '', reason: code }))
const stop = (...codes: string[]) => new ApiFault({ status: 412, code: UNCONFIRMED, message: 'confirm', warnings: warned(...codes) })

/** A server that requires these codes, one step at a time. */
const server =
  (...steps: string[][]) =>
  async (confirm: readonly string[]) => {
    const open = steps.find((codes) => codes.some((code) => !confirm.includes(code)))
    if (open) throw stop(...open)
    return confirm
  }

for (const [title, answers, steps, outcome] of [
  ['a write without warnings asks nothing', [], [], []],
  ['a confirmed warning repeats the write with its code', [true], [['a', 'b']], ['a', 'b']],
  ['a warning that appears only then is asked about, too', [true, true], [['a'], ['b']], ['a', 'b']],
  ['going back rejects with the answer of the server', [false], [['a']], UNCONFIRMED],
  ['going back at the second warning rejects as well', [true, false], [['a'], ['b']], UNCONFIRMED],
] as const)
  test(title, async () => {
    const left = [...answers]
    const off = onWarnings(async () => left.shift() ?? assert.fail('asked too often'))
    const done = await confirming(server(...steps.map((codes) => [...codes]))).catch((fault: ApiFault) => fault.code)
    off()
    assert.deepEqual([done, left], [outcome, []])
  })

test('what a person has confirmed before is not asked about again, and what comes with it is', async () => {
  const asked: string[] = []
  const off = onWarnings(async (warnings) => asked.push(...warnings.map(({ code }) => code)) > 0)
  assert.deepEqual(await confirming(server(['a'], ['b']), ['a']), ['a', 'b'])
  off()
  assert.deepEqual(asked, ['b'])
})

test('a repeated confirmation request ends after a limit; another fault is thrown unchanged', async () => {
  const off = onWarnings(async () => true)
  await assert.rejects(
    confirming(async () => Promise.reject(stop('a'))),
    { code: UNCONFIRMED },
  )
  await assert.rejects(
    confirming(async () => Promise.reject(new TypeError('other'))),
    TypeError,
  )
  off()
})
