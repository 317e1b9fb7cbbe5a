export type Owner = { applicant_sid: string; share_pct?: string | null }

/**
 * The owners of a right after its assignors have given it to the assignees: co-owners who assign no share keep their place and
 * share. Shares are known only where every owner before and every assignee has one.
 */
export function ownersAfter(owners: readonly Owner[], assignors: readonly string[], assignees: readonly Owner[]): Owner[] {
  const isGiven = ({ applicant_sid }: Owner) => assignors.includes(applicant_sid)
  const kept = owners.filter((one) => !isGiven(one))
  const isShared = owners.length > 0 && [...owners, ...assignees].every(({ share_pct }) => share_pct !== null && share_pct !== undefined)
  if (kept.length === 0) return assignees.map(({ applicant_sid, share_pct }) => ({ applicant_sid, share_pct: share_pct ?? null }))
  if (!isShared) return together([...kept, ...assignees].map(({ applicant_sid }) => ({ applicant_sid, share_pct: null })))
  const given = owners.filter(isGiven).reduce((sum, { share_pct }) => sum + hundredths(share_pct), 0)
  return together([...kept, ...divided(given, assignees)])
}

/** The last assignee receives the remainder of the rounding. */
function divided(given: number, assignees: readonly Owner[]): Owner[] {
  let left = given
  return assignees.map(({ applicant_sid, share_pct }, at) => {
    const own = at === assignees.length - 1 ? left : Math.floor((given * hundredths(share_pct)) / 10_000)
    left -= own
    return { applicant_sid, share_pct: (own / 100).toFixed(2) }
  })
}

/** A co-owner who acquires a further share has one row. */
function together(owners: readonly Owner[]): Owner[] {
  return [...Map.groupBy(owners, ({ applicant_sid }) => applicant_sid)].map(([applicant_sid, own]) => {
    const known = own.every(({ share_pct }) => share_pct !== null && share_pct !== undefined)
    const sum = own.reduce((all, { share_pct }) => all + hundredths(share_pct), 0)
    return { applicant_sid, share_pct: known ? (sum / 100).toFixed(2) : null }
  })
}

const hundredths = (share: string | null | undefined) => Math.round(Number(share ?? 0) * 100)
