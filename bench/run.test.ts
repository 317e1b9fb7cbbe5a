import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

test('an even number of rounds is refused before anything starts', () => {
  const { status, stderr } = spawnSync(process.execPath, [fileURLToPath(new URL('run.ts', import.meta.url)), '--rounds', '2'], { encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /--rounds is an odd number/)
})
