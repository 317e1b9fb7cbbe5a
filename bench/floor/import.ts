import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { readXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { columnsOf } from './data.ts'

const OF_CASE = { patent: 'sid = $', deadline: 'case_sid = $', fee: 'case_sid = $', change_log: 'record_sid = $' } as const
const BATCH = 2000

/** Imports the same file, and writes for each row the same rows as the product, with COPY only. */
export async function importRows(pool: pg.Pool, book: Uint8Array, like: string) {
  const { sheets } = await readXlsx(book)
  const rows = (sheets[0]?.rows ?? []).slice(1).map(([case_no, title]) => ({ case_no: String(case_no), title: String(title) }))
  const client = await pool.connect()
  try {
    const patterns = await patternsOf(client, like)
    for (let at = 0; at < rows.length; at += BATCH) await copyBatch(client, patterns, rows.slice(at, at + BATCH))
  } finally {
    client.release()
  }
  return { count: rows.length }
}

type Slot = 'sid' | 'case_sid' | 'case_no' | 'title'
/** A line in COPY format, split where each case differs. */
type Pattern = { table: string; lines: (string | { slot: Slot })[][] }

async function patternsOf(client: pg.PoolClient, like: string): Promise<Pattern[]> {
  const found = await client.query<Record<Slot, string>>('select sid, title from patent where case_no = $1', [like])
  const { sid: case_sid, title } = found.rows[0] ?? { sid: '', title: '' }
  const patterns: Pattern[] = []
  for (const [table, where] of Object.entries(OF_CASE)) {
    const rows = `from ${table} where ${where.replace('$', `'${case_sid}'`)} order by sid`
    const sids = await client.query<{ sid: string }>(`select sid ${rows}`)
    const columns = (await columnsOf(client, table)).map((name) => pg.escapeIdentifier(name)).join(', ')
    const copied = await text(client.query(to(`copy (select ${columns} ${rows}) to stdout`)))
    const lines = copied.split('\n').slice(0, -1)
    patterns.push({ table, lines: lines.map((line, n) => cut(line, { case_sid, case_no: like, title, sid: sids.rows[n]?.sid ?? '' })) })
  }
  return patterns
}

function cut(line: string, values: Record<Slot, string>) {
  const slots = new Map(Object.entries(values).map(([slot, value]) => [value, slot as Slot])) // keys of the record
  const parts = line.split(new RegExp(`(${[...slots.keys()].map(RegExp.escape).join('|')})`))
  return parts.map((part) => {
    const slot = slots.get(part)
    return slot ? { slot } : part
  })
}

async function copyBatch(client: pg.PoolClient, patterns: readonly Pattern[], rows: readonly { case_no: string; title: string }[]) {
  const cases = rows.map((row) => ({ ...row, case_sid: randomUUIDv7() }))
  await client.query('begin')
  for (const { table, lines } of patterns) await pipeline(Readable.from(filled(table, lines, cases)), client.query(from(`copy ${table} from stdin`)))
  await client.query('commit')
}

function* filled(table: string, lines: Pattern['lines'], cases: readonly Record<Exclude<Slot, 'sid'>, string>[]) {
  let piece = ''
  for (const one of cases) {
    for (const line of lines) {
      const values = { ...one, sid: table === 'patent' ? one.case_sid : randomUUIDv7() }
      for (const part of line) piece += typeof part === 'string' ? part : values[part.slot]
      piece += '\n'
    }
    if (piece.length < 1 << 16) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece) yield Buffer.from(piece)
}
