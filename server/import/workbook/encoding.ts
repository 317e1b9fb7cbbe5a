import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

const LOOK = 1 << 20

/** The encoding of a text file: by its mark, else UTF-8 where every byte fits, else by the writing of its first part. */
export async function encodingOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(LOOK), 0, LOOK, 0)
    const start = buffer.subarray(0, bytesRead)
    return marked(start) ?? ((await isUtf8(createReadStream(path))) ? 'utf-8' : eastern(start))
  } finally {
    await file.close()
  }
}

/** The text of a file that is in memory. */
export async function decodeText(bytes: Uint8Array): Promise<string> {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LOOK))
  const encoding = marked(start) ?? ((await isUtf8([bytes])) ? 'utf-8' : eastern(start))
  return new TextDecoder(encoding).decode(bytes)
}

function marked(start: Buffer): string | undefined {
  const [first, second, third] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  return unmarked(start.subarray(0, 2000))
}

// Characters of a table: Latin, Greek and Cyrillic letters, East Asian scripts, and the punctuation of both
const WRITTEN = /^[\t\n\r\u0020-\u052f\u1e00-\u1eff\u2010-\u203b\u2160-\u217f\u2460-\u24ff\u3000-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff00-\uffef]$/

/** UTF-16 without its mark: no other text has zeros, which are in every comma, digit and line break here. 一 and 가 have theirs at the other place. */
export function unmarked(start: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = (odd: number) => start.filter((byte, at) => at % 2 === odd && byte === 0).length
  const [even, odd] = [zeros(0), zeros(1)]
  const encoding = odd > 2 && odd > 4 * even ? 'utf-16le' : even > 2 && even > 4 * odd ? 'utf-16be' : undefined
  if (!encoding) return undefined
  const text = [...new TextDecoder(encoding).decode(start.subarray(0, start.length - (start.length % 2)))]
  return text.filter((sign) => WRITTEN.test(sign)).length > text.length * 0.95 ? encoding : undefined
}

async function isUtf8(chunks: AsyncIterable<Buffer> | Iterable<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) decoder.decode(chunk, { stream: true })
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
  const runs =
    start
      .toString('latin1')
      .replaceAll(RARE, '\xff\xff')
      .match(/[\x80-\xff]+/g) ?? []
  if (runs.filter((run) => run.length === 1).length > runs.length / 2) return 'windows-1252'
  const said = SIGNS.find(([encoding, words]) => words.test(startIn(encoding, start)))?.[0]
  if (said) return said
  // A damaged Latin file has other runs than pairs here and there; characters of East Asia fill their cells.
  const isPaired = runs.filter((run) => run.length % 2 === 0).length > runs.length * 0.8
  return !isPaired && runs.join('').length < start.length / 20 ? 'windows-1252' : chinese(start)
}

/** A rare character of GB 18030 has four bytes, two of which are digits. */
const RARE = /[\x81-\xfe][0-9][\x81-\xfe][0-9]/g

const startIn = (encoding: string, start: Buffer) => new TextDecoder(encoding).decode(start.subarray(0, 20_000))

// The commonest characters of each script, of which a text of some length has several.
const SIMPLIFIED = new Set('的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生明书专利申请号发权实审查意见通知')
const TRADITIONAL = new Set('的一是不了人我在有他這為之大來以個中上們到說國和地也子時道出而要於就下得可你年生明書專利申請號發權實審查意見通知')

/** GB 18030 and Big5 read the bytes of each other as rare characters. */
const chinese = (start: Buffer) => (score(startIn('big5', start), TRADITIONAL) > score(startIn('gb18030', start), SIMPLIFIED) ? 'big5' : 'gb18030')

function score(text: string, common: ReadonlySet<string>): number {
  let points = 0
  for (const sign of text) points += common.has(sign) ? 1 : sign === '\ufffd' || /\p{Co}/u.test(sign) ? -3 : 0
  return points
}
