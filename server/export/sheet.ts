// Writes a workbook while its rows are still read. Decision 50 says why this is ours.
import { Readable } from 'node:stream'
import yazl from 'yazl'

/** `format`: how its numbers and dates are shown; `isDate`: its texts are ISO dates. */
export type SheetColumn = { heading: string; width: number; format?: string | undefined; isDate?: boolean }
export type FileCell = string | number | boolean | null
/** The cells of some rows at once. */
export type Batch = readonly (readonly FileCell[])[]

export type Sheet = { name: string; columns: readonly SheetColumn[]; batches: AsyncIterable<Batch> }

/** Who took the file out, and when: the day of the tenant at the foot of each printed page, the moment in UTC among the properties of the file. */
export type TakenOut = { by: string; on: string; at: string }

/** A workbook of one sheet. */
export const workbookStream = (name: string, columns: readonly SheetColumn[], batches: AsyncIterable<Batch>, taken?: TakenOut): Readable =>
  sheetsStream([{ name, columns, batches }], taken)

/** The first row of each sheet holds the headings and stays in view. Sheets are read one after another. */
export function sheetsStream(sheets: readonly Sheet[], taken?: TakenOut): Readable {
  const formats = [...new Set(sheets.flatMap(({ columns }) => columns.flatMap(({ format }) => format ?? [])))]
  const zip = new yazl.ZipFile()
  const out = zip.outputStream as Readable // a PassThrough of Node, declared as any stream
  for (const [at, { columns, batches }] of sheets.entries()) {
    const sheet = Readable.from(sheetOf(columns, formats, batches, taken))
    zip.addReadStream(sheet, pathOf(at), { compressionLevel: COMPRESSION })
    sheet.on('error', (error) => out.destroy(error)) // yazl does not pass it on
    out.once('close', () => sheet.destroy())
  }
  for (const [path, text] of Object.entries({ ...partsOf(namesOf(sheets), formats, taken), ...(taken && { [CORE]: propertiesOf(taken) }) }))
    zip.addBuffer(Buffer.from(text), path)
  zip.end()
  return out
}

const MAX_NAME = 31

/** Within what Office allows in the name of a sheet, and each once. */
function namesOf(sheets: readonly Sheet[]): string[] {
  const taken = new Set<string>()
  return sheets.map(({ name }) => {
    const kept = name.replace(/[\\/?*[\]:]/g, ' ')
    for (let n = 1; ; n++) {
      const tail = n === 1 ? '' : ` (${n})`
      const tried = kept.slice(0, MAX_NAME - tail.length) + tail
      if (taken.has(tried.toLowerCase())) continue
      taken.add(tried.toLowerCase())
      return tried
    }
  })
}

/** Of the usual level 6, a file is by a twentieth smaller, and takes a tenth more of CPU. */
const COMPRESSION = 4

const pathOf = (at: number) => `xl/worksheets/sheet${at + 1}.xml`
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const CORE = 'docProps/core.xml'

const partsOf = (names: readonly string[], formats: readonly string[], taken: TakenOut | undefined) => ({
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${names.map((_, at) => `<Override PartName="/${pathOf(at)}" ContentType="${TYPES}.worksheet+xml"/>`).join('')}${taken ? `<Override PartName="/${CORE}" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>` : ''}</Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>${taken ? `<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="${CORE}"/>` : ''}</Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': stylesOf(formats),
})

const propertiesOf = ({ by, at }: TakenOut) =>
  `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:creator>${escaped(by)}</dc:creator><cp:lastModifiedBy>${escaped(by)}</cp:lastModifiedBy><dcterms:created xsi:type="dcterms:W3CDTF">${at}</dcterms:created></cp:coreProperties>`

/** In a foot, `&` begins a code, and a space ends the number of a size. */
const footOf = ({ by, on }: TakenOut) => `<headerFooter><oddFooter>${escaped(`&C${by.replaceAll('&', '&&')} ${on}`)}</oddFooter></headerFooter>`

/** Numbers below 164 are the formats that every program has. */
const FIRST_OWN_FORMAT = 164

function stylesOf(formats: readonly string[]): string {
  const own = formats.map((format, at) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + at}" formatCode="${escaped(format)}"/>`)
  const used = formats.map((_, at) => `<xf numFmtId="${FIRST_OWN_FORMAT + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
  return [
    `${XML}<styleSheet xmlns="${MAIN}">`,
    own.length > 0 ? `<numFmts count="${own.length}">${own.join('')}</numFmts>` : '',
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${used.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${used.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('')
}

async function* sheetOf(columns: readonly SheetColumn[], formats: readonly string[], batches: AsyncIterable<Batch>, taken: TakenOut | undefined) {
  const widths = columns.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths}</cols><sheetData>`
  const rowText = rowWriter(columns, formats)
  let at = 1
  const headings = columns.map(({ heading }) => heading)
  yield rowText(at, headings, true)
  for await (const batch of batches) {
    let text = ''
    for (const cells of batch) text += rowText(++at, cells)
    yield Buffer.from(text)
  }
  yield `</sheetData>${taken ? footOf(taken) : ''}</worksheet>`
}

/** Writes each cell with its address: the standard asks for none, but not every program reads a sheet without. */
function rowWriter(columns: readonly SheetColumn[], formats: readonly string[]) {
  const begin = columns.map(
    ({ format }, at) => [`<c r="${letters(at)}`, format === undefined ? '"' : `" s="${formats.indexOf(format) + 1}"`] as const,
  )
  const isDate = columns.map((column) => column.isDate === true)
  return (row: number, cells: readonly FileCell[], isHeading = false) => {
    let text = `<row r="${row}">`
    for (const [at, [address, style]] of begin.entries()) {
      const cell = cells[at] ?? null
      if (cell !== null) text += address + row + style + (isDate[at] && !isHeading ? dateOf(String(cell)) : contentOf(cell))
    }
    return `${text}</row>`
  }
}

/** A: 0, Z: 25, AA: 26. */
function letters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last
}

/** The rest of a cell after its address and style. */
function contentOf(cell: string | number | boolean): string {
  if (typeof cell === 'string') return ` t="inlineStr"><is>${textOf(cell)}</is></c>`
  if (typeof cell === 'boolean') return ` t="b"><v>${cell ? 1 : 0}</v></c>`
  return Number.isFinite(cell) ? `><v>${cell}</v></c>` : '/>'
}

const DAY_MS = 86_400_000
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30)
/** 1 March 1900: before it, serial numbers are a day off or below zero in every program. */
const FIRST_SERIAL = 61

function dateOf(day: string): string {
  const serial = (Date.parse(day) - SERIAL_ZERO_MS) / DAY_MS
  return serial >= FIRST_SERIAL ? `><v>${serial}</v></c>` : contentOf(day)
}

const textOf = (text: string) => (/^\s|\s$|[\n\t]/.test(text) ? `<t xml:space="preserve">${escaped(text)}</t>` : `<t>${escaped(text)}</t>`)

const SPECIAL = /[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[\dA-Fa-f]{4}_)/
const ALL_SPECIAL = new RegExp(SPECIAL, 'g')
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A character that XML does not allow is written as `_x000D_`, as Office does; a text that looks like such a code is escaped. */
const escaped = (text: string) =>
  SPECIAL.test(text)
    ? text.replace(ALL_SPECIAL, (one) => ENTITIES[one] ?? `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    : text
