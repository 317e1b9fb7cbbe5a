import { sql } from 'kysely'
import { findDocuments, type FoundDocument } from '../../../model/documents/content.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Context } from '../../records/context.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { among, allOf, GIVEN } from '../../records/permission/conditions.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { readPage } from '../../records/query/page.ts'
import { lexemesOf } from '../../records/query/words/words.ts'
import { escaped } from '../../records/query/words/text.ts'

/** Documents by name and content, the latest first, each with the place of the words. */
export const documentSearch = perform(findDocuments, find)

const CODES = ['sid', 'file_name', 'case_sid', 'doc_type', 'issue_date', 'created_at'] as const
const ROWS = 20
const BEFORE = 40
const LENGTH = 200

async function find({ ctx, model, body: { text, case_sid, start = 0, rows = ROWS } }: Call<typeof findDocuments>) {
  const wanted = text.normalize('NFKC').trim()
  if (wanted === '') return { record: [], more: false }
  const access = accessOf(ctx, model)
  const words: Condition = { kind: 'contains', path: ['ANY'], at: 0, negated: false, value: { kind: 'text', value: wanted, at: 0 } }
  const within = case_sid ? among(['case_sid'], [case_sid], GIVEN) : undefined
  const where = allOf([access.rows, within, words].filter((one) => one !== undefined))
  const codes = CODES.filter((code) => access.mayRead(code))
  const order = [{ path: ['created_at'], desc: true, at: GIVEN }]
  const found = await readPage(ctx, model, codes, { where, order }, { start, rows: rows + 1 })
  const shown = found.slice(0, rows)
  const places = access.mayRead('content_state') ? await placesOf(ctx, shown.map(({ sid }) => String(sid)), wanted) : new Map() // oxfmt-ignore
  const record = shown.map((row) => ({ ...asFound(row), ...(places.get(String(row.sid)) ?? NO_PLACE) }))
  return { record, more: found.length > rows }
}

const NO_PLACE = { snippet: null, marks: [] } as const

type Reference = FoundDocument['case_sid']

const asFound = (row: Record<string, unknown>) => ({
  sid: String(row.sid),
  name: String(row.file_name ?? ''),
  case_sid: (row.case_sid ?? null) as Reference, // a reference as every record has it
  doc_type: (row.doc_type ?? null) as Reference,
  issue_date: (row.issue_date ?? null) as string | null,
  created_at: (row.created_at ?? null) as string | null,
})

type Place = Pick<FoundDocument, 'snippet' | 'marks'>

/** A piece of each text from a little before the first of the words. */
async function placesOf({ db }: Context, sids: readonly string[], wanted: string): Promise<ReadonlyMap<string, Place>> {
  const { runs, words } = lexemesOf(wanted)
  const sought = [...new Set([...runs, ...words])]
  if (sids.length === 0 || sought.length === 0) return new Map()
  const first = sql.join(sought.map((one) => sql`nullif(strpos(k.lower, ${one}), 0)`))
  const all = sql.join(sought.map((one) => sql`k.content ilike ${`%${escaped(one)}%`}`), sql` and `) // oxfmt-ignore
  const { rows } = await sql<{ sid: string; piece: string; at: number }>`
    select d.sid, f.at, substr(k.content, greatest(f.at - ${BEFORE}, 1), ${LENGTH}) as piece
    from document as d join (select hash, content, lower(content collate "pg_c_utf8") as lower from text_content) as k on k.hash = d.hash,
      lateral (select least(${first})::int as at) as f
    where d.sid = any(${[...sids]}::uuid[]) and d.content_state is not null and d.visibility <> 'V7' and f.at is not null and ${all}`.execute(db)
  return new Map(rows.map(({ sid, piece, at }) => [sid, placeIn(piece, sought, at > BEFORE + 1)]))
}

/** White space is one blank; a piece from the middle begins and ends with dots. */
function placeIn(piece: string, sought: readonly string[], isCut: boolean): Place {
  const snippet = `${isCut ? '…' : ''}${piece.replace(/\s+/g, ' ').trim()}${piece.length >= LENGTH ? '…' : ''}`
  const lower = snippet.toLowerCase()
  const marks: [number, number][] = []
  for (let at = 0; at < lower.length;) {
    const one = sought.filter((word) => lower.startsWith(word, at)).toSorted((a, b) => b.length - a.length)[0]
    if (one) marks.push([at, at + one.length])
    at += one ? one.length : 1
  }
  return { snippet, marks }
}
