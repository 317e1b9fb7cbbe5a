import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import type { WordBlock } from '../../../model/documents/word-blocks.ts'

/** A plain Word document of A4 pages. */
export async function makeWord(blocks: readonly WordBlock[]): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const day = new Date('2020-01-01T00:00:00Z') // the same blocks give the same file
  for (const [name, content] of [
    ['[Content_Types].xml', TYPES],
    ['_rels/.rels', RELATIONS],
    ['word/document.xml', `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${blocks.map(xmlOf).join('')}${PAGE}</w:body></w:document>`],
  ] as const)
    zip.addBuffer(Buffer.from(content), name, { mtime: day })
  zip.end()
  return buffer(zip.outputStream)
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${MAIN}"/></Types>`
const RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`
const PAGE = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr>'
/** Twentieths of a point between the margins. */
const TEXT_WIDTH = 9026
const FACES = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="SimSun"/>'
const LINES = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => `<w:${side} w:val="single" w:sz="4" w:color="808080"/>`).join('')

function xmlOf(block: WordBlock): string {
  if (typeof block === 'string') return paragraph(block, { after: 160 })
  if ('heading' in block) return paragraph(block.heading, { after: 320, size: 32, bold: true, centred: true })
  const { table, rows, cells } = block
  // The list opens in the first cell and ends in the last, so that the whole row is repeated.
  const opened = cells.map((cell, at) => `${at === 0 ? `{#${rows}}` : ''}${cell}${at === cells.length - 1 ? '{/}' : ''}`)
  const grid = `<w:tblGrid>${table.map(() => `<w:gridCol w:w="${Math.floor(TEXT_WIDTH / table.length)}"/>`).join('')}</w:tblGrid>`
  const body = row(table, true) + row(opened, false)
  return `<w:tbl><w:tblPr><w:tblW w:w="${TEXT_WIDTH}" w:type="dxa"/><w:tblBorders>${LINES}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr>${grid}${body}</w:tbl>${paragraph('', { after: 160 })}`
}

const row = (cells: readonly string[], bold: boolean) =>
  `<w:tr>${cells.map((cell) => `<w:tc><w:tcPr/>${paragraph(cell, { after: 0, bold })}</w:tc>`).join('')}</w:tr>`

type Look = { after: number; size?: number; bold?: boolean; centred?: boolean }

function paragraph(text: string, { after, size = 22, bold = false, centred = false }: Look): string {
  const shape = `<w:pPr><w:spacing w:after="${after}" w:line="320" w:lineRule="auto"/>${centred ? '<w:jc w:val="center"/>' : ''}</w:pPr>`
  const run = `<w:r><w:rPr>${FACES}${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
  return `<w:p>${shape}${text === '' ? '' : run}</w:p>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
