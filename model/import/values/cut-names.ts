import type { Field } from '../../kit/fields.ts'
import type { Model } from '../../kit/model.ts'
import type { RowRead } from '../row.ts'
import { isNamed, type Named } from './read-value.ts'

/** The records that an import makes by their names, and the longest name that they have. */
const MADE: ReadonlySet<string> = new Set(['applicant', 'inventor'])
const LONGEST = 255

/** A name that is longer than its field is shortened, as a title is, and the row says so. */
export function cutNames(model: Model, read: RowRead) {
  for (const [code, field] of Object.entries<Field>(model.fields))
    if (read.values[code] !== undefined) read.values[code] = cutIn(field, read.values[code], field, read)
}

function cutIn(field: Field, value: unknown, column: Field, read: RowRead): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => cutIn(field, one, column, read))
  if (field.type === 'rows' && typeof value === 'object' && value !== null) {
    const row = value as Readonly<Record<string, unknown>> // a row in record format
    return Object.fromEntries(Object.entries(row).map(([code, part]) => [code, field.of[code] ? cutIn(field.of[code], part, column, read) : part]))
  }
  const isMade = (field.type === 'reference' || field.type === 'references') && MADE.has(field.to)
  return isMade && isNamed(value) ? cut(value, column, read) : value
}

function cut(value: Named, { zh, en }: Field, { notes }: RowRead): Named {
  const letters = [...value.named]
  if (letters.length <= LONGEST) return value
  const begin = letters.slice(0, 30).join('')
  notes.push([
    `${zh}“${begin}…”共 ${letters.length} 字，只录入前 ${LONGEST - 1} 字`,
    `${en}: “${begin}…” has ${letters.length} characters; only the first ${LONGEST - 1} were imported`,
  ])
  return { ...value, named: `${letters.slice(0, LONGEST - 1).join('')}…` }
}
