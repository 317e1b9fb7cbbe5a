import type { Readable } from 'node:stream'

/** What a part of a workbook is made of, as it goes by. Names come without their prefix; attributes as they are written. */
export type Listener = { open(name: string, attributes: string): void; close(name: string): void; text(text: string): void }

// No tag of a spreadsheet is nearly so long; what never ends is no reason to keep it all.
const LONGEST_TAG = 1 << 20

/** Hears the text of a part piece by piece. Nothing outside the part is ever looked up. */
export async function scanXml(stream: Readable, listener: Listener, after: () => void = () => {}) {
  let rest = ''
  for await (const piece of piecesOf(stream)) {
    rest = scanPiece(rest + piece, listener)
    if (rest.length > LONGEST_TAG) throw new Error('a tag without an end')
    after()
  }
  if (rest.includes('<')) throw new Error('the part is cut off')
}

/** In whatever encoding the part says it is. */
export async function* piecesOf(stream: Readable): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of stream) {
    const bytes = chunk as Buffer // a zip's streams give buffers
    decoder ??= new TextDecoder(encodingOf(bytes))
    yield decoder.decode(bytes, { stream: true })
  }
}

function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const said = /^[^<]{0,3}<\?xml[^>]{0,80}encoding=["']([\w-]{1,20})["']/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1] ?? 'utf-8'
  return /^utf-?16/i.test(said) ? 'utf-8' : said
}

/** Answers what is left over: the beginning of a tag whose end has not come yet. */
function scanPiece(piece: string, listener: Listener): string {
  let at = 0
  for (;;) {
    const start = piece.indexOf('<', at)
    if (start < 0) return textUpTo(piece, at, listener)
    if (start > at) listener.text(plainText(piece.slice(at, start)))
    const end = endOf(piece, start)
    if (end < 0) return piece.slice(start)
    hear(piece, start, end, listener)
    at = end
  }
}

/** An entity may be cut in two by the end of the piece. */
function textUpTo(piece: string, at: number, listener: Listener): string {
  const cut = piece.lastIndexOf('&')
  const end = cut >= at && cut > piece.length - 12 && !piece.includes(';', cut) ? cut : piece.length
  if (end > at) listener.text(plainText(piece.slice(at, end)))
  return piece.slice(end)
}

function endOf(piece: string, start: number): number {
  const ending = piece.startsWith('<!--', start)
    ? '-->'
    : piece.startsWith('<![CDATA[', start)
      ? ']]>'
      : piece.startsWith('<?', start)
        ? '?>'
        : undefined
  if (ending) {
    const end = piece.indexOf(ending, start)
    return end < 0 ? -1 : end + ending.length
  }
  if (piece.length - start < 9 && '<![CDATA['.startsWith(piece.slice(start))) return -1
  return piece.startsWith('<!', start) ? endOfDoctype(piece, start) : endOfTag(piece, start)
}

// An attribute may hold a `>`.
const TAG = /<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/y

function endOfTag(piece: string, start: number): number {
  TAG.lastIndex = start
  return TAG.test(piece) ? TAG.lastIndex : -1
}

/** Its declarations are passed over: no entity of a file's own is ever put in. */
function endOfDoctype(piece: string, start: number): number {
  const bracket = piece.indexOf('[', start)
  const end = piece.indexOf('>', start)
  if (bracket < 0 || (end >= 0 && end < bracket)) return end < 0 ? -1 : end + 1
  const close = /\]\s*>/.exec(piece.slice(bracket))
  return close ? bracket + close.index + close[0].length : -1
}

function hear(piece: string, start: number, end: number, listener: Listener) {
  const second = piece[start + 1]
  if (second === '!') {
    if (piece.startsWith('<![CDATA[', start)) listener.text(piece.slice(start + 9, end - 3))
    return
  }
  if (second === '?') return
  if (second === '/') return listener.close(nameIn(piece, start + 2, end - 1))
  const isEmpty = piece[end - 2] === '/'
  const inner = isEmpty ? end - 2 : end - 1
  const name = nameIn(piece, start + 1, inner)
  listener.open(name, piece.slice(start + 1, inner))
  if (isEmpty) listener.close(name)
}

function nameIn(piece: string, from: number, to: number): string {
  let [end, begin] = [from, from]
  while (end < to && !BLANK.has(piece[end] ?? ' ')) {
    if (piece[end] === ':') begin = end + 1
    end++
  }
  return piece.slice(begin, end)
}

const BLANK = new Set([' ', '\t', '\n', '\r'])
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const plainText = (text: string) =>
  text.includes('&') ? text.replace(/&(#x?[\da-f]{1,7}|\w{1,10});/gi, (whole, name: string) => ENTITIES[name] ?? numbered(name) ?? whole) : text

function numbered(name: string): string | undefined {
  if (!name.startsWith('#')) return undefined
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return Number.isNaN(code) || code > 0x10ffff ? undefined : String.fromCodePoint(code)
}

const PATTERNS = new Map<string, RegExp>()

/** The value of an attribute, whatever its prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const pattern = PATTERNS.get(name) ?? new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  PATTERNS.set(name, pattern)
  const found = pattern.exec(attributes)
  return found ? plainText(found[1] ?? found[2] ?? '') : undefined
}
