// What people do all day, on tables of tens of thousands of rows: no statement reads one of them from end to end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { Deferred } from '../server/database/packet.ts'
import { todayIn, ZONE } from '../model/kit/clock.ts'
import { approvalServer, level } from './harness/cases/approvals.ts'
import { casesOf } from './harness/cases/cases.ts'

const { server, tenant, call, enrol, starter, first, published, patent, started, todo, act } = await approvalServer()
const manager = await enrol('ip_manager')
const finance = await enrol('finance')
const { make, done } = casesOf(call, manager, 'en')
const ROWS = 20_000
const SYSTEM = sql`sid, version, valid, created_at, updated_at`
const OF_ROW = sql`uuidv7(), 1, true, now(), now()`

/** Rows of others, as many as make reading them all dearer than an index. */
const LARGE = {
  approval: sql`insert into approval (${SYSTEM}, entity, record_sid, state) select ${OF_ROW}, 'patent', uuidv7()::text, 'APPROVED' from generate_series(1, ${ROWS})`,
  approval_task: sql`insert into approval_task (${SYSTEM}, approval_sid, person_sid, decided_by, state, round) select ${OF_ROW}, uuidv7(), uuidv7(), uuidv7(), 'AGREED', 1 from generate_series(1, ${ROWS})`,
  approval_log: sql`insert into approval_log (${SYSTEM}, approval_sid, seq) select ${OF_ROW}, uuidv7(), 1 from generate_series(1, ${ROWS})`,
  deadline: sql`insert into deadline (${SYSTEM}, case_sid, key, name, status) select ${OF_ROW}, uuidv7(), n::text, 'x', 'DONE' from generate_series(1, ${ROWS}) as n`,
  fee: sql`insert into fee (${SYSTEM}, case_sid, key, fee_no, status) select ${OF_ROW}, uuidv7(), n::text, 'L' || n, 'PAID' from generate_series(1, ${ROWS}) as n`,
  official_event: sql`insert into official_event (${SYSTEM}, case_sid, code, event_date) select ${OF_ROW}, uuidv7(), 'CN14', '2020-01-01' from generate_series(1, ${ROWS})`,
  date_confirmation: sql`insert into date_confirmation (${SYSTEM}, case_sid, status) select ${OF_ROW}, uuidv7(), 'CONFIRMED' from generate_series(1, ${ROWS})`,
  change_log: sql`insert into change_log (sid, entity, record_sid, action, created_at) select uuidv7(), 'patent', uuidv7()::text, 'UPDATE', now() from generate_series(1, ${ROWS})`,
}

type Sent = { text: string; values: unknown[] }

/** The statements that are sent meanwhile, with their values. */
async function sentDuring(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const client = await server.pool.connect()
  const sender: { query: (...given: unknown[]) => unknown } = Object.getPrototypeOf(client)
  client.release()
  const { query } = sender
  sender.query = function (...given) {
    const [text, values] = given
    if (typeof text === 'string' && Array.isArray(values)) sent.push({ text, values: values.filter((one) => !(one instanceof Deferred)) })
    return Reflect.apply(query, this, given)
  }
  try {
    await work()
  } finally {
    sender.query = query
  }
  return sent
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Of these statements, those that would read a large table whole, with the table. */
async function readingAll(sent: readonly Sent[]): Promise<string[]> {
  const found = new Set<string>()
  for (const { text, values } of sent) {
    if (!/^\s*(with|select|update|delete)/i.test(text) || !Object.keys(LARGE).some((table) => text.includes(table))) continue
    const { rows } = await tenant.db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(CompiledQuery.raw(`explain (format json) ${text}`, values))
    for (const node of nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan ?? assert.fail()))
      if (node['Node Type'] === 'Seq Scan' && node['Relation Name'] && node['Relation Name'] in LARGE) found.add(`${node['Relation Name']}: ${text}`)
  }
  return [...found]
}

for (const [table, statement] of Object.entries(LARGE)) {
  await statement.execute(tenant.db)
  await sql`analyze ${sql.table(table)}`.execute(tenant.db)
}
await published({ levels: [level([first])] })
const approval = await started(await patent())
const right = await make('patent', { title: '虚构装置', patent_type: 'INVENTION', country: 'CN', status: 'SE', application_no: '202010000035.0', filing_date: '2024-03-01' }) // oxfmt-ignore
const agency = await make('agency', { agency_name: '虚构大表代理机构' })
const bill = await make('invoice', { invoice_no: 'LARGE-1', agency_sid: agency.sid, bill_date: `${todayIn(ZONE)}`, bill_type: 'MIXED', lines: [{ service: 'A', amount: '1' }] }) // oxfmt-ignore

const WORK: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['what waits for a person is listed', () => todo(first)],
  ['what a person has done is listed', () => call('approval_task/do/done', {}, { as: first })],
  ['a vote', () => act(first, approval, 'agree')],
  ['a case is opened', () => call(`patent/${right.sid}`, undefined, { as: starter })],
  ['a filing date is previewed', () => done('patent/do/preview_dates', { sid: right.sid, changes: { filing_date: '2024-02-01' } })],
  ['a filing date is corrected', () => done('patent/do/update', { sid: right.sid, filing_date: '2024-02-01' })],
  ['the owner of a case changes', () => done('patent/do/update', { sid: right.sid, owner_sid: manager.sid })],
  ['the letter of an office is recorded', () => done('official_event/do/create', { case_sid: right.sid, code: 'CN14', event_date: '2026-10-01' })],
  ['a bill is changed', () => done('invoice/do/update', { sid: bill.sid, lines: [{ service: 'B', amount: '2' }] }, finance)],
]

for (const [name, work] of WORK)
  test(`no large table is read whole: ${name}`, async () => {
    const sent = await sentDuring(work)
    assert.ok(sent.length > 1)
    assert.deepEqual(await readingAll(sent), [])
  })
