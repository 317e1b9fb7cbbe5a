import { open } from 'node:fs/promises'
import type { PhpipRows } from '../../../model/import/phpip/tables.ts'
import type { Words } from '../../../model/kit/fields.ts'
import { encodingOf } from '../workbook/encoding.ts'

const START = 1 << 16

/** The encodings of MySQL other than UTF-8 that a dump can name. */
const NAMED: Readonly<Record<string, string>> = {
  gbk: 'gb18030', gb2312: 'gb18030', gb18030: 'gb18030', big5: 'big5', latin1: 'windows-1252', latin2: 'iso-8859-2', cp1250: 'windows-1250', cp1251: 'windows-1251',
  latin5: 'iso-8859-9', sjis: 'shift_jis', cp932: 'shift_jis', ujis: 'euc-jp', eucjpms: 'euc-jp', euckr: 'euc-kr',
} // oxfmt-ignore

/** The bytes alone do not tell: a dump in UTF-8 may hold pictures. It names its encoding at the start; UTF-8 unless it does. */
export async function encodingOfDump(path: string): Promise<string> {
  const seen = await encodingOf(path)
  if (seen.startsWith('utf-16')) return seen
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(START), 0, START, 0)
    const name = /\bSET\s+NAMES\s+['"]?(\w+)/i.exec(buffer.toString('latin1', 0, bytesRead))?.[1]?.toLowerCase() ?? ''
    return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? 'utf-8') : 'utf-8'
  } finally {
    await file.close()
  }
}

/** Bytes outside the encoding would be imported as replacement characters; people are warned before the import. */
export function unreadSigns(lists: PhpipRows): Words[] {
  const rows: readonly Readonly<Record<string, string | null>>[] = Object.values(lists).flat()
  const count = rows.filter((row) => Object.values(row).some((value) => value?.includes('\ufffd'))).length
  if (count === 0) return []
  return [
    [
      `${count} 行含有无法识别的字符：文件的编码与其所写明的不符，请用 --default-character-set=utf8mb4 重新导出`,
      `Rows with characters that cannot be read: ${count}. The file is not in the encoding that it names; export it again with --default-character-set=utf8mb4`,
    ],
  ]
}
