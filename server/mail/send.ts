import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Words } from '../../model/kit/fields.ts'
import type { Tenant } from '../records/context.ts'
import { isAllowedHost } from '../outbound/allowed-hosts.ts'
import { isOfCertificate } from '../outbound/certificate-fault.ts'
import { type Mailbox, mailboxOf } from './mail-settings.ts'

export type Attachment = { name: string; type: string; content: Buffer | Readable }
/** `message_id`: the same for each attempt, so that a mail that arrives twice is known to be one. */
export type Mail = { to: string; subject: string; text: string; message_id?: string; attachments?: readonly Attachment[] }
export type FullMail = Omit<Mail, 'to'> & { to: readonly string[]; cc: readonly string[] }

/**
 * Result of a mail: the addresses that the server refused beside the accepted ones, or the obstacle. `isFinal`: another attempt
 * is of no use. `isTheirs`: the server takes mails, but none for these recipients.
 */
export type Delivery = { refused: readonly string[] } | { fault: Words; isFinal: boolean; isTheirs?: boolean }

/** Sends by the tenant's mailbox; returns the fault in words, or undefined. The caller decides who is notified. */
export async function sendMail(tenant: Sender, mail: Mail): Promise<Words | undefined> {
  const sent = await sendOneMail(tenant, mail)
  return 'fault' in sent ? sent.fault : undefined
}

export const sendOneMail = (tenant: Sender, mail: Mail): Promise<Delivery> =>
  withTransport(tenant, (transport, { from_name, from_address }) =>
    transport.sendMail({ ...contentOf(mail), to: addressed(mail.to), from: { name: from_name, address: from_address } }),
  )

/** Replies come to the address of the settings for them. */
export const deliver = (tenant: Sender, mail: FullMail): Promise<Delivery> =>
  withTransport(tenant, (transport, { from_name, from_address, reply_address }) =>
    transport.sendMail({
      ...contentOf(mail),
      to: mail.to.map(addressed),
      cc: mail.cc.map(addressed),
      from: { name: from_name, address: from_address },
      ...(reply_address && { replyTo: addressed(reply_address) }),
    }),
  )

const contentOf = ({ subject, text, message_id, attachments = [] }: Omit<Mail, 'to'>) => ({
  ...{ subject, text },
  ...(message_id && { messageId: message_id }),
  attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
})

type Sender = Pick<Tenant, 'db' | 'name' | 'keys'>
type Transport = ReturnType<typeof createTransport>

const addressed = (address: string) => ({ name: '', address })

async function withTransport(tenant: Sender, send: (transport: Transport, mailbox: Mailbox) => Promise<unknown>): Promise<Delivery> {
  const mailbox = await mailboxOf(tenant)
  if (!mailbox) return { fault: ['尚未设置发信邮箱', 'the sending mailbox is not set'], isFinal: false }
  if (!isAllowedHost(mailbox.host))
    return {
      fault: ['发信服务器不在运维人员允许连接的主机之内', 'the mail server is not among the hosts to which the operator allows connections'],
      isFinal: false,
    }
  const transport = createTransport(optionsOf(mailbox))
  try {
    return { refused: refusedOf(await send(transport, mailbox)) }
  } catch (error) {
    return { fault: faultOf(error), isFinal: isFinal(error), isTheirs: refusedOf(error).length > 0 }
  } finally {
    transport.close()
  }
}

const refusedOf = (info: unknown) =>
  typeof info === 'object' && info !== null && 'rejected' in info && Array.isArray(info.rejected)
    ? info.rejected.map((one: unknown) => (typeof one === 'object' && one !== null && 'address' in one ? String(one.address) : String(one)))
    : []

/** [RFC 5321, 4.2.1] A refusal of class 5 of the mail itself stays a refusal; one of the account or of the encryption is mended in the settings. */
const isFinal = (error: unknown) =>
  error instanceof Error &&
  !['EAUTH', 'ETLS'].includes(codeOf(error)) &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500

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

const textAt = (error: unknown, key: 'code' | 'originalCode') => {
  const found: unknown = error instanceof Error && key in error ? Reflect.get(error, key) : undefined
  return typeof found === 'string' ? found : ''
}
const codeOf = (error: unknown) => textAt(error, 'code')

/** For a failed connection, the code of the socket is more precise than that of the sending. */
function faultOf(error: unknown): Words {
  const cause = textAt(error, 'originalCode')
  if (isOfCertificate(cause)) return ['发信服务器的证书不可信', 'the certificate of the mail server is not trusted']
  if (/SSL|EPROTO/.test(cause)) return WRONG_TLS
  return FAULTS[codeOf(error)] ?? ['发信服务器没有收下邮件', 'the mail server did not take the mail']
}

const WRONG_TLS = ['发信服务器不支持所选的加密', 'the mail server does not offer the chosen encryption'] as const
const UNREACHED = ['连不上发信服务器', 'the mail server cannot be reached'] as const
const FAULTS: Readonly<Record<string, Words>> = {
  ECONNECTION: UNREACHED,
  ECONNREFUSED: UNREACHED,
  ESOCKET: UNREACHED,
  EDNS: ['没有这个发信服务器', 'there is no such mail server'],
  ETIMEDOUT: ['发信服务器没有回答', 'the mail server does not answer'],
  EAUTH: ['发信服务器不接受账号或密码', 'the mail server refuses the account or password'],
  ETLS: WRONG_TLS,
  EENVELOPE: ['发信服务器不接受发件或收件地址', 'the mail server refuses the sender or the recipient'],
}
