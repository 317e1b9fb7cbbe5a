import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { sendForm } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { flushRefusals } from '../auth/audit/refusals.ts'
import { sentFiles } from './receive.ts'

const formOf = (files: Readonly<Record<string, string>>) => {
  const form = new FormData()
  for (const [name, content] of Object.entries(files)) form.append('file', new File([content], name))
  return form
}

test('a file that is too large is left out, and the files beside it are taken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  const app = fastify()
  after(async () => Promise.all([app.close(), rm(folder, { recursive: true, force: true })]))
  await app.register(multipart)
  app.post('*', async (request) => {
    const { files, skipped } = await sentFiles(request, folder, 16)
    return { taken: files.map(({ name }) => name), skipped: skipped.map(({ name, words }) => `${name} ${words[1]}`) }
  })
  const { taken, skipped } = await sendForm(app, { path: 'x', token: '', form: formOf({ 'one.txt': 'short', 'long.txt': 'x'.repeat(64), 'two.txt': 'short, too' }) })
  assert.deepEqual([taken, skipped], [['one.txt', 'two.txt'], ['long.txt is larger than 100 MB']])
}) // oxfmt-ignore

test('an infected file is left out, and is in the security log', async () => {
  const { app, tenant, enrol } = await testServer()
  const { token } = await enrol('ip_manager')
  const scanner = createServer((socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, Buffer.from(chunk)])
      if (bytes.subarray(-4).equals(Buffer.alloc(4))) socket.end(bytes.includes('INFECTED') ? 'stream: Test.Signature FOUND\0' : 'stream: OK\0')
    })
  })
  await once(scanner.listen(0, '127.0.0.1'), 'listening')
  const { port } = scanner.address() as AddressInfo // it listens on a port
  process.env['INNOE_SCANNER'] = `tcp://127.0.0.1:${port}`
  try {
    const sent = await sendForm(app, { path: 'notice_intake/do/receive', token, form: formOf({ 'bad.txt': 'INFECTED', 'good.txt': 'notice' }), lang: 'en' }) // oxfmt-ignore
    assert.deepEqual([sent.status, sent.data.record.length, sent.data.skipped.map(({ name }: { name: string }) => name)], [200, 1, ['bad.txt']]) // oxfmt-ignore
  } finally {
    delete process.env['INNOE_SCANNER']
    scanner.close()
  }
  await flushRefusals(tenant)
  const rules = await tenant.db.selectFrom('audit_entry').select('rule').where('event', '=', 'SUSPICIOUS').execute()
  assert.deepEqual(rules.map(({ rule }) => rule), ['file_infected']) // oxfmt-ignore
})
