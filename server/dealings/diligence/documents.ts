import { DILIGENCE } from '../../../model/dealings/diligence.ts'
import { labelOf, type Words, wordIn } from '../../../model/kit/fields.ts'
import { pathsOf } from '../../documents/archive.ts'
import { outcomeOf } from '../../records/abilities.ts'
import type { Context } from '../../records/context.ts'
import { limitsOf } from '../../records/settings/limits.ts'
import { actingBy } from '../../records/permission/acting-by.ts'
import { accessOf, authorize } from '../../records/permission/permission.ts'
import { getMany } from '../../records/query/get.ts'
import type { Found } from '../../records/query/plans.ts'
import { readIql } from '../../records/query/search.ts'
import { streamRows } from '../../records/query/stream.ts'
import { modelNamed } from '../../records/registry.ts'
import { storageOf } from '../../storage/tenant-storage.ts'
import { among, type Left } from './rights.ts'

/** A document with its place in the zip; `key`: where it is stored, absent where it is left out. */
export type Filed = { sid: string; path: string; size: number; row: Found; key?: string; why?: Words }
type Bundle = { files: readonly Filed[]; left: readonly Left[] }

const FOLDER: Words = ['文件', 'Documents']
const NOT_YOURS: Words = ['您的角色无权查看', 'Your roles do not show them']
const UNSEEN: Words = [
  '只含您的角色可查看的文件；其余不列出，也不计数。仅因他人共享而可见的文件不含在内',
  'Only documents that your roles show are included: others are neither listed nor counted, nor are those that you see only because somebody shared them',
]
const MAIN_ONLY: Words = ['每份文件只含主版本', 'Of each document only the main version is included']
const TOO_MANY: Words = [`超过一次 ${DILIGENCE.files} 个文件的上限`, `Beyond the limit of ${DILIGENCE.files} documents`]
const TOO_LARGE: Words = ['超过合计 2 GB 的上限', 'Beyond the limit of 2 GB together']
const NOT_LISTED: Words = ['超过一次可导出的行数，未逐个列出', 'Beyond the limit of exported rows, and not listed one by one']
const GONE: Words = ['存储中没有此文件', 'The file is not in the storage']

/** The main versions of the documents of these cases, as far as this person's own roles show them. */
export async function documentsOf(asked: Context, cases: readonly string[]): Promise<Bundle> {
  const model = modelNamed(asked.tenant.models, 'document')
  const label = labelOf(model, asked.lang)
  if (!outcomeOf(() => authorize(asked, model, 'get')).allowed) return { files: [], left: [{ what: label, why: NOT_YOURS }] }
  const ctx = actingBy(asked, model, 'get')
  if (!CHOSEN_BY.every(accessOf(ctx, model).mayRead)) return { files: [], left: [{ what: label, why: NOT_YOURS }] }
  const sids: string[] = []
  for await (const batch of streamRows(ctx, model, ['sid'], readIql(`${among('case_sid', cases)} AND is_main = true ORDER BY created_at`)))
    sids.push(...batch.map(({ sid }) => String(sid)))
  const rows: Found[] = []
  const keys = new Map<string, string>()
  const most = (await limitsOf(ctx)).exported_rows
  const beyond = Math.max(0, sids.length - most)
  for (let at = 0; at < Math.min(sids.length, most); at += PAGE) {
    const page = sids.slice(at, Math.min(at + PAGE, most))
    rows.push(...(await getMany(ctx, model, page)).map(listed))
    for (const [sid, key] of await keysOf(ctx, page)) keys.set(sid, key)
  }
  const read = new Map(rows.map((row) => [String(row.sid), row]))
  const placed = await pathsOf(ctx, rows.map((row) => ({ ...row, sid: String(row.sid) })), { named: 'KEPT', connector: 'UNDERSCORE' }) // oxfmt-ignore
  const files = await withinLimits(
    ctx,
    placed.map((one) => ({ ...one, path: `${wordIn(FOLDER, ctx.lang)}/${one.path}`, row: read.get(one.sid) ?? {} })),
    keys,
  )
  const unlisted = beyond > 0 ? [{ what: `${label} × ${beyond}`, why: NOT_LISTED }] : []
  return { files, left: [...[UNSEEN, MAIN_ONLY].map((why) => ({ what: label, why })), ...unlisted] }
}

const CHOSEN_BY = ['case_sid', 'is_main', 'created_at']

/** Only the columns that identify a document and its place: whole rows of a large portfolio need too much memory. */
const listed = ({ sid, case_sid, direction, file_name, doc_type, issue_date, size }: Found): Found => ({ sid, case_sid, direction, file_name, doc_type, issue_date, size }) // oxfmt-ignore

const PAGE = 500

async function keysOf({ db }: Context, sids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('document')
    .select(['sid', 'file_key'])
    .where('sid', 'in', [...sids])
    .execute()
  return new Map(rows.flatMap(({ sid, file_key }) => (file_key ? [[sid, file_key] as const] : [])))
}

/** In their order, until a limit is reached; a smaller document may still fit. */
async function withinLimits(ctx: Context, files: readonly Filed[], keys: ReadonlyMap<string, string>): Promise<Filed[]> {
  const storage = storageOf(ctx.tenant)
  const taken: Filed[] = []
  let [count, bytes] = [0, 0]
  for (const file of files) {
    const key = keys.get(file.sid)
    const isFull = count >= DILIGENCE.files
    const size = key === undefined || isFull ? undefined : await storage.size(key)
    const why = key === undefined ? GONE : isFull ? TOO_MANY : size === undefined ? GONE : bytes + size > DILIGENCE.bytes ? TOO_LARGE : undefined
    taken.push(why || key === undefined || size === undefined ? { ...file, why: why ?? GONE } : { ...file, key, size })
    if (!why) [count, bytes] = [count + 1, bytes + (size ?? 0)]
  }
  return taken
} // oxfmt-ignore
