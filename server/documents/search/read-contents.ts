import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { CONTENT_STATES } from '../../../model/documents/content.ts'
import { Refusal } from '../../errors.ts'
import { type Context, inTransaction } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { updateRows } from '../../records/write/write.ts'
import { storageOf } from '../../storage/tenant-storage.ts'
import { embeddedTextOf } from '../text/text.ts'

type State = keyof typeof CONTENT_STATES
type Content = { content: string; state: State }

/** Maximum characters of each text that are searched */
export const MAX_CONTENT = 300_000
const TIME_MS = 240_000
const BATCH = 200
/** Lexemes of one record take at most a megabyte in PostgreSQL, which few texts reach. */
const MIN_CUT_CHARS = 10_000
/** The content of a trade secret is kept nowhere else. */
const SECRET = 'V7'
const READABLE = new Set(['pdf', 'docx', 'docm', 'xlsx', 'xlsm', 'pptx', 'txt', 'csv', 'tsv', 'md', 'log', 'xml', 'html', 'htm', 'eml'])

/** Reads the files that no one has read yet, each content once, for at most four minutes; the next run goes on. */
export async function readContents(ctx: Context, until = Date.now() + TIME_MS): Promise<{ read: number }> {
  let read = 0
  while (Date.now() < until) {
    const rows = await unread(ctx)
    if (rows.length === 0) break
    for (const [hash, same] of Map.groupBy(rows, (row) => row.hash)) {
      if (Date.now() >= until) break
      const [first] = same
      if (!first) continue
      const known = await ctx.db.selectFrom('text_content').select(['content', 'state']).where('hash', '=', hash).executeTakeFirst()
      const found = (known as Content | undefined) ?? (await contentOf(ctx, first)) // written by this file
      await keep(ctx, hash, same.map(({ sid }) => sid), found) // oxfmt-ignore
      read += same.length
    }
  }
  return { read }
}

type Unread = { sid: string; hash: string; file_key: string | null; content_type: string | null; ext: string | null }

async function unread({ db }: Context): Promise<Unread[]> {
  const rows = await db
    .selectFrom('document')
    .select(['sid', 'hash', 'file_key', 'content_type', 'ext'])
    .where('deleted_at', 'is', null)
    .where('content_state', 'is', null)
    .where('hash', 'is not', null)
    .where('visibility', '!=', SECRET)
    .limit(BATCH)
    .execute()
  return rows.map((row) => ({ ...row, hash: row.hash ?? '' }))
}

async function contentOf(ctx: Context, { file_key, content_type, ext }: Unread): Promise<Content> {
  if (!file_key || !READABLE.has((ext ?? '').toLowerCase())) return { content: '', state: 'NONE' }
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'file')
    const storage = storageOf(ctx.tenant)
    if ((await storage.size(file_key)) === undefined) return { content: '', state: 'FAILED' }
    await pipeline(await storage.get(file_key), createWriteStream(path, { mode: 0o600 }))
    const { pages, truncated } = await embeddedTextOf(path, content_type ?? '')
    const whole = joined(pages.map(({ text }) => text).join('\n').replaceAll('\0', '').trim()) // oxfmt-ignore
    const content = whole.slice(0, MAX_CONTENT).toWellFormed()
    return { content, state: content === '' ? 'NONE' : truncated || whole.length > MAX_CONTENT ? 'PART' : 'READ' }
  } catch (error) {
    // A file that is protected or damaged is said on its record, and not tried again.
    if (!(error instanceof Refusal)) throw error
    return { content: '', state: 'FAILED' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// A line of a page ends anywhere in a Chinese or Japanese word, which is searched whole.
const LINE_END =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[^\S\n]*\n[^\S\n]*(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu

const joined = (text: string) => text.replace(/\r\n?/g, '\n').replace(LINE_END, '')

async function keep(ctx: Context, hash: string, sids: readonly string[], found: Content): Promise<void> {
  try {
    await inTransaction(ctx, (tx) => write(tx, hash, sids, found))
  } catch (error) {
    if (!isTooLong(error) || found.content.length <= MIN_CUT_CHARS) throw error
    await keep(ctx, hash, sids, { content: found.content.slice(0, found.content.length / 2).toWellFormed(), state: 'PART' })
  }
}

const isTooLong = (error: unknown) => error instanceof Error && /too long for tsvector/.test(error.message)

async function write(tx: Context, hash: string, sids: readonly string[], { content, state }: Content) {
  await tx.db.insertInto('text_content').values({ hash, content, state }).onConflict((on) => on.column('hash').doNothing()).execute() // oxfmt-ignore
  const words = state === 'READ' || state === 'PART' ? sql`public.innoe_words(${content})` : sql`null`
  await sql`update document set content_state_words = ${words} where sid = any(${[...sids]}::uuid[])`.execute(tx.db)
  const rows = sids.map((sid) => ({ sid, content_state: state }))
  await updateRows(tx, modelNamed(tx.tenant.models, 'document'), rows, ['content_state'])
}

/** Texts of contents that no document has any more, not even in the bin. */
export async function dropContents({ db }: Context): Promise<{ dropped: number }> {
  const { numAffectedRows } = await sql`delete from text_content as k where not exists (select 1 from document as d where d.hash = k.hash)`.execute(
    db,
  )
  return { dropped: Number(numAffectedRows ?? 0) }
}
