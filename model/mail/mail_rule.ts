import { datetime, link, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { MAIL_ADDRESS } from './addresses.ts'

/** A rule learned when a person files a mail: mails of this sender with this text in the subject belong to the case. */
export const mail_rule = defineModel({
  name: 'mail_rule',
  zh: '邮件归档规则',
  en: 'Mail filing rule',
  display: ['sender', 'subject_text'],
  visibility: { through: 'case_sid' },
  uniques: [['sender', 'subject_text', 'case_sid']],
  indexes: [['sender']],
  refuses: { import: ['归档规则在归档邮件时建立', 'Filing rules are made when a mail is filed'] },
  fields: {
    sender: string('发件人', 'Sender', {
      required: true,
      searchable: true,
      list: true,
      max: 254,
      lower: true,
      pattern: MAIL_ADDRESS,
      pattern_says: ['应为邮箱地址', 'must be an e-mail address'],
    }),
    subject_text: string('主题包含', 'Text in the subject', {
      required: true,
      searchable: true,
      list: true,
      min: 3,
      max: 100,
      help: ['如代理机构的案号', 'Such as the case number of the agency'],
    }),
    case_sid: link('案件', 'Case', { to: 'case', required: true, searchable: true, list: true }),
    used_at: datetime('上次使用', 'Last used', { computed: true, list: true }),
  },
})

export type MailRule = Row<typeof mail_rule>
