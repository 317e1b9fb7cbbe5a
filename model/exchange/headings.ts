import type { Field, Words } from '../kit/fields.ts'
import type { Model } from '../kit/model.ts'
import { type Cell, textOf } from './cell.ts'
import { NOT_OURS, PATENT_EXTRAS, PATENT_HEADINGS } from './patent-headings.ts'

/** Which field a column holds. `field` is null for a column that is left out. */
export type Column = { heading: string; field: string | null; confidence: number }

/** What a person said a heading means, by the key of the heading. */
export type Remembered = ReadonlyMap<string, string | null>

/** One spelling for all: half-width, small, without blanks, stars and the marks of databases. */
export function headingKey(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\[标\]/, '')
    .replace(/[\s*:：_#.、-]+/g, '')
}

/** The fields of a model that a file may fill, with the words for the choice of one. */
export function targetsOf(model: Model): Map<string, Words> {
  const fields = Object.entries<Field>(model.fields).filter(([, field]) => mayImport(field))
  return new Map([
    ...fields.map(([code, { zh, en }]): [string, Words] => [code, [zh, en]]),
    ...(model.name === 'patent' ? Object.entries<Words>(PATENT_EXTRAS) : []),
  ])
}

export const mayImport = (field: Field) => field.importable ?? !(field.computed || field.type === 'json' || field.type === 'attachment')

/** Gives each heading its field; of two columns for one field the surer one has it, then the first. */
export function matchHeadings(model: Model, headings: readonly Cell[], remembered: Remembered = new Map()): Column[] {
  const known = namesOf(model)
  const columns = headings.map((cell) => {
    const heading = textOf(cell).replace(/\s+/g, ' ')
    return { heading, ...meaningOf(heading, known, remembered) }
  })
  const holders = new Map<string, number>()
  for (const [at, { field, confidence }] of columns.entries()) {
    if (!field) continue
    const holder = holders.get(field)
    if (holder === undefined || confidence > (columns[holder]?.confidence ?? 0)) holders.set(field, at)
  }
  const kept = columns.map((column, at) => (column.field && holders.get(column.field) !== at ? { ...column, field: null, confidence: 0 } : column))
  return model.name === 'patent' && !kept.some(({ field }) => field === 'country') ? kept.map(officeOfCase) : kept
}

/** Databases call the office of the case its receiving office; where both are told, ours are meant. */
const officeOfCase = (column: Column): Column => (column.field === 'ro' ? { ...column, field: 'country', confidence: 0.9 } : column)

type Known = Map<string, { field: string; confidence: number }>

function meaningOf(heading: string, known: Known, remembered: Remembered): { field: string | null; confidence: number } {
  const key = headingKey(heading)
  const told = remembered.get(key)
  if (told !== undefined) return { field: told, confidence: told === null ? 0 : 1 }
  if (key === '' || STRANGE.has(key)) return { field: null, confidence: 0 }
  const exact = known.get(key)
  if (exact) return exact
  const bare = known.get(key.replace(/\([^()]*\)/g, ''))
  return bare ? { field: bare.field, confidence: bare.confidence * 0.7 } : { field: null, confidence: 0 }
}

const STRANGE = new Set(NOT_OURS.map(headingKey).filter((key) => key !== ''))

function namesOf(model: Model): Known {
  const known: Known = new Map()
  const add = (name: string, field: string, confidence: number) => {
    const key = headingKey(name)
    if (key !== '' && (known.get(key)?.confidence ?? 0) < confidence) known.set(key, { field, confidence })
  }
  const targets = targetsOf(model)
  for (const [code, [zh, en]] of targets) for (const name of [code, zh, en]) add(name, code, 1)
  if (model.name !== 'patent') return known
  for (const [code, names] of Object.entries(PATENT_HEADINGS))
    if (targets.has(code)) for (const [at, name] of names.entries()) add(name, code, 0.95 - at / 1000)
  return known
}

/** The row with the headings: the one, among the first, that is understood best. Exports put their own lines before it. */
export function findHeadings(model: Model, rows: readonly (readonly Cell[])[], remembered: Remembered = new Map()): number {
  let best = { at: firstFilled(rows), score: 0 }
  for (const [at, row] of rows.slice(0, 30).entries()) {
    const columns = matchHeadings(model, row, remembered)
    const score = columns.reduce((sum, { field, confidence }) => sum + (field ? confidence : 0), 0)
    if (score > best.score) best = { at, score }
  }
  return best.at
}

/** Where nothing is understood: the first row with at least two cells. */
function firstFilled(rows: readonly (readonly Cell[])[]) {
  const at = rows.findIndex((row) => row.filter((cell) => textOf(cell) !== '').length > 1)
  return Math.max(at, 0)
}
