import { fillMail, retryMail, sendCaseMail } from '../../model/mail/sending-actions.ts'
import { templateFault } from '../../model/mail/mail-variables.ts'
import { refuse } from '../errors.ts'
import { siteAddressOf } from '../mail/mail-settings.ts'
import type { ServerModule } from '../module.ts'
import { type Call, perform } from '../records/actions.ts'
import { type Context, type DraftOf, inTransaction } from '../records/context.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { fill } from './fill-mail.ts'
import { queueMail, sendQueued } from './outbox.ts'

/** Mails about cases: their templates, and the outbox from which they are sent. */
export const mailSendingModule: ServerModule = {
  name: 'mail sending',
  after: ['cases'],
  hooks: [{ model: 'mail_template', check: async (ctx, drafts) => checkTemplates(ctx, drafts) }],
  actions: [...perform(fillMail, fill), ...perform(sendCaseMail, send), ...perform(retryMail, retry)],
  minutely: { 'send mail': sendQueued },
}

function checkTemplates(ctx: Context, drafts: readonly DraftOf<'mail_template'>[]) {
  const model = modelNamed(ctx.tenant.models, 'mail_template')
  for (const draft of drafts)
    for (const code of ['subject', 'subject_en', 'body', 'body_en'] as const) {
      const fault = templateFault(draft.row[code] ?? '')
      if (fault) faultAt(ctx, model, draft, code, fault)
    }
}

const NOT_SET = { summary_zh: '尚未设置发信邮箱，请联系系统管理员', summary_en: 'The sending mailbox is not set up; ask the administrator' }

/** A person sends about a case that they see. */
async function send({ ctx, model, body: { case_sid, template_sid, to_address, subject, body } }: Call<typeof sendCaseMail>) {
  await get(ctx, modelNamed(ctx.tenant.models, 'case'), case_sid)
  if (!(await siteAddressOf(ctx))) return refuse('rule', NOT_SET)
  const plain = subject.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  const sid = await inTransaction(ctx, async (tx) => {
    const queued = await queueMail(tx, { case_sid, template_sid, to_address, subject: plain, body })
    await get(tx, model, queued) // a mail that the person may not see is not sent
    return queued
  })
  return get(ctx, model, sid)
}

const NOT_DEAD = { summary_zh: '只有发送失败的邮件可以再次发送', summary_en: 'Only a mail that failed is sent again' }

async function retry({ ctx, model, body: { sid } }: Call<typeof retryMail>) {
  await inTransaction(ctx, async (tx) => {
    const [row] = await lockRows(tx, model, [sid])
    if (!row) return refuse('not_found')
    if (row.state !== 'DEAD') return refuse('rule', NOT_DEAD)
    const draft = draftFrom(row)
    for (const [code, value] of Object.entries({ state: 'QUEUED', attempts: 0, next_try_at: new Date().toISOString() })) setValue(draft, code, value)
    await updateDrafts(tx, model, [draft])
  })
  return get(ctx, model, sid)
}
