import { string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** An address, or a domain with all its addresses, whose mails are archived from the mailboxes of the company. Mails of others are only recorded. */
export const mail_sender = defineModel({
  name: 'mail_sender',
  zh: '发件人白名单',
  en: 'Allowed sender',
  display: ['address'],
  configuration: { key: [['address']] },
  fields: {
    address: string('地址或域名', 'Address or domain', {
      required: true,
      unique: 'company',
      searchable: true,
      list: true,
      max: 254,
      lower: true,
      pattern: '^(?:[^\\s@<>,;:"()\\[\\]\\\\]{1,64}@)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$',
      pattern_says: [
        '应为邮箱地址或域名，如 a@agency.example 或 agency.example',
        'must be an address or a domain, such as a@agency.example or agency.example',
      ],
      help: ['域名不含其子域名', 'A domain does not include its subdomains'],
    }),
    note: string('说明', 'Note', { list: true, max: 255 }),
  },
})

export type MailSender = Row<typeof mail_sender>
