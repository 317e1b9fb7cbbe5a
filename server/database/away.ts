const AWAY = new Set(
  // The last four: a disk is full, that of the documents or of the database, or fails.
  'ECONNREFUSED ECONNRESET EPIPE ENOENT ETIMEDOUT 57P01 57P02 57P03 53300 08006 08003 08001 ENOSPC EDQUOT 53100 58030'.split(' '),
)

const UNREACHED = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** A required service, as a rule the database, is unavailable now and may answer later. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return AWAY.has(code) || /Connection terminated|is not queryable|timeout exceeded when trying to connect|the database system is/.test(error.message)
}

/** A server whose address leads nowhere is away, too. */
export const isUnreached = (error: unknown): boolean =>
  isAway(error) || (error instanceof Error && 'code' in error && UNREACHED.has(String(error.code)))
