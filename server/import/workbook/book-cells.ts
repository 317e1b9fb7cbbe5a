import type { Cell } from '../../../model/import/values/cell.ts'
import { scanXml } from './xml-scan.ts'
import type { Book, Zip } from './book.ts'

/** The data that cells refer to: shared texts and number formats. */
export type Shared = { texts: readonly string[]; forms: readonly Form[]; date1904: boolean }
type Form = 'date' | 'percent' | 'plain'

// The limit of a spreadsheet cell; a longer text was not written by a spreadsheet and would block the reader.
export const MAX_CELL = 32_767

export async function readShared(zip: Zip, book: Book): Promise<Shared> {
  return {
    texts: book.shared ? await textsOf(zip, book.shared) : [],
    forms: book.styles ? await formsOf(zip, book.styles) : [],
    date1904: book.date1904,
  }
}

async function textsOf(zip: Zip, part: string): Promise<string[]> {
  const texts: string[] = []
  let [text, isText, isReading] = ['', false, false]
  await scanXml(await zip.open(part), {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') isText = !isReading
      else if (name === 'rPh') isReading = true // the pronunciation is not part of it
    },
    close(name) {
      if (name === 'si') texts.push(unescaped(text))
      else if (name === 't') isText = false
      else if (name === 'rPh') isReading = false
    },
    text(piece) {
      if (isText && text.length < MAX_CELL) text += piece
    },
  })
  return texts
}

/** Office writes characters that XML does not allow as `_x000D_`. */
export const unescaped = (text: string) =>
  (text.includes('_x') ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text).slice(
    0,
    MAX_CELL,
  )

/** The kind of number for each cell style. */
async function formsOf(zip: Zip, part: string): Promise<Form[]> {
  const formats = new Map<number, string>()
  const ids: number[] = []
  let isCell = false
  await scanXml(await zip.open(part), {
    open(name, attributes) {
      if (name === 'numFmt') formats.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      else if (name === 'cellXfs') isCell = true
      else if (name === 'xf' && isCell) ids.push(Number(attributes.numFmtId ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') isCell = false
    },
    text() {},
  })
  return ids.map((id) => formOf(id, formats.get(id)))
}

const isDateId = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

function formOf(id: number, format: string | undefined): Form {
  if (format === undefined) return isDateId(id) ? 'date' : id === 9 || id === 10 ? 'percent' : 'plain'
  const signs = format
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .toLowerCase()
  if (/[ymdhs年月日]/.test(signs) && !/general/.test(signs)) return 'date'
  return signs.includes('%') ? 'percent' : 'plain'
}

/** `numFmt` 9 shows 0.85 as 85 %: the displayed value is the intended one. */
export function cellOf(type: string, style: number, text: string, { texts, forms, date1904 }: Shared): Cell {
  switch (type) {
    case 's':
      return texts[Number(text)] ?? null
    case 'str':
    case 'inlineStr':
    case 'd':
      return unescaped(text)
    case 'b':
      return text.trim() === '1' || text.trim().toLowerCase() === 'true'
    case 'e':
      return text
    default:
      return numberOf(text.trim(), forms[style] ?? 'plain', date1904)
  }
}

function numberOf(text: string, form: Form, date1904: boolean): Cell {
  if (text === '') return null
  const value = Number(text)
  if (Number.isNaN(value)) return unescaped(text)
  if (form === 'percent') return `${Number((value * 100).toPrecision(12))}%`
  return form === 'date' ? dateOf(value, date1904) : value
}

const DAY = 86_400_000
const [EPOCH_1900, EPOCH_1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)]

/** Until the end of February 1900 the count is one day behind, since spreadsheets include the 29th. A time without a day is not a date. */
function dateOf(serial: number, date1904: boolean): Cell {
  if (serial < 1 || serial > 2_958_466) return serial
  const day = date1904 ? EPOCH_1904 : serial < 60 ? EPOCH_1900 + DAY : EPOCH_1900
  return new Date(day + Math.round(serial * DAY))
}
