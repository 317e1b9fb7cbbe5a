import { readdirSync, readFileSync } from 'node:fs'
import { lawOf, type LawRows } from '../../../model/docketing/rules/law-pack.ts'
import type { Law } from '../../../model/docketing/rules/law.ts'

/** The rows a new installation starts with, as they stand in the files. */
export function readLawRows(): Omit<LawRows, 'leads'> {
  return {
    rules: filesIn('.')
      .filter((file) => file !== 'services.json')
      .flatMap((file) => listIn(`./${file}`).map(ofPatents)),
    services: listIn('./services.json'),
    calendars: filesIn('../calendars').map((file) => read(`../calendars/${file}`)),
  }
}

/** Rules of earlier packs that others have taken over; an installation that has them keeps them out of force. EP20 became a term of EP18. */
export const WITHDRAWN: ReadonlySet<string> = new Set(['EP20'])

export const readLaw = (): Law => lawOf(readLawRows())

/** The packs of this folder are the law of patents; a row may name another kind of case. */
const ofPatents = (row: unknown) => (typeof row === 'object' && row !== null ? { case_kind: 'patent', ...row } : row)

const place = (path: string) => new URL(path, import.meta.url)
const filesIn = (folder: string) =>
  readdirSync(place(folder))
    .filter((file) => file.endsWith('.json'))
    .sort()
const read = (path: string): unknown => JSON.parse(readFileSync(place(path), 'utf8'))

function listIn(path: string): unknown[] {
  const rows = read(path)
  if (!Array.isArray(rows)) throw new TypeError(`${path} is not a list of rows`)
  return rows
}
