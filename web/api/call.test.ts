import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearing, call } from './call.ts'
import { ApiFault, NO_NETWORK, NO_TIME } from './fault.ts'

// A page has a store of its own, here an empty one.
Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null }, configurable: true })
bearing.say = (word) => `words of ${word}`
const { fetch } = globalThis
const answers = (answer: () => Promise<Response>) => void (globalThis.fetch = answer)

for (const [what, answer, code, said] of [
  ['no server answers', () => Promise.reject(new TypeError('Failed to fetch')), NO_NETWORK, 'words of fault.network'],
  [
    'the answer takes too long',
    (): Promise<Response> => new Promise((_, refuse) => setTimeout(() => refuse(new Error('late')), 50)),
    NO_TIME,
    'words of fault.busy',
  ],
  ['a proxy answers in its place', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 502, 'words of fault.server'],
] as const)
  // oxfmt-ignore
  test(`[8.01] when ${what}, the fault is said in words, and what happened stays for the support`, async () => {
    answers(answer)
    const fault = await call('/x', {}, { anonymous: true, timeout: 10 }).catch((error: unknown) => error)
    globalThis.fetch = fetch
    assert.ok(fault instanceof ApiFault)
    assert.deepEqual([fault.code, fault.message], [code, said])
    assert.match(fault.raw, /fetch|late|gateway/)
  })
