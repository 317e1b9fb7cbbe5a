import { LIMITS } from './ast.ts'
import { IqlError, type IqlCode, type Words } from './fault.ts'

export type Token =
  | { kind: 'word'; text: string; at: number; keyword: string }
  | { kind: 'number'; text: string; at: number }
  | { kind: 'text'; text: string; at: number; value: string }
  | { kind: 'symbol'; text: string; at: number }
  | { kind: 'fault'; text: string; at: number; fault: IqlError }
  | { kind: 'end'; text: ''; at: number }

/** Ends with an `end`, or with a `fault` at the first invalid character, so that an earlier grammar fault is reported first. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let index = 0
  for (;;) {
    index += matchAt(SPACE, text, index).length
    const token = tokenAt(text, index)
    tokens.push(token)
    if (token.kind === 'end' || token.kind === 'fault') return tokens
    index += token.text.length
  }
}

const SPACE = /\s*/y
const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{M}\p{N}_]*)*/uy
const NUMBER = /[+-]?\d+(?:\.\d+)?/y
const SYMBOL = /!=|>=|<=|[=<>(),]/y
const CONTINUES_NUMBER = /[\p{L}\p{N}_.]/uy

function tokenAt(text: string, index: number): Token {
  const at = index + 1
  const here = text[index]
  if (here === undefined) return { kind: 'end', text: '', at }
  if (here === '"' || here === "'") return textToken(text, index, here)
  const word = matchAt(WORD, text, index)
  if (word) return { kind: 'word', text: word, at, keyword: keywordOf(word) }
  const number = matchAt(NUMBER, text, index)
  if (number) return numberToken(text, index, number)
  const symbol = matchAt(SYMBOL, text, index)
  if (symbol) return { kind: 'symbol', text: symbol, at }
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0)
  return faulty('character', at, { zh: '字段、数值、引号中的文本或运算符', en: 'a field, a number, quoted text or an operator' }, character)
}

function numberToken(text: string, index: number, number: string): Token {
  const next = matchAt(CONTINUES_NUMBER, text, index + number.length)
  const zh = `数值（如 -12.5，最多 ${LIMITS.digits} 位；时间跨度和日期应加引号）`
  const en = `a number such as -12.5 of at most ${LIMITS.digits} digits (durations and dates stand in quotes)`
  if (next || number.length > LIMITS.digits) return faulty('number', index + 1, { zh, en }, (number + next).slice(0, 40))
  return { kind: 'number', text: number, at: index + 1 }
}

/** A backslash escapes a quote or a backslash only, so that LIKE's own \% and \_ stay unchanged. */
function textToken(text: string, start: number, quote: string): Token {
  let value = ''
  for (let index = start + 1; index < text.length; index += 1) {
    const [here, next] = [text[index], text[index + 1]]
    if (here === '\0') return faulty('character', index + 1, { zh: '可见字符', en: 'a printable character' }, 'U+0000')
    const escapes = here === '\\' && (next === '\\' || next === '"' || next === "'")
    if (escapes || (here === quote && next === quote)) {
      value += next
      index += 1
    } else if (here === quote) return { kind: 'text', text: text.slice(start, index + 1), at: start + 1, value }
    else value += here
  }
  return faulty('unterminated', start + 1, { zh: '以引号结束的文本', en: 'text that ends with a quote' }, text.slice(start, start + 20))
}

function faulty(code: IqlCode, at: number, expected: Words, found: string): Token {
  return { kind: 'fault', text: found, at, fault: new IqlError(code, at, expected, found) }
}

/** Only ASCII letters can spell a keyword: upper-casing would also convert a dotless ı. */
function keywordOf(word: string): string {
  return /^[A-Za-z_]+$/.test(word) ? word.toUpperCase() : ''
}

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0] ?? ''
}
