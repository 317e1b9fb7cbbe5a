import { createServer, type IncomingMessage } from 'node:http'
import { createWriteStream, rmSync } from 'node:fs'
import { randomUUIDv7 } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeXlsxStream } from 'hucre/xlsx'
import pg from 'pg'
import { importRows } from './floor-import.ts'

// The floor: a server that knows neither permission, validation nor consequences, only the best SQL found, by named prepared statements.
const [url = '', schema = '', company = '', owner = ''] = process.argv.slice(2)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const pool = new pg.Pool({ connectionString: url, max: 16, options: `-c search_path=${schema},public` })

const COLUMNS = [
  'sid',
  'version',
  'case_no',
  'title',
  'patent_type',
  'country',
  'route',
  'status',
  'legal_status',
  'application_no',
  'filing_date',
  'earliest_priority_date',
  'publication_no',
  'grant_no',
  'grant_date',
  'applicants',
  'next_annuity_year',
  'next_annuity_due',
  'value_grade',
  'annuity_decision',
  'owner_sid',
  'department_sid',
  'agency_sid',
  'importance',
  'updated_at',
]
const NAMES = `left join user_info o on o.sid = t.owner_sid left join department d on d.sid = t.department_sid left join agency a on a.sid = t.agency_sid`
const LIST = `${COLUMNS.map((column) => `t.${column}`).join(', ')}, o.name as owner_name, d.name as department_name, a.agency_name`
const late = (keys: string, order: string) => `select ${LIST} from (${keys}) k join patent t on t.sid = k.sid ${NAMES} order by ${order}`
const RECENT = 'updated_at desc, sid desc'
const FILTER = `deleted_at is null and status = $1 and country = $2 and filing_date >= $3::date and filing_date <= $4::date`
const WORD = `deleted_at is null and innoe_words(title) @@ $1::tsquery`

const SQL = {
  first: late(`select sid from patent where deleted_at is null order by ${RECENT} limit 20`, 't.updated_at desc, t.sid desc'),
  total: `select count(*)::int as n from patent where deleted_at is null`,
  filter: late(
    `select sid from patent where ${FILTER} order by filing_date desc nulls last, sid desc limit 20`,
    't.filing_date desc nulls last, t.sid desc',
  ),
  filter_total: `select count(*)::int as n from patent where ${FILTER}`,
  word: late(`select sid from patent where ${WORD} order by ${RECENT} limit 20`, 't.updated_at desc, t.sid desc'),
  word_total: `select count(*)::int as n from patent where ${WORD}`,
  numbers: `select sid, application_no, case_no, title from patent where deleted_at is null and application_key = any($1)`,
  among: late(
    `select sid from patent where deleted_at is null and application_no = any($1) order by ${RECENT} limit 20`,
    't.updated_at desc, t.sid desc',
  ),
  among_total: `select count(*)::int as n from patent where deleted_at is null and application_no = any($1)`,
  one: `select t.*, o.name as owner_name, d.name as department_name, a.agency_name from patent t ${NAMES} where t.sid = $1 and t.deleted_at is null`,
  deep: late(`select sid from patent where deleted_at is null order by ${RECENT} limit 20 offset $1`, 't.updated_at desc, t.sid desc'),
  create: `with made as (insert into patent select r.* from jsonb_populate_recordset(null::patent, $1::jsonb) r returning *),
    due as (insert into deadline select r.* from jsonb_populate_recordset(null::deadline, $2::jsonb) r),
    owed as (insert into fee select r.* from jsonb_populate_recordset(null::fee, $3::jsonb) r),
    counted as (insert into record_count (model, company_sid, n) values ('patent', $4::uuid, 1), ('deadline', $4::uuid, $5), ('fee', $4::uuid, $6)),
    logged as (insert into change_log select r.* from jsonb_populate_recordset(null::change_log, $7::jsonb) r)
    select * from made`,
  made_patent: `select to_jsonb(t) as row from patent t where case_no like 'BENCH-%' order by created_at desc limit 1`,
  made_deadlines: `select to_jsonb(t) as row from deadline t where case_sid = $1`,
  made_fees: `select to_jsonb(t) as row from fee t where case_sid = $1`,
  made_log: `select to_jsonb(t) as row from change_log t where record_sid = $1::text`,
  update: `with changed as (update patent set title = $2::text, version = version + 1, updated_at = now() where sid = $1 returning *),
    logged as (insert into change_log (sid, version, entity, record_sid, action, changes, source, created_at, updated_at)
      values ($3, 1, 'patent', $1, 'UPDATE', jsonb_build_array(jsonb_build_object('field', 'title', 'new', $2::text)), 'API', now(), now()))
    select * from changed`,
  page_by_key: `select ${LIST} from patent t ${NAMES} where t.deleted_at is null and t.filing_date between $1 and $2 and t.sid > $3 order by t.sid limit 2000`,
} as const

const rowsOf = async (name: keyof typeof SQL, values: unknown[] = []) => (await pool.query({ name, text: SQL[name], values })).rows

const kept = new Map<string, { until: number; total: Promise<unknown> }>()

/** A total may be a second old, as the product's is made anew only after a write. */
function totalOf(name: 'total' | 'filter_total' | 'word_total' | 'among_total', values: unknown[] = []) {
  const key = name + JSON.stringify(values)
  const known = kept.get(key)
  if (known && known.until > Date.now()) return known.total
  const total = rowsOf(name, values).then(([row]) => row.n)
  kept.set(key, { until: Date.now() + 1000, total })
  return total
}

type Body = Record<string, string>

const WORKLOADS: Record<string, (body: Body) => Promise<unknown>> = {
  first: async () => page(rowsOf('first'), totalOf('total')),
  filter: ({ status, country, from, to }) =>
    page(rowsOf('filter', [status, country, from, to]), totalOf('filter_total', [status, country, from, to])),
  word: ({ query }) => page(rowsOf('word', [query]), totalOf('word_total', [query])),
  numbers: async ({ keys }) => ({ found: await rowsOf('numbers', [keys]) }),
  among: ({ keys }) => page(rowsOf('among', [keys]), totalOf('among_total', [keys])),
  one: async ({ sid }) => (await rowsOf('one', [sid]))[0],
  create,
  update: async ({ sid, title }) => (await rowsOf('update', [sid, title, randomUUIDv7()]))[0],
  deep: ({ start }) => page(rowsOf('deep', [start]), totalOf('total')),
  export: exportRows,
}

async function page(rows: Promise<unknown[]>, total: Promise<unknown>) {
  const [record, n] = await Promise.all([rows, total])
  return { record, total: n }
}

type Row = Record<string, unknown>
type Written = { patent: Row; deadlines: Row[]; fees: Row[]; log: Row[] }
let written: Promise<Written> | undefined

/** What the product wrote for the same case, which it was asked for first. */
async function readWritten(): Promise<Written> {
  const rows = async (name: keyof typeof SQL, values: unknown[] = []) => (await rowsOf(name, values)).map(({ row }) => row as Row)
  const [patent = {}] = await rows('made_patent')
  const [deadlines = [], fees = [], log = []] = await Promise.all(
    (['made_deadlines', 'made_fees', 'made_log'] as const).map((name) => rows(name, [patent.sid])),
  )
  return { patent, deadlines, fees, log }
}

/** The same rows under keys of their own. */
async function create({ case_no, title }: Body) {
  const { patent, deadlines, fees, log } = await (written ??= readWritten())
  const sid = randomUUIDv7()
  const own = deadlines.map((row) => ({ ...row, sid: randomUUIDv7(), case_sid: sid }))
  const owed = fees.map((row) => ({
    ...row,
    sid: randomUUIDv7(),
    case_sid: sid,
    fee_no: `${case_no}/${String(row.fee_type)}`,
    deadline_sid: own[deadlines.findIndex((one) => one.sid === row.deadline_sid)]?.sid ?? null,
  }))
  const logged = log.map((row) => ({ ...row, sid: randomUUIDv7(), record_sid: sid }))
  const documents = [[{ ...patent, sid, case_no, title, number_keys: [case_no], company_sid: company, owner_sid: owner }], own, owed].map((rows) =>
    JSON.stringify(rows),
  )
  return (await rowsOf('create', [...documents, company, own.length, owed.length, JSON.stringify(logged)]))[0]
}

/** Into a file, as the product does, so that both carry the same load of disk. */
async function exportRows({ from, to }: Body) {
  const path = join(tmpdir(), `floor-${process.pid}.xlsx`)
  let count = 0
  async function* cells() {
    for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
      const rows = await rowsOf('page_by_key', [from, to, last])
      if (rows.length === 0) return
      last = String(rows.at(-1).sid)
      count += rows.length
      for (const row of rows) yield COLUMNS.map((column) => (row[column] instanceof Date ? row[column].toISOString() : row[column]))
    }
  }
  const stream = writeXlsxStream(cells(), { name: 'patent', columns: COLUMNS.map((key) => ({ header: key })) })
  await pipeline(Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(path)) // two declarations of one web standard
  rmSync(path)
  return { count }
}

async function bytesOf(request: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const server = createServer((request, response) => {
  const answer = async () => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://floor')
    const name = pathname.slice(1)
    if (name === 'import') return importRows(pool, await bytesOf(request), searchParams.get('like') ?? '')
    const text = (await bytesOf(request)).toString()
    return WORKLOADS[name]?.(text ? JSON.parse(text) : {})
  }
  answer().then(
    (data) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 0, data })),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`floor http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
