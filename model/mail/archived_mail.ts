import { datetime, integer, json, link, links, option, rows, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

const BY_MAIL = ['归档邮件来自收信邮箱', 'Archived mails come from the incoming mailboxes'] as const

/** Outcomes for an attachment. */
export const KEEPING = {
  KEPT: ['已保存', 'Kept'],
  TOO_LARGE: ['超过上限，未另存', 'Not kept: larger than the limit'],
  PROGRAM: ['可执行文件，未另存', 'Not kept: an executable file'],
  ODD: ['内容与文件名不符，未另存', 'Not kept: its content contradicts its name'],
  EMPTY: ['空文件', 'Not kept: empty'],
} as const

/** A mail of an incoming mailbox: filed to its case, waiting for a person, or the reason why it is not kept. */
export const archived_mail = defineModel({
  name: 'archived_mail',
  zh: '归档邮件',
  en: 'Archived mail',
  display: ['subject'],
  visibility: { through: 'case_sid' },
  refuses: { create: BY_MAIL, import: BY_MAIL, transition: ['归档邮件没有状态流转', 'Archived mails have no transitions'] },
  uniques: [['mailbox_sid', 'uid_validity', 'uid']],
  /** The fingerprint and the number also find a mail that was deleted: it is not fetched again. */
  lookups: ['fingerprint', 'message_id', 'case_sid'],
  indexes: [['state', 'received_at']],
  fields: {
    state: option(
      '状态',
      'State',
      {
        FILED: ['已归档', 'Filed'],
        UNMATCHED: ['待归档', 'To be filed'],
        IGNORED: ['未收录', 'Not archived'],
        TOO_LARGE: ['过大', 'Too large'],
        FAILED: ['失败', 'Failed'],
      },
      { computed: true, searchable: true, list: true },
    ),
    subject: string('主题', 'Subject', { computed: true, searchable: true, list: true, max: 500 }),
    from_address: string('发件人', 'From', { computed: true, searchable: true, list: true, max: 254 }),
    from_name: string('发件人名称', 'Name of the sender', { computed: true, max: 255 }),
    to_addresses: string('收件人', 'To', { computed: true, max: 1000 }),
    sent_at: datetime('发出时间', 'Sent', { computed: true }),
    received_at: datetime('收到时间', 'Received', { computed: true, searchable: true, list: true }),
    case_sid: link('案件', 'Case', { to: 'case', computed: true, searchable: true, list: true }),
    matched_by: option(
      '归档依据',
      'Filed by',
      {
        NUMBER: ['案号或官方号码', 'A number of the case'],
        RULE: ['归档规则', 'A filing rule'],
        REPLY: ['对已发邮件的回复', 'A reply to a mail of ours'],
        NOTICE: ['随附的通知书', 'The notice attached to it'],
        PERSON: ['人工', 'A person'],
      },
      { computed: true, searchable: true },
    ),
    candidates: links('可能的案件', 'Possible cases', { to: 'case', computed: true }),
    reason: string('说明', 'Reason', { computed: true, max: 500 }),
    reason_en: string('英文说明', 'Reason in English', { computed: true, max: 500 }),
    attachments: rows(
      '附件',
      'Attachments',
      {
        name: string('文件名', 'File name', { max: 255 }),
        size: integer('大小', 'Size'),
        hash: string('SHA-256', 'SHA-256', { max: 64 }),
        kept: option('处理', 'Kept', KEEPING),
      },
      { computed: true, exportable: false },
    ),
    documents: links('文档', 'Documents', { to: 'document', computed: true }),
    mailbox_sid: link('收信邮箱', 'Mailbox', { to: 'incoming_mailbox', computed: true, searchable: true }),
    message_id: string('Message-ID', 'Message-ID', { computed: true, max: 500 }),
    size: integer('大小', 'Size', { computed: true }),
    hash: string('SHA-256', 'SHA-256', { computed: true, max: 64 }),
    decided_at: datetime('处理时间', 'Decided', { computed: true }),
    decided_by: link('处理人', 'Decided by', { to: 'user_info', computed: true }),
    uid_validity: string('UIDVALIDITY', 'UIDVALIDITY', { computed: true, internal: true, max: 20 }),
    uid: string('UID', 'UID', { computed: true, internal: true, max: 20 }),
    fingerprint: string('内容标识', 'Fingerprint', { computed: true, internal: true, max: 64 }),
    document_class: string('文档的可见范围', 'Visibility of the documents', { computed: true, internal: true, max: 8 }),
    files: json('保存的文件', 'Stored files', { computed: true, internal: true }),
  },
})

export type ArchivedMail = Row<typeof archived_mail>

/** A file of a mail in the storage: the mail itself, then its attachments. `at`: its place among `attachments`. */
export type StoredMailFile = { key: string; name: string; size: number; hash: string; ext: string; content_type: string; at?: number }
