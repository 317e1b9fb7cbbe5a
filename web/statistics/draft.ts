// A statistic while it is being made: it is asked as soon as enough of it is chosen.
import type { Drawing, Measure } from '../../model/statistics/definition.ts'
import { BETWEEN, DRAWINGS, MEASURES } from '../../model/statistics/definition.ts'
import type { Rec } from '../api/api.ts'
import type { Asked } from '../cases/statistics/figures.ts'

export type Draft = {
  name: string
  name_en: string
  entity: string
  iql: string
  row_by: string
  column_by: string
  measure: Measure
  measure_field: string
  drawing: Drawing
  most: number | null
  as_of: string
}

export const EMPTY: Draft = {
  name: '',
  name_en: '',
  entity: '',
  iql: '',
  row_by: '',
  column_by: '',
  measure: 'COUNT',
  measure_field: '',
  drawing: 'BAR',
  most: null,
  as_of: '',
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const keyOf = <K extends string>(keys: Readonly<Record<K, unknown>>, value: unknown, usual: K): K =>
  typeof value === 'string' && Object.hasOwn(keys, value) ? (value as K) : usual // just checked

export const draftOf = (record: Rec): Draft => ({
  name: text(record['name']),
  name_en: text(record['name_en']),
  entity: text(record['entity']),
  iql: text(record['iql']),
  row_by: text(record['row_by']),
  column_by: text(record['column_by']),
  measure: keyOf(MEASURES, record['measure'], 'COUNT'),
  measure_field: text(record['measure_field']),
  drawing: keyOf(DRAWINGS, record['drawing'], 'BAR'),
  most: typeof record['most'] === 'number' ? record['most'] : null,
  as_of: text(record['as_of']),
})

/** Both dates, where days are measured. */
const isMeasured = (field: string) => field.split(BETWEEN).every(Boolean)

/** Undefined until there is something to compute. */
export function askedOf({ entity, iql, row_by, column_by, measure, measure_field, most, as_of }: Draft): Asked | undefined {
  if (!entity || !row_by || column_by === row_by || (measure !== 'COUNT' && !isMeasured(measure_field))) return undefined
  return { entity, iql, row_by, column_by, measure, measure_field: measure === 'COUNT' ? '' : measure_field, most, as_of: as_of || null }
}

/** The stored form: an empty input is null. */
export const storedOf = (draft: Draft): Record<string, unknown> => ({
  ...draft,
  name: draft.name.trim(),
  name_en: draft.name_en.trim() || null,
  iql: draft.iql || null,
  as_of: draft.as_of || null,
  column_by: draft.column_by || null,
  measure_field: draft.measure === 'COUNT' ? null : draft.measure_field,
})
