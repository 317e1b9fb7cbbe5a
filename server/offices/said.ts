import { createHash } from 'node:crypto'

/** Values of a register for an application, by the codes of an official record; null: not stated */
export type Told = {
  title: string | null
  filing_date: string | null
  publication_no: string | null
  publication_date: string | null
  grant_no: string | null
  grant_date: string | null
}

/** One act that the register reports, with its day; `act` is the kind of document, where the catalogue surely has it. */
export type Entry = { key: string; code: string; day: string; said: string; months: number | null; act: string | null }

/** Values of the register for an application, and the acts that it reports */
export type Said = { told: Told; entries: readonly Entry[] }

/** No application has more. */
const MAX_ENTRIES = 1000

type Read = Omit<Entry, 'key'> & { details?: readonly string[] }

/** Each entry once. Registers renumber their entries at each change, so the content is the key. */
export function entriesOf(read: readonly Read[]): Entry[] {
  const entries = read.map(({ details = [], ...one }) => ({ ...one, key: keyOf([one.code, one.day, ...details]) }))
  return [...new Map(entries.map((one) => [one.key, one])).values()].slice(0, MAX_ENTRIES)
}

const keyOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** In one line that can be stored. */
export const plainText = (text: string) =>
  // Half a character at the cut cannot be stored.
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 255)
    .toWellFormed()

/** Such a day, where there is one. */
export function dayOf(year: string, month: string, day: string): string | null {
  try {
    return Temporal.PlainDate.from(`${year}-${month}-${day}`, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}
