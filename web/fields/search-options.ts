type Choice = { label?: unknown; value?: unknown }

/** Options of a select are found by their words; an office also by its code, and WIPO also by “PCT”. */
export const searchedByWords = { filterOption: (typed: string, option?: Choice) => isSought(typed, option) }

export function isSought(typed: string, { label, value }: Choice = {}): boolean {
  const sought = typed.trim().toLowerCase()
  if (String(label ?? '').toLowerCase().includes(sought)) return true // oxfmt-ignore
  const isOffice = typeof value === 'string' && /^[A-Z]{2}$/.test(value)
  return isOffice && (value.toLowerCase() === sought || (value === 'WO' && sought === 'pct'))
}
