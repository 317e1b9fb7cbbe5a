import type { ImapFlow, MessageStructureObject } from 'imapflow'
import type { Words } from '../../model/kit/fields.ts'
import { type Context, inTransaction } from '../records/context.ts'
import { notify } from '../records/notifying/notifications.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { plain } from './read-head.ts'

/** Report of a mail server about a mail that it could not deliver [RFC 3464] */
type Report = { message_ids: string[]; addresses: string[]; why: string }

const MAX_BYTES = 64 << 10

/**
 * Marks our returned mail and notifies its sender; false if the report is of another mail. The sender of a report is
 * a mail server outside the list of allowed senders: it must know the Message-ID and a recipient of the mail.
 */
export async function takeReturned(ctx: Context, client: ImapFlow, uid: number): Promise<boolean> {
  const report = await reportOf(client, uid)
  if (!report || report.message_ids.length === 0) return false
  const found = await ctx.db
    .selectFrom('outgoing_mail')
    .where('deleted_at', 'is', null)
    .select(['sid', 'to_addresses', 'cc_addresses'])
    .where('message_id', 'in', report.message_ids)
    .limit(1)
    .executeTakeFirst()
  if (!found) return false
  const sentTo = new Set([...(found.to_addresses ?? []), ...(found.cc_addresses ?? [])].map((address) => address.toLowerCase()))
  const addresses = report.addresses.filter((address) => sentTo.has(address.toLowerCase()))
  if (addresses.length === 0) return false
  await inTransaction(ctx, (tx) => mark(tx, found.sid, { ...report, addresses }))
  return true
}

const [MAX_REASON, SHORT_REASON] = [500, 40]

/** Each address of a mail may be reported separately; a repeated report is ignored, and so is one that exceeds the text. */
async function mark(ctx: Context, sid: string, { addresses, why }: Report) {
  const model = modelNamed(ctx.tenant.models, 'outgoing_mail')
  const [row] = await lockRows(ctx, model, [sid])
  if (row?.state !== 'SENT' && row?.state !== 'RETURNED') return
  const told: Words = row.state === 'RETURNED' ? [row.reason ?? '', row.reason_en ?? ''] : ['', '']
  const known = new Set(told[1].toLowerCase().split(/[\s,;:]+/))
  const further = addresses.filter((address) => !known.has(address.toLowerCase()))
  const found = wordsOf(told, further, why)
  if (!found) return
  const [reason, reason_en] = found
  const draft = draftFrom(row)
  setValue(draft, 'state', 'RETURNED')
  setValue(draft, 'reason', joined(told, found)[0])
  setValue(draft, 'reason_en', joined(told, found)[1])
  await updateDrafts(ctx, model, [draft])
  if (typeof row.sender_sid !== 'string') return
  const [title, title_en] = [`邮件被退回：${String(row.subject)}（${reason}）`, `A mail came back: ${String(row.subject)} (${reason_en})`]
  await notify(ctx, [{ user_sid: row.sender_sid, level: 'URGENT', title, title_en, link: `/m/outgoing_mail/${sid}`, about: null }], 'CASE')
}

/** As many of the addresses as the text still takes: it has the whole reason of the first, and little of the others. Undefined when it takes none. */
function wordsOf(told: Words, addresses: readonly string[], why: string): Words | undefined {
  const reasons = [...(told[1] ? [] : [why]), plain(why, SHORT_REASON), '']
  for (let count = addresses.length; count > 0; count--) {
    const to = addresses.slice(0, count).join(', ')
    for (const reason of reasons) {
      const words: Words = [`未能送达 ${to}${reason && `：${reason}`}`, `not delivered to ${to}${reason && `: ${reason}`}`]
      if (joined(told, words).every((text) => text.length <= MAX_REASON)) return words
    }
  }
  return undefined
}

const joined = (told: Words, more: Words): Words => [[told[0], more[0]].filter(Boolean).join('；'), [told[1], more[1]].filter(Boolean).join('; ')]

async function reportOf(client: ImapFlow, uid: number): Promise<Report | undefined> {
  const found = await client.fetchOne(String(uid), { uid: true, bodyStructure: true }, { uid: true })
  const parts = (found && found.bodyStructure?.childNodes) || []
  const status = await textOf(client, uid, parts.find(({ type }) => type === 'message/delivery-status')) // oxfmt-ignore
  const original = await textOf(client, uid, parts.find(({ type }) => type === 'message/rfc822' || type === 'text/rfc822-headers')) // oxfmt-ignore
  const failed = unfolded(status).split(/\n{2,}/).filter((one) => /^Action:\s*failed\b/im.test(one)) // oxfmt-ignore
  if (failed.length === 0) return undefined
  const head = unfolded(original).split(/\n{2,}/)[0] ?? ''
  // The final recipient of a forwarded mail differs from the address of the mail.
  const addresses = failed.flatMap((one) => ['Original-Recipient', 'Final-Recipient'].flatMap((name) => valueOf(one, name) ?? []))
  return {
    message_ids: [...head.matchAll(/^Message-ID:\s*(<[^<>\s]{1,250}>)/gim)].flatMap(([, id]) => id ?? []).slice(0, 1),
    addresses: [...new Set(addresses.map((one) => plain(one, 254).replace(/^<(.*)>$/, '$1')))],
    why: plain(failed.map((one) => valueOf(one, 'Diagnostic-Code') ?? one.match(/^Status:\s*(.+)$/im)?.[1] ?? '').find(Boolean) ?? '', 200),
  }
}

/** A field of a report without its type, as in `rfc822; name@domain`. */
const valueOf = (block: string, name: string): string | undefined => block.match(new RegExp(`^${name}:\\s*(?:[\\w-]+\\s*;)?\\s*(.+)$`, 'im'))?.[1]

const unfolded = (text: string) => text.replace(/\r\n?/g, '\n').replace(/\n[ \t]+/g, ' ')

async function textOf(client: ImapFlow, uid: number, part: MessageStructureObject | undefined): Promise<string> {
  if (!part) return ''
  const { content } = await client.download(String(uid), part.part ?? '1', { uid: true, maxBytes: MAX_BYTES })
  const pieces: Buffer[] = []
  for await (const piece of content ?? []) pieces.push(piece as Buffer) // a stream of bytes
  return Buffer.concat(pieces).toString('utf8')
}
