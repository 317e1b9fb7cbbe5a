import { open } from 'node:fs/promises'
import type yauzl from 'yauzl'
import { type Lang, type Words, wordIn } from '../../../model/kit/fields.ts'
import { Refusal, refuse } from '../../errors.ts'
import { openZip, readBook, type Sheet } from './book.ts'

// A workbook of a million rows stays below these; larger ones are malicious.
const LARGEST = 600 << 20
const SUSPECT = 64 << 20
const MAX_RATIO = 120
const MAX_ENTRIES = 2000
const LARGEST_CONTENTS = 1 << 20

/** Refuses a file that is not a workbook, with its actual type, and one with disproportionate sizes; returns its sheets. */
export async function checkWorkbook(path: string, lang: Lang): Promise<Sheet[]> {
  const other = await otherKind(path)
  if (other) return refuseFile(other, lang)
  try {
    return await inspect(path)
  } catch (error) {
    if (error instanceof Refusal) throw error
    return refuseFile([`已损坏，或不是 .xlsx 工作簿：${SAVE_ZH}`, `is damaged or is not an .xlsx workbook: ${SAVE_EN}`], lang)
  }
}

/** A table in text, or of an old program, that cannot be read; a limit that it exceeds is the headline. `what`: what the file is instead. */
export function refuseTable(lang: Lang, limit?: Words, what: Words = UNREADABLE): never {
  if (!limit) return refuseFile(what, lang)
  const [zh, en] = limit
  const isOfRow = en.startsWith('row ')
  const facts = { summary_zh: isOfRow ? zh : `表格${zh}`, summary_en: isOfRow ? `R${en.slice(1)}` : `The table ${en}` }
  return refuse('rule', facts, { errors: [{ field: 'file', label: lang === 'zh' ? '文件' : 'File', reason: wordIn(limit, lang) }] })
}

/** A file that is larger than an upload may be. */
export const refuseLargeFile = (lang: Lang, bytes: number): never =>
  refuseFile([`大于 ${bytes >> 20} MB：请拆成几个文件分别导入`, `is larger than ${bytes >> 20} MB: split it into several files`], lang, 'file_upload')

function refuseFile(words: Words, lang: Lang, name: 'file_format' | 'file_upload' = 'file_format'): never {
  return refuse(name, {}, { errors: [{ field: 'file', label: lang === 'zh' ? '文件' : 'File', reason: wordIn(words, lang) }] })
}

const SAVE_ZH = '请在 Excel 或 WPS 中另存为 .xlsx'
const SAVE_EN = 'save it as .xlsx in Excel or WPS'
const UNREADABLE: Words = [
  `无法读取，可能已损坏或加了密码：请用 Excel 或 WPS 打开后另存为 .xlsx`,
  `cannot be read; it may be damaged or password-protected: open it in Excel or WPS and ${SAVE_EN}`,
]

/** File types that users rename to .xlsx. */
async function otherKind(path: string): Promise<Words | undefined> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    const start = buffer.subarray(0, bytesRead)
    if (bytesRead === 0) return ['是空的', 'is empty']
    if (start.toString('hex').startsWith('d0cf11e0'))
      return [`加了密码：去掉密码，${SAVE_ZH}`, `is password-protected: remove the password and ${SAVE_EN}`]
    if (start.toString('latin1').startsWith('PK')) return undefined
    return [`不是表格：${SAVE_ZH}`, `is not a table: ${SAVE_EN}`]
  } finally {
    await file.close()
  }
}

async function inspect(path: string): Promise<Sheet[]> {
  let [packed, unpacked] = [0, 0]
  const check = (entry: yauzl.Entry, count: number) => {
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    if (count > MAX_ENTRIES || unpacked > LARGEST || (unpacked > SUSPECT && unpacked > packed * MAX_RATIO)) refuse('file_mismatch')
    if (entry.isEncrypted()) refuse('file_format')
    const isContents = /workbook[^/]*\.xml$|\.rels$/i.test(entry.fileName)
    if (isContents && entry.uncompressedSize > LARGEST_CONTENTS) refuse('file_format')
  }
  const zip = await openZip(path, check)
  try {
    const { sheets } = await readBook(zip)
    return sheets.length ? sheets : refuse('file_format')
  } finally {
    zip.close()
  }
}
