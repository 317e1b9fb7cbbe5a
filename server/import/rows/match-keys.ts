import { recognise } from '../../../model/cases/numbers/recognise.ts'
import type { ImportProfile } from '../../../model/import/import-profile.ts'
import type { Field } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { fieldOf, fieldsOf } from '../../records/registry.ts'
import type { Item } from './item.ts'
import { nameKey } from './references/name-key.ts'

type Values = Record<string, unknown>

/** One match key: the compared columns, and the text that they form. */
export type MatchKey = {
  columns: readonly string[]
  /** The beginning of the texts under which a record with this key is stored, in any of the columns; without it, the key's own values. */
  stemOf?(row: Values): string | undefined
  /** Unique within a company or the whole tenant. */
  unique?: 'company' | 'tenant'
  keyOf(row: Values, isGiven?: (code: string) => boolean): string | undefined
}

const plain = (value: unknown) =>
  typeof value === 'string' ? nameKey(value) : value === undefined || value === null ? undefined : JSON.stringify(value)

/** `isGiven`: whether the row has the column; a missing column is not an empty one. */
function together(model: Model, columns: readonly string[], unique?: 'company' | 'tenant'): MatchKey {
  const mayBeEmpty = (code: string) => !unique && EMPTY.has(fieldOf(model, code)?.type ?? '')
  return {
    columns,
    ...(unique && { unique }),
    keyOf(row, isGiven = () => true) {
      const parts = columns.map((code) => plain(row[code]) ?? (mayBeEmpty(code) && isGiven(code) ? '' : undefined))
      return parts.includes(undefined) || !parts.some(Boolean) ? undefined : `${columns.join('+')}:${parts.join('\u0001')}`
    },
  }
}

const EMPTY = new Set(['reference', 'date'])

const kept = new WeakMap<Model, readonly MatchKey[]>()

/** The match keys by which a row finds an existing record, the surest first. */
export function matchKeysOf(model: Model, profile?: ImportProfile): readonly MatchKey[] {
  const known = kept.get(model)
  if (known) return known
  const keys = [...keysOf(model), ...sameDocument(profile)]
  kept.set(model, keys)
  return keys
}

function keysOf(model: Model): MatchKey[] {
  const natural = (model.natural_keys?.by ?? []).map((codes) => together(model, codes))
  const single = fieldsOf(model).flatMap(([code, field]) => (field.unique ? [together(model, [code], field.unique)] : []))
  const sets = (model.uniques ?? []).flatMap((codes) => {
    const own = codes.filter((code) => code !== 'company_sid')
    const isImplied = natural.some(({ columns }) => columns.every((code) => own.includes(code)))
    return isImplied ? [] : [together(model, own, own.length < codes.length ? 'company' : 'tenant')]
  })
  const all = [...single, ...sets, ...natural]
  return all.length > 0 ? all : [together(model, model.display)]
}

/** The last key: publications of one application under one number. */
function sameDocument({ same_document: same }: ImportProfile = {}): MatchKey[] {
  if (!same) return []
  const keyOf = (row: Values) => {
    const key = same.keyOf(row)
    return key === undefined ? undefined : `document:${key}`
  }
  return [{ columns: same.columns, stemOf: same.stemOf, keyOf }]
}

/** The values by which an item is compared; numbers in their stored form. */
export function comparable(model: Model, item: Item): Values {
  const normalising = fieldsOf(model).filter(([, field]) => field.normalises)
  if (normalising.length === 0) return item.values
  item.compared ??= { ...item.values, ...Object.fromEntries(normalising.map(([code, field]) => [code, normalised(item.values, field)])) }
  return item.compared
}

function normalised(values: Values, { normalises }: Field) {
  if (!normalises) return undefined
  const text = values[normalises.field]
  const office = values[normalises.office]
  if (typeof text !== 'string') return undefined
  return recognise(text, { kind: normalises.kind, ...(typeof office === 'string' && office && { office }) })[0]?.normalised
}

/** Whether two rows differ in a field that distinguishes records. */
export function areDifferent({ natural_keys }: Model, one: Values, other: Values): boolean {
  return (natural_keys?.apart ?? []).some((code) => {
    const [a, b] = [plain(one[code]), plain(other[code])]
    return a !== undefined && b !== undefined && a !== b
  })
}
