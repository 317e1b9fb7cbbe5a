import { DOCUMENT_CLASSES } from '../documents/visibility.ts'
import { boolean, date, datetime, integer, option, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** [5.11] No mail with more bytes of attachments is archived, whatever the limit of each. */
export const MAX_ATTACHMENTS_MB = 50

/** A mailbox whose mails are fetched over IMAP and archived to cases. It is only read: no mail in it is changed. */
export const incoming_mailbox = defineModel({
  name: 'incoming_mailbox',
  zh: '收信邮箱',
  en: 'Incoming mailbox',
  display: ['name'],
  refuses: { import: ['收信邮箱须逐个设置', 'Incoming mailboxes are set up one by one'] },
  fields: {
    name: string('名称', 'Name', { required: true, unique: 'tenant', searchable: true, list: true, max: 100 }),
    host: string('收信服务器', 'Mail server', {
      required: true,
      list: true,
      max: 190,
      pattern: '^[A-Za-z0-9._:-]+$',
      pattern_says: ['应为主机名或地址', 'must be a host name or address'],
      help: ['IMAP 主机名，如 imap.example.com', 'Host name of the IMAP server, such as imap.example.com'],
    }),
    port: integer('端口', 'Port', { required: true, min: 0, max: 65_535, default: 993 }),
    security: option(
      '加密',
      'Encryption',
      {
        TLS: ['TLS（常用 993 端口）', 'TLS (usually port 993)'],
        STARTTLS: ['STARTTLS（常用 143 端口）', 'STARTTLS (usually port 143)'],
        NONE: ['不加密', 'None'],
      },
      { required: true, default: 'TLS' },
    ),
    username: string('收信账号', 'Account of the mailbox', { required: true, list: true, max: 190 }),
    password: string('收信密码', 'Password of the mailbox', { required: true, secret: true, verbatim: true, max: 500 }),
    folder: string('文件夹', 'Folder', { required: true, max: 190, default: 'INBOX' }),
    fetch_from: date('起始日期', 'Mails from', {
      required: true,
      default: 'today()',
      help: ['只归档这一天起收到的邮件', 'Only mails received from this day on are archived'],
    }),
    is_on: boolean('启用', 'Switched on', { searchable: true, list: true, default: true, help: ['每 5 分钟收取一次', 'Fetched every 5 minutes'] }),
    attachment_limit: integer('单个附件上限（MB）', 'Limit of an attachment (MB)', {
      required: true,
      min: 10,
      max: 1000,
      default: MAX_ATTACHMENTS_MB,
      help: [
        `更大的附件不另存为文档；一封邮件的附件合计不超过 ${MAX_ATTACHMENTS_MB} MB`,
        `A larger attachment is not filed as a document; the attachments of a mail have at most ${MAX_ATTACHMENTS_MB} MB together`,
      ],
    }),
    document_class: option('文档的可见范围', 'Visibility of the documents', DOCUMENT_CLASSES, { required: true, default: 'V2' }),
    last_fetch_at: datetime('上次收取', 'Last fetched', { computed: true, searchable: true, list: true }),
    fault: string('故障', 'Fault', { computed: true, list: true, max: 500 }),
    fault_en: string('英文故障', 'Fault in English', { computed: true, max: 500 }),
    uid_validity: string('UIDVALIDITY', 'UIDVALIDITY', { computed: true, internal: true, max: 20 }),
    last_uid: string('已收取的最后一封', 'Last mail fetched', { computed: true, internal: true, max: 20 }),
    failing_uid: string('收取失败的邮件', 'Mail that fails', { computed: true, internal: true, max: 20 }),
    failures: integer('失败次数', 'Failures', { computed: true, internal: true }),
    fetcher: string('正在收取的进程', 'Fetching process', { computed: true, internal: true, max: 36 }),
    fetcher_until: datetime('收取占用至', 'Fetching until', { computed: true, internal: true }),
  },
})

export type IncomingMailbox = Row<typeof incoming_mailbox>
