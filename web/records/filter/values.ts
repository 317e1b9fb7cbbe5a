// The values that a filter offers, with the number of records of each.
import type { WireField } from '../../../model/kit/wire/wire.ts'
import { isRef } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'

export type Value = { value: string; label: string; count?: number }
type Group = { by: Readonly<Record<string, unknown>>; count: number }

/** The most rows that are counted; beyond it, each number is a lower bound. */
export const COUNTED_ROWS = 10_000

/** Values in the address: an empty value, and the caller. */
export const EMPTY = 'empty'
export const ME = 'me()'

const COUNTABLE: ReadonlySet<string> = new Set(['option', 'options', 'reference', 'references'])

/** Dates, numbers and texts have too many values to be listed. */
export const isCountable = ({ type }: Pick<WireField, 'type'>) => COUNTABLE.has(type)

/** The value of a group as the address has it. */
export const valueOf = (group: unknown): string =>
  group === null || group === undefined || group === '' ? EMPTY : isRef(group) ? group.sid : String(group)

export function valuesOf(groups: readonly Group[], path: string, field: WireField, words: { empty: string }): Value[] {
  return groups.map(({ by, count }) => {
    const group = by[path]
    const value = valueOf(group)
    const label = value === EMPTY ? words.empty : isRef(group) ? group.name || '—' : optionLabel(field, value)
    return { value, label, count }
  })
}

type Offer = {
  field: Pick<WireField, 'options'>
  counted: readonly Value[]
  /** Found by name, beyond the largest ones. */
  more: readonly Value[]
  /** Chosen values, and those that are always offered. */
  named: readonly Value[]
  /** Chosen before the filter was opened. */
  first: readonly string[]
  text: string
}

/** Chosen values first, then by number; a search finds values without records too. */
export function orderedValues({ field, counted, more, named, first, text }: Offer): Value[] {
  const wanted = text.toLowerCase()
  const options = (field.options ?? []).filter(({ valid }) => valid).map(({ code, label }): Value => ({ value: code, label }))
  const known = new Map<string, Value>()
  for (const one of [...counted, ...more, ...(text ? options : []), ...named]) {
    const before = known.get(one.value)
    known.set(one.value, before ? { ...one, ...before } : { ...one, label: options.find(({ value }) => value === one.value)?.label ?? one.label })
  }
  const isFound = (one: Value) =>
    first.includes(one.value) || one.label.toLowerCase().includes(wanted) || more.some(({ value }) => value === one.value)
  const rank = ({ value }: Value) => (first.includes(value) ? 0 : value === ME ? 1 : 2)
  return [...known.values()].filter(isFound).toSorted((one, other) => rank(one) - rank(other) || (other.count ?? 0) - (one.count ?? 0))
}
