import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { TableFault } from './table-fault.ts'

const LOOK = 1 << 20

/** The encoding of a text file: by its mark, else UTF-8 where every byte fits, else by the writing of its first part. */
export async function encodingOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(LOOK), 0, LOOK, 0)
    const start = buffer.subarray(0, bytesRead)
    return marked(start) ?? ((await isUtf8(path)) ? 'utf-8' : eastern(start))
  } finally {
    await file.close()
  }
}

function marked(start: Buffer): string | undefined {
  const [first, second, third] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  const sample = start.subarray(0, 2000)
  const zeros = (odd: number) => sample.filter((byte, at) => at % 2 === odd && byte === 0).length
  if (sample.length > 20 && zeros(1) > sample.length / 4) return 'utf-16le'
  return sample.length > 20 && zeros(0) > sample.length / 4 ? 'utf-16be' : undefined
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Buffer, { stream: true }) // a file gives buffers
    decoder.decode()
    return true
  } catch {
    return false
  }
}

// Words that head such tables, in the writing of each country.
const SIGNS: readonly (readonly [string, RegExp])[] = [
  ['gb18030', /申请|专利|公开|名称|标题|发明人/],
  ['euc-kr', /출원|발명|등록|공개|번호/],
  ['shift_jis', /出願|発明|公開番号|公報|登録番号/],
]

/** Latin letters with marks stand alone between plain ones; characters of East Asia come in pairs. */
function eastern(start: Buffer): string {
  const runs = start.toString('latin1').match(/[\x80-\xff]+/g) ?? []
  if (runs.filter((run) => run.length === 1).length > runs.length / 2) return 'windows-1252'
  const decoded = (encoding: string) => new TextDecoder(encoding).decode(start.subarray(0, 20_000))
  const said = SIGNS.find(([encoding, words]) => words.test(decoded(encoding)))?.[0]
  if (said) return said
  // A damaged Latin file has other runs than pairs here and there; characters of East Asia fill their cells.
  const isPaired = runs.filter((run) => run.length % 2 === 0).length > runs.length * 0.8
  return !isPaired && runs.join('').length < start.length / 20 ? 'windows-1252' : 'gb18030'
}

const SEPARATORS = [',', ';', '\t', '|']

/** The separator of most fields in the first lines, outside quotes. */
export function separatorOf(start: string): string {
  const lines = start.replace(/"(?:[^"]|"")*"?/g, '').split(/\r\n|\r|\n/).slice(0, 20) // oxfmt-ignore
  const said = /^sep=(.)/i.exec(start)?.[1]
  if (said && SEPARATORS.includes(said)) return said
  const counts = SEPARATORS.map((sign) => lines.reduce((sum, line) => sum + line.split(sign).length - 1, 0))
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

// The limits of a spreadsheet, so that a file without line ends or quotes does not fill the memory.
const LONGEST = 1 << 20
export const MOST_FIELDS = 16_384

const endless = (at: number) =>
  new TableFault([
    `第 ${at} 行超过 ${LONGEST.toLocaleString('en')} 个字符或 ${MOST_FIELDS.toLocaleString('en')} 列：可能缺少换行，或引号没有成对`,
    `row ${at} has more than ${LONGEST.toLocaleString('en')} characters or ${MOST_FIELDS.toLocaleString('en')} columns: a line break or the second of two quotation marks may be missing`,
  ])

/** The rows of a table in text: fields in quotes may contain separators, quotes and line ends. */
export async function* csvRows(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let [row, field, isQuoted, wasQuote, wasReturn, length]: [string[], string, boolean, boolean, boolean, number] = [[], '', false, false, false, 0]
  let at = 1
  let separator: string | undefined
  const endField = () => {
    row.push(field)
    if (row.length > MOST_FIELDS) throw endless(at)
    field = ''
  }
  for await (const given of pieces) {
    const piece = separator === undefined ? given.replace(/^\ufeff/, '') : given
    separator ??= separatorOf(piece)
    for (const sign of piece) {
      if (isQuoted && !wasQuote) {
        if (sign === '"') wasQuote = true
        else field += sign
      } else if (isQuoted && sign === '"') {
        field += '"'
        wasQuote = false
      } else {
        ;[isQuoted, wasQuote] = [false, false]
        if (sign === '"' && field === '') isQuoted = true
        else if (sign === separator) endField()
        else if (sign === '\n' || sign === '\r') {
          if (!(sign === '\n' && wasReturn)) {
            endField()
            yield row
            ;[row, length] = [[], 0]
            at++
          }
        } else field += sign
      }
      wasReturn = sign === '\r' && !isQuoted
      if (++length > LONGEST) throw endless(at)
    }
  }
  if (field !== '' || row.length > 0) {
    endField()
    yield row
  }
}

/** The text of a file in its encoding. */
export async function* textOfFile(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) yield decoder.decode(chunk as Buffer, { stream: true }) // as above
  yield decoder.decode()
}
