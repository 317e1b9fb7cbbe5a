import { recognise, type Kind } from '../../../model/cases/numbers/recognise.ts'
import type { Model } from '../../../model/kit/model.ts'
import { fieldOf, fieldsOf } from '../../records/registry.ts'
import type { Item } from './item.ts'
import { nameKey } from './name-key.ts'

/** One way in which two records are the same: the columns compared, and the text that both then give. */
export type MatchKeys = { columns: readonly string[]; keyOf(row: Record<string, unknown>): string | undefined }

const plain = (value: unknown) =>
  typeof value === 'string' ? nameKey(value) : value === undefined || value === null ? undefined : JSON.stringify(value)

function together(columns: readonly string[]): MatchKeys {
  return {
    columns,
    keyOf(row) {
      const parts = columns.map((code) => plain(row[code]))
      return parts.includes(undefined) || parts.length === 0 ? undefined : `${columns.join('+')}:${parts.join('\u0001')}`
    },
  }
}

/** How a row of a file is known to be a record that is there already, the surest way first. */
export function matchKeysOf(model: Model): MatchKeys[] {
  if (model.name === 'patent') return [together(['case_no']), ...PATENT_KEYS.map((code) => together(['country', code]))]
  const unique = fieldsOf(model)
    .filter(([, field]) => field.unique)
    .map(([code]) => together([code]))
  const sets = (model.uniques ?? []).map((codes) => together(codes.filter((code) => code !== 'company_sid')))
  return unique.length + sets.length > 0 ? [...unique, ...sets] : [together(model.display.filter((code) => fieldOf(model, code)))]
}

const PATENT_KEYS = ['application_key', 'publication_key', 'grant_key']

const compared = new WeakMap<Item, Record<string, unknown>>()

/** The values by which an item is compared, in each of the ways; numbers in the form in which they are kept. */
export function comparable(model: Model, item: Item): Record<string, unknown> {
  if (model.name !== 'patent') return item.values
  const row = compared.get(item) ?? withNumberKeys(item)
  compared.set(item, row)
  return row
}

function withNumberKeys({ values }: Item): Record<string, unknown> {
  const office = typeof values.country === 'string' ? values.country : ''
  const normalised = (code: string, kind: Kind) => {
    const text = values[code]
    return typeof text === 'string' ? recognise(text, { kind, ...(office && { office }) })[0]?.normalised : undefined
  }
  return {
    ...values,
    application_key: normalised('application_no', 'application'),
    publication_key: normalised('publication_no', 'publication'),
    grant_key: normalised('grant_no', 'grant'),
  }
}

/** Two applications of different numbers are two cases, though a publication of theirs has one number. */
export function areDifferent(model: Model, one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  if (model.name !== 'patent') return false
  const [a, b] = [one.application_key, other.application_key]
  return typeof a === 'string' && typeof b === 'string' && a !== b
}
