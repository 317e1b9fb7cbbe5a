import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { type Lang, wordIn, type Words } from '../../model/kit/fields.ts'
import { refuse } from '../errors.ts'

export type FileKind = { ext: string; content_type: string }

// One content under several extensions.
const SAME: readonly (readonly string[])[] = [
  ['jpg', 'jpeg', 'jpe'],
  ['tif', 'tiff'],
  ['mp4', 'm4v', 'm4a', 'mov'],
  ['htm', 'html', 'xml', 'svg'],
  ['zip', 'docx', 'xlsx', 'pptx', 'ofd', 'odt', 'ods', 'odp', 'wps', 'et', 'dps', 'jar', 'docm', 'xlsm'],
  ['cfb', 'doc', 'xls', 'ppt', 'msg', 'wps', 'et', 'dps'],
  ['mp3', 'mp2', 'mp1'],
]

// Their content is always recognised, so that one which is not is something else.
const ALWAYS_KNOWN = new Set([
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'gif',
  'tif',
  'tiff',
  'zip',
  'rar',
  '7z',
  'docx',
  'xlsx',
  'pptx',
  'mp4',
  'wav',
  'doc',
  'xls',
  'ppt',
])
const PROGRAMS = new Set([
  'exe',
  'elf',
  'macho',
  'dll',
  'msi',
  'bat',
  'cmd',
  'com',
  'scr',
  'ps1',
  'vbs',
  'apk',
  'jar',
  'lnk',
  'sh',
  'hta',
  'pif',
  'cpl',
  'wsf',
  'jse',
  'vbe',
  'msc',
  'reg',
  'scf',
])

export const extensionOf = (name: string) => /\.([A-Za-z0-9]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? ''
export const isProgram = (name: string) => PROGRAMS.has(extensionOf(name))

/** The type of a file by its content; a contradicting extension and executable files are refused. */
export async function kindOf({ lang }: { lang: Lang }, path: string, name: string): Promise<FileKind> {
  const kind = await recognise(path, name)
  if (typeof kind !== 'string') return kind
  return refuse('file_mismatch', {}, fileFaults(lang, kind === 'program' ? PROGRAM : notAs(extensionOf(name))))
}

/** Why a file is refused, beside the words that all such refusals have. */
export const fileFaults = (lang: Lang, words: Words) => ({
  errors: [{ field: 'file', label: lang === 'zh' ? '文件' : 'File', reason: wordIn(words, lang) }],
})

export const EMPTY: Words = ['是空文件', 'is empty']
const PROGRAM: Words = ['是程序，不能上传', 'is a program, which cannot be uploaded']
const notAs = (ext: string): Words => [
  `内容不是 .${ext} 格式：文件可能已损坏，或改过扩展名`,
  `has content that is not of the format .${ext}: it is damaged, or its extension was changed`,
]

/** The same without a refusal: 'program' for an executable file, 'odd' where the name contradicts the content. */
export async function recognise(path: string, name: string): Promise<FileKind | 'program' | 'odd'> {
  const ext = extensionOf(name)
  const found = await fileTypeFromFile(path)
  if (PROGRAMS.has(ext) || (found && PROGRAMS.has(found.ext))) return 'program'
  if (!found && TEXTS.has(ext) && !(await isText(path))) return 'odd'
  if (!found) return ALWAYS_KNOWN.has(ext) ? 'odd' : { ext, content_type: PLAIN[ext] ?? 'application/octet-stream' }
  if (found.ext === 'cfb' && PACKAGES.has(ext) && (await isEncrypted(path))) return { ext, content_type: ENCRYPTED_OFFICE }
  const isSame = found.ext === ext || SAME.some((group) => group.includes(ext) && group.includes(found.ext))
  if (ALWAYS_KNOWN.has(ext) && !isSame) return 'odd'
  return { ext: ext || found.ext, content_type: isSame || !ext ? found.mime : 'application/octet-stream' }
}

/** Formats of text, which have no signature of their own. */
const TEXTS = new Set(['txt', 'csv', 'tsv', 'md', 'eml', 'json', 'xml', 'html', 'htm', 'svg', 'ics', 'yaml', 'log'])
const LOOKED_AT = 65_536

/** Office keeps a package that opens with a password only as a stream of this name in a compound file. */
export const ENCRYPTED_OFFICE = 'application/x-ole-storage'
const PACKAGES = new Set(['docx', 'xlsx', 'pptx', 'docm', 'xlsm'])
const STREAM = Buffer.from('EncryptedPackage', 'utf16le')

async function isEncrypted(path: string): Promise<boolean> {
  let end = Buffer.alloc(0)
  for await (const part of createReadStream(path)) {
    const read = Buffer.concat([end, part as Buffer]) // without an encoding
    if (read.includes(STREAM)) return true
    end = read.subarray(-STREAM.length)
  }
  return false
}

/** Text has no zero byte, unless a byte order mark says that it is UTF-16. */
async function isText(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0)
    const [one, two] = buffer
    if ((one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff)) return true
    return !buffer.subarray(0, bytesRead).includes(0)
  } finally {
    await file.close()
  }
}

const PLAIN: Record<string, string> = {
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  dwg: 'image/vnd.dwg',
  eml: 'message/rfc822',
}
