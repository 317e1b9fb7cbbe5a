export type Share = { inventor_sid: string; contribution_pct: string | null; not_published?: boolean | null }

const WHOLE = 10_000 // hundredths of a per cent

/** Divides the whole by weights: exact in hundredths of a per cent; the first share takes the remainder of the rounding. */
function divided(weights: readonly number[]): string[] {
  const total = weights.reduce((sum, one) => sum + one, 0)
  const parts = weights.map((weight) => Math.floor((weight * WHOLE) / total))
  const rest = WHOLE - parts.reduce((sum, one) => sum + one, 0)
  return parts.map((part, at) => ((part + (at === 0 ? rest : 0)) / 100).toFixed(2))
}

/** The inventors of several proposals together, each proposal counting the same; each person once, the total exactly 100. */
export function sharedBy(proposals: readonly (readonly Share[])[]): Share[] {
  const people = new Map<string, { weight: number; not_published: boolean }>()
  for (const shares of proposals)
    for (const { inventor_sid, contribution_pct, not_published } of shares) {
      const known = people.get(inventor_sid)
      const weight = (known?.weight ?? 0) + Math.round(Number(contribution_pct ?? 100 / shares.length) * 100)
      people.set(inventor_sid, { weight, not_published: (known?.not_published ?? false) || not_published === true })
    }
  if (people.size === 0) return []
  const parts = divided([...people.values()].map(({ weight }) => weight))
  return [...people].map(([inventor_sid, { not_published }], at) => ({ inventor_sid, contribution_pct: parts[at] ?? null, not_published }))
}
