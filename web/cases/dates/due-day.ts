type Dated = Readonly<Record<string, unknown>>

/** The day on which a deadline ends: extended, if it was. The same on every screen. */
export function dueDayOf(record: Dated): string | null {
  const due = record['extended_due'] ?? record['official_due']
  return typeof due === 'string' ? due : null
}

/** The last day on which the right can still be saved; manual entries, acts of the office and expiries lose no right by themselves. */
export function lossDayOf(record: Dated): string | null {
  const final = record['final_due']
  const losesRight = record['manual'] !== true && (record['kind'] === 'ACTION' || record['kind'] === 'ANNUITY')
  return typeof final === 'string' && losesRight ? final : null
}

/** The deadline to show first, from a list in the order of days: of the first day, one with a consequence. */
export function soonestOf<Row extends Dated>(records: readonly Row[]): Row | undefined {
  const [first] = records
  const last = ({ final_due, official_due }: Dated) => final_due ?? official_due
  return records.find((one) => one['if_missed'] && first && last(one) === last(first)) ?? first
}

/** The one that ends first. */
export const earlierOf = <Row extends Dated>(one: Row | undefined, other: Row | undefined): Row | undefined =>
  one && other ? ((dueDayOf(other) ?? '') < (dueDayOf(one) ?? '') ? other : one) : (one ?? other)

/** The first fee with an amount, from a list in the order of days; an unknown amount may be owed. */
export function firstOwedOf<Row extends Dated>(fees: readonly Row[]): Row | undefined {
  const isOwed = ({ amount, surcharge }: Dated) => typeof amount !== 'string' || Number(amount) + Number(surcharge ?? 0) > 0
  return fees.find(isOwed) ?? fees[0]
}

/** The last day without a surcharge of a fee that is past its due date: an office may charge one only some months later. */
export function freeUntil(fee: Dated, today: string): string | null {
  const [due, next] = [fee['due_date'], fee['next_band_from']]
  if (typeof due !== 'string' || due >= today || typeof next !== 'string' || next <= today || Number(fee['surcharge'] ?? 0) > 0) return null
  return new Date(Date.parse(`${next}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)
}

const DAY_MS = 86_400_000
