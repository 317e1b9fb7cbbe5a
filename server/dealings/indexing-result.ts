import type { Answer, IndexField, WRITES } from '../../model/dealings/indexings/answers.ts'
import type { RowOf } from '../database/tables.ts'
import type { RowValues } from '../records/context.ts'

type StoredField = NonNullable<RowOf<'indexing_task'>['index_fields']>[number]
type StoredAnswer = NonNullable<RowOf<'indexing_item'>['result']>[number]

/** As rows are stored, any part may be empty. */
export const fieldsIn = (rows: readonly StoredField[] | null): IndexField[] =>
  (rows ?? []).map(({ code, label, label_en, kind, choices, required, writes }) => ({
    code: code ?? '',
    label: label ?? '',
    label_en: label_en ?? null,
    kind: kind ?? 'TEXT',
    choices: choices ?? null,
    required: required ?? false,
    writes: writes ?? null,
  }))

export const answersIn = (rows: readonly StoredAnswer[] | null): Answer[] =>
  (rows ?? []).map(({ field, value }) => ({ field: field ?? '', value: value ?? '' }))

type Write = keyof typeof WRITES

/** Form of a value in a library; a value that does not fit is left out. */
const INTO: Readonly<Record<Write, (value: string) => RowValues>> = {
  RELEVANCE: (value) => {
    const level = { 高: 'HIGH', 中: 'MID', 低: 'LOW', HIGH: 'HIGH', MEDIUM: 'MID', MID: 'MID', LOW: 'LOW' }[value.toUpperCase()]
    return level ? { relevance: level } : {}
  },
  RATING: (value) => (/^[1-5]$/.test(value) ? { rating: Number(value) } : {}),
  NOTE: (value) => ({ note: value.slice(0, 500) }),
}

export function writesOf(fields: readonly StoredField[], result: readonly StoredAnswer[]): RowValues {
  const values = new Map(answersIn(result).map(({ field, value }) => [field, value]))
  return Object.assign({}, ...fieldsIn(fields).map(({ code, writes }) => (writes && values.has(code) ? INTO[writes](values.get(code) ?? '') : {}))) as RowValues // of plain parts
} // oxfmt-ignore
