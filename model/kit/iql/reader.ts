import { FUNCTION_NAMES, LIMITS } from './ast.ts'
import { IqlError, type IqlCode, type Words } from './fault.ts'
import { tokensOf, type Token } from './tokens.ts'

/** The position of the reader. `tried` lists all possible next tokens, for the fault text and the editor's suggestions. */
export type Reader = {
  tokens: Token[]
  index: number
  tried: Set<string>
  depth: number
  predicates: number
  focus?: { path: string[]; op?: string }
}

export function readerOf(text: string): Reader {
  if (text.length > LIMITS.characters) throw overLimit('too_long', LIMITS.characters + 1, LIMITS.characters, '个字符', 'characters')
  return { tokens: tokensOf(text), index: 0, tried: new Set(), depth: 0, predicates: 0 }
}

export function peek(reader: Reader, ahead = 0): Token {
  // The last token is never passed, so the index stays in range.
  return reader.tokens[Math.min(reader.index + ahead, reader.tokens.length - 1)] as Token
}

export function advance(reader: Reader): void {
  reader.index += 1
  reader.tried.clear()
}

/** Consumes the keyword or symbol if it is next. */
export function take(reader: Reader, what: string): boolean {
  reader.tried.add(what)
  const token = peek(reader)
  const stands = token.kind === 'word' ? token.keyword === what : token.kind === 'symbol' && token.text === what
  if (stands) advance(reader)
  return stands
}

export function expect(reader: Reader, what: string): void {
  if (!take(reader, what)) fail(reader)
}

/** Consumes a token of this kind; `what` names it in the expected tokens. */
export function takeKind<K extends Token['kind']>(reader: Reader, kind: K, what: string): Extract<Token, { kind: K }> | undefined {
  reader.tried.add(what)
  const token = peek(reader)
  if (token.kind !== kind) return undefined
  advance(reader)
  // The kind was compared one line above; the compiler cannot follow it through the parameter.
  return token as Extract<Token, { kind: K }>
}

export function fail(reader: Reader): never {
  const token = peek(reader)
  if (token.kind === 'fault') throw token.fault
  throw new IqlError('syntax', token.at, expectedWords([...reader.tried]), token.text.slice(0, 40))
}

export function overLimit(code: IqlCode, at: number, max: number, zh: string, en: string): IqlError {
  return new IqlError(code, at, { zh: `不超过 ${max} ${zh}`, en: `at most ${max} ${en}` })
}

const NAMED: Record<string, Words> = {
  field: { zh: '字段', en: 'a field' },
  comparison: { zh: '比较运算符（= != > >= < <=）', en: 'a comparison (= != > >= < <=)' },
  text: { zh: '引号中的文本', en: 'quoted text' },
  duration: { zh: '引号中的时间跨度（如 "7d"）', en: 'a quoted duration such as "7d"' },
  number: { zh: '数值', en: 'a number' },
  end: { zh: '查询结束', en: 'the end of the query' },
  ',': { zh: '逗号', en: 'a comma' },
  function: {
    zh: `函数（${FUNCTION_NAMES.map((name) => `${name}()`).join('、')}）`,
    en: `a function (${FUNCTION_NAMES.map((name) => `${name}()`).join(', ')})`,
  },
}

function expectedWords(tried: string[]): Words {
  const words = tried.map((what) => NAMED[what] ?? { zh: what, en: what })
  return {
    zh: listed(
      words.map((word) => word.zh),
      '、',
      '或',
    ),
    en: listed(
      words.map((word) => word.en),
      ', ',
      ' or ',
    ),
  }
}

function listed(items: string[], comma: string, or: string): string {
  return items.length < 2 ? items.join('') : items.slice(0, -1).join(comma) + or + items.at(-1)
}
