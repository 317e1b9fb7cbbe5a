import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReceiver } from '../../tests/harness/mail/receiver.ts'
import { addressFault, lookupPublic, post } from './post.ts'

const receiver = await openReceiver()

test('a name that leads to this machine is refused where it is resolved', async () => {
  for (const all of [true, false]) {
    const error = await new Promise<unknown>((done) => lookupPublic('localhost', { all }, (fault) => done(fault)))
    assert.ok(error instanceof Error && error.message === 'localhost', String(error))
  }
})

test('an address of this machine is not called', async () => {
  delete process.env['INNOE_PRIVATE_TARGETS']
  const { port } = new URL(receiver.url)
  for (const address of [`https://127.0.0.1:${port}/`, `https://localhost:${port}/`, receiver.url, 'file:///etc/passwd', 'nothing']) assert.ok('fault' in (await post(address, '{}')), address) // oxfmt-ignore
  assert.equal(receiver.calls.length, 0)
})

test('only the beginning of a long answer is read', async () => {
  process.env['INNOE_PRIVATE_TARGETS'] = 'allowed'
  receiver.answer.body = 'x'.repeat(5_000_000)
  const posted = await post(receiver.url, '{}')
  assert.ok('code' in posted && posted.code === 200 && posted.text.length === 4096)
})

test('an address outside the hosts of the operator is refused', () => {
  process.env['INNOE_OUTBOUND_HOSTS'] = 'hooks.example.com, *.example.org'
  try {
    assert.equal(addressFault('https://hooks.example.com/a'), undefined)
    assert.equal(addressFault('https://a.example.org/'), undefined)
    assert.match(addressFault('https://example.net/')?.[1] ?? '', /INNOE_OUTBOUND_HOSTS/)
  } finally {
    delete process.env['INNOE_OUTBOUND_HOSTS']
  }
})
