/** Text of PostgreSQL's message, which Citus passes on under a code of its own */
const DUPLICATE = /^duplicate key value violates unique constraint "(.+)"/

/** Whether another record has the value already. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === '23505' || (error.code === 'XX000' && DUPLICATE.test(error.message))
}

/**
 * Which of the indexes a value violates. Citus adds the number of the shard to the name, and where that is too long cuts it and adds
 * eight digits of a digest.
 */
export function violated<I extends { name: string }>(error: unknown, indexes: readonly I[]): I | undefined {
  if (!(error instanceof Error) || !isDuplicate(error)) return undefined
  const name = ('constraint' in error && typeof error.constraint === 'string' && error.constraint) || (DUPLICATE.exec(error.message)?.[1] ?? '')
  const exact = indexes.find((one) => one.name === name)
  if (exact) return exact
  const [, whole = ''] = /^(.+)_\d+$/.exec(name) ?? []
  const [, begin = ''] = /^(.{30,})_[\da-f]{8}$/.exec(whole) ?? []
  return indexes.find((one) => one.name === whole) ?? (begin ? indexes.find((one) => one.name.startsWith(begin)) : undefined)
}
