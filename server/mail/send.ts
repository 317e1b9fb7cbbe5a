import { createTransport } from 'nodemailer'
import type { Words } from '../../model/kit/fields.ts'
import type { Tenant } from '../records/context.ts'
import { type Mailbox, mailboxOf } from './mail-settings.ts'

/** `message_id`: the same for each attempt, so that a mail that arrives twice is known to be one. */
export type Mail = { to: string; subject: string; text: string; message_id?: string; attachments?: readonly Attachment[] }
export type Attachment = { name: string; type: string; content: Buffer }

/** Sends by the tenant's mailbox; what hinders it in words, or undefined. The caller decides who learns of it. */
export async function sendMail(tenant: Pick<Tenant, 'db' | 'name' | 'keys'>, mail: Mail): Promise<Words | undefined> {
  const mailbox = await mailboxOf(tenant)
  if (!mailbox) return ['尚未设置发信邮箱', 'the sending mailbox is not set']
  const transport = createTransport(optionsOf(mailbox))
  try {
    const { to, subject, text, message_id, attachments = [] } = mail
    await transport.sendMail({
      ...{ subject, text, to: { name: '', address: to }, from: { name: mailbox.from_name, address: mailbox.from_address } },
      ...(message_id && { messageId: message_id }),
      attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    })
    return undefined
  } catch (error) {
    return FAULTS[codeOf(error)] ?? ['发信服务器没有收下邮件', 'the mail server did not take the mail']
  } finally {
    transport.close()
  }
}

/** A server that says nothing is given up soon; no mail takes a file or an address of the network into it. */
const optionsOf = ({ host, port, security, auth }: Mailbox) => ({
  host,
  port,
  secure: security === 'TLS',
  requireTLS: security === 'STARTTLS',
  ignoreTLS: security === 'NONE',
  ...(auth && { auth }),
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  disableFileAccess: true,
  disableUrlAccess: true,
})

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')

const UNREACHED = ['连不上发信服务器', 'the mail server cannot be reached'] as const
const FAULTS: Readonly<Record<string, Words>> = {
  ECONNECTION: UNREACHED,
  ECONNREFUSED: UNREACHED,
  ESOCKET: UNREACHED,
  EDNS: ['没有这个发信服务器', 'there is no such mail server'],
  ETIMEDOUT: ['发信服务器没有回答', 'the mail server does not answer'],
  EAUTH: ['发信服务器不接受账号或密码', 'the mail server refuses the account or password'],
  ETLS: ['发信服务器不支持所选的加密', 'the mail server does not offer the chosen encryption'],
  EENVELOPE: ['发信服务器不接受发件或收件地址', 'the mail server refuses the sender or the recipient'],
}
