import type { Field, RowsField, Words } from '../kit/fields.ts'
import { textOf } from './cell.ts'

// Child rows in one cell, one to a line: the first column bare, the other filled ones in brackets, as `张三 [贡献度: 60.00, 不公布姓名: 是]`.

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
      const more = rest.filter(([code, part]) => !isOrdinary(part, row[code])).map(([code, part]) => `${label(part)}: ${print(part, row[code])}`)
      const head = print(first[1], row[first[0]]).replaceAll('\n', ' ')
      return more.length ? `${head} [${more.join(', ')}]` : head
    })
    .join('\n')
}

const isOrdinary = (part: Field, value: unknown) => value === null || value === undefined || value === '' || value === part.default

/** The text of each column of each row; the values are read by their fields. */
export function parseRows(field: RowsField, lines: readonly string[]): { rows: Record<string, string>[] } | { fault: Words } {
  const [first] = Object.keys(field.of)
  const rows: Record<string, string>[] = []
  for (const line of lines) {
    const match = /^(.*?)(?:(?<!\s)\s*\[([^[\]:]*:[^[\]]*)\])?$/s.exec(line.trim())
    const row: Record<string, string> = { [first ?? '']: textOf(match?.[1]) }
    for (const pair of match?.[2]?.split(/[,，]\s*(?=[^,，]+[:：])/) ?? []) {
      const [, name = '', value = ''] = /^\s*([^:：]+)[:：]\s*(.*)$/s.exec(pair) ?? []
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
