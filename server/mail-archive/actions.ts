import { dismissMail, fetchMailbox, fileMail, readMail, testMailbox } from '../../model/mail/archive-actions.ts'
import { wordIn } from '../../model/kit/fields.ts'
import type { RowOf } from '../database/tables.ts'
import { countAttempt } from '../auth/limits/limits.ts'
import { refuse } from '../errors.ts'
import { startJob } from '../jobs/job-row.ts'
import { type Call, perform } from '../records/actions.ts'
import { type Context, inTransaction } from '../records/context.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { getOrUnseen } from '../records/write/create.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, draftNew, insertDrafts, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'
import { tryMailbox } from './fetch-mailbox.ts'
import { documentsOfMail } from './file-with-notice.ts'
import { subjectTextOf } from './match-case.ts'
import { previewOfMail } from './show-mail.ts'

export const mailboxActions = [...perform(testMailbox, test), ...perform(fetchMailbox, fetchNow)]
export const mailActions = [...perform(fileMail, file), ...perform(dismissMail, dismiss), ...perform(readMail, read)]

async function test({ ctx, model, body: { sid } }: Call<typeof testMailbox>) {
  const [row] = await lockRows(ctx, model, [sid], { verb: 'update' })
  if (!row) return refuse('not_found')
  await countAttempt(ctx.tenant, 'mail', ctx.actor.user_sid ?? '')
  const fault = await tryMailbox(ctx, row)
  return { works: !fault, says: wordIn(fault ?? WORKS, ctx.lang) }
}

const WORKS = ['可以收信', 'mail can be fetched'] as const

async function fetchNow({ ctx, model, body: { sid } }: Call<typeof fetchMailbox>) {
  const [row] = await lockRows(ctx, model, [sid], { verb: 'update' })
  if (!row) return refuse('not_found')
  const title = row.name ?? ''
  return { job: await startJob(ctx, { kind: 'MAIL', title: [title, title], entity: model.name, input: { sid } }) }
}

type Mail = RowOf<'archived_mail'>

/** The case must be one that the person sees; documents that the person may not see are not filed. */
async function file({ ctx, model, body: { sid, case_sid, subject_text } }: Call<typeof fileMail>) {
  await inTransaction(ctx, async (tx) => {
    const row = await unfiled(tx, sid)
    await get(tx, modelNamed(tx.tenant.models, 'case'), case_sid)
    const { known, made } = await documentsOfMail(tx, row, case_sid)
    for (const one of made) await get(tx, modelNamed(tx.tenant.models, 'document'), one)
    if (subject_text) await keepRule(tx, row, { case_sid, subject_text })
    await decide(tx, row, { state: 'FILED', case_sid, matched_by: 'PERSON', documents: [...known, ...made], reason: null, reason_en: null })
  })
  return getOrUnseen(ctx, model, sid)
}

async function dismiss({ ctx, model, body: { sid, reason } }: Call<typeof dismissMail>) {
  await inTransaction(ctx, async (tx) => {
    const row = await unfiled(tx, sid)
    const words = reason || null
    await decide(tx, row, { state: 'IGNORED', reason: words ?? '人工决定不归档', reason_en: words ?? 'a person decided not to file it' })
  })
  return getOrUnseen(ctx, model, sid)
}

async function read({ ctx, model, body: { sid } }: Call<typeof readMail>) {
  await get(ctx, model, sid)
  const row = await ctx.db.selectFrom('archived_mail').selectAll().where('sid', '=', sid).executeTakeFirst()
  if (!row) return refuse('not_found')
  return { preview: await previewOfMail(ctx, row), subject_text: subjectTextOf(row.subject ?? '', await numbersOf(ctx, row.candidates ?? [])) }
}

async function numbersOf({ db }: Context, sids: readonly string[]): Promise<string[]> {
  if (sids.length === 0) return []
  const rows = await db
    .selectFrom('case')
    .select('case_no')
    .where('sid', 'in', [...sids])
    .execute()
  return rows.flatMap(({ case_no }) => case_no ?? [])
}

const DECIDED = { summary_zh: '这封邮件已处理，或没有保存', summary_en: 'The mail has been decided on, or was not kept' }

async function unfiled(ctx: Context, sid: string): Promise<Mail> {
  const [row] = await lockRows(ctx, modelNamed(ctx.tenant.models, 'archived_mail'), [sid], { verb: 'update' })
  if (!row) return refuse('not_found')
  return row.state === 'UNMATCHED' ? row : refuse('rule', DECIDED)
}

async function decide(ctx: Context, row: Mail, values: Record<string, unknown>) {
  const draft = draftFrom(row)
  const decided = { ...values, decided_at: new Date().toISOString(), decided_by: ctx.actor.sid }
  for (const [code, value] of Object.entries(decided)) setValue(draft, code, value ?? null)
  await updateDrafts(ctx, modelNamed(ctx.tenant.models, 'archived_mail'), [draft])
}

const NOT_IN_SUBJECT = { summary_zh: '规则文字应出现在这封邮件的主题中', summary_en: 'The text of the rule must stand in the subject of this mail' }

/** Stores the rule that the person confirms by filing; an equal rule is stored once. */
async function keepRule(ctx: Context, { from_address, subject }: Mail, { case_sid, subject_text }: { case_sid: string; subject_text: string }) {
  const folded = (of: string) => of.normalize('NFKC').toLowerCase()
  if (!from_address || !folded(subject ?? '').includes(folded(subject_text))) return refuse('rule', NOT_IN_SUBJECT)
  const known = await ctx.db
    .selectFrom('mail_rule')
    .select('sid')
    .where('sender', '=', from_address)
    .where('subject_text', '=', subject_text)
    .where('case_sid', '=', case_sid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (known) return
  const model = modelNamed(ctx.tenant.models, 'mail_rule')
  const drafts = await draftNew(ctx, model, [{ sender: from_address, subject_text, case_sid }])
  refuseFaulty(drafts)
  await insertDrafts(ctx, model, drafts)
}
