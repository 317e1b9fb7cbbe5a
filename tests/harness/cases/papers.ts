import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

/** A line of a drawn paper: its text, and its distance from the left and top edge of an A4 page in points. */
export type Drawn = readonly [text: string, left: number, top: number]

/** A PDF of these pages, with a file attached to it; Latin lines in Helvetica, others in a Chinese font that is not embedded. */
export function pdfOf(pages: readonly (readonly Drawn[])[], trailer = '', attached?: { name: string; content: string }): Buffer {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const embedded = 6 + pages.length * 2
  const names = attached ? ` /Names << /EmbeddedFiles << /Names [(${attached.name}) ${embedded} 0 R] >> >>` : ''
  add(`<< /Type /Catalog /Pages 2 0 R${names} >>`)
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${6 + at * 2} 0 R`).join(' ')}] >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  add('<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [5 0 R] >>')
  add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >> >>',
  )
  for (const lines of pages) {
    const content = lines.map(([text, left, top]) => `BT ${fontOf(text)} ${left} ${842 - top} Td ${textIn(text)} Tj ET`).join('\n')
    const resources = '<< /Font << /L 3 0 R /C 4 0 R >> >>'
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${objects.length + 2} 0 R >>`)
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  if (attached) {
    const content = Buffer.from(attached.content).toString('latin1')
    add(`<< /Type /Filespec /F (${attached.name}) /UF (${attached.name}) /EF << /F ${embedded + 1} 0 R >> >>`)
    add(`<< /Type /EmbeddedFile /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  let file = '%PDF-1.7\n'
  const offsets = objects.map((body, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

const isLatin = (text: string) => /^[\x20-\x7e]*$/.test(text)
const fontOf = (text: string) => (isLatin(text) ? '/L 12 Tf' : '/C 12 Tf')

function textIn(text: string): string {
  if (isLatin(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`
  const codes = [...text].map((sign) => sign.codePointAt(0)?.toString(16).padStart(4, '0'))
  return `<${codes.join('')}>`
}

/** One line under another. */
export const sheet = (...lines: readonly string[]): Drawn[] => lines.map((text, at) => [text, 60, 80 + at * 24])

/** A protected PDF: its password opens nothing without being asked for. */
export const protectedPdf = () => {
  const key = '00'.repeat(32)
  return pdfOf([sheet('Fictional')], `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${key}> /U <${key}> >>`)
}

export async function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content as string), name) // a buffer is copied the same way
  zip.end()
  return buffer(zip.outputStream as unknown as Readable) // two declarations of one stream
}

/** A notification to make corrections, of the application with this number. */
export const correctionNotice = (serial: string, issued: string, number = '202310123456.6') =>
  pdfOf([sheet('国家知识产权局', `申请号：${number}`, `发文序列号：${serial}`, `发文日：${issued}`, '补正通知书', '虚构')])
