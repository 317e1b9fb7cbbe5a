import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf, textOfPage } from './pdf.ts'
import type { PdfParts } from './text.ts'

const MAX_PAGES = 10
const MAX_LINES = 2000
const MAX_ATTACHED = 20
const MAX_PROPERTIES = 100
const MAX_XML = 4 << 20

/** Runs in the process that reads files. */
export async function readPdfParts(path: string): Promise<PdfParts> {
  const pdf = await openPdf(path)
  const lines: string[] = []
  for (let at = 1; at <= Math.min(pdf.numPages, MAX_PAGES) && lines.length < MAX_LINES; at++) {
    const page = await pdf.getPage(at)
    lines.push(...(await textOfPage(page)).lines.map(({ text }) => text.slice(0, 1000)))
    page.cleanup()
  }
  return { xml: await attachedXml(pdf), properties: await propertiesOf(pdf), lines: lines.slice(0, MAX_LINES) }
}

async function attachedXml(pdf: PDFDocumentProxy): Promise<Uint8Array[]> {
  const found: Uint8Array[] = []
  const attached = [...((await pdf.getAttachments()) ?? [])].slice(0, MAX_ATTACHED)
  for (const [id, { filename }] of attached) {
    if (!/\.xml$/i.test(filename)) continue
    const content = await pdf.getAttachmentContent(id)
    if (content && content.length <= MAX_XML) found.push(content)
  }
  return found
}

async function propertiesOf(pdf: PDFDocumentProxy): Promise<Record<string, string>> {
  const { info } = await pdf.getMetadata()
  const custom = 'Custom' in info && typeof info.Custom === 'object' && info.Custom !== null ? Object.entries(info.Custom) : []
  return Object.fromEntries(
    custom.slice(0, MAX_PROPERTIES).flatMap(([code, value]) => (typeof value === 'string' ? [[code, value.slice(0, 300)]] : [])),
  )
}
