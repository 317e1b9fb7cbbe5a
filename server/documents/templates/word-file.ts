import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { type Tag, TagDisposition, TemplateHandler, TemplateSyntaxError } from 'easy-template-x'
import { Parser } from 'htmlparser2'
import type yauzl from 'yauzl'
import type { Words } from '../../../model/kit/fields.ts'
import { openZip, type Zip } from '../../import/workbook/book.ts'
import { wordFault } from '../preview/word.ts'

/** A field of a template; `inner`: the fields between its opening and its end, repeated or shown by its value. */
export type TagNode = { name: string; inner?: TagNode[] }

/** The library's own limit is 20, which nested tables exceed. */
const MAX_DEPTH = 100
const MAX_UNPACKED = 50 << 20
const MAX_TAGS = 2000

export const handler = () => new TemplateHandler({ maxXmlDepth: MAX_DEPTH })

/** The fields of a Word file, or why it is no template. */
export async function readTemplate(bytes: Buffer): Promise<TagNode[] | { fault: Words }> {
  const fault = await packageFault(bytes)
  if (fault) return { fault }
  try {
    const tags = await handler().parseTags(bytes)
    const filled = await handler().process(bytes, {}) // only filling finds a list that never ends
    if ((await handler().getText(filled)).includes('{')) return { fault: syntaxWords() } // the library keeps what never ends
    return tags.length > MAX_TAGS ? { fault: TOO_MANY } : nested(tags)
  } catch (error) {
    return { fault: error instanceof TemplateSyntaxError ? syntaxWords(error) : DAMAGED }
  }
}

const DAMAGED: Words = ['不是完好的 Word 文件（.docx）', 'must be an undamaged Word file (.docx)']
const LARGE: Words = ['解压后过大', 'must not be so large when unpacked']
const MACROS: Words = ['不能含宏', 'must not contain macros']
const OUTSIDE: Words = ['不能引用文件以外的图片、模板或数据', 'must not refer to pictures, templates or data outside the file']
const TOO_MANY: Words = [`最多 ${MAX_TAGS} 个字段`, `must not contain more than ${MAX_TAGS} fields`]

/** Refuses macros, embedded objects, and references to anything outside the file. */
async function packageFault(bytes: Buffer): Promise<Words | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, bytes, { mode: 0o600 })
    return (await wordFault(path)) ? DAMAGED : await contentFault(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function contentFault(path: string): Promise<Words | undefined> {
  let unpacked = 0
  const zip = await openZip(path, (entry: yauzl.Entry) => void (unpacked += entry.uncompressedSize))
  try {
    if (unpacked > MAX_UNPACKED) return LARGE
    const names = [...zip.entries.keys()]
    if (names.some((name) => /vbaproject|\.bin$|activex|embeddings\//.test(name))) return MACROS
    for (const name of names) if (name.endsWith('.rels') && (await refersOutside(zip, name))) return OUTSIDE
    return undefined
  } finally {
    zip.close()
  }
}

/** A hyperlink is followed by a person; everything else outside is loaded when the document opens. */
async function refersOutside(zip: Zip, part: string): Promise<boolean> {
  let isOutside = false
  const parser = new Parser(
    {
      onopentag(_, { TargetMode = '', Type = '' }) {
        if (TargetMode === 'External' && !Type.endsWith('/hyperlink')) isOutside = true
      },
    },
    { xmlMode: true },
  )
  parser.end(await textOf(await zip.open(part)))
  return isOutside
}

function nested(tags: readonly Tag[]): TagNode[] {
  const top: TagNode[] = []
  const open: TagNode[][] = [top]
  for (const { name, disposition } of tags) {
    if (disposition === TagDisposition.Close) {
      if (open.length > 1) open.pop()
      continue
    }
    const node: TagNode = disposition === TagDisposition.Open ? { name, inner: [] } : { name }
    open.at(-1)?.push(node)
    if (node.inner) open.push(node.inner)
  }
  return top
}

function syntaxWords(error: object = {}): Words {
  const of = 'tagRawText' in error ? String(error.tagRawText) : 'openDelimiterText' in error ? String(error.openDelimiterText) : ''
  const where = [...of].slice(0, 60).join('')
  return [
    `字段的花括号不成对或未结束${where ? `：${where}` : ''}`,
    `has a field that is not closed, or has no opening brace${where ? `: ${where}` : ''}`,
  ]
}
