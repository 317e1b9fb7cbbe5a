// Words of one language as a file: a table for spreadsheets, and packs in JSON. Without input or output.
import { csvText } from '../../../model/import/values/csv-text.ts'
import { isWellFormed, strangeIn } from '../../../model/settings/notifications/placeholders.ts'
import type { FurtherLanguage } from '../../../model/settings/languages/languages.ts'
import type { Wording } from '../../../model/settings/setting-routes.ts'
import type { WordRow } from './word-rows.ts'

/** With the byte order mark, by which spreadsheets recognise UTF-8. */
export function tableOf(rows: readonly WordRow[], { code, name }: FurtherLanguage): string {
  const lines = rows.map(({ key, product, own }) => [key, own['zh'] ?? product.zh, own['en'] ?? product.en, own[code] ?? ''])
  return `\ufeff${[['key', '中文', 'English', name], ...lines].map((line) => line.map(csvText).join(',')).join('\r\n')}\r\n`
}

/** The contents of a file; the language is undefined if the file names none. */
export type WordPack = { language: FurtherLanguage | undefined; record: Wording[] }

/** `{ code, name, fallback, words: { key: text } }`, `{ key: text }` or `[{ key, text }]`; undefined for anything else. */
export function packIn(text: string): WordPack | undefined {
  const given = parsed(text)
  if (Array.isArray(given)) {
    const record = given.flatMap((one: unknown) => (isObject(one) ? wordingIn(one['key'], one['text']) : []))
    return record.length > 0 ? { language: undefined, record } : undefined
  }
  if (!isObject(given)) return undefined
  const { code, name, fallback, words } = given
  const isNamed = typeof code === 'string' && typeof name === 'string' && (fallback === 'zh' || fallback === 'en')
  const language: FurtherLanguage | undefined = isNamed ? { code, name, fallback } : undefined
  const record = Object.entries(isObject(words) ? words : given).flatMap(([key, one]) => wordingIn(key, one))
  return record.length > 0 ? { language, record } : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const wordingIn = (key: unknown, text: unknown): Wording[] =>
  typeof key === 'string' && typeof text === 'string' && text.trim() !== '' ? [{ key, text: text.trim() }] : []

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** The changes by a file in a language: new and differing words, words that are there already, and keys that cannot be taken. */
export type Comparison = { fresh: Wording[]; changed: Wording[]; same: number; unknown: string[]; broken: string[] }

export function compareWords(rows: readonly WordRow[], language: string, record: readonly Wording[]): Comparison {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const found: Comparison = { fresh: [], changed: [], same: 0, unknown: [], broken: [] }
  for (const one of new Map(record.map((wording) => [wording.key, wording])).values()) {
    const row = byKey.get(one.key)
    if (!row) found.unknown.push(one.key)
    else if (row.own[language] === one.text) found.same++
    else if (!isWellFormed(one.text) || strangeIn(one.text, row.product.en || row.product.zh, one.key).length > 0) found.broken.push(one.key)
    else if (row.own[language] === undefined) found.fresh.push(one)
    else found.changed.push(one)
  }
  return found
}
