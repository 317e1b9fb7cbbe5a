import { ABILITIES } from '../auth/roles/abilities.ts'
import { defineAction, facts, sidOf } from '../kit/action.ts'
import { link, links, option, options, string, text } from '../kit/fields.ts'
import { MAIL_ADDRESS, MAIL_SAYS, MAX_ADDRESSES, MAX_FILES } from './addresses.ts'

/** An address of someone who has to do with the case. */
export type CaseAddress = { name: string; address: string; as: 'agency' | 'owner' | 'inventor' }

export const fillMail = defineAction({
  model: 'mail_template',
  name: 'fill',
  zh: '以案件填写模板，并列出案件相关人的邮箱；不发送',
  en: 'Fill the template from a case, with the addresses of those around it; nothing is sent',
  body: {
    sid: sidOf('mail_template'),
    case_sid: link('案件', 'Case', { to: 'case', required: true }),
    language: option('语言', 'Language', { zh: ['中文', 'Chinese'], en: ['英文', 'English'] }, { required: true }),
  },
  answer: {
    subject: string('主题', 'Subject', { max: 300 }),
    body: text('正文', 'Text', { max: 20_000 }),
    missing: facts<string[]>('没有值的变量', 'Variables without a value', { type: 'array', items: { type: 'string' } }),
    addresses: facts<CaseAddress[]>('邮箱', 'Addresses', { type: 'array', items: { type: 'object', required: ['name', 'address', 'as'] } }),
  },
  permission: 'get',
  on: 'record',
})

const ADDRESSES = { free: true, max: MAX_ADDRESSES, pattern: MAIL_ADDRESS, pattern_says: MAIL_SAYS } as const

export const sendCaseMail = defineAction({
  model: 'outgoing_mail',
  name: 'send',
  zh: '就案件发一封邮件：进入发件箱，随后发送',
  en: 'Send a mail about a case: it is queued and sent afterwards',
  body: {
    case_sid: link('案件', 'Case', { to: 'case', required: true }),
    template_sid: link('模板', 'Template', { to: 'mail_template' }),
    to_addresses: options('收件人', 'To', { required: true, ...ADDRESSES }),
    cc_addresses: options('抄送', 'Copy to', ADDRESSES),
    subject: string('主题', 'Subject', { required: true, max: 300 }),
    body: text('正文', 'Text', { required: true, max: 20_000 }),
    document_sids: links('附件', 'Attachments', { to: 'document', max: MAX_FILES }),
  },
  answer: { record: 'outgoing_mail' },
  permission: ABILITIES.outgoing_mail.send_mail,
})

export const retryMail = defineAction({
  model: 'outgoing_mail',
  name: 'retry',
  zh: '再次发送未发出的邮件',
  en: 'Try again to send a mail that was not sent',
  body: { sid: sidOf('outgoing_mail') },
  answer: { record: 'outgoing_mail' },
  permission: ABILITIES.outgoing_mail.send_mail,
  on: 'record',
})

export const discardMail = defineAction({
  model: 'outgoing_mail',
  name: 'discard',
  zh: '放弃未发出的邮件，说明理由',
  en: 'Discard a mail that was not sent, with the reason',
  body: { sid: sidOf('outgoing_mail'), reason: string('理由', 'Reason', { required: true, max: 255 }) },
  answer: { record: 'outgoing_mail' },
  permission: ABILITIES.outgoing_mail.send_mail,
  on: 'record',
})
