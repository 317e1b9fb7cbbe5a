import { Refusal } from '../../errors.ts'

/** An invalid value, or a number that another writer used meanwhile, as reported by PostgreSQL or the checks. */
export const isOfData = (error: unknown) => /^2[23]/.test(stateOf(error)) || isTaken(error)

/** A conflict with another writer, which succeeds on a retry. */
export const isPassing = (error: unknown) => ['23505', '40001', '40P01'].includes(stateOf(error)) || isTaken(error)

const stateOf = (error: unknown) => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')
const isTaken = (error: unknown) => error instanceof Refusal && (error.name === 'validation' || error.name === 'rule')
