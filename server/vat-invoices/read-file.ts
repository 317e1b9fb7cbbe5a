import { readFile, stat } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import type { VatInvoice } from '../../model/fees/vat-invoices/vat-invoice.ts'
import type { Words } from '../../model/kit/fields.ts'
import { extensionOf } from '../documents/file-kind.ts'
import { partsOfPdf } from '../documents/text/text.ts'
import { Refusal } from '../errors.ts'
import { InvoiceFault } from './invoice-fault.ts'
import { statedInOfd } from './read-ofd.ts'
import { statedInPdf } from './read-pdf.ts'
import { statedIn } from './read-xml.ts'
import { checked, type Stated } from './stated.ts'
import { treeOf } from './xml-tree.ts'

export const MAX_BYTES = 20 << 20
const MAX_XML = 4 << 20

type Read = { invoice: VatInvoice } | { words: Words }

/** The invoice that a file states, or why there is none. */
export async function readVatFile(path: string, name: string): Promise<Read> {
  try {
    const stated = await statedBy(path, name)
    return stated ? { invoice: checked(stated) } : { words: NONE }
  } catch (error) {
    if (error instanceof InvoiceFault) return { words: error.words }
    if (error instanceof Refusal) return { words: [error.words('zh'), error.words('en')] }
    throw error
  }
}

const NONE: Words = ['没有读到发票内容', 'no VAT invoice was found in it']

async function statedBy(path: string, name: string): Promise<Stated | undefined> {
  const kind = (await fileTypeFromFile(path))?.ext ?? extensionOf(name)
  if (kind === 'pdf') return statedInPdf(await partsOfPdf(path))
  if (kind === 'zip' || kind === 'ofd') return statedInOfd(path)
  if (kind !== 'xml') throw new InvoiceFault(['不是 XML、OFD 或 PDF 文件', 'it is no XML, OFD or PDF file'])
  if ((await stat(path)).size > MAX_XML) throw new InvoiceFault(['XML 超过 4 MB', 'the XML is larger than 4 MB'])
  return statedIn(await treeOf(await readFile(path)))
}
