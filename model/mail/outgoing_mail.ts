import { datetime, integer, link, links, option, options, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { MAX_ADDRESSES, MAX_FILES } from './addresses.ts'

const BY_SENDING = ['邮件在案件页面发送', 'Mails are sent from the page of a case'] as const

/** The outbox: a mail about a case is queued in the transaction that wants it, and sent afterwards. */
export const outgoing_mail = defineModel({
  name: 'outgoing_mail',
  zh: '已发邮件',
  en: 'Outgoing mail',
  display: ['subject'],
  visibility: { through: 'case_sid' },
  refuses: { create: BY_SENDING, import: BY_SENDING, transition: ['已发邮件没有状态流转', 'Outgoing mails have no transitions'] },
  lookups: ['case_sid'],
  indexes: [['state', 'next_try_at'], ['message_id']],
  fields: {
    state: option(
      '状态',
      'State',
      {
        QUEUED: ['待发送', 'Queued'],
        SENT: ['已发送', 'Sent'],
        RETURNED: ['已退回', 'Came back'],
        DEAD: ['发送失败', 'Failed'],
        DISCARDED: ['已放弃', 'Discarded'],
      },
      { computed: true, searchable: true, list: true },
    ),
    to_addresses: options('收件人', 'To', { free: true, computed: true, list: true, max: MAX_ADDRESSES }),
    cc_addresses: options('抄送', 'Copy to', { free: true, computed: true, max: MAX_ADDRESSES }),
    subject: string('主题', 'Subject', { computed: true, searchable: true, list: true, max: 300 }),
    body: text('正文', 'Text', { computed: true, max: 20_000 }),
    document_sids: links('附件', 'Attachments', { to: 'document', computed: true, max: MAX_FILES }),
    case_sid: link('案件', 'Case', { to: 'case', computed: true, searchable: true, list: true }),
    template_sid: link('模板', 'Template', { to: 'mail_template', computed: true, searchable: true }),
    reason: string('说明', 'Reason', { computed: true, list: true, max: 500 }),
    reason_en: string('英文说明', 'Reason in English', { computed: true, max: 500 }),
    discard_reason: string('放弃的理由', 'Reason for discarding', { computed: true, max: 255 }),
    attempts: integer('发送次数', 'Attempts', { computed: true }),
    next_try_at: datetime('下次发送', 'Next attempt', { computed: true }),
    sent_at: datetime('发送时间', 'Sent', { computed: true, searchable: true, list: true }),
    sender_sid: link('发信人', 'Sender', { to: 'user_info', computed: true, searchable: true, list: true }),
    message_id: string('Message-ID', 'Message-ID', { computed: true, max: 500 }),
  },
})

export type OutgoingMail = Row<typeof outgoing_mail>
