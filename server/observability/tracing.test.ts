import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'
import { startTracing, stopTracing } from './tracing.ts'

type Value = { stringValue?: string; intValue?: string | number }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
  status?: { code?: number }
}
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

// A collector of OpenTelemetry, as far as it keeps what it is sent.
const bodies: string[] = []
const collector = createServer((request, answer) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part: string) => (body += part))
  request.on('end', () => {
    bodies.push(body)
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
await startTracing()
const { call, enrol, server, tenant } = await testServer()
after(() => collector.close())

const spansSent = () =>
  bodies.flatMap((body) => (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
const valueOf = (span: Span, key: string) => span.attributes.find((one) => one.key === key)?.value

test('a request, its statements and the job that it asks for are one trace, which goes on from the caller and holds no value of a record', async () => {
  const manager = await enrol('ip_manager')
  const jobs = await startJobs(server)
  const title = '只在库中的标题'
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const made = await call(
    'patent/do/create',
    { title, country: 'CN', patent_type: 'INVENTION', company_sid: manager.company },
    { as: manager, headers: { traceparent } },
  )
  assert.equal(made.code, 0, made.message)
  const asked = await call<{ job_sid: string }>(
    'patent/do/export',
    { fl: ['case_no', 'title'], format: 'csv', iql: `title = '${title}'` },
    { as: manager },
  )
  await sql.raw(`select 'SCRAM-SHA-256$4096:only in the database', 'it''s ${title}'`).execute(tenant.db)
  const stateOf = async () =>
    (await tenant.db.selectFrom('job').select('state').where('sid', '=', asked.data.job_sid).executeTakeFirstOrThrow()).state
  while (['WAITING', 'RUNNING'].includes((await stateOf()) ?? '')) await wait(100)
  await jobs.stop()
  await stopTracing()
  const spans = spansSent()

  const isRequest = ({ name }: Span) => name.startsWith('POST /innoe-webapi/model/')
  const create = spans.find((span) => isRequest(span) && span.traceId === '0af7651916cd43dd8448eb211c80319c')
  assert.ok(create, [...new Set(spans.map(({ name }) => name))].join(', '))
  assert.deepEqual([create.traceId, create.parentSpanId], ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'])
  assert.equal(Number(valueOf(create, 'http.response.status_code')?.intValue), 200)
  const statements = spans.filter(({ traceId, attributes }) => traceId === create.traceId && attributes.some(({ key }) => key === 'db.query.text'))
  assert.ok(statements.some((span) => /insert into "patent"/.test(valueOf(span, 'db.query.text')?.stringValue ?? '')))

  const job = spans.find(({ name }) => name === 'job')
  assert.ok(job)
  assert.ok(spans.some((span) => isRequest(span) && span.traceId === job.traceId))
  assert.equal(valueOf(job, 'innoe.job')?.stringValue, asked.data.job_sid)
  assert.ok(bodies.some((body) => body.includes(`select '?', '?'`)))
  for (const secret of [title, manager.token, 'SCRAM-SHA-256']) assert.ok(!bodies.some((body) => body.includes(secret)), secret)
})
