// A report while it is being edited.
import { REPORT_PARTS, REPORT_PERIODS, type ReportPartKind, type ReportPeriod } from '../../../model/statistics/report-parts.ts'
import type { Rec } from '../../api/api.ts'
import { isRef, sidOf } from '../../fields/names.ts'

export type PartDraft = {
  /** Stays the same while the part is moved. */
  id: number
  kind: ReportPartKind
  /** The statistic or the list, and its name as it was read. */
  of: string
  of_name: string
  most: number | null
  date_field: string
  heading: string
  heading_en: string
  body: string
  body_en: string
}
export type ReportDraft = { name: string; name_en: string; language: string; period: ReportPeriod; parts: PartDraft[] }

export const EMPTY: ReportDraft = { name: '', name_en: '', language: '', period: 'ALL', parts: [] }

let last = 0
export const newPart = (kind: ReportPartKind): PartDraft => ({
  ...{ id: ++last, kind, of: '', of_name: '', most: null, date_field: '' },
  ...{ heading: '', heading_en: '', body: '', body_en: '' },
})

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const keyOf = <K extends string>(keys: Readonly<Record<K, unknown>>, value: unknown, usual: K): K =>
  typeof value === 'string' && Object.hasOwn(keys, value) ? (value as K) : usual // just checked

export function draftOf(record: Rec): ReportDraft {
  const parts = Array.isArray(record['parts']) ? (record['parts'] as Record<string, unknown>[]) : [] // the rows of the record
  return {
    name: text(record['name']),
    name_en: text(record['name_en']),
    language: text(record['language']),
    period: keyOf(REPORT_PERIODS, record['period'], 'ALL'),
    parts: parts.map((part) => ({
      ...newPart(keyOf(REPORT_PARTS, part['kind'], 'TEXT')),
      ...named(part['kind'] === 'LIST' ? part['view_sid'] : part['statistic_sid']),
      most: typeof part['most'] === 'number' ? part['most'] : null,
      date_field: text(part['date_field']),
      ...{ heading: text(part['heading']), heading_en: text(part['heading_en']), body: text(part['body']), body_en: text(part['body_en']) },
    })),
  }
}

const named = (value: unknown) => ({ of: sidOf(value) ?? '', of_name: isRef(value) ? value.name : '' })

const REFERRING: Readonly<Partial<Record<ReportPartKind, string>>> = { STATISTIC: 'statistic_sid', LIST: 'view_sid' }

/** The stored form: an empty input is null. */
export const storedOf = ({ name, name_en, language, period, parts }: ReportDraft): Record<string, unknown> => ({
  ...{ name: name.trim(), name_en: name_en.trim() || null, language: language || null, period },
  parts: parts.map(({ kind, of, most, date_field, heading, heading_en, body, body_en }) => ({
    kind,
    ...(REFERRING[kind] && { [REFERRING[kind]]: of || null, date_field: date_field || null }),
    ...(kind === 'LIST' && { most }),
    ...{ heading: heading.trim() || null, heading_en: heading_en.trim() || null, body: body.trim() || null, body_en: body_en.trim() || null },
  })),
})

/** Exchanges the part at one place with its neighbour. */
export function moved(parts: readonly PartDraft[], at: number, by: 1 | -1): PartDraft[] {
  const other = parts[at + by]
  const one = parts[at]
  return one && other ? parts.with(at, other).with(at + by, one) : [...parts]
}
