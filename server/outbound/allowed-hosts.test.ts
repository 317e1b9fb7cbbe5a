import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'
import { fetchAllowed, isAllowedHost } from './allowed-hosts.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
after(() => delete process.env['INNOE_OUTBOUND_HOSTS'])

for (const [list, host, isAllowed] of [
  ['', 'anything.example', true],
  ['mail.example', 'mail.example', true],
  ['mail.example', 'MAIL.EXAMPLE.', true],
  ['mail.example', 'evil-mail.example', false],
  ['mail.example', 'mail.example.evil.example', false],
  ['*.example.com', 'idp.example.com', true],
  ['*.example.com', 'example.com', false],
  ['*.example.com', 'evilexample.com', false],
  ['mail.example, 10.0.0.7', '10.0.0.7', true],
  ['mail.example', '169.254.169.254', false],
  ['mail.example', '[::1]', false],
] as const)
  test(`of the list “${list}” the host ${host} is ${isAllowed ? '' : 'not '}allowed`, () => assert.equal(isAllowedHost(host, list), isAllowed))

test('an address that is not on the list is refused when an administrator enters it, and is not asked', async () => {
  let asked = 0
  const server = createServer((_, reply) => reply.end(String(++asked))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  process.env['INNOE_OUTBOUND_HOSTS'] = 'idp.example'
  await assert.rejects(fetchAllowed(`http://127.0.0.1:${port}/`), /INNOE_OUTBOUND_HOSTS/)
  assert.equal(asked, 0)
  const provider = (issuer: string) =>
    call('identity_provider/do/create', { code: 'idp', name: '虚构', protocol: 'OIDC', issuer, client_id: 'x' }, { as: admin, lang: 'en' })
  const refused = await provider('https://internal.example')
  assert.match(String(refused.errors.find(({ field }) => field === 'issuer')?.reason), /hosts to which the operator allows connections/)
  assert.equal(
    (await provider('https://idp.example')).errors.some(({ field }) => field === 'issuer'),
    false,
  )
  const box = await createRow(systemContext(tenant), modelOf(tenant, 'incoming_mailbox'), {
    name: '虚构邮箱',
    host: '127.0.0.1',
    port,
    security: 'NONE',
    username: 'a',
    folder: 'INBOX',
    password: 'x',
  })
  const tried = await call('incoming_mailbox/do/test', { sid: box }, { as: admin, lang: 'en' })
  assert.match(tried.text, /hosts to which the operator allows connections/)
  assert.equal(asked, 0)
})
