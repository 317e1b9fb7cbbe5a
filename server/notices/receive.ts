import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { type Words, wordIn } from '../../model/kit/fields.ts'
import { cutName, safeName } from '../../model/documents/archive-name.ts'
import { auditRefusal } from '../auth/audit/audit.ts'
import { EMPTY, recognise } from '../documents/file-kind.ts'
import { refuseInfected } from '../documents/scan.ts'
import { attempt, both, refuse } from '../errors.ts'
import { startJob } from '../jobs/job-row.ts'
import { type Context, inTransaction } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftNew, insertDrafts } from '../records/write/write.ts'
import { measured } from '../storage/measured.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import type { Received, Skipped } from './received.ts'
import { NOT_A_NOTICE, unpacked } from './unpack.ts'

const MAX_MB = 100
const MAX_FILES = 50
const TOO_LARGE: Words = [`大于 ${MAX_MB} MB`, `is larger than ${MAX_MB} MB`]

/** Keeps the sent files, each as a notice that is being read, and starts the reading. */
export async function receive(ctx: Context, request: FastifyRequest) {
  if (!request.isMultipart()) refuse('media_type')
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const { files, skipped } = await sentFiles(request, folder)
    const record = await keep(ctx, files, skipped)
    return { record, skipped: skipped.map(({ name, words }) => ({ name, reason: wordIn(words, ctx.lang) })) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The files of an upload; one that is too large, empty or infected is left out, and the others are taken. */
export async function sentFiles(request: FastifyRequest, folder: string, maxBytes = MAX_MB << 20) {
  const [files, skipped]: [Received[], Skipped[]] = [[], []]
  let at = 0
  const taken = { limits: { fileSize: maxBytes, files: MAX_FILES }, throwFileSizeLimit: false }
  for await (const part of request.parts(taken)) {
    if (part.type !== 'file') continue
    const path = join(folder, `${++at}`)
    const measure = measured()
    await pipeline(part.file, measure.stream, createWriteStream(path, { mode: 0o600 }))
    const name = cutName(safeName(part.filename.replace(/^.*[\\/]/, ''))) || 'file'
    const words = part.file.truncated ? TOO_LARGE : measure.size() === 0 ? EMPTY : await infected(request, path)
    if (words) {
      skipped.push({ name, words })
      continue
    }
    const opened = await unpacked({ path, name, size: measure.size(), hash: measure.hash() }, folder)
    files.push(...opened.files)
    skipped.push(...opened.skipped)
  }
  if (at === 0) return refuse('bad_request', both('why', ['缺少文件', 'the file is missing']))
  return { files, skipped }
}

/** What the scanner found in a file; it alone is not taken, and is in the security log as a refused upload is. */
async function infected(request: FastifyRequest, path: string): Promise<Words | undefined> {
  const refused = await attempt(() => refuseInfected(path))
  if (!refused) return undefined
  if (refused.name !== 'file_infected') throw refused
  auditRefusal(request, refused)
  return [refused.words('zh'), refused.words('en')]
}

export type Stored = Received & { key: string; ext: string; content_type: string }

function keep(ctx: Context, files: readonly Received[], skipped: Skipped[]): Promise<string[]> {
  return storing(ctx, { files, skipped }, (stored) => (stored.length > 0 ? record(ctx, stored) : Promise.resolve([])))
}

type Opened = { files: readonly Received[]; skipped: Skipped[] }

/** Stores the files, and removes them again where `record` fails. */
export async function storing<T>(ctx: Context, { files, skipped }: Opened, record: (stored: readonly Stored[]) => Promise<T>): Promise<T> {
  const storage = storageOf(ctx.tenant)
  const stored: Stored[] = []
  try {
    for (const file of files) {
      const kind = await kindOrNone(file)
      if (!kind) {
        skipped.push({ name: file.name, words: NOT_A_NOTICE })
        continue
      }
      const key = `notices/${ctx.today.slice(0, 7)}/${randomUUID()}`
      stored.push({ ...file, ...kind, key })
      await storage.put(key, createReadStream(file.path), kind.content_type)
    }
    return await record(stored)
  } catch (error) {
    for (const { key } of stored) await storage.remove(key)
    throw error
  }
}

/** A file whose content contradicts its name is no notice. */
async function kindOrNone({ path, name }: Received) {
  const kind = await recognise(path, name)
  return typeof kind === 'string' ? undefined : kind
}

type Origin = { mail_sid?: string | null; company_sid?: string | null }

/** `mail_sid`: the mail that brought the files. */
export function record(ctx: Context, stored: readonly Stored[], { mail_sid, company_sid }: Origin = {}): Promise<string[]> {
  const model = modelNamed(ctx.tenant.models, 'notice_intake')
  return inTransaction(ctx, async (tx) => {
    const drafts = await draftNew(tx, model, stored.map(() => (company_sid ? { company_sid } : {}))) // oxfmt-ignore
    for (const [at, draft] of drafts.entries()) {
      const { key, name, size, hash, ext, content_type, packed_in, listed } = stored[at] ?? refuse('unforeseen')
      const values = {
        state: 'READING',
        mail_sid,
        original_name: cutName(safeName(name)) || 'file',
        packed_in,
        file_key: key,
        size,
        hash,
        ext,
        content_type,
        listed: listed ? { list: listed } : null,
      }
      for (const [code, value] of Object.entries(values)) setValue(draft, code, value ?? null)
    }
    await insertDrafts(tx, model, drafts)
    const sids = drafts.map(({ sid }) => sid)
    const title = stored[0]?.name ?? ''
    await startJob(tx, { kind: 'INTAKE', title: [title, title], entity: model.name, input: { sids }, total: sids.length })
    return sids
  })
}
