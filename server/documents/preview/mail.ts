import { readFile, stat, writeFile } from 'node:fs/promises'
import type { Address, Attachment, Email } from 'postal-mime'
import { safeName } from '../../../model/documents/archive-name.ts'
import { type MailHead, type Preview, SHOWN } from '../../../model/documents/preview.ts'
import { refuse } from '../../errors.ts'
import { cleanHtml } from './clean-html.ts'
import { MAX_IN_MEMORY, TOO_LARGE } from './limits.ts'
import { readMessage } from './read-message.ts'

export const isMail = ({ ext, content_type }: { ext: string; content_type: string }) => ext === 'eml' || content_type === 'message/rfc822'

const LARGEST_PICTURE = 2 << 20
const PICTURES = /^image\/(png|jpeg|gif|webp)$/

async function readMail(path: string): Promise<Email> {
  if ((await stat(path)).size > MAX_IN_MEMORY) refuse('rule', TOO_LARGE)
  return readMessage(await readFile(path))
}

/** The mail without scripts and external content */
export async function previewMail(path: string): Promise<Preview> {
  const mail = await readMail(path)
  const pictures = new Map(mail.attachments.flatMap((one) => pictureOf(one)))
  const clean = mail.html ? cleanHtml(mail.html, pictures) : undefined
  return {
    kind: 'mail',
    heads: headsOf(mail),
    html: clean?.html ?? null,
    text: (mail.text ?? '').slice(0, SHOWN.characters).toWellFormed(),
    remote: clean?.remote ?? 0,
    files: mail.attachments.map((one, at) => ({ at, name: nameOf(one, at), size: bytesOf(one).length })),
  }
}

export async function unpackFromMail(path: string, at: number, to: string): Promise<string | undefined> {
  const found = (await readMail(path)).attachments[at]
  if (!found) return undefined
  await writeFile(to, bytesOf(found), { mode: 0o600 })
  return nameOf(found, at)
}

/** Small pictures of the mail itself, by the name that its text gives them. */
function pictureOf(one: Attachment): [string, string][] {
  const bytes = bytesOf(one)
  const name = one.contentId?.replace(/^<|>$/g, '')
  if (!name || !PICTURES.test(one.mimeType) || bytes.length > LARGEST_PICTURE) return []
  return [[name, `data:${one.mimeType};base64,${bytes.toString('base64')}`]]
}

const bytesOf = ({ content }: Attachment) => (typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)) // as asked: no text

const nameOf = ({ filename, mimeType }: Attachment, at: number) =>
  safeName(filename ?? '') || `${at + 1}.${mimeType === 'message/rfc822' ? 'eml' : safeName(mimeType.split('/')[1] ?? '')}`

function headsOf({ from, to, cc, subject, date }: Email): MailHead[] {
  const heads: MailHead[] = [
    { head: 'from', value: from ? addressOf(from) : '' },
    { head: 'to', value: (to ?? []).map(addressOf).join('; ') },
    { head: 'cc', value: (cc ?? []).map(addressOf).join('; ') },
    { head: 'subject', value: subject ?? '' },
    { head: 'date', value: date ?? '' },
  ]
  return heads.filter(({ value }) => value !== '').map(({ head, value }) => ({ head, value: value.slice(0, 2000).toWellFormed() }))
}

const addressOf = ({ name, address, group }: Address): string =>
  group ? `${name}: ${group.map(addressOf).join(', ')}` : name && address ? `${name} <${address}>` : (address ?? name)
