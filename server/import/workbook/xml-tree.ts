import { Readable } from 'node:stream'
import type { Words } from '../../../model/kit/fields.ts'
import { type Listener, scanXml } from './xml-scan.ts'

/** Why a file is not read. */
export class XmlFault extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(words[1])
    this.words = words
  }
}

/** An element of a small XML file; names are without prefix. */
export type Element = { name: string; attributes: Readonly<Record<string, string | undefined>>; text: string; children: Element[] }

const DEEPEST = 40
const MAX_TEXT = 4 << 20

/** Elements that may still be read, of a file, or of all files of an archive together */
export const roomForElements = () => ({ left: 50_000 })

/** The elements of an XML file. A file that declares a document type is refused: no invoice and no office does, and entities are made there. */
export async function treeOf(bytes: Uint8Array, room = roomForElements()): Promise<Element> {
  if (/<!\s*(?:DOCTYPE|ENTITY)/i.test(Buffer.from(bytes).toString('latin1').replaceAll('\0', ''))) throw new XmlFault(DECLARES)
  const tree = growTree(room)
  try {
    await scanXml(Readable.from([Buffer.from(bytes)]), tree)
  } catch (error) {
    throw error instanceof XmlFault ? error : new XmlFault(BROKEN)
  }
  return tree.root.children[0] ?? tree.root
}

/** Builds a tree from the events of a scan, below `root`. `depth`: number of open elements. */
export function growTree(room: { left: number }): Listener & { root: Element; depth(): number } {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const path = [root]
  let chars = 0
  return {
    root,
    depth: () => path.length - 1,
    open(name, attributes) {
      const element: Element = { name, attributes, text: '', children: [] }
      if (--room.left < 0 || path.length > DEEPEST) throw new XmlFault(TOO_MUCH)
      path.at(-1)?.children.push(element)
      path.push(element)
    },
    close: () => void (path.length > 1 && path.pop()),
    text(piece) {
      const element = path.at(-1)
      if ((chars += piece.length) > MAX_TEXT) throw new XmlFault(TOO_MUCH)
      if (element) element.text += piece
    },
  }
}

const DECLARES = ['XML 声明了文档类型或实体，不予读取', 'the XML declares a document type or entities, and is not read'] as const
export const TOO_MUCH = ['XML 内容过多', 'the XML has too much content'] as const
const BROKEN = ['XML 已损坏', 'the XML is damaged'] as const

/** The first element of this name, at any depth. */
export function first(element: Element, name: string): Element | undefined {
  for (const child of element.children) {
    const found = child.name === name ? child : first(child, name)
    if (found) return found
  }
  return undefined
}

export const all = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => (child.name === name ? [child] : all(child, name)))

/** The text of the first element of one of these names, without surrounding spaces. */
export function textIn(element: Element | undefined, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = element && first(element, name)?.text.trim()
    if (text) return text
  }
  return null
}
