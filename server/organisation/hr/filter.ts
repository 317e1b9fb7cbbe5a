import { both, refuse } from '../../errors.ts'

// RFC 7644, 3.4.2.2.

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'
export type Literal = string | number | boolean | null

/** `path` is an attribute, perhaps with a schema before it and a part of it after a dot. */
export type Filter =
  | { kind: 'and'; of: Filter[] }
  | { kind: 'or'; of: Filter[] }
  | { kind: 'not'; of: Filter }
  | { kind: 'present'; path: string; at: number }
  | { kind: 'compare'; path: string; op: Operator; value: Literal; at: number }
  | { kind: 'within'; path: string; of: Filter; at: number }

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])
const MAX_CHARS = 2000
const DEEPEST = 20
const MAX_TERMS = 50

type Token = { kind: 'word' | 'text' | 'sign'; text: string; at: number }

const refuseAt = (at: number, why: readonly [string, string]): never => refuse('scim_filter', { position: at + 1, ...both('why', why) })

export function parseFilter(text: string): Filter {
  if (text.length > MAX_CHARS) refuseAt(MAX_CHARS, [`不能超过 ${MAX_CHARS} 个字符`, `it is longer than ${MAX_CHARS} characters`])
  const reader = new Reader(tokensOf(text), text.length)
  const filter = reader.any(0)
  reader.finish()
  return filter
}

const TOKEN = /\s*(?:(?<sign>[()[\]])|(?<text>"(?:[^"\\]|\\.)*")|(?<word>[^\s()[\]"]+))/y

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const end = text.trimEnd().length
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex
    const found = TOKEN.exec(text)
    if (!found) return refuseAt(from, ['引号没有结束', 'a quotation mark is not closed'])
    const { sign, text: quoted, word } = found.groups ?? {}
    const kind = sign ? 'sign' : quoted ? 'text' : 'word'
    const own = sign ?? quoted ?? word ?? ''
    tokens.push({ kind, text: own, at: TOKEN.lastIndex - own.length })
  }
  return tokens
}

class Reader {
  readonly tokens: readonly Token[]
  readonly end: number
  next = 0
  terms = 0

  constructor(tokens: readonly Token[], end: number) {
    this.tokens = tokens
    this.end = end
  }

  any(depth: number): Filter {
    if (depth > DEEPEST) refuseAt(this.at(), [`嵌套超过 ${DEEPEST} 层`, `it is nested deeper than ${DEEPEST} levels`])
    return this.joined('or', () => this.joined('and', () => this.one(depth)))
  }

  finish() {
    if (this.next < this.tokens.length) refuseAt(this.at(), ['此处应结束', 'the end is expected here'])
  }

  private joined(kind: 'and' | 'or', read: () => Filter): Filter {
    const first = read()
    const of = [first]
    while (this.isWord(kind)) {
      this.next++
      of.push(read())
    }
    return of.length > 1 ? { kind, of } : first
  }

  private one(depth: number): Filter {
    if (++this.terms > MAX_TERMS) refuseAt(this.at(), [`条件超过 ${MAX_TERMS} 个`, `it has more than ${MAX_TERMS} terms`])
    if (this.isSign('(')) return this.enclosed(')', depth)
    if (this.isWord('not')) {
      this.next++
      if (!this.isSign('(')) refuseAt(this.at(), ['not 后应为括号', 'a bracket is expected after not'])
      return { kind: 'not', of: this.enclosed(')', depth) }
    }
    return this.predicate(depth)
  }

  private enclosed(close: ')' | ']', depth: number): Filter {
    this.next++
    const filter = this.any(depth + 1)
    if (!this.isSign(close)) refuseAt(this.at(), [`此处应为 ${close}`, `${close} is expected here`])
    this.next++
    return filter
  }

  private predicate(depth: number): Filter {
    const token = this.take('word', ['此处应为属性名', 'the name of an attribute is expected here'])
    const { text: path, at } = token
    if (!/^[A-Za-z][\w:.$-]*$/.test(path)) refuseAt(at, ['不是属性名', 'this is not the name of an attribute'])
    if (this.isSign('[')) return { kind: 'within', path, at, of: this.enclosed(']', depth) }
    const op = this.take('word', ['此处应为比较符', 'an operator is expected here'])
    const name = op.text.toLowerCase()
    if (name === 'pr') return { kind: 'present', path, at }
    if (!OPERATORS.has(name)) refuseAt(op.at, ['未知的比较符', 'the operator is unknown'])
    return { kind: 'compare', path, op: name as Operator, value: this.literal(), at } // one of the operators, as just tested
  }

  private literal(): Literal {
    const token = this.tokens[this.next++]
    if (!token || token.kind === 'sign') return refuseAt(token?.at ?? this.end, ['此处应为值', 'a value is expected here'])
    try {
      const value: unknown = JSON.parse(token.kind === 'word' ? token.text.toLowerCase() : token.text)
      if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Literal // as just tested
    } catch {
      // the refusal below says where
    }
    return refuseAt(token.at, ['文本应加双引号', 'text must be in double quotation marks'])
  }

  private take(kind: Token['kind'], why: readonly [string, string]): Token {
    const token = this.tokens[this.next]
    if (token?.kind !== kind) return refuseAt(this.at(), why)
    this.next++
    return token
  }

  private at() {
    return this.tokens[this.next]?.at ?? this.end
  }

  private isSign(text: string) {
    const token = this.tokens[this.next]
    return token?.kind === 'sign' && token.text === text
  }

  private isWord(text: string) {
    const token = this.tokens[this.next]
    return token?.kind === 'word' && token.text.toLowerCase() === text
  }
}
