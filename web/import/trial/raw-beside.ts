/** The columns of priorities fill records of their own. */
const FILLING: Readonly<Record<string, readonly string[]>> = { priority: ['priorities', 'priority_no', 'priority_date', 'priority_country'] }

/** The cells of a row that fill a field, where they differ from the value that is stored; empty where they are the same. */
export function rawBeside(value: string, cells: readonly string[], fields: readonly (string | null)[], code: string): string {
  const filling = FILLING[code] ?? [code]
  const raw = cells.filter((cell, at) => cell !== '' && filling.includes(fields[at] ?? ''))
  return plain(raw.join(' ')) === plain(value) ? '' : raw.join(' | ')
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s;；、,，|]+/g, ' ')
    .trim()
    .toLowerCase()
