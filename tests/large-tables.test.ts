// What people do all day, on tables of tens of thousands of rows: no statement reads one of them from end to end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { Deferred } from '../server/database/packet.ts'
import { todayIn, ZONE } from '../model/kit/days/clock.ts'
import { approvalServer, level } from './harness/cases/approvals.ts'
import { casesOf } from './harness/cases/cases.ts'

const { server, tenant, call, enrol, starter, first, published, patent, started, todo, act } = await approvalServer()
const manager = await enrol('ip_manager')
const finance = await enrol('finance')
const { make, done } = casesOf(call, manager, 'en')
const ROWS = 20_000

/** Tables that grow with the rights and the years. */
const LARGE = new Set([
  'approval', 'approval_task', 'approval_log', 'archived_mail', 'award', 'award_share', 'case', 'case_note', 'change_log', 'date_confirmation', 'deadline', 'dealt_right', 'document', 'fee', 'finding',
  'imported_row', 'invoice', 'notice_intake', 'notification', 'official_event', 'outgoing_mail', 'patent', 'payment', 'priority', 'related_case', 'share', 'share_visit', 'task',
]) // oxfmt-ignore

const NAMED = /(_sid|_no|_key|_id|_hash|^key|^hash|^fingerprint)$/
const VALUES: Readonly<Record<string, string>> = {
  uuid: 'uuidv7()',
  boolean: 'false',
  date: `'2020-01-01'`,
  'timestamp with time zone': 'now()',
  integer: '1',
  numeric: '1',
}

/** Rows of others, as many as make reading them all dearer than an index; counts and heads do not follow. */
async function fill(table: string) {
  const { rows } = await sql<{ name: string; type: string }>`select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER' and column_name <> 'deleted_at'`.execute(tenant.db)
  const isText = (type: string) => type === 'text' || type === 'character varying'
  const columns = rows.flatMap(({ name, type }) => {
    const value = isText(type) ? (NAMED.test(name) ? 'n::text' : `'X'`) : VALUES[type]
    return value ? [[`"${name}"`, value]] : []
  })
  await tenant.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql.raw(`insert into "${table}" (${columns.map(([name]) => name).join(', ')}) select ${columns.map(([, value]) => value).join(', ')} from generate_series(1, ${ROWS}) as n`).execute(trx) // oxfmt-ignore
  })
  await sql`analyze ${sql.table(table)}`.execute(tenant.db)
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

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Cond'?: string; 'Recheck Cond'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Of these statements, those that would read a large table whole, with the table. */
async function readingAll(sent: readonly Sent[]): Promise<string[]> {
  const found = new Set<string>()
  for (const { text, values } of sent) {
    if (!/^\s*(with|select|update|delete)/i.test(text) || ![...LARGE].some((table) => text.includes(table))) continue
    const { rows } = await tenant.db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(CompiledQuery.raw(`explain (format json) ${text}`, values))
    for (const node of nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan ?? assert.fail()))
      if (node['Node Type'] === 'Seq Scan' && node['Relation Name'] && LARGE.has(node['Relation Name']))
        found.add(`${node['Relation Name']}: ${text}`)
  }
  return [...found]
}

for (const table of LARGE) await fill(table)
await published({ levels: [level([first])] })
const approval = await started(await patent())
const right = await make('patent', { title: '虚构装置', patent_type: 'INVENTION', country: 'CN', status: 'SE', application_no: '202010000035.0', filing_date: '2024-03-01' }) // oxfmt-ignore
const other = await make('patent', { title: '虚构装置二', patent_type: 'INVENTION', country: 'CN', status: 'DRAFTING' }) // oxfmt-ignore
const third = await make('patent', { title: '虚构装置三', patent_type: 'INVENTION', country: 'CN', status: 'DRAFTING' })
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
  [
    'a priority is entered',
    () => make('priority', { case_sid: right.sid, priority_country: 'US', priority_no: '63/123,456', priority_date: '2023-05-01' }),
  ],
  ['a case is related to another', () => make('related_case', { earlier_sid: other.sid, later_sid: right.sid, relation_type: 'DIV' })],
  ['a case goes a step further', () => done('patent/do/transition', { sid: right.sid, transition: 'answer' })],
  ['the step is undone', () => done('patent/do/undo_transition', { sid: right.sid, reason: 'x' })],
  ['the numbers of deadlines are counted', () => call('deadline/do/desk', {}, { as: manager })],
  ['a case is deleted', () => done('patent/do/delete', { sid: third.sid })],
  ['it is restored', () => done('patent/do/restore', { sid: third.sid })],
  [
    'a fee is put on a list and paid',
    async () => {
      const fee = await make('fee', {
        case_sid: right.sid,
        fee_class: 'OFFICIAL',
        fee_type: 'X',
        due_date: '2027-01-01',
        amount: '10',
        status: 'TO_PAY',
        decision: 'PAY',
      })
      const list = await done('payment/do/from_fees', { fee_sids: [fee.sid] })
      await done('payment/do/pay', { sid: list.sid, pay_date: `${todayIn(ZONE)}`, amounts_confirmed: true }, finance)
      await done('payment/do/transition', { sid: list.sid, transition: 'withdraw_payment', reason: 'x' }, finance)
    },
  ],
  ['a bill is changed', () => done('invoice/do/update', { sid: bill.sid, lines: [{ service: 'B', amount: '2' }] }, finance)],
]

for (const [name, work] of WORK)
  test(`no large table is read whole: ${name}`, async () => {
    const sent = await sentDuring(work)
    assert.ok(sent.length > 0)
    assert.deepEqual(await readingAll(sent), [])
  })

test('what calls a draft at rest back is read by its case, however many deadlines are open', async () => {
  await tenant.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update deadline set status = 'OPEN', official_due = '2099-01-01' where status = 'X'`.execute(trx)
  })
  await sql`analyze deadline`.execute(tenant.db)
  const at = new Date().toISOString()
  await sql`insert into finding (sid, version, valid, case_sid, company_sid, code, status, created_at, updated_at)
    values (uuidv7(), 1, true, ${other.sid}, ${manager.company}, 'LEFT_IN_PREPARATION', 'OPEN', ${at}, ${at})`.execute(tenant.db)
  const sent = await sentDuring(() => done('patent/do/update', { sid: other.sid, title: '虚构装置二（续）' }))
  const asked = sent.find(({ text }) => text.includes('related_case r join deadline')) ?? assert.fail()
  const { rows } = await tenant.db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    CompiledQuery.raw(`explain (format json) ${asked.text}`, asked.values),
  )
  const read = nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan ?? assert.fail()).filter((node) => node['Relation Name'] === 'deadline')
  assert.ok(read.length > 0)
  for (const node of read) assert.match(node['Index Cond'] ?? node['Recheck Cond'] ?? '', /case_sid/)
})
