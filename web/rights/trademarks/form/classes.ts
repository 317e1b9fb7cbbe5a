export type ClassRow = Readonly<Record<string, unknown>>

/** Classes 35 to 45 are services. */
export const FIRST_OF_SERVICES = 35

export const rowsOf = (value: unknown): readonly ClassRow[] => (Array.isArray(value) ? (value as ClassRow[]) : []) // rows as the model declares them

/** More than its class is known: such a row is removed by hand only. */
export const isEntered = ({ class_no: _, ...others }: ClassRow) =>
  Object.values(others).some((part) => part !== null && part !== undefined && part !== '')

/** The rows of the picked classes in order, with their values; a row without a class stays. */
export function classesPicked(list: readonly ClassRow[], picked: readonly string[]): ClassRow[] {
  const kept = list.filter((row) => !row.class_no || isEntered(row) || picked.includes(String(row.class_no)))
  const there = new Set(kept.map(({ class_no }) => String(class_no)))
  const added = picked.filter((code) => !there.has(code)).map((class_no) => ({ class_no }))
  return [...kept, ...added].toSorted((one, other) => place(one) - place(other))
}

const place = ({ class_no }: ClassRow) => (class_no ? Number(class_no) : Infinity)
