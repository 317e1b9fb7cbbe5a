import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import yauzl from 'yauzl'
import { InvoiceFault } from './invoice-fault.ts'
import { statedIn } from './read-xml.ts'
import type { Stated } from './stated.ts'
import { all, type Element, first, roomForElements } from '../import/workbook/xml-tree.ts'
import { treeOf } from './xml-tree.ts'

const MAX_ENTRIES = 2000
const MAX_XML = 16 << 20
const SUSPECT = 1 << 20
const MAX_RATIO = 150

/** An OFD is a zip: its attached XML states the invoice; otherwise its tags name the texts on the page. */
export async function statedInOfd(path: string): Promise<Stated | undefined> {
  const trees = await treesOf(path)
  for (const { tree } of trees) {
    const stated = statedIn(tree)
    // The tags have the names of the earlier schema too, but only point at texts.
    if (stated && !first(tree, 'ObjectRef')) return stated
  }
  const tags = trees.find(({ tree }) => first(tree, 'InvoiceNo') && first(tree, 'ObjectRef'))
  return tags && taggedIn(tags.tree, trees.filter(({ name }) => /Content\.xml$/i.test(name)).map(({ tree }) => tree)) // oxfmt-ignore
}

type Named = { name: string; tree: Element }

async function treesOf(path: string): Promise<Named[]> {
  const zip = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(path, { lazyEntries: true, autoClose: false }).catch(() => undefined)
  if (!zip) throw new InvoiceFault(BROKEN)
  try {
    const stream = promisify<yauzl.Entry, Readable>(zip.openReadStream.bind(zip))
    const trees: Named[] = []
    let count = 0
    let [packed, size] = [0, 0]
    const room = roomForElements()
    for await (const entry of zip.eachEntry()) {
      if (++count > MAX_ENTRIES) throw new InvoiceFault(TOO_MUCH)
      if (!/\.xml$/i.test(entry.fileName)) continue
      if (entry.isEncrypted()) throw new InvoiceFault(LOCKED)
      packed += entry.compressedSize
      size += entry.uncompressedSize
      if (size > MAX_XML || (size > SUSPECT && size > packed * MAX_RATIO)) throw new InvoiceFault(TOO_MUCH)
      trees.push({ name: entry.fileName, tree: await treeOf(await buffer(await stream(entry)), room) })
    }
    return trees
  } catch (error) {
    throw error instanceof InvoiceFault ? error : new InvoiceFault(BROKEN)
  } finally {
    zip.close()
  }
}

const TOO_MUCH = ['OFD 解压后内容过大', 'the OFD unpacks to too much content'] as const
const LOCKED = ['OFD 加了密码', 'the OFD is protected by a password'] as const
const BROKEN = ['OFD 已损坏', 'the OFD is damaged'] as const

/** The values to which the tags point, by the ID of the drawn text. */
function taggedIn(tags: Element, pages: readonly Element[]): Stated {
  const texts = new Map(pages.flatMap((page) => all(page, 'TextObject')).map((one) => [one.attributes.ID, all(one, 'TextCode').map(({ text }) => text.trim()).join('')])) // oxfmt-ignore
  const value = (name: string) => {
    const tag = first(tags, name)
    const found = tag && all(tag, 'ObjectRef').map(({ text }) => texts.get(text.trim()) ?? '').join('') // oxfmt-ignore
    return found || null
  }
  const items = all(tags, 'Item').flatMap((tag) => all(tag, 'ObjectRef').map(({ text }) => texts.get(text.trim()) ?? '')) // oxfmt-ignore
  return {
    number: value('InvoiceNo'),
    code: value('InvoiceCode'),
    date: value('IssueDate'),
    seller: { name: value('SellerName'), tax_no: value('SellerTaxID') },
    buyer: { name: value('BuyerName'), tax_no: value('BuyerTaxID') },
    amount: value('TaxExclusiveTotalAmount'),
    tax: value('TaxTotalAmount'),
    total: value('TaxInclusiveTotalAmount'),
    lines: items.length === 1 ? [{ name: items[0] ?? '', amount: value('TaxExclusiveTotalAmount'), tax: value('TaxTotalAmount'), rate: null }] : [],
    remark: [value('Note'), ...items].filter(Boolean).join('\n') || null,
  }
}
