import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import yazl from 'yazl'
import type { ApprovalProcess } from '../../../model/approval/approval_process.ts'
import { bpmnReader } from '../../../model/approval/bpmn/read-bpmn.ts'
import { writeBpmn } from '../../../model/approval/bpmn/write-bpmn.ts'
import type { Graph } from '../../../model/approval/graph.ts'
import { exportProcess, importProcess, MAX_PROCESS_ZIP, readBpmn } from '../../../model/approval/process-routes.ts'
import type { Words } from '../../../model/kit/fields.ts'
import { both, Refusal, refuse } from '../../errors.ts'
import { openZip } from '../../import/workbook/book.ts'
import { scanXml } from '../../import/workbook/xml-scan.ts'
import type { ServerModule } from '../../module.ts'
import { type Context, inTransaction, lockKey } from '../../records/context.ts'
import { get } from '../../records/query/get.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { serve } from '../../route.ts'
import { disposition } from '../../storage/disposition.ts'
import { processOf } from '../runs.ts'
import { drawnGraph } from './graphs.ts'
import { numbering } from './save.ts'

/** Processes as files: BPMN 2.0 beside the settings that BPMN has no place for. */
export const processExchange: ServerModule = {
  name: 'process files',
  routes: [
    serve(exportProcess, ({ ctx, path, reply }) => send(ctx, reply, path.sid)),
    serve(importProcess, async ({ ctx, request }) => ({
      record: await sentFile(request, async (path) => {
        const { bpmn, settings } = await partsIn(path)
        return keep(ctx, await graphIn(bpmn), settings)
      }),
    })),
    serve(readBpmn, async ({ request }) => ({ graph: await sentFile(request, async (path) => graphIn(await bpmnAt(path))) })),
  ],
}

const BPMN_FILE = 'process.bpmn'
const SETTINGS_FILE = 'process.json'
const SETTINGS = ['code', 'name', 'name_en', 'entity', 'transition', 'condition', 'own_allowed', 'once_per_person'] as const

async function send(ctx: Context, reply: FastifyReply, sid: string) {
  await get(ctx, modelNamed(ctx.tenant.models, 'approval_process'), sid)
  const process = await processOf(ctx, sid)
  if (!process.graph) return refuse('rule', both('summary', ['流程没有步骤，不能导出', 'The process has no steps to export']))
  const settings = Object.fromEntries(SETTINGS.map((code) => [code, process[code]]))
  const graph = drawnGraph(process)
  const zip = new yazl.ZipFile()
  const mtime = new Date(`${ctx.today}T00:00:00Z`)
  zip.addBuffer(Buffer.from(writeBpmn({ code: String(process.code), name: String(process.name), graph })), BPMN_FILE, { mtime })
  zip.addBuffer(Buffer.from(`${JSON.stringify(settings, null, 2)}\n`), SETTINGS_FILE, { mtime })
  zip.end()
  return reply
    .headers({ 'content-type': 'application/zip', 'content-disposition': disposition(`${process.code}-v${process.version_no}.zip`), 'cache-control': 'private, no-cache' })
    .send(zip.outputStream)
} // oxfmt-ignore

const TOO_LARGE: Words = ['流程文件超过 10M', 'The process file is larger than 10 MB']
const NO_ZIP: Words = [
  '不是流程文件：须为含 process.bpmn 与 process.json 的压缩包',
  'It is no process file: a zip with process.bpmn and process.json',
]
const BROKEN: Words = ['流程文件已损坏或内容过大', 'The process file is damaged, or its content too large']

/** Reads the one file of the request; it is gone afterwards. */
async function sentFile<T>(request: FastifyRequest, read: (path: string) => Promise<T>): Promise<T> {
  if (!request.isMultipart()) refuse('media_type')
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'process')
    let isSent = false
    for await (const part of request.parts({ limits: { fileSize: MAX_PROCESS_ZIP, files: 1 } })) {
      if (part.type !== 'file') continue
      await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
      if (part.file.truncated) refuse('rule', both('summary', TOO_LARGE))
      isSent = true
    }
    if (!isSent) return refuse('bad_request', both('why', ['缺少文件', 'the file is missing']))
    return await read(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const MAX_ENTRIES = 20
const MAX_PART = 2 << 20

/** Both parts of the archive. The limits hold for the real sizes, whatever the archive states. */
async function partsIn(path: string): Promise<{ bpmn: Buffer; settings: Buffer }> {
  try {
    const zip = await openZip(path, ({ uncompressedSize }, count) => {
      if (count > MAX_ENTRIES || uncompressedSize > MAX_PROCESS_ZIP) throw new Error('too much')
    })
    try {
      const named = (name: string) => [...zip.entries.keys()].find((key) => key === name || key.endsWith(`/${name}`))
      const [bpmn, settings] = [named(BPMN_FILE), named(SETTINGS_FILE)]
      if (bpmn === undefined || settings === undefined) return refuse('rule', both('summary', NO_ZIP))
      return { bpmn: await whole(await zip.open(bpmn)), settings: await whole(await zip.open(settings)) }
    } finally {
      zip.close()
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof Error && /end of central directory|signature/i.test(error.message)) return refuse('rule', both('summary', NO_ZIP))
    return refuse('rule', both('summary', BROKEN))
  }
}

const NO_BPMN: Words = ['不是 BPMN 2.0 文件，或大于 2M', 'It is no BPMN 2.0 file, or larger than 2 MB']

async function bpmnAt(path: string): Promise<Buffer> {
  if ((await stat(path)).size > MAX_PART) return refuse('rule', both('summary', NO_BPMN))
  const text = await readFile(path)
  return text.includes('<') ? text : refuse('rule', both('summary', NO_BPMN))
}

async function whole(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream) {
    pieces.push(piece as Buffer) // a zip's streams give buffers
    if ((size += (piece as Buffer).length) > MAX_PART) throw new Error('too large')
  }
  return Buffer.concat(pieces)
}

/** External references are not resolved, and entities that the text declares are not expanded. */
async function graphIn(bpmn: Buffer): Promise<Graph> {
  const reader = bpmnReader()
  try {
    await scanXml(Readable.from([bpmn]), reader)
  } catch {
    return refuse('rule', both('summary', BROKEN))
  }
  const { value, faults } = reader.graph()
  if (faults.length === 0) return value
  const said = (lang: 0 | 1) => {
    const all = new Set(faults.map(({ place, words }) => `${place ? `“${place}” ` : ''}${words[lang]}`))
    return [...all].slice(0, 5).join(lang === 0 ? '；' : '; ')
  }
  return refuse('process_file', { why_zh: said(0), why_en: said(1) })
}

/** A draft: of a process that is there, its next version. */
async function keep(ctx: Context, graph: Graph, file: Buffer): Promise<string> {
  const given = settingsIn(file)
  const model = modelNamed(ctx.tenant.models, 'approval_process')
  return inTransaction(ctx, async (tx) => {
    const code = typeof given.code === 'string' ? given.code.slice(0, 48) : ''
    await lockKey(tx, `approval process ${code}`)
    const versions = await tx.db.selectFrom('approval_process').select(['version_no', 'status', 'entity']).where('code', '=', code).where('deleted_at', 'is', null).execute()
    if (versions.some(({ status }) => status === 'DRAFT')) refuse('rule', both('summary', ['这个流程已有草稿，请先删除或发布它', 'This process has a draft already: delete or publish it first']))
    const version_no = Math.max(0, ...versions.map((one) => one.version_no ?? 1)) + 1
    return numbering.during(tx, version_no, () => createRow(tx, model, { ...given, graph }))
  })
} // oxfmt-ignore

function settingsIn(file: Buffer): Partial<Pick<ApprovalProcess, (typeof SETTINGS)[number]>> {
  try {
    const given: unknown = JSON.parse(file.toString('utf8'))
    if (typeof given === 'object' && given !== null && !Array.isArray(given))
      return Object.fromEntries(Object.entries(given).filter(([key]) => (SETTINGS as readonly string[]).includes(key)))
  } catch {
    // told below
  }
  return refuse('rule', both('summary', NO_ZIP))
}
