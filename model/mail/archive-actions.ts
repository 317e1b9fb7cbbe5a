import type { Preview } from '../documents/preview.ts'
import { defineAction, facts, sidOf } from '../kit/action.ts'
import { boolean, integer, link, string } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'

export const testMailbox = defineAction({
  model: 'incoming_mailbox',
  name: 'test',
  zh: '以已保存的设置连接邮箱，说明能否收信',
  en: 'Connect to the mailbox by the saved settings and say whether mail can be fetched',
  body: { sid: sidOf('incoming_mailbox') },
  answer: { works: boolean('可用', 'It works'), says: string('结果', 'Result', { max: 500 }) },
  permission: 'update',
  on: 'record',
})

export const fetchMailbox = defineAction({
  model: 'incoming_mailbox',
  name: 'fetch',
  zh: '立即收取',
  en: 'Fetch now',
  body: { sid: sidOf('incoming_mailbox') },
  answer: { job: link('任务', 'Job', { to: 'job' }) },
  permission: 'update',
  on: 'record',
})

export const fileMail = defineAction({
  model: 'archived_mail',
  name: 'file',
  zh: '归档到案件：邮件和附件成为案件的文档；可按发件人和主题文字保存规则',
  en: 'File to a case: the mail and its attachments become documents of the case; the sender and a text of the subject may be kept as a rule',
  body: {
    sid: sidOf('archived_mail'),
    case_sid: link('案件', 'Case', { to: 'case', required: true }),
    subject_text: string('主题包含（保存为规则）', 'Text in the subject (kept as a rule)', { min: 3, max: 100 }),
  },
  answer: { record: 'archived_mail' },
  permission: 'update',
  also: { document: 'create' },
  on: 'record',
})

export const dismissMail = defineAction({
  model: 'archived_mail',
  name: 'dismiss',
  zh: '不归档',
  en: 'Do not file',
  body: { sid: sidOf('archived_mail'), reason: string('理由', 'Reason', { max: 255 }) },
  answer: { record: 'archived_mail' },
  permission: 'update',
  on: 'record',
})

export const readMail = defineAction({
  model: 'archived_mail',
  name: 'read',
  zh: '邮件正文；其中的网络内容不加载',
  en: 'The text of the mail; nothing is loaded from the network',
  body: { sid: sidOf('archived_mail') },
  answer: {
    preview: facts<Preview>('正文', 'Text', { type: 'object' }),
    subject_text: string('可作规则的主题文字', 'Text of the subject for a rule', { max: 100, nullable: true }),
  },
  permission: 'get',
  on: 'record',
})

export const downloadMailFile = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/archived_mail/do/download/:sid/:at',
  tag: 'archived_mail',
  zh: '下载归档邮件的附件；0 为邮件本身',
  en: 'Download an attachment of an archived mail; 0 is the mail itself',
  path: { sid: link('邮件', 'Mail', { to: 'archived_mail' }), at: integer('附件', 'Attachment', { min: 0, max: 200 }) },
  answer: { file: 'application/octet-stream', leaves: 'DOWNLOADED' },
  permission: 'get',
  of: 'archived_mail',
})
