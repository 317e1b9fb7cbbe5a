import type { Field, RowsField, Words } from '../../kit/fields.ts'
import { textOf } from './cell.ts'

// Child rows in one cell, one per line: the first column bare, the other filled ones in brackets, as `张三 [贡献度: 60.00, 不公布姓名: 是]`.
// A value that contains one of these characters is in quotes.

/** Prints with `print` for each value. */
export function printRows(
  field: RowsField,
  rows: readonly Record<string, unknown>[],
  label: (part: Field) => string,
  print: (part: Field, value: unknown) => string,
): string {
  const [first, ...rest] = Object.entries(field.of)
  if (!first) return ''
  return rows
    .map((row) => {
      const filled = rest.filter(([code, part]) => !isOrdinary(part, row[code]))
      const more = filled.map(([code, part]) => `${label(part)}: ${quoted(oneLine(print(part, row[code])), /[[\]",，:：]/)}`)
      const head = quoted(oneLine(print(first[1], row[first[0]])), /^"|\[[^\]]*[:：]/)
      return more.length ? `${head} [${more.join(', ')}]` : head
    })
    .join('\n')
}

const oneLine = (text: string) => text.replaceAll('\n', ' ')
const quoted = (text: string, signs: RegExp) => (signs.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const isOrdinary = (part: Field, value: unknown) => value === null || value === undefined || value === '' || value === part.default

/** The text of each column of each row; the values are parsed by their fields. */
export function parseRows(field: RowsField, lines: readonly string[]): { rows: Record<string, string>[] } | { fault: Words } {
  const [first = ''] = Object.keys(field.of)
  const rows: Record<string, string>[] = []
  for (const line of lines) {
    const { head, pairs } = parted(line.trim())
    const row: Record<string, string> = { [first]: textOf(head) }
    for (const [name, value] of pairs) {
      const code = Object.entries(field.of).find(([key, { zh, en }]) =>
        [key, zh, en].some((known) => known.toLowerCase() === name.trim().toLowerCase()),
      )?.[0]
      if (!code) return { fault: [`没有“${name.trim()}”这一列`, `there is no column “${name.trim()}”`] }
      row[code] = value.trim()
    }
    rows.push(row)
  }
  return { rows }
}

/** Whether one of these lines has the format of printRows. */
export const arePrinted = (text: string) => text.split('\n').some((line) => line.trim().endsWith(']') && parted(line.trim()).pairs.length > 0)

type Parted = { head: string; pairs: [string, string][] }

// Names may contain a few brackets before ours.
const MAX_BRACKETS = 8

function parted(line: string): Parted {
  const start = line.startsWith('"') ? quotedIn(line, 0) : undefined
  const from = start?.end ?? 0
  for (let at = line.indexOf('[', from), tried = 0; at >= 0 && tried < MAX_BRACKETS && line.endsWith(']'); at = line.indexOf('[', at + 1), tried++) {
    const pairs = pairsIn(line.slice(at + 1, -1))
    if (pairs) return { head: start?.text ?? line.slice(0, at).trim(), pairs }
  }
  return { head: start && start.end === line.length ? start.text : line, pairs: [] }
}

/** Undefined for a text that is not in the format of printRows. */
function pairsIn(text: string): [string, string][] | undefined {
  const pairs: [string, string][] = []
  let at = 0
  while (at < text.length) {
    const colon = text.slice(at, at + 80).search(/[:：]/)
    if (colon < 1) return undefined
    const name = text.slice(at, at + colon)
    at += colon + 1
    while (text[at] === ' ') at++
    const value = text[at] === '"' ? quotedIn(text, at) : bareIn(text, at)
    if (!value || /[[\]"]/.test(name)) return undefined
    pairs.push([name, value.text])
    at = value.end
    if (at < text.length && !/[,，]/.test(text[at] ?? '')) return undefined
    at++
  }
  return pairs.length ? pairs : undefined
}

type Value = { text: string; end: number }

function quotedIn(text: string, start: number): Value | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') continue
    if (text[at + 1] === '"') at++
    else return { text: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 }
  }
  return undefined
}

/** Up to the comma before the next name. */
function bareIn(text: string, start: number): Value | undefined {
  const comma = /[,，](?=[^,，:："[\]]{1,40}[:：])/g
  comma.lastIndex = start
  const end = comma.exec(text)?.index ?? text.length
  const value = text.slice(start, end)
  return /[[\]]/.test(value) ? undefined : { text: value, end }
}
