import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STRICT = 'http://purl.oclc.org/ooxml'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** How a workbook is put together by hand: what differs from the ordinary. */
export type Parts = {
  rows: string
  after?: string
  book?: string
  sheets?: string
  shared?: string
  styles?: string
  path?: string
  sheetPath?: string
  id?: string
  prefix?: string
  strict?: boolean
  encode?: (text: string) => Buffer
}

/** A workbook as programs of all kinds write it, part by part. */
export async function packed(parts: Parts): Promise<Uint8Array<ArrayBuffer>> {
  const { path = 'xl/workbook.xml', sheetPath = 'worksheets/sheet1.xml', id = 'rId1', prefix = 'r', strict = false, encode = Buffer.from } = parts
  const [ns, office] = strict ? [`${STRICT}/spreadsheetml/main`, `${STRICT}/officeDocument/relationships`] : [MAIN, OFFICE]
  const folder = path.slice(0, path.lastIndexOf('/'))
  const relation = (one: string, type: string, target: string) => `<Relationship Id="${one}" Type="${office}/${type}" Target="${target}"/>`
  const sheets = parts.sheets ?? `<sheet name="数据" sheetId="1" ${prefix}:id="${id}"/>`
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}">${relation('rId1', 'officeDocument', path)}</Relationships>`,
    [path]: `<workbook xmlns="${ns}" xmlns:${prefix}="${office}">${parts.book ?? ''}<sheets>${sheets}</sheets></workbook>`,
    [`${folder}/_rels/${path.slice(folder.length + 1)}.rels`]: `<Relationships xmlns="${PACKAGE}">${relation(id, 'worksheet', sheetPath)}${
      parts.shared ? relation('rIdS', 'sharedStrings', 'sharedStrings.xml') : ''
    }${parts.styles ? relation('rIdT', 'styles', 'styles.xml') : ''}</Relationships>`,
    [sheetPath.startsWith('/') ? sheetPath.slice(1) : `${folder}/${sheetPath}`]:
      `<worksheet xmlns="${ns}"><sheetData>${parts.rows}</sheetData>${parts.after ?? ''}</worksheet>`,
    ...(parts.shared && { [`${folder}/sharedStrings.xml`]: `<sst xmlns="${ns}">${parts.shared}</sst>` }),
    ...(parts.styles && { [`${folder}/styles.xml`]: `<styleSheet xmlns="${ns}">${parts.styles}</styleSheet>` }),
  }
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(encode(text), name)
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}

/** Rows of texts and numbers; what begins with `<c` is put in as it stands, `@` being its place. */
export const rowsOf = (rows: readonly (readonly (string | number | null)[])[]) =>
  rows
    .map((cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => cellOf(cell, `${String.fromCharCode(65 + at)}${row + 1}`)).join('')}</row>`)
    .join('')

function cellOf(cell: string | number | null, place: string): string {
  if (cell === null) return `<c r="${place}"/>`
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (cell.startsWith('<c')) return cell.replace('@', `r="${place}"`)
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
}
