import type { WireField } from '../../../model/kit/wire/wire.ts'

type Named = Readonly<Record<string, unknown>>
type Within = NonNullable<WireField['code_of']>['within']

export const nameOf = (record: Named | undefined, lang: string) => String((lang === 'en' && record?.['name_en']) || record?.['name'] || '')

/**
 * The name of a code that `rows` share. Where it differs by a number of the record, as the maintenance fees of the USPTO differ by year, that of
 * the number, or all of them while the number is not known; where it differs otherwise, as an issue fee by the type of right, the name of the
 * record itself, if it is one of them.
 */
export function nameOfCode(rows: readonly Named[], within: Within, record: Named | undefined, lang: string): string {
  const ranged = within ? rows.filter((row) => row[within.from] !== null) : []
  if (!within || ranged.length === 0) return nameOf(rows.find((row) => isNamedAs(row, record)) ?? rows[0], lang)
  const number = Number(record?.[within.value] ?? Number.NaN)
  if (Number.isNaN(number)) return [...new Set(ranged.map((row) => nameOf(row, lang)))].join(' / ')
  return nameOf(ranged.find((row) => isIn(number, row[within.from], row[within.to])) ?? rows[0], lang)
}

const isNamedAs = (row: Named, record: Named | undefined) => Boolean(row['name']) && row['name'] === record?.['name']

const isIn = (number: number, from: unknown, to: unknown) =>
  Number(from) <= Math.ceil(number) && (to === null || to === undefined || number <= Number(to))
