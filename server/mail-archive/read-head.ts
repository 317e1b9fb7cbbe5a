import type { ImapFlow } from 'imapflow'
import PostalMime, { type Address } from 'postal-mime'

/** Headers are read up to this length; a mail with longer ones is not archived. */
const MAX_HEAD = 256 << 10

export type MailHead = {
  message_id: string | null
  subject: string
  from_address: string
  from_name: string
  to_addresses: string
  sent_at: string | null
  received_at: string
  size: number
  /** Message-IDs of the mails that this one answers. */
  answers: string[]
  /** A mail server reports what became of a mail. */
  is_report: boolean
}

/** The facts of the mail's headers; undefined where the mail has gone, 'long' where its headers are too long. */
export async function readHead(client: ImapFlow, uid: number): Promise<MailHead | 'long' | undefined> {
  const found = await client.fetchOne(
    String(uid),
    { uid: true, size: true, internalDate: true, source: { start: 0, maxLength: MAX_HEAD } },
    { uid: true },
  )
  if (!found || !found.source) return undefined
  const { source, internalDate, size = source.length } = found
  const end = endOf(source)
  if (end === undefined && source.length >= MAX_HEAD) return 'long'
  const mail = await PostalMime.parse(source.subarray(0, end ?? source.length))
  const senders = mail.headers.filter(({ key }) => key === 'from')
  const from = senders.length === 1 && mail.from && !mail.from.group ? mail.from : undefined
  const received = new Date(internalDate ?? Date.now())
  return {
    message_id: plain(mail.messageId ?? '', 500) || null,
    subject: plain(mail.subject ?? '', 500),
    from_address: plain(from?.address ?? '', 254).toLowerCase(),
    from_name: plain(from?.name ?? '', 255),
    to_addresses: plain([...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(addressesOf).join('; '), 1000),
    sent_at: momentOf(mail.date),
    received_at: Number.isNaN(received.getTime()) ? new Date().toISOString() : received.toISOString(),
    size,
    answers: [...`${mail.inReplyTo ?? ''} ${mail.references ?? ''}`.matchAll(/<[^<>\s]{1,250}>/g)].map(([id]) => id).slice(-50),
    is_report: mail.headers.some(({ key, value }) => key === 'content-type' && /multipart\/report/i.test(value) && /delivery-status/i.test(value)),
  }
}

function endOf(source: Buffer): number | undefined {
  const ends = ['\r\n\r\n', '\n\n'].map((mark) => source.indexOf(mark)).filter((at) => at >= 0)
  return ends.length > 0 ? Math.min(...ends) : undefined
}

const addressesOf = (one: Address): string[] => (one.group ? one.group.flatMap(addressesOf) : one.address ? [one.address] : [])

function momentOf(date: string | undefined): string | null {
  const moment = new Date(date ?? '')
  const isUsual = moment.getTime() > 0 && moment.getUTCFullYear() < 2200
  return isUsual ? moment.toISOString() : null
}

/** One line without control characters, cut to the length of its field. */
export const plain = (text: string, longest: number) =>
  text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
    .replace(/\ufffd$/, '')
