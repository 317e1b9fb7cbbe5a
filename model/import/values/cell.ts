/** The content of a spreadsheet cell. */
export type Cell = string | number | boolean | Date | null | undefined

const NOTHING = new Set(['', '-', '--', '—', '－', '/', 'n/a', 'na', 'null', 'none', '无', '\\', '——', '／'])

/** The trimmed text of a cell; placeholders of exports are empty. */
export function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : isoOf(cell)
  if (typeof cell === 'number') return Number.isFinite(cell) ? plainNumber(cell) : ''
  const text = String(cell)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\u200b]/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('\r\n', '\n')
    .toWellFormed()
    .trim()
  return NOTHING.has(text.toLowerCase()) ? '' : text
}

const ERROR = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!|UNKNOWN!|CONNECT!)$/i

/** The error text of an uncomputed formula. */
export const isFormulaError = (cell: Cell) => typeof cell === 'string' && ERROR.test(cell.trim())

export const isBlank = (cell: Cell) => textOf(cell) === ''

/** A timestamp at midnight is a date. */
function isoOf(date: Date) {
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
}

/** Numbers of rights are long; one stored as a quantity must not print as 1.02e+12. */
function plainNumber(value: number) {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value)
}

const TAG = /<\/?(?:sub|sup|i|b|u|em|strong|p|br|span|div|font|smallcaps|highlight)\b[^<>]*>/gi
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }

/** Removes the mark-up of the exported page from titles and abstracts. */
export function withoutTags(text: string): string {
  return text
    .replace(TAG, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/[ \t]{2,}/g, ' ')
    .trim()
}

/** Lists are separated by ;; or ; or | or new lines. A bar separates without blanks too: exports write `A|B`. */
export function listOf(text: string): string[] {
  return unique(text.split(/;;|[;；|｜\n]/).map((part) => part.trim()))
}

/** Words contain no commas: commas separate them where there is no stronger separator. */
export function wordsOf(text: string): string[] {
  return /[;；|｜\n]/.test(text) ? listOf(text) : unique(text.split(/[,，、]/).map((part) => part.trim()))
}

/** Classification symbols contain no comma, and blanks only within a symbol: `H01M 10/0525 H01M 4/38`. */
export function symbolsOf(text: string): string[] {
  return wordsOf(text.replace(/(?<=\d)\s+(?=[A-HY]\d{2}[A-Z])/g, ';').replace(/[,，、]/g, ';'))
}

function unique(list: string[]) {
  return [...new Set(list.filter((part) => textOf(part) !== ''))]
}
