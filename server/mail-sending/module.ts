import { discardMail, fillMail, retryMail, sendCaseMail } from '../../model/mail/sending-actions.ts'
import { templateFault } from '../../model/mail/mail-variables.ts'
import type { ServerModule } from '../module.ts'
import { perform } from '../records/actions.ts'
import type { Context, DraftOf } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'
import { discard, retry, send } from './acts.ts'
import { fill } from './fill-mail.ts'
import { QUEUED, sendQueued } from './outbox.ts'

/** Mails about cases: their templates, and the outbox from which they are sent. */
export const mailSendingModule: ServerModule = {
  name: 'mail sending',
  after: ['cases'],
  hooks: [{ model: 'mail_template', check: async (ctx, drafts) => checkTemplates(ctx, drafts) }],
  actions: [...perform(fillMail, fill), ...perform(sendCaseMail, send), ...perform(retryMail, retry), ...perform(discardMail, discard)],
  minutely: { 'send mail': sendQueued },
  promptly: { [QUEUED]: sendQueued },
}

function checkTemplates(ctx: Context, drafts: readonly DraftOf<'mail_template'>[]) {
  const model = modelNamed(ctx.tenant.models, 'mail_template')
  for (const draft of drafts)
    for (const code of ['subject', 'subject_en', 'body', 'body_en'] as const) {
      const fault = templateFault(draft.row[code] ?? '')
      if (fault) faultAt(ctx, model, draft, code, fault)
    }
}
