import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { cutName, safeName } from '../../model/documents/archive-name.ts'
import { extensionOf } from '../documents/file-kind.ts'
import { readMessage } from '../documents/preview/read-message.ts'
import type { Received } from './received.ts'

type Attached = { name: string; size: number }

const WHOLE_PAGES = new Set(['pdf', 'tif', 'tiff', 'zip', 'xml', 'eml'])
const PICTURES = new Set(['jpg', 'jpeg', 'png', 'gif'])
/** Smaller pictures of a mail are logos and signatures. */
const SMALLEST_PAGE = 100 << 10

/** Whether an attachment may contain a notice and is worth reading */
export function mayHoldNotice({ name, size }: Attached): boolean {
  const ext = extensionOf(name)
  return WHOLE_PAGES.has(ext) || (PICTURES.has(ext) && size >= SMALLEST_PAGE)
}

const LARGEST_MAIL = 80 << 20
const MAX_ATTACHMENTS = 100

/** The attachments of a message in which a notice may stand, on the disk; a message that is attached is one of them. */
export async function attachmentsOf(mail: Received, folder: string): Promise<Received[]> {
  if ((await stat(mail.path)).size > LARGEST_MAIL) return []
  const { attachments } = await readMessage(await readFile(mail.path))
  const found: Received[] = []
  for (const [at, { filename, mimeType, content }] of attachments.slice(0, MAX_ATTACHMENTS).entries()) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer) // as asked: no text
    const name = cutName(safeName((filename ?? '').replace(/^.*[\\/]/, ''))) || `${at + 1}.${EXTENSIONS[mimeType] ?? 'bin'}`
    if (bytes.length === 0 || !mayHoldNotice({ name, size: bytes.length })) continue
    const path = join(folder, `${basename(mail.path)}-mail-${at}`)
    await writeFile(path, bytes, { mode: 0o600 })
    found.push({ path, name, size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex'), packed_in: mail.name })
  }
  return found
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'message/rfc822': 'eml',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/tiff': 'tif',
}
