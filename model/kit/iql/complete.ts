import { FUNCTION_NAMES } from './ast.ts'
import { IqlError } from './fault.ts'
import { readQuery } from './parse.ts'
import { readerOf, type Reader } from './reader.ts'
import { tokensOf } from './tokens.ts'

type Kind = 'field' | 'operator' | 'value' | 'keyword'

/** `from`…`to` is the word under the cursor, which the choice replaces; `words` are the fixed words that fit the text. */
type Completion = {
  from: number
  to: number
  word: string
  kinds: Kind[]
  words: { kind: Kind; text: string }[]
  /** The field whose operator or value is being entered. */
  path?: string[]
  op?: string
  isQuoted: boolean
}

/** The completions at the cursor (counted from 0). Empty when the text before it is already invalid. */
export function completeIql(text: string, cursor: number): Completion {
  const before = text.slice(0, cursor)
  const from = wordStart(before)
  const word = before.slice(from)
  const isQuoted = /^["']/.test(word)
  const place = { from, to: wordEnd(text, from, before.length, isQuoted), word, isQuoted }
  const reader = readUpTo(before.slice(0, from))
  if (!reader) return { ...place, kinds: [], words: [] }

  const all = [...reader.tried].flatMap(suggestions)
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  const words = isQuoted ? [] : all.filter((word): word is { kind: Kind; text: string } => !!word.text && begins(word.text, place.word))
  return { ...place, kinds: isQuoted ? kinds.filter((kind) => kind === 'value') : kinds, words, ...reader.focus }
}

function wordStart(before: string): number {
  const last = tokensOf(before).at(-1)
  if (last?.kind === 'fault' && last.fault.code === 'unterminated') return last.at - 1
  return before.length - (/[+-]?[\p{L}\p{M}\p{N}_.]*$/u.exec(before)?.[0].length ?? 0)
}

function wordEnd(text: string, from: number, cursor: number, isQuoted: boolean): number {
  if (!isQuoted) return cursor + (/^[\p{L}\p{M}\p{N}_.]*/u.exec(text.slice(cursor))?.[0].length ?? 0)
  const token = tokensOf(text).find(({ at, kind }) => kind === 'text' && at === from + 1)
  return token ? from + token.text.length : cursor
}

/** Reads up to a mark that matches no token; the tried tokens are the possible continuations. */
function readUpTo(text: string): Reader | undefined {
  const mark = new IqlError('syntax', text.length + 1, { zh: '光标', en: 'the cursor' })
  try {
    const reader = readerOf(text)
    const end = reader.tokens.pop()
    if (end?.kind !== 'end') return undefined
    reader.tokens.push({ kind: 'fault', text: '', at: end.at, fault: mark })
    return stoppedAt(reader, mark)
  } catch (fault) {
    if (fault instanceof IqlError) return undefined
    throw fault
  }
}

function stoppedAt(reader: Reader, mark: IqlError): Reader {
  try {
    readQuery(reader)
  } catch (fault) {
    if (fault !== mark) throw fault
  }
  return reader
}

const OPERATORS = new Set(['IN', 'BETWEEN', 'LIKE', 'CONTAINS', 'IS', 'WITHIN'])

function suggestions(tried: string, _: number, all: string[]): { kind: Kind; text?: string }[] {
  switch (tried) {
    case 'end':
      return []
    case 'field':
      return [{ kind: 'field' }]
    case 'text':
    case 'number':
    case 'duration':
      return [{ kind: 'value' }]
    case 'function':
      return FUNCTION_NAMES.map((name) => ({ kind: 'value', text: `${name}()` }))
    case 'comparison':
      return ['=', '!=', '>', '>=', '<', '<='].map((text) => ({ kind: 'operator', text }))
    case 'TRUE':
    case 'FALSE':
    case 'NULL':
      return [{ kind: 'value', text: tried }]
    default:
      return [{ kind: OPERATORS.has(tried) || (tried === 'NOT' && all.includes('LIKE')) ? 'operator' : 'keyword', text: tried }]
  }
}

function begins(text: string, typed: string): boolean {
  return text.toLowerCase().startsWith(typed.toLowerCase())
}
