type Account = { status: string | null; deleted_at: unknown; expires_at: string | null }

/** What the record of a person shows of an account that no guesses have locked. */
export function shownStatus({ status, deleted_at, expires_at }: Account): 'NOT_OPEN' | 'CLOSED' | 'EXPIRED' | 'OPEN' {
  if (deleted_at) return 'NOT_OPEN'
  if (status !== 'OPEN') return 'CLOSED'
  return isExpired(expires_at) ? 'EXPIRED' : 'OPEN'
}

export const isExpired = (expires_at: string | null) => Boolean(expires_at) && Date.parse(String(expires_at)) < Date.now()
