import { acceptNotice, enterNotice, type FollowingDeadline, previewNotice, rejectNotice } from '../../model/notices/notice-intake-actions.ts'
import { type Words, wordIn } from '../../model/kit/fields.ts'
import { UNDECIDED } from '../../model/notices/notice_intake.ts'
import type { RowOf } from '../database/tables.ts'
import { toldStays } from '../docketing/events/told.ts'
import { askedOf, enterFilingFacts, enterLater } from './filing-facts.ts'
import { fileDocument, type StoredFile } from '../documents/file-document.ts'
import { refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import { dryRun } from '../records/dry-run.ts'
import { type Context, type DraftOf, inTransaction } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { get } from '../records/query/get.ts'
import { search } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'
import { getOrUnseen } from '../records/write/create.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'

export const intakeActions = [
  ...perform(previewNotice, preview),
  ...perform(acceptNotice, accept),
  ...perform(rejectNotice, reject),
  ...perform(enterNotice, enter),
]

type Body = Call<typeof acceptNotice>['body']
type Intake = RowOf<'notice_intake'>

/** Files the document; its event, deadlines and fees follow in the same transaction. */
async function accept({ ctx, model, body }: Call<typeof acceptNotice>) {
  const warnings: string[] = []
  await inTransaction({ ...ctx, warnings }, async (tx) => {
    const row = await undecided(tx, body.sid)
    const { document_sid, left } = await fileNotice(tx, row, body)
    const { case_sid, doc_type, issue_date, serial_no = null, set_due = null, round_no = null } = body
    const facts = { case_sid, doc_type, issue_date, serial_no, set_due, round_no }
    await decide(tx, row, { state: 'ACCEPTED', document_sid, ...facts, ...left, waits_to_enter: Object.keys(left).length > 0 || null })
  })
  const accepted = await getOrUnseen(ctx, model, body.sid)
  return { ...accepted, ...(warnings.length > 0 && { warnings }) }
}

/** Who accepted the notice need not be asked again for what it says; its document says to which case it belongs now, and of what day it is. */
async function enter({ ctx, model, body: { sid, leaves_out } }: Call<typeof enterNotice>) {
  const warnings: string[] = []
  await inTransaction({ ...ctx, warnings }, async (tx) => {
    const [row] = await lockRows(tx, modelNamed(tx.tenant.models, 'notice_intake'), [sid], { verb: 'update' })
    if (!row) return refuse('not_found')
    if (!row.waits_to_enter) return refuse('rule', NOTHING_WAITS)
    if (leaves_out) return keep(tx, row, ENTERED)
    const { case_sid, doc_type, issue_date } = (await paperOf(tx, row)) ?? {}
    if (!case_sid || !doc_type || !issue_date) return refuse('rule', NOTHING_WAITS)
    const { application_no, filing_date } = row
    await enterLater(tx, { case_sid, doc_type, issue_date, application_no, filing_date })
    await keep(tx, row, { ...ENTERED, case_sid })
  })
  return { ...(await getOrUnseen(ctx, model, sid)), ...(warnings.length > 0 && { warnings }) }
}

const ENTERED = { waits_to_enter: null, application_no: null, filing_date: null }
const NOTHING_WAITS = { summary_zh: '这份通知书没有待填入案件的内容', summary_en: 'Nothing of this notice waits to be entered in its case' }

const paperOf = ({ db }: Context, { document_sid }: Intake) =>
  db
    .selectFrom('document')
    .select(['case_sid', 'doc_type', 'issue_date'])
    .where('sid', '=', document_sid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

async function reject({ ctx, model, body: { sid, reason } }: Call<typeof rejectNotice>) {
  await inTransaction(ctx, async (tx) => decide(tx, await undecided(tx, sid), { state: 'REJECTED', reason, reason_en: reason }))
  return getOrUnseen(ctx, model, sid)
}

async function preview({ ctx, body }: Call<typeof previewNotice>) {
  return dryRun(ctx, async (tx) => {
    const before = await deadlinesOf(tx, body.case_sid)
    const fees = await feesOf(tx, body.case_sid)
    const told: Words[] = []
    const asked = await askedOf(tx, body)
    const row = await undecided(tx, body.sid)
    const { document_sid } = await toldStays.during(tx, told, () => fileNotice(tx, row, body))
    const deadlines = changes(before, await deadlinesOf(tx, body.case_sid))
    const waits = deadlines.length > 0 ? await waitingFor(tx, document_sid) : null
    return {
      deadlines,
      fees: Math.max(0, (await feesOf(tx, body.case_sid)) - fees),
      waits,
      asked,
      stays: told.map((words) => wordIn(words, tx.lang)).join('; ') || null,
    }
  })
}

const DECIDED = { summary_zh: '这份通知书已处理，或仍在读取', summary_en: 'The notice has been decided on, or is still being read' }

async function undecided(ctx: Context, sid: string): Promise<Intake> {
  const [row] = await lockRows(ctx, modelNamed(ctx.tenant.models, 'notice_intake'), [sid], { verb: 'update' })
  if (!row) return refuse('not_found')
  return (UNDECIDED as readonly (string | null)[]).includes(row.state) ? row : refuse('rule', DECIDED)
}

/** A document that the person may not see is not filed. */
async function fileNotice(ctx: Context, row: Intake, { sid: _, application_no, filing_date, ...facts }: Body) {
  const model = modelNamed(ctx.tenant.models, 'document')
  const file: StoredFile = {
    key: row.file_key ?? '',
    name: row.original_name ?? 'file',
    size: row.size ?? 0,
    hash: row.hash ?? '',
    ext: row.ext ?? '',
    content_type: row.content_type ?? 'application/octet-stream',
  }
  await get(ctx, modelNamed(ctx.tenant.models, 'case'), facts.case_sid)
  const left = await enterFilingFacts(ctx, { ...facts, application_no, filing_date })
  const document_sid = await fileDocument(ctx, model, facts, file)
  await get(ctx, model, document_sid)
  return { document_sid, left }
}

const decide = (ctx: Context, row: Intake, values: Record<string, unknown>) =>
  keep(ctx, row, { ...values, decided_at: new Date().toISOString(), decided_by: ctx.actor.sid })

async function keep(ctx: Context, row: Intake, values: Record<string, unknown>) {
  const draft = draftFrom(row)
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value ?? null)
  await updateDrafts(ctx, modelNamed(ctx.tenant.models, 'notice_intake'), [draft])
}

/** When the document of an accepted notice is deleted, the notice may be accepted again. */
export async function reopen(ctx: Context, rows: readonly RowOf<'document'>[]) {
  const gone = await ctx.db
    .selectFrom('notice_intake')
    .selectAll()
    .where(
      'document_sid',
      'in',
      rows.map(({ sid }) => sid),
    ) // oxfmt-ignore
    .where('state', '=', 'ACCEPTED')
    .where('deleted_at', 'is', null)
    .execute()
  for (const row of gone) await decide(ctx, row, { state: 'UNSURE', document_sid: null, ...ENTERED })
}

/** Where a document is moved or corrected, a notice that waits to be entered names the case, kind and day that will be used. */
export async function followPapers(ctx: Context, drafts: readonly DraftOf<'document'>[]) {
  const changed = drafts.filter((draft) => draft.before && FOLLOWED.some((code) => draft.changed.has(code)))
  if (changed.length === 0) return
  const papers = new Map(changed.map(({ sid, row }) => [sid, row]))
  const waiting = await ctx.db
    .selectFrom('notice_intake')
    .selectAll()
    .where('document_sid', 'in', [...papers.keys()])
    .where('waits_to_enter', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  for (const row of waiting) {
    const paper = papers.get(row.document_sid ?? '')
    await keep(ctx, row, Object.fromEntries(FOLLOWED.map((code) => [code, paper?.[code]])))
  }
}

const FOLLOWED = ['case_sid', 'doc_type', 'issue_date'] as const

/** The later dates of the notice that a second person would have to confirm. */
async function waitingFor({ db, lang }: Context, document_sid: string): Promise<string | null> {
  const events = await db.selectFrom('official_event').select('sid').where('document_sid', '=', document_sid).execute()
  if (events.length === 0) return null
  const sids = events.map(({ sid }) => sid)
  const rows = await db
    .selectFrom('date_confirmation')
    .select(['shown', 'shown_en'])
    .where('record_sid', 'in', sids)
    .where('status', '=', 'PROPOSED')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ shown, shown_en }) => (lang === 'en' ? shown_en : shown) ?? '').join('; ') || null
}

const DATED = ['sid', 'name', 'name_en', 'official_due', 'status'] as const
type Dated = Pick<RowOf<'deadline'>, (typeof DATED)[number]>

const deadlinesOf = async (ctx: Context, case_sid: string) =>
  (await seenOf(ctx, 'deadline', case_sid, { fl: DATED, order: 'official_due' })) as unknown as Dated[] // the fields just asked for

const feesOf = async (ctx: Context, case_sid: string) => (await seenOf(ctx, 'fee', case_sid, { fl: ['sid'], order: 'sid' })).length

/** No case has more deadlines or fees. */
const MAX_ROWS = 2000

/** The rows of the case that the person sees, with the fields that the person reads. */
async function seenOf(ctx: Context, name: 'deadline' | 'fee', case_sid: string, { fl, order }: { fl: readonly string[]; order: string }) {
  const model = modelNamed(ctx.tenant.models, name)
  const { verbs, mayRead } = accessOf(ctx, model)
  const isRead = (verbs.has('search') || verbs.has('*')) && fl.every(mayRead)
  if (!isRead) return []
  const { record } = await search(
    ctx,
    model,
    { fl, iql: `case_sid = '${case_sid}' ORDER BY ${order}`, rows: MAX_ROWS, total: 'none' },
    { most: MAX_ROWS },
  )
  return record
}

/** Open or missed deadline */
const isDue = ({ status }: Dated) => status === 'OPEN' || status === 'MISSED'

function changes(before: readonly Dated[], after: readonly Dated[]): FollowingDeadline[] {
  const known = new Map(before.map((row) => [row.sid, row]))
  return after.flatMap((row): FollowingDeadline[] => {
    const what = changeOf(known.get(row.sid), row)
    const from = known.get(row.sid)?.official_due ?? null
    return what ? [{ name: row.name ?? '', name_en: row.name_en ?? row.name ?? '', what, from, to: row.official_due }] : []
  })
}

function changeOf(old: Dated | undefined, row: Dated): FollowingDeadline['what'] | undefined {
  if (!old) return 'NEW'
  if (isDue(old) !== isDue(row)) return isDue(old) ? 'CLOSED' : 'REOPENED'
  return old.official_due === row.official_due ? undefined : 'MOVED'
}
