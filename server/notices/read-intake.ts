import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEAD } from '../../model/cases/head-fields.ts'
import { searchKeys } from '../../model/cases/numbers/search-keys.ts'
import type { DocumentText } from '../../model/documents/text.ts'
import { readNotice } from '../../model/notices/read-notice.ts'
import { bestOf, isSure, NEEDED, type NoticeReading } from '../../model/notices/reading.ts'
import type { RowOf } from '../database/tables.ts'
import { duplicateEventOf } from '../docketing/events/duplicate-event.ts'
import { pageOf, textOfXml } from '../documents/text/plain.ts'
import { textOf } from '../documents/text/text.ts'
import { Refusal } from '../errors.ts'
import { endsRun } from '../jobs/run.ts'
import { decodeText } from '../import/workbook/encoding.ts'
import type { Context } from '../records/context.ts'
import { defineJob } from '../records/jobs.ts'
import { visible } from '../records/permission/permission.ts'
import { withKeys } from '../records/query/conditions/by-number.ts'
import { readPage } from '../records/query/page.ts'
import { readIql } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'
import { removeRows } from '../records/write/delete.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import { openPacked } from './open-packed.ts'

type Intake = RowOf<'notice_intake'>
type Input = { sids: readonly string[] }
type Proposal = { state: Intake['state'] } & Record<string, unknown>

/** Reads the received files one after the other; each result is kept by itself. */
export const intakeJob = defineJob<Input, { at: number }>('INTAKE', async ({ ctx, input, progress, step }) => {
  for (let at = progress?.at ?? 0; at < input.sids.length; at++) {
    const sid = String(input.sids[at])
    const row = await ctx.db.selectFrom('notice_intake').selectAll().where('sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()
    const open = (put: (tx: Context) => Promise<void>) => step(async (tx) => (await put(tx), { progress: { at: at + 1 }, done: 1, ok: 1 }))
    const found = row && (await openedOrRead(ctx, row, open))
    if (found === 'opened') continue
    await step(async (tx) => {
      if (found) await keepProposal(tx, sid, found)
      if (row && found && found !== FAILED && isNoNotice(row, found)) await removeRows(tx, modelNamed(tx.tenant.models, 'notice_intake'), [sid])
      return { progress: { at: at + 1 }, done: 1, ...(found?.state === 'UNREADABLE' ? { failed: 1 } : { ok: 1 }) }
    })
  }
})

/** A row that fails does not keep the others from being read. */
async function openedOrRead(ctx: Context, row: Intake, open: Parameters<typeof openPacked>[2]): Promise<Proposal | 'opened' | undefined> {
  try {
    if (await openPacked(ctx, row, open)) return 'opened'
    return row.state === 'READING' ? await proposalFor(ctx, row) : undefined
  } catch (error) {
    if (endsRun(ctx, error)) throw error
    console.error(`通知书读取失败 / a notice could not be read: ${row.sid}`, error)
    return FAILED
  }
}

const FAILED: Proposal = { state: 'UNREADABLE', reason: '读取时出错，请人工查看', reason_en: 'Reading it failed: please look at it yourself' }

/** An attachment of a mail may be anything: one that is no notice stays with its mail. An unreadable PDF may be a notice. */
const isNoNotice = ({ mail_sid, ext }: Intake, { state, doc_type }: Proposal) =>
  mail_sid !== null && !doc_type && (state !== 'UNREADABLE' || ext !== 'pdf')

async function keepProposal(ctx: Context, sid: string, proposal: Proposal) {
  const model = modelNamed(ctx.tenant.models, 'notice_intake')
  const [row] = await lockRows(ctx, model, [sid])
  if (row?.state !== 'READING') return
  const draft = draftFrom(row)
  for (const [code, value] of Object.entries(proposal)) setValue(draft, code, value ?? null)
  await updateDrafts(ctx, model, [draft])
}

async function proposalFor(ctx: Context, row: Intake): Promise<Proposal> {
  try {
    const { text, pages } = await textOfIntake(ctx, row)
    const reading = readNotice(text)
    return { ...(await proposed(ctx, row, reading)), reading, pages, how: text.how }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { state: 'UNREADABLE', reason: error.words('zh').slice(0, 500), reason_en: error.words('en').slice(0, 500) }
  }
}

const PAGES_READ = 3

/** The text of the file; the list of an electronic package follows its first pages as a page of its own. */
async function textOfIntake(ctx: Context, row: Intake): Promise<{ text: DocumentText; pages: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'file')
    await pipeline(await storageOf(ctx.tenant).get(row.file_key ?? ''), createWriteStream(path, { mode: 0o600 }))
    const text = await textOf(path, row.content_type ?? '')
    const list = (row.listed as { list: string } | null)?.list // as receive.ts stores it
    const pages = text.pages.length
    if (!list) return { text, pages }
    const listed = pageOf(textOfXml(await decodeText(Buffer.from(list, 'latin1'))))
    return { text: { ...text, pages: [...text.pages.slice(0, PAGES_READ), listed] }, pages }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function proposed(ctx: Context, row: Intake, reading: NoticeReading): Promise<Proposal> {
  const value = (fact: keyof NoticeReading) => bestOf(reading[fact])?.value ?? null
  const code = value('type')
  const type = code
    ? await ctx.db.selectFrom('document_type').select('sid').where('code', '=', code).where('deleted_at', 'is', null).executeTakeFirst()
    : undefined
  const number = value('number')
  const cases = number ? await casesOf(ctx, number) : []
  const round = value('round_no')
  const facts = {
    office: value('office'),
    number,
    case_sid: cases.length === 1 ? (cases[0] ?? null) : null,
    doc_type: type?.sid ?? null,
    issue_date: value('issue_date'),
    serial_no: value('serial_no'),
    set_due: value('set_due'),
    round_no: round ? Number(round) : null,
  }
  const twice = await sameNotice(ctx, row, { ...facts, code })
  const isWhole = NEEDED.every((fact) => isSure(reading[fact])) && facts.doc_type !== null
  const state = twice ? 'TWICE' : facts.case_sid === null ? 'NO_CASE' : isWhole ? 'READY' : 'UNSURE'
  return { ...facts, ...twice, state }
}

/** The cases with the number that the person who sent the file sees. */
async function casesOf(ctx: Context, number: string): Promise<string[]> {
  const found = await withKeys(ctx, modelNamed(ctx.tenant.models, HEAD), searchKeys(number), 20)
  return [...new Set(found.map(({ sid }) => sid))]
}

type Facts = { case_sid: string | null; code: string | null; issue_date: string | null; serial_no: string | null }

/** The same file, or the same notice of the case: received before, or recorded already. */
async function sameNotice(ctx: Context, { sid, hash }: Intake, { case_sid, code, issue_date, serial_no }: Facts) {
  const model = modelNamed(ctx.tenant.models, 'notice_intake')
  const earlier = async (iql: string) => {
    const { where } = readIql(`${iql} AND sid != '${sid}' AND state != 'REJECTED' AND state != 'READING'`)
    const [row] = await readPage(ctx, model, ['sid'], { where: visible(ctx, model, where), order: [] }, { start: 0, rows: 1 })
    return row ? String(row.sid) : undefined
  }
  const file = await earlier(`hash = '${hash ?? ''}'`)
  if (file) return { twice_of: file }
  if (!case_sid || !code || !issue_date) return undefined
  const event = await duplicateEventOf(ctx, { case_sid, code, event_date: issue_date, serial_no })
  if (event) return { twice_event: String(event.sid) }
  const same = await earlier(`case_sid = '${case_sid}' AND doc_type.code = '${code}' AND issue_date = '${issue_date}'`)
  return same ? { twice_of: same } : undefined
}
