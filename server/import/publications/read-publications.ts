import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Words } from '../../../model/kit/fields.ts'
import { openZip } from '../workbook/book.ts'
import { MOST_ROWS } from '../workbook/sheet.ts'
import { TableFault, tooManyRows } from '../workbook/table-fault.ts'
import { type Element, growTree, roomForElements } from '../workbook/xml-tree.ts'
import { type Listener, scanXml } from '../workbook/xml-scan.ts'
import { BIBLIOGRAPHIES, COLUMNS, type PublicationRow, rowOf } from './bibliography.ts'

/** The name of the table, which is of no kind of record. */
export const PUBLICATIONS = 'Publications'

const MOST_FILES = 20_000
const MOST_UNPACKED = 2 * 1024 ** 3

/** Roots of the documents that offices publish as XML. Those of the USPTO before 2005 have a form of their own. */
const ROOTS = /<(?:\w+:)?(PatentDocumentAndRelated|us-patent-grant|us-patent-application|exchange-documents?|ep-patent-document|wo-(?:published|bibliographic)[\w-]*)[\s>]/ // oxfmt-ignore
const OLD_ROOTS = /<(PATDOC|patent-application-publication)[\s>]/

/** Whether the beginning of a text is that of published documents, one or several behind each other. */
export const isPublication = (start: string) => ROOTS.test(start) || OLD_ROOTS.test(start)

/** Whether an archive holds documents of offices, and is no workbook. */
export async function isArchiveOfPublications(path: string): Promise<boolean> {
  try {
    const zip = await openZip(path, (_, count) => {
      if (count > MOST_FILES) throw new TableFault(TOO_MUCH)
    })
    try {
      const names = [...zip.entries.keys()]
      return !names.includes('[content_types].xml') && names.some((name) => name.endsWith('.xml'))
    } finally {
      zip.close()
    }
  } catch {
    return false
  }
}

/** The table of an import, of a file or of an archive of them; and what of it is not in the table. */
export async function publicationTable(path: string): Promise<{ rows: string[][]; notes: Words[] }> {
  const found: PublicationRow[] = []
  const unread: string[] = []
  const take = async (name: string, stream: Readable) => {
    const before = found.length
    const isWhole = await readOne(stream, found)
    if (!isWhole || found.length === before) unread.push(name)
    if (found.length > MOST_ROWS) throw tooManyRows(MOST_ROWS)
  }
  if (await isZip(path)) await eachOfArchive(path, take)
  else await take('', createReadStream(path))
  if (found.length === 0) throw new TableFault(NONE)
  return { rows: [[...COLUMNS], ...found.map((row) => COLUMNS.map((column) => row[column]))], notes: notesOn(unread) }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    return (await file.read(Buffer.alloc(2), 0, 2, 0)).buffer.toString('latin1') === 'PK'
  } finally {
    await file.close()
  }
}

async function eachOfArchive(path: string, take: (name: string, stream: Readable) => Promise<void>) {
  let bytes = 0
  const zip = await openZip(path, ({ uncompressedSize }, count) => {
    bytes += uncompressedSize
    if (count > MOST_FILES || bytes > MOST_UNPACKED) throw new TableFault(TOO_MUCH)
  })
  try {
    for (const name of zip.entries.keys()) if (name.endsWith('.xml')) await take(name, await zip.open(name))
  } finally {
    zip.close()
  }
}

/** False where the XML is broken; what was read of it before stays. */
async function readOne(stream: Readable, found: PublicationRow[]): Promise<boolean> {
  try {
    await scanXml(stream, bibliographies((element) => {
      const row = rowOf(element)
      if (row) found.push(row)
    })) // oxfmt-ignore
    return true
  } catch (error) {
    if (error instanceof TypeError) throw error // a fault of ours, not of the file
    return false
  } finally {
    stream.destroy()
  }
}

/** Marks within a text, which is read as one. */
const INLINE: ReadonlySet<string> = new Set(['sub', 'sup', 'b', 'i', 'u', 'o', 'smallcaps', 'br'])

/** Of the documents, which are long, only their bibliographies become elements; each is told when it ends. */
function bibliographies(tell: (element: Element) => void): Listener {
  let tree: ReturnType<typeof growTree> | undefined
  return {
    open(name, attributes) {
      if (INLINE.has(name)) return
      if (!tree && BIBLIOGRAPHIES.has(name)) tree = growTree(roomForElements())
      tree?.open(name, attributes)
    },
    close(name) {
      if (INLINE.has(name)) return
      tree?.close(name)
      if (!tree || tree.depth() > 0) return
      const [element] = tree.root.children
      tree = undefined
      if (element) tell(element)
    },
    text: (piece) => tree?.text(piece),
  }
}

const SHOWN = 20

function notesOn(unread: readonly string[]): Words[] {
  if (unread.length === 0) return []
  const [named, more] = [unread.slice(0, SHOWN).filter(Boolean), unread.length > SHOWN]
  return [
    [
      `${unread.length} 个文件已损坏或不含可读取的专利文献${named.length > 0 ? `：${named.join('、')}${more ? '……' : ''}` : ''}`,
      `${unread.length} files that are damaged or hold no patent document that is read${named.length > 0 ? `: ${named.join(', ')}${more ? ' …' : ''}` : ''}`,
    ],
  ]
}

const NONE: Words = [
  '没有可读取的专利文献：可读取国家知识产权局、美国专利商标局（2005 年起）、欧洲专利局和世界知识产权组织公布的 XML，或其压缩包',
  'holds no patent document that is read: XML as published by CNIPA, the USPTO (from 2005), the EPO and WIPO, or a zip of it, is read',
]
const TOO_MUCH: Words = ['压缩包内文件过多或过大', 'the archive has too many or too large files']
