import type { Fields } from '../kit/action.ts'
import { facts } from '../kit/action.ts'
import { boolean, integer, json, option, string } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'
import { MAIL_ADDRESS, MAIL_SAYS } from './addresses.ts'

/** The mailbox from which the product sends, and the address to which its links lead. */
export const MAIL_SETTINGS = {
  host: string('发信服务器', 'Mail server', {
    max: 190,
    pattern: '^[A-Za-z0-9._:-]+$',
    pattern_says: ['应为主机名或地址', 'must be a host name or address'],
    help: ['SMTP 主机名；清空即停止发信', 'Host name of the SMTP server; without it nothing is sent'],
  }),
  port: integer('端口', 'Port', { min: 1, max: 65_535 }),
  security: option('加密', 'Encryption', {
    TLS: ['TLS（常用 465 端口）', 'TLS (usually port 465)'],
    STARTTLS: ['STARTTLS（常用 587 端口）', 'STARTTLS (usually port 587)'],
    NONE: ['不加密', 'None'],
  }),
  username: string('发信账号', 'Account of the mailbox', { max: 190 }),
  password: string('发信密码', 'Password of the mailbox', { max: 500, verbatim: true, secret: true }),
  from_address: string('发件地址', 'Sender address', { max: 254, pattern: MAIL_ADDRESS, pattern_says: MAIL_SAYS }),
  from_name: string('发件人名称', 'Sender name', { max: 60 }),
  reply_address: string('回复地址', 'Address for replies', {
    max: 254,
    pattern: MAIL_ADDRESS,
    pattern_says: MAIL_SAYS,
    help: [
      '案件邮件的回复发到这里；应为系统收取的邮箱，回复才会自动归档',
      'Replies to mails about cases go to it; they are filed if it is a mailbox that this system fetches',
    ],
  }),
  site_address: string('系统网址', 'Address of this system', {
    max: 190,
    pattern: '^https?://[A-Za-z0-9._-]+(:\\d{1,5})?$',
    pattern_says: ['应为 https://主机名，不含路径', 'must be https:// and a host name, without a path'],
    help: ['邮件中链接的开头，如 https://ip.example.com', 'Links in mails begin with it, such as https://ip.example.com'],
  }),
} as const satisfies Fields

const { password: _password, ...SHOWN } = MAIL_SETTINGS
const NULLABLE = Object.fromEntries(Object.entries(SHOWN).map(([code, field]) => [code, { ...field, nullable: true }])) as {
  [K in keyof typeof SHOWN]: (typeof SHOWN)[K] & { nullable: true }
} // the same keys
const ANSWER = { ...NULLABLE, password: facts<{ is_set: boolean }>('发信密码', 'Password of the mailbox', { type: 'object' }) }

export const readMailSettings = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/setting/mail',
  tag: 'settings',
  zh: '发信设置：仅系统管理员；密码只说明是否已设置',
  en: 'Settings of outgoing mail, for administrators; of the password only whether it is set',
  answer: ANSWER,
  permission: 'update',
  of: 'role',
})

const CONFIRM = json('已确认的提醒', 'Warnings that the caller has confirmed', {
  keeps_empty: true,
  content: { type: 'array', items: { type: 'string' }, maxItems: 10 },
})

export const changeMailSettings = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/mail/do/update',
  tag: 'settings',
  zh: '修改发信设置：null 清空；改服务器时须重新填写密码',
  en: 'Change the settings of outgoing mail; null clears; another server needs the password again',
  body: { ...MAIL_SETTINGS, confirm: CONFIRM },
  changes: true,
  answer: ANSWER,
  permission: 'update',
  of: 'role',
})

export const sendTestMail = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/mail/do/test',
  tag: 'settings',
  zh: '以已保存的设置向一个地址发一封测试邮件',
  en: 'Send a test mail to an address by the saved settings',
  body: { to: string('收件地址', 'To', { required: true, max: 254, pattern: MAIL_ADDRESS, pattern_says: MAIL_SAYS }) },
  answer: { sent: boolean('已发送', 'Sent') },
  permission: 'update',
  of: 'role',
})
