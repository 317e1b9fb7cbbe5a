import { setTimeout as delay } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import type { Words } from '../../model/kit/fields.ts'
import type { RowOf } from '../database/tables.ts'
import type { Context } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { readSecret } from '../records/write/secrets.ts'
import { isAllowedHost } from '../outbound/allowed-hosts.ts'
import { isOfCertificate } from '../outbound/certificate-fault.ts'

export type Mailbox = RowOf<'incoming_mailbox'>
export type Opened = { client: ImapFlow; uidValidity: string }

/** Obstacle to fetching, in words for the administrator */
export class MailboxFault extends Error {
  readonly words: Words

  constructor(words: Words, cause?: unknown) {
    super(words[1], { cause })
    this.words = words
  }
}

/** Opens the folder read-only and runs `act`; every fault of the connection is a MailboxFault. */
export async function withMailbox<T>(ctx: Context, mailbox: Mailbox, act: (opened: Opened) => Promise<T>): Promise<T> {
  if (!isAllowedHost(mailbox.host ?? ''))
    throw new MailboxFault([
      '收信服务器不在运维人员允许连接的主机之内',
      'the mail server is not among the hosts to which the operator allows connections',
    ])
  const pass = await readSecret(ctx, modelNamed(ctx.tenant.models, 'incoming_mailbox'), mailbox.sid, 'password')
  const client = new ImapFlow({ ...optionsOf(mailbox), auth: { user: mailbox.username ?? '', pass: pass ?? '' } })
  let lost: unknown
  client.on('error', (error) => (lost = error)) // the call that waits fails, too
  try {
    await client.connect().catch((error: unknown) => {
      throw new MailboxFault(faultOf(error), error)
    })
    const folder = await client.mailboxOpen(mailbox.folder ?? 'INBOX', { readOnly: true }).catch((error: unknown) => {
      throw new MailboxFault(isMissing(error) ? noFolder(mailbox) : faultOf(error), error)
    })
    const done = await act({ client, uidValidity: String(folder.uidValidity) })
    await Promise.race([client.logout().catch(() => undefined), delay(GOODBYE_MS, undefined, { ref: false })])
    return done
  } catch (error) {
    if (error instanceof MailboxFault || !(isOfConnection(error) || lost)) throw error
    throw new MailboxFault(faultOf(lost ?? error), error)
  } finally {
    client.close()
  }
}

const GOODBYE_MS = 3000

/** A server that says nothing is given up soon; no response is larger than a part of a mail. */
const optionsOf = ({ host, port, security }: Mailbox) => ({
  host: host ?? '',
  port: port ?? 993,
  secure: security === 'TLS',
  doSTARTTLS: security === 'TLS' ? undefined : security === 'STARTTLS',
  logger: false as const,
  disableAutoIdle: true,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
  maxLiteralSize: 4 << 20,
  maxLineLength: 4 << 20,
})

const noFolder = ({ folder }: Mailbox): Words => [`邮箱中没有文件夹“${folder}”`, `the mailbox has no folder “${folder}”`]

type Told = { code: string; isRefused: boolean; isMissing: boolean; isTls: boolean }

/** Facts of an error of the library or the system, of any class */
function told(error: unknown): Told {
  const { code, authenticationFailed, mailboxMissing, serverResponseCode, tlsFailed } = (error ?? {}) as Record<string, unknown> // read as they are
  return {
    code: typeof code === 'string' ? code : '',
    isRefused: authenticationFailed === true || serverResponseCode === 'AUTHENTICATIONFAILED',
    isMissing: mailboxMissing === true || serverResponseCode === 'NONEXISTENT',
    isTls: tlsFailed === true,
  }
}

const isMissing = (error: unknown) => told(error).isMissing

function isOfConnection(error: unknown): boolean {
  const { code, isRefused } = told(error)
  return isRefused || code in FAULTS || isOfCertificate(code)
}

export function faultOf(error: unknown): Words {
  const { code, isRefused, isTls } = told(error)
  if (isRefused) return ['收信服务器不接受账号或密码', 'the mail server refuses the account or password']
  if (isOfCertificate(code)) return ['收信服务器的证书不可信', 'the certificate of the mail server is not trusted']
  return (
    FAULTS[code] ?? (isTls || /SSL|TLS|EPROTO/.test(code) ? WRONG_TLS : ['收信服务器没有接受请求', 'the mail server does not accept the request'])
  )
}

const WRONG_TLS: Words = [
  '收信服务器不支持所选的加密，请核对加密方式和端口',
  'the mail server does not offer the chosen encryption; check the encryption and the port',
]
const UNREACHED: Words = ['连不上收信服务器，请核对主机和端口', 'the mail server cannot be reached; check the host and the port']
const SILENT: Words = ['收信服务器没有回答，请核对端口和加密方式', 'the mail server does not answer; check the port and the encryption']
const BROKEN: Words = ['与收信服务器的连接中断', 'the connection to the mail server was lost']
const FAULTS: Readonly<Record<string, Words>> = {
  ENOTFOUND: ['没有这个收信服务器', 'there is no such mail server'],
  EAI_AGAIN: ['没有这个收信服务器', 'there is no such mail server'],
  ECONNREFUSED: UNREACHED,
  EHOSTUNREACH: UNREACHED,
  ENETUNREACH: UNREACHED,
  EADDRNOTAVAIL: UNREACHED,
  ERR_SOCKET_BAD_PORT: UNREACHED,
  ETIMEDOUT: SILENT,
  ETIMEOUT: SILENT,
  CONNECT_TIMEOUT: SILENT,
  GREETING_TIMEOUT: SILENT,
  UPGRADE_TIMEOUT: SILENT,
  ECONNRESET: BROKEN,
  EPIPE: BROKEN,
  NoConnection: BROKEN,
  EConnectionClosed: BROKEN,
}
