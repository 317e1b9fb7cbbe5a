import { type Element, roomForElements, treeOf as treeOfXml, XmlFault } from '../import/workbook/xml-tree.ts'
import { InvoiceFault } from './invoice-fault.ts'

/** The elements of an XML file; a fault of the file is a fault of the invoice. */
export async function treeOf(bytes: Uint8Array, room = roomForElements()): Promise<Element> {
  try {
    return await treeOfXml(bytes, room)
  } catch (error) {
    throw error instanceof XmlFault ? new InvoiceFault(error.words) : error
  }
}
