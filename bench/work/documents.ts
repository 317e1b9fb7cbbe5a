import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CJK, LETTERS } from '../../server/database/bootstrap.ts'
import { columnsOf, syncSchema } from '../../server/database/sync/sync.ts'
import type { Server } from '../../server/server.ts'
import { modelNamed } from '../../server/records/registry.ts'
import { recount } from '../../server/records/query/totals/totals.ts'
import { type Chance, chanceFrom } from '../chance.ts'
import { dropIndexes, lines } from '../generate.ts'
import type { Row } from '../rows.ts'
import { type Phrases, phrasesFrom, textFrom } from './texts.ts'

/** Words of the first part by how many of its texts have them. */
export type Words = { frequent: string; rare: string; english: string; two: string }
type Kept = { done: number; built: boolean; words: Words | null }

const PART = 20_000
const SEED = 20261128

/** Documents with their texts and the words that the product would keep; resumable after each part of 20,000. */
export async function makeDocuments(server: Server, folder: string, wanted: number, texts: string): Promise<Words> {
  const path = join(folder, 'bench-documents.json')
  let kept: Kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : { done: 0, built: false, words: null } // written below
  const keep = (more: Partial<Kept>) => writeFileSync(path, JSON.stringify((kept = { ...kept, ...more })))
  const tenant = server.tenants.of('')
  const model = modelNamed(tenant.models, 'document')
  const { rows: cases } = await server.pool.query<Case>(
    `select sid, company_sid from ${tenant.schema}.patent where deleted_at is null and case_no like 'P%' order by sid`,
  )
  const phrases = phrasesFrom(texts, chanceFrom(SEED))
  if (kept.done < wanted) {
    if (kept.done === 0) await dropIndexes(server.pool, tenant, [model])
    keep({ built: false })
    await server.pool.query(`delete from ${tenant.schema}.document where source = 'SYNC' and round_no >= $1`, [1 + kept.done / PART]) // of a part that was cut off
  }
  while (kept.done < wanted) {
    const part = Math.min(PART, wanted - kept.done)
    const words = await onePart(server.pool, tenant.schema, columnsOf(model).map(([name]) => name), { phrases, cases, from: kept.done, part }) // oxfmt-ignore
    keep({ done: kept.done + part, words: kept.words ?? words })
    console.error(`${kept.done.toLocaleString('en')} documents`)
  }
  if (!kept.built) {
    await syncSchema(tenant.db, tenant.models.all.values(), tenant.schema)
    await recount(tenant.db, model)
    await server.pool.query(`vacuum analyze ${tenant.schema}.document`)
    await server.pool.query(`vacuum analyze ${tenant.schema}.text_content`)
    keep({ built: true })
  }
  if (!kept.words) throw new Error('no document was made')
  return kept.words
}

type Case = { sid: string; company_sid: string }
type Part = { phrases: Phrases; cases: readonly Case[]; from: number; part: number }

async function onePart(pool: pg.Pool, schema: string, columns: readonly string[], { phrases, cases, from, part }: Part): Promise<Words> {
  const chance = chanceFrom(SEED + from)
  const often = new Map<string, number>()
  const texts: Row[] = []
  const documents: Row[] = []
  for (let n = from; n < from + part; n++) {
    const content = `${textFrom(chance, phrases)} ${n}`
    const hash = createHash('sha256').update(content).digest('hex')
    const words = lexemesIn(content)
    for (const word of words) often.set(word, (often.get(word) ?? 0) + 1)
    texts.push({ sid: hash, hash, content, state: 'READ' })
    documents.push(documentRow(chance, { n, hash, words, size: content.length, of: chance.of(cases) }))
  }
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local synchronous_commit to off')
    await client.query('create temporary table texts (hash text, content text, state text) on commit drop')
    await pipeline(Readable.from(lines(texts, ['hash', 'content', 'state'])), client.query(copyFrom('copy texts from stdin')))
    await client.query(`insert into ${schema}.text_content select * from texts on conflict do nothing`)
    const names = columns.map((one) => `"${one}"`).join(', ')
    await pipeline(Readable.from(lines(documents, columns)), client.query(copyFrom(`copy ${schema}.document (${names}) from stdin`)))
    const { rows } = await client.query(`select d.sid from ${schema}.document d join texts k on k.hash = d.hash where d.content_state_words <> public.innoe_words(k.content) and d.sid = any($1)`, [documents.slice(0, 50).map(({ sid }) => sid)]) // oxfmt-ignore
    if (rows.length > 0) throw new Error(`${rows.length} of 50 documents have other words than the product writes`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  return chosen(often, part)
}

const RUNS = new RegExp(`[${CJK}]+|[${LETTERS}]+`, 'g')
const IS_CJK = new RegExp(`^[${CJK}]`)

/** The same as the database's `innoe_lexemes`, which takes some milliseconds for each text. */
function lexemesIn(content: string): Set<string> {
  const found = new Set<string>()
  for (const run of content.toLowerCase().match(RUNS) ?? [])
    if (IS_CJK.test(run)) for (let at = 0; at < run.length; at++) found.add(run.slice(at, at + 2))
    else found.add(run.slice(0, 200))
  return found
}

type About = { n: number; hash: string; words: ReadonlySet<string>; size: number; of: Case }

function documentRow(chance: Chance, { n, hash, words, size, of }: About): Row {
  const sid = chance.uuid()
  const at = new Date(Date.UTC(2020, 0, 1) + n * 200_000).toISOString()
  const file_name = `${chance.of(['审查意见通知书', '说明书', '权利要求书', '答复意见', 'Office action', 'Specification'])} ${n}.pdf`
  const day = at.slice(0, 10)
  const file = { file_name, original_name: file_name, size, ext: 'pdf', hash, content_type: 'application/pdf', content_state: 'READ' }
  const facts = {
    direction: 'IN',
    issue_date: day,
    receive_date: day,
    delivery_way: 'ELECTRONIC',
    visibility: 'V2',
    source: 'SYNC',
    round_no: 1 + Math.floor(n / PART),
  }
  const engine = { sid, version: 1, valid: true, created_at: at, updated_at: at, company_sid: of.company_sid, deleted_at: null }
  const kept = [...words].map((word) => `'${word.replaceAll("'", "''")}'`).join(' ')
  return { ...engine, ...file, ...facts, case_sid: of.sid, document_key: sid, version_no: 1, is_main: true, content_state_words: kept }
}

/** The most frequent pair, one that one text of two thousand has, an English word of one text of a hundred, and two pairs. */
function chosen(often: ReadonlyMap<string, number>, texts: number): Words {
  const all = [...often].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  const chinese = all.filter(([word]) => /^\p{Script=Han}{2}$/u.test(word))
  const english = all.filter(([word]) => /^[a-z]{5,}$/.test(word))
  const near = (list: typeof all, share: number) => list.find(([, n]) => n <= texts * share)?.[0] ?? list.at(-1)?.[0] ?? ''
  return {
    frequent: chinese[0]?.[0] ?? '',
    rare: near(chinese, 1 / 2000),
    english: near(english, 0.01),
    two: `${near(chinese, 0.05)} ${near(chinese, 0.04)}`,
  }
}
