type Dated = Readonly<Record<string, unknown>>

/** The day on which a deadline ends: extended, if it was. The same on every screen. */
export function dueDayOf(record: Dated): string | null {
  const due = record['extended_due'] ?? record['official_due']
  return typeof due === 'string' ? due : null
}

/** The last day on which the right can still be saved; what a person entered, the office does or simply expires loses no right by itself. */
export function lossDayOf(record: Dated): string | null {
  const final = record['final_due']
  const losesRight = record['manual'] !== true && (record['kind'] === 'ACTION' || record['kind'] === 'ANNUITY')
  return typeof final === 'string' && losesRight ? final : null
}
