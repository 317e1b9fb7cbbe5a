import { isDuplicate } from '../../../database/violation.ts'
import { Refusal } from '../../../errors.ts'

/** An invalid value, a number that another writer used meanwhile, or a record that may not change now, as reported by PostgreSQL or the checks. */
export const isOfData = (error: unknown) => /^2[23]/.test(stateOf(error)) || isTaken(error) || isHeld(error)

/** A conflict with another writer, which succeeds on a retry. */
export const isPassing = (error: unknown) => ['23505', '40001', '40P01'].includes(stateOf(error)) || isTaken(error)

const stateOf = (error: unknown) => (isDuplicate(error) ? '23505' : codeOf(error))
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')
const isTaken = (error: unknown) => error instanceof Refusal && (error.name === 'validation' || error.name === 'rule')

/** A record that is being approved. */
export const isHeld = (error: unknown) => error instanceof Refusal && error.name === 'in_approval'
