import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImapFlow, MessageStructureObject } from 'imapflow'
import { cutName, safeName } from '../../model/documents/archive-name.ts'
import type { KEEPING, StoredMailFile } from '../../model/mail/archived_mail.ts'
import { MAX_ATTACHMENTS_MB } from '../../model/mail/incoming_mailbox.ts'
import { recognise } from '../documents/file-kind.ts'
import { textOfHtml } from '../documents/text/plain.ts'
import { measured } from '../storage/measured.ts'
import type { Storage } from '../storage/storage.ts'
import { plain } from './read-head.ts'

export type Attachment = { name: string; size: number; hash: string; kept: keyof typeof KEEPING }
export type ReadParts = { text: string; attachments: Attachment[]; files: StoredMailFile[] }

const MB = 1 << 20
const MAX_PARTS = 100
const MAX_TEXT = MB
/** A mail with its attachments in base64. */
export const MAX_MAIL = Math.ceil(MAX_ATTACHMENTS_MB * 1.4) * MB + 2 * MB

export const TOO_LARGE = 'the attachments together are too large'
export const TOO_MANY = 'the mail has too many parts'

type Source = { client: ImapFlow; uid: number; folder: string; storage: Storage; month: string; limit: number }

/**
 * Streams the mail and each of its attachments to the storage, one after the other. `keys` names each stored file as soon as
 * it may exist, so that the caller can remove them. Answers a text where the mail exceeds a limit; then nothing is stored.
 */
export async function readParts(source: Source, keys: string[]): Promise<ReadParts | typeof TOO_LARGE | typeof TOO_MANY | undefined> {
  const found = await source.client.fetchOne(String(source.uid), { uid: true, bodyStructure: true }, { uid: true })
  if (!found || !found.bodyStructure) return undefined
  const leaves = leavesOf(found.bodyStructure)
  if (leaves.length > MAX_PARTS) return TOO_MANY
  const parts = leaves.filter(isAttachment)
  const read: ReadParts = { text: await bodyOf(source, leaves), attachments: [], files: [] }
  const whole = await stored(source, keys, { name: 'mail.eml', part: undefined, limit: MAX_MAIL })
  if (!whole.file) return whole.kept === 'TOO_LARGE' ? TOO_LARGE : undefined
  read.files.push(whole.file)
  let left = MAX_ATTACHMENTS_MB * MB
  for (const [at, part] of parts.entries()) {
    const name = nameOf(part, at)
    const { file, size, hash, kept } = await stored(source, keys, { name, part: part.part ?? '1', limit: Math.min(source.limit, left + 1) })
    left -= size
    if (left < 0) return TOO_LARGE
    read.attachments.push({ name, size, hash, kept })
    if (file) read.files.push({ ...file, at })
  }
  return read
}

/** Parts that are not made of others; a forwarded mail is one part. */
function leavesOf(node: MessageStructureObject, depth = 0): MessageStructureObject[] {
  if (node.type === 'message/rfc822' || !node.childNodes?.length || depth > 50) return [node]
  const found: MessageStructureObject[] = []
  for (const child of node.childNodes) {
    found.push(...leavesOf(child, depth + 1))
    if (found.length > MAX_PARTS) break
  }
  return found
}

const isText = ({ type, disposition }: MessageStructureObject) => (type === 'text/plain' || type === 'text/html') && disposition !== 'attachment'

/** The text itself and the pictures in it are no attachments. */
function isAttachment(part: MessageStructureObject): boolean {
  if (part.disposition === 'attachment') return true
  if (part.type.startsWith('multipart/')) return false
  const isInText = part.type.startsWith('image/') && part.id !== undefined
  return !isInText && !(isText(part) && givenName(part) === '')
}

const givenName = ({ dispositionParameters, parameters }: MessageStructureObject) => dispositionParameters?.['filename'] ?? parameters?.['name'] ?? ''

const EXTENSIONS: Readonly<Record<string, string>> = { 'message/rfc822': 'eml', 'application/pdf': 'pdf', 'text/plain': 'txt', 'text/html': 'html' }

function nameOf(part: MessageStructureObject, at: number): string {
  const given = givenName(part).replace(/^.*[\\/]/, '') || (part.envelope?.subject ? `${part.envelope.subject}.eml` : '')
  return (
    cutName(safeName(plain(given, 255))) || `${at + 1}.${EXTENSIONS[part.type] ?? (part.type.split('/')[1] ?? 'bin').replace(/\W/g, '').slice(0, 16)}`
  )
}

/** The beginning of the first text, for finding the case. */
async function bodyOf({ client, uid }: Source, leaves: readonly MessageStructureObject[]): Promise<string> {
  const texts = leaves.filter((part) => !isAttachment(part) && isText(part))
  const part = texts.find(({ type }) => type === 'text/plain') ?? texts[0]
  if (!part) return ''
  const found = await client.download(String(uid), part.part ?? '1', { uid: true, maxBytes: MAX_TEXT })
  if (!found.content) return ''
  const text = (await bytesOf(found.content)).toString('utf8')
  return part.type === 'text/html' ? textOfHtml(text) : text
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer) // a stream of bytes
  return Buffer.concat(chunks)
}

type Wanted = { name: string; part: string | undefined; limit: number }
type Kept = { kept: Attachment['kept']; size: number; hash: string; file?: StoredMailFile }

/** One part, without holding it: to the disk, then to the storage. */
async function stored({ client, uid, folder, storage, month }: Source, keys: string[], { name, part, limit }: Wanted): Promise<Kept> {
  const found = await client.download(String(uid), part, { uid: true, maxBytes: limit + 1 })
  if (!found.content) return { kept: 'EMPTY', size: 0, hash: '' }
  const path = join(folder, 'part')
  const measure = measured()
  await pipeline(found.content, measure.stream, createWriteStream(path, { mode: 0o600 }))
  const size = measure.size()
  try {
    if (size === 0) return { kept: 'EMPTY', size, hash: '' }
    if (size > limit) return { kept: 'TOO_LARGE', size, hash: '' }
    const hash = measure.hash()
    const kind = part === undefined ? { ext: 'eml', content_type: 'message/rfc822' } : await recognise(path, name)
    if (typeof kind === 'string') return { kept: kind === 'program' ? 'PROGRAM' : 'ODD', size, hash }
    const key = `mail/${month}/${randomUUID()}`
    keys.push(key)
    await storage.put(key, createReadStream(path), kind.content_type)
    return { kept: 'KEPT', size, hash, file: { key, name, size, hash, ...kind } }
  } finally {
    await rm(path, { force: true })
  }
}

/** The same mail has the same fingerprint in every mailbox: it depends on the content, not on the route. */
export function fingerprintOf(
  head: { message_id: string | null; from_address: string; subject: string; sent_at: string | null },
  read: ReadParts,
): string {
  const { message_id, from_address, subject, sent_at } = head
  const parts = read.attachments.map(({ name, size, hash }) => [name, size, hash])
  return createHash('sha256')
    .update(JSON.stringify([message_id, from_address, subject, sent_at, read.text, parts]))
    .digest('hex')
}
