import { readSync } from 'node:fs'
import { damaged, MAX_VALUE } from './dump-fault.ts'

const PIECE = 1 << 18

/** The text of a file in pieces, read at once: it is called in a thread of its own. */
export function* piecesOf(file: number, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding)
  const buffer = Buffer.alloc(PIECE)
  for (;;) {
    const length = readSync(file, buffer, 0, PIECE, null)
    if (length === 0) break
    yield decoder.decode(buffer.subarray(0, length), { stream: true })
  }
  yield decoder.decode()
}

const AHEAD = 32
const MAX_NAME = 200

/** A place in a text of any length, of which only a piece is in memory. */
export class SqlText {
  #pieces: Iterator<string>
  #piece = ''
  #at = 0
  line = 1

  constructor(pieces: Iterator<string>) {
    this.#pieces = pieces
  }

  /** The next character; empty at the end. */
  peek(): string {
    this.#fill()
    return this.#piece.charAt(this.#at)
  }

  take(): string {
    this.#fill()
    const sign = this.#piece.charAt(this.#at++)
    if (sign === '\n') this.line++
    return sign
  }

  isAt(text: string): boolean {
    this.#fill()
    return this.#piece.startsWith(text, this.#at)
  }

  takeIf(text: string): boolean {
    if (!this.isAt(text)) return false
    for (let at = 0; at < text.length; at++) this.take()
    return true
  }

  #fill() {
    while (this.#piece.length - this.#at < AHEAD) {
      const { value, done } = this.#pieces.next()
      if (done) return
      this.#piece = this.#piece.slice(this.#at) + value
      this.#at = 0
    }
  }
}

/** Skips white space and comments, including version-specific comments, which are not needed. */
export function skipBlank(text: SqlText) {
  for (;;) {
    const sign = text.peek()
    if (sign !== '' && /\s|\ufeff/.test(sign)) text.take()
    else if (sign === '#' || (sign === '-' && LINE_COMMENTS.some((start) => text.isAt(start)))) skipLine(text)
    else if (text.takeIf('/*')) {
      while (!text.takeIf('*/')) if (text.take() === '') return
    } else return
  }
}

const LINE_COMMENTS = ['-- ', '--\n', '--\r', '--\t']

export function skipLine(text: SqlText) {
  while (text.peek() !== '' && text.peek() !== '\n') text.take()
}

/** A bare word, or a name in quotes without them; empty before another sign. */
export function takeWord(text: SqlText): string {
  if (text.peek() === '`' || text.peek() === '"') return takeQuoted(text, MAX_NAME)
  let word = ''
  while (/[\w$]/.test(text.peek()) && word.length < MAX_NAME) word += text.take()
  return word
}

const ESCAPED: Readonly<Record<string, string>> = { '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' }

/** A text in quotes with the escapes of MySQL; only its first `kept` characters are kept. */
export function takeQuoted(text: SqlText, kept: number): string {
  const [line, quote] = [text.line, text.take()]
  let [value, length] = ['', 0]
  for (;;) {
    let sign = text.take()
    if (sign === '') throw damaged(line)
    if (sign === quote && !text.takeIf(quote)) return value
    if (sign === '\\' && quote !== '`') {
      const escaped = text.take()
      sign = ESCAPED[escaped] ?? escaped
    }
    if (++length > MAX_VALUE) throw damaged(line)
    if (length <= kept) value += sign
  }
}

/** Passes the rest of a statement and its delimiter. */
export function skipStatement(text: SqlText, delimiter: string) {
  for (;;) {
    skipBlank(text)
    const sign = text.peek()
    if (sign === '' || text.takeIf(delimiter)) return
    if (sign === "'" || sign === '"' || sign === '`') takeQuoted(text, 0)
    else text.take()
  }
}
