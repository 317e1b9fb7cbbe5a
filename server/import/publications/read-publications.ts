import { firstOf } from '../../../model/kit/first-of.ts'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Words } from '../../../model/kit/fields.ts'
import { openZip } from '../workbook/book.ts'
import { MAX_ROWS } from '../workbook/sheet.ts'
import { TableFault, tooManyRows } from '../workbook/table-fault.ts'
import { type Element, growTree, roomForElements, XmlFault } from '../workbook/xml-tree.ts'
import { type Listener, scanXml } from '../workbook/xml-scan.ts'
import { BIBLIOGRAPHIES, COLUMNS, type PublicationRow, rowOf } from './bibliography.ts'

/** The name of the table, which is of no kind of record. */
export const PUBLICATIONS = 'Publications'

const MAX_FILES = 20_000
const MAX_UNPACKED = 2 * 1024 ** 3

/** Roots of the documents that offices publish as XML. Those of the USPTO before 2005 have a form of their own. */
const ROOTS = /<(?:\w+:)?(PatentDocumentAndRelated|us-patent-grant|us-patent-application|exchange-documents?|ep-patent-document|wo-(?:published|bibliographic)[\w-]*)[\s>]/ // oxfmt-ignore
const OLD_ROOTS = /<(PATDOC|patent-application-publication)[\s>]/

/** Whether the beginning of a text is that of published documents, one or several behind each other. */
export const isPublication = (start: string) => ROOTS.test(start) || OLD_ROOTS.test(start)

/** Whether an archive holds documents of offices, and is no workbook. */
export async function isArchiveOfPublications(path: string): Promise<boolean> {
  try {
    const zip = await openZip(path, (_, count) => {
      if (count > MAX_FILES) throw new TableFault(TOO_MUCH)
    })
    try {
      const names = [...zip.entries.keys()]
      return !names.includes('[content_types].xml') && names.some((name) => name.endsWith('.xml'))
    } finally {
      zip.close()
    }
  } catch (error) {
    if (error instanceof TableFault) return true // told when it is read
    return false
  }
}

/** The table of an import, of a file or of an archive of them; and what of it is not in the table. */
export async function publicationTable(path: string): Promise<{ rows: string[][]; notes: Words[] }> {
  const found: PublicationRow[] = []
  const [unread, notes]: [string[], Words[]] = [[], []]
  let left = 0
  const take = async (name: string, open: () => Promise<Readable>) => {
    const before = found.length
    const { isWhole, tooLarge } = await readOne(open, found)
    left += tooLarge
    if (found.length > MAX_ROWS) throw tooManyRows(MAX_ROWS)
    if (isWhole && found.length + tooLarge > before) return
    if (name !== '') unread.push(name)
    else if (!isWhole) notes.push(BROKEN_AFTER(found.length))
  }
  if (await isZip(path)) await eachOfArchive(path, take, unread)
  else await take('', async () => createReadStream(path))
  if (found.length === 0) throw new TableFault(NONE)
  if (unread.length > 0) notes.push(unreadFiles(unread))
  if (left > 0) notes.push([`${left} 篇文献过大，未读取`, `${left} documents that are too large`])
  return { rows: [[...COLUMNS], ...found.map((row) => COLUMNS.map((column) => row[column]))], notes }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    return (await file.read(Buffer.alloc(2), 0, 2, 0)).buffer.toString('latin1') === 'PK'
  } finally {
    await file.close()
  }
}

async function eachOfArchive(path: string, take: (name: string, open: () => Promise<Readable>) => Promise<void>, unread: string[]) {
  let bytes = 0
  const zip = await openZip(path, ({ uncompressedSize }, count) => {
    bytes += uncompressedSize
    if (count > MAX_FILES || bytes > MAX_UNPACKED) throw new TableFault(TOO_MUCH)
  })
  try {
    for (const name of zip.entries.keys()) {
      if (name.endsWith('.xml')) await take(name, () => zip.open(name))
      else if (name.endsWith('.zip')) unread.push(name)
    }
  } finally {
    zip.close()
  }
}

/** `isWhole`: false where the XML is broken, or the archive does not give it; what was read of it before stays. `tooLarge`: bibliographies that were left out. */
async function readOne(open: () => Promise<Readable>, found: PublicationRow[]): Promise<{ isWhole: boolean; tooLarge: number }> {
  const listener = bibliographies((element) => {
    const row = rowOf(element)
    if (row) found.push(row)
  })
  let stream: Readable | undefined
  try {
    stream = await open()
    await scanXml(stream, listener)
    return { isWhole: true, tooLarge: listener.tooLarge() }
  } catch (error) {
    if (error instanceof TypeError) throw error // a fault of ours, not of the file
    return { isWhole: false, tooLarge: listener.tooLarge() }
  } finally {
    stream?.destroy()
  }
}

/** Marks within a text, which is read as one. */
const INLINE: ReadonlySet<string> = new Set(['sub', 'sup', 'b', 'i', 'u', 'o', 'smallcaps', 'br'])

/** Citations may be thousands of documents, and contain no facts about this one. */
const CITED: ReadonlySet<string> = new Set(['ReferencesCited', 'references-cited', 'us-references-cited'])

/** Of the documents, which are long, only their bibliographies become elements; each is told when it ends. One that is too large is left out, and those behind it are read. */
function bibliographies(tell: (element: Element) => void): Listener & { tooLarge(): number } {
  let tree: ReturnType<typeof growTree> | undefined
  let [cited, lost, tooLarge] = [0, 0, 0]
  /** `unopened`: the elements that will close without having been opened here. */
  const leaveOut = (error: unknown, unopened: number) => {
    if (!(error instanceof XmlFault)) throw error
    lost = (tree?.depth() ?? 0) + unopened
    tree = undefined
    tooLarge++
  }
  return {
    tooLarge: () => tooLarge,
    open(name, attributes) {
      if (INLINE.has(name)) return
      if (cited > 0 || (tree && CITED.has(name))) return void cited++
      if (lost > 0) return void lost++
      if (!tree && BIBLIOGRAPHIES.has(name)) tree = growTree(roomForElements())
      try {
        tree?.open(name, attributes)
      } catch (error) {
        leaveOut(error, 1)
      }
    },
    close(name) {
      if (INLINE.has(name)) return
      if (cited > 0) return void cited--
      if (lost > 0) return void lost--
      tree?.close(name)
      if (!tree || tree.depth() > 0) return
      const [element] = tree.root.children
      tree = undefined
      if (element) tell(element)
    },
    text(piece) {
      if (cited > 0) return
      try {
        tree?.text(piece)
      } catch (error) {
        leaveOut(error, 0)
      }
    },
  }
}

const SHOWN = 20

function unreadFiles(names: readonly string[]): Words {
  const [zh, en] = firstOf(names, SHOWN)
  return [
    `${names.length} 个文件已损坏或不含可读取的专利文献：${zh}`,
    `${names.length} files that are damaged or hold no patent document that is read: ${en}`,
  ]
}

const BROKEN_AFTER = (count: number): Words => [
  `文件在第 ${count} 篇文献之后损坏，其后的内容未读取`,
  `what follows document ${count}, after which the file is damaged`,
]
const NONE: Words = [
  '没有可读取的专利文献：可读取国家知识产权局、美国专利商标局（2005 年起）、欧洲专利局和世界知识产权组织公布的 XML，或其压缩包',
  'holds no patent document that is read: XML as published by CNIPA, the USPTO (from 2005), the EPO and WIPO, or a zip of it, is read',
]
const TOO_MUCH: Words = ['压缩包内文件过多或过大', 'the archive has too many or too large files']
