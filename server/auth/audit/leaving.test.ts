import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { isFileAnswer } from '../../../model/kit/wire/route.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { declaredRoutes } from '../../http/declared-routes.ts'
import { ROUTES } from '../../modules.ts'
import { costOf } from '../limits/costly.ts'
import { startAudit } from './audit.ts'
import { inOneWindow } from '../../../tests/harness/sign-in/limit-window.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const manager = await s.enrol('ip_manager')
const files = ROUTES.flatMap(({ declared }) => (isFileAnswer(declared.answer) ? [{ declared, leaves: declared.answer.leaves }] : []))
const entries = () =>
  s.tenant.db.selectFrom('audit_entry').selectAll().where('event', 'in', ['EXPORTED', 'DOWNLOADED', 'VIEWED']).orderBy('sid').execute()

// The same declarations, answered with any bytes and recorded by nobody else.
const app = Fastify()
after(() => app.close())
startAudit(app, s.server)
declaredRoutes(
  app,
  s.server,
  files.map(({ declared }) => ({ declared, run: async ({ reply }) => reply.send('bytes') })),
)

for (const { declared, leaves } of files)
  test(`${declared.method} ${declared.url} leaves ${leaves === 'nothing' ? 'no entry: no data of records leaves with it' : `the entry ${leaves}`}`, async () => {
    await s.tenant.db.deleteFrom('audit_entry').execute()
    const sid = randomUUIDv7()
    const url = declared.url.replace(':sid', sid).replace(/:\w+/g, '1')
    const { statusCode } = await app.inject({ method: declared.method, url, headers: { host: 'localhost' } })
    assert.equal(statusCode, 200)
    const found = (await entries()).map(({ event, record_sid, details }) => [event, record_sid, details])
    const format = isFileAnswer(declared.answer) ? declared.answer.file : ''
    assert.deepEqual(found, leaves === 'nothing' ? [] : [[leaves, declared.url.includes(':sid') ? sid : null, { format }]])
  })

test('what takes a file, and what lets more leave than a page, is limited for each person', () => {
  const isLimited = ({ leaves, declared: { url } }: (typeof files)[number]) =>
    leaves === 'nothing' || costOf(url.replace(':model', 'patent')) !== undefined || url.startsWith('/innoe-webapi/share/') // by address
  assert.deepEqual(files.filter((one) => !isLimited(one)).map(({ declared }) => declared.url), []) // oxfmt-ignore
  const forms = ROUTES.flatMap(({ declared: { form, url } }) => (form === 'only' || form === 'also' ? [url] : []))
  assert.ok(forms.length > 4)
  assert.deepEqual(forms.filter((url) => costOf(url.replace(':model', 'patent')) === undefined), []) // oxfmt-ignore
})

test('the packet of portals is recorded as an export', async () => {
  await s.tenant.db.deleteFrom('audit_entry').execute()
  assert.equal((await s.call('/innoe-webapi/portal/do/exportSql', undefined, { as: admin })).status, 200)
  assert.deepEqual((await entries()).map(({ event, created_by, path }) => [event, created_by, path]), [['EXPORTED', admin.sid, null]]) // oxfmt-ignore
})

test('one person exports and imports only so often, with whatever token; others go on', async () => {
  await inOneWindow()
  process.env.INNOE_COSTLY_LIMIT = '4'
  try {
    const body = { iql: '', fields: ['title'], format: 'csv' }
    const { data } = await s.call<{ token: string }>('token/do/create', { name: 'script' }, { as: manager })
    const statuses = []
    for (const as of [manager, manager, data.token, data.token, manager, data.token])
      statuses.push((await s.call('patent/do/export', body, { as })).status)
    assert.deepEqual(statuses.slice(4), [429, 429])
    assert.ok(!statuses.slice(0, 4).includes(429))
    const refused = await s.call('patent/do/export', body, { as: manager, lang: 'en' })
    assert.match(refused.message, /^Too many requests; try again in \d+ s$/)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.notEqual((await s.call('patent/do/export', body, { as: admin })).status, 429)
    assert.equal((await s.call('patent/do/count', {}, { as: manager })).status, 200, 'other calls of the person go on')
  } finally {
    delete process.env.INNOE_COSTLY_LIMIT
  }
})
