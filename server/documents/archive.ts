import type { FastifyReply, FastifyRequest } from 'fastify'
import yazl from 'yazl'
import { type ARCHIVE, ARCHIVED, type ArchivedFile } from '../../model/documents/archive.ts'
import { archiveName, type Connector, cutName, freeName, receiptName, safeName } from '../../model/documents/archive-name.ts'
import { VOUCHERS } from '../../model/documents/vouchers.ts'
import { wordIn } from '../../model/kit/fields.ts'
import { document } from '../../model/documents/document.ts'
import { audit } from '../auth/audit/audit.ts'
import { refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { getMany } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { disposition } from '../storage/disposition.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import { refuseViewOnly } from './view-only.ts'

type Asked = { sids: string; named: keyof typeof ARCHIVE.named.options; connector: Connector }
type Found = Record<string, unknown> & { sid: string }

export async function namesInArchive(ctx: Context, asked: Asked) {
  const record = await filesOf(ctx, asked)
  return { record, size: sizeOf(record) }
}

/** The archive is written while it is sent: no document is ever whole in memory. */
export async function sendArchive(ctx: Context, request: FastifyRequest, reply: FastifyReply, asked: Asked) {
  const files = await filesOf(ctx, asked)
  await refuseViewOnly(ctx, files.map(({ sid }) => sid)) // oxfmt-ignore
  if (sizeOf(files) > ARCHIVED.bytes) refuse('rule', TOO_LARGE)
  const keys = await keysOf(ctx, files)
  for (const { sid } of files) await audit(request, 'DOWNLOADED', { user: ctx.actor.user_sid, entity: 'document', record_sid: sid })
  const zip = new yazl.ZipFile()
  addFiles(
    ctx,
    zip,
    files.map(({ sid, path }) => ({ path, key: keys.get(sid) ?? '' })),
    (error) => void reply.raw.destroy(error),
  ) // the head of the answer is sent already; oxfmt-ignore
  zip.end()
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': disposition(`${wordIn(NAME, ctx.lang)}.zip`),
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(zip.outputStream)
}

/** Each is opened when its turn comes. `fail`: it is not stored, or ended too early. */
export function addFiles(ctx: Context, zip: yazl.ZipFile, files: readonly { path: string; key: string }[], fail: (error: Error) => void) {
  const storage = storageOf(ctx.tenant)
  for (const { key, path } of files)
    zip.addReadStreamLazy(path, { compress: false, mtime: new Date(`${ctx.today}T00:00:00Z`) }, (give) => {
      storage.get(key).then((stream) => give(null, stream), fail)
    })
  zip.on('error', (error) => fail(error as Error)) // yazl emits nothing else
}

const NAME = ['文件', 'documents'] as const
const TOO_LARGE = {
  summary_zh: '所选文件合计超过 200 MB，请分几次下载',
  summary_en: 'The chosen documents exceed 200 MB together; download them in several archives',
}
const TOO_MANY = { summary_zh: `一次最多打包 ${ARCHIVED.files} 个文件`, summary_en: `At most ${ARCHIVED.files} documents go into one archive` }

const sizeOf = (files: readonly ArchivedFile[]) => files.reduce((sum, { size }) => sum + size, 0)

async function keysOf({ db }: Context, files: readonly ArchivedFile[]) {
  const rows = await db.selectFrom('document').select(['sid', 'file_key']).where('sid', 'in', files.map(({ sid }) => sid)).execute() // oxfmt-ignore
  return rows.every(({ file_key }) => file_key) ? new Map(rows.map(({ sid, file_key }) => [sid, file_key])) : refuse('not_found')
}

/** A document that this person does not see ends all. */
async function filesOf(ctx: Context, { sids, ...how }: Asked): Promise<ArchivedFile[]> {
  const asked = [...new Set(sids.split(',').map((sid) => sid.trim()))].filter((sid) => sid !== '')
  if (asked.length > ARCHIVED.files) refuse('rule', TOO_MANY)
  const found = new Map(((await getMany(ctx, modelNamed(ctx.tenant.models, 'document'), asked)) as Found[]).map((one) => [one.sid, one]))
  const documents = asked.map((sid) => found.get(sid) ?? refuse('not_found'))
  if (documents.length === 0) refuse('not_found')
  return pathsOf(ctx, documents, how)
}

/** Each document, as it is read, in the folder of its case and direction; no two files have one path. */
export async function pathsOf(ctx: Context, documents: readonly Found[], { named, connector }: Omit<Asked, 'sids'>): Promise<ArchivedFile[]> {
  const cases = await linkedOf(ctx, 'case', documents, 'case_sid')
  const fees = named === 'RECEIPT' && seesFees(ctx) ? await linkedOf(ctx, 'fee', documents, 'fee_sid') : undefined
  const taken = new Map<string, Set<string>>()
  return documents.map((one) => {
    const of = cases.get(sidIn(one.case_sid))
    const folder = folderOf(ctx, one, of)
    const names = taken.get(folded(folder)) ?? new Set()
    const name = freeName(
      named === 'KEPT' ? cutName(safeName(text(one.file_name))) : ruledName(ctx, one, { of, fee: fees?.get(sidIn(one.fee_sid)), named, connector }),
      names,
      folded,
    )
    taken.set(folded(folder), names.add(folded(name)))
    return { sid: one.sid, path: [folder, name].filter(Boolean).join('/'), size: Number(one.size ?? 0) }
  })
}

/** Two names that differ by case alone are one file where the archive is opened on Windows or macOS. */
const folded = (name: string) => name.toLowerCase()

function seesFees(ctx: Context): boolean {
  const { verbs } = accessOf(ctx, modelNamed(ctx.tenant.models, 'fee'))
  return verbs.has('get') || verbs.has('*')
}

async function linkedOf(ctx: Context, model: 'case' | 'fee', documents: readonly Found[], by: 'case_sid' | 'fee_sid') {
  const sids = [...new Set(documents.map((one) => sidIn(one[by])))].filter((sid) => sid !== '')
  const found = (sids.length > 0 ? await getMany(ctx, modelNamed(ctx.tenant.models, model), sids) : []) as Found[]
  return new Map(found.map((one) => [one.sid, one]))
}

function folderOf({ lang }: Context, { direction }: Found, of: Found | undefined): string {
  const { options } = document.fields.direction
  const label = options[text(direction) as keyof typeof options] // a value of the option, or undefined
  const title = cutName(safeName(`${text(of?.case_no).replaceAll('/', '-')} ${[...text(of?.title)].slice(0, 60).join('')}`))
  return [title, label ? wordIn(label, lang) : ''].filter(Boolean).join('/')
}

type Rule = Pick<Asked, 'named' | 'connector'> & { of: Found | undefined; fee: Found | undefined }

/** Keeps the file name if the number or the fee is unknown. */
function ruledName({ lang }: Context, one: Found, { of, fee, named, connector }: Rule): string {
  const number = text(named === 'APPLICATION_NO' ? of?.application_no : of?.case_no)
  const voucher = VOUCHERS[text(one.voucher) as keyof typeof VOUCHERS] // a value of the option, or undefined
  if (named === 'RECEIPT' && fee && voucher && number)
    return receiptName({
      case_no: number,
      fee: text((lang === 'en' && fee.name_en) || fee.name),
      voucher: wordIn(voucher, lang),
      ext: text(one.ext),
      connector,
    })
  if (named === 'RECEIPT') return safeName(text(one.file_name))
  const type = text((one.doc_type as { name?: unknown } | null)?.name) // a link
  if (!number || !type) return safeName(text(one.file_name))
  return archiveName({ case_no: number, type, issue_date: text(one.issue_date) || null, ext: text(one.ext), connector })
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const sidIn = (value: unknown) => text((value as { sid?: unknown } | null)?.sid) // a link
