/** The states of a fee that is still owed; `DUE`: past its due date, in the months in which the office adds no surcharge yet. */
export const UNPAID = ['PLANNED', 'TO_PAY', 'PAYING', 'DUE', 'OVERDUE', 'UNDERPAID'] as const

export const statusIn = (states: readonly string[]) => `status IN (${states.map((state) => `'${state}'`).join(', ')})`

export const UNPAID_IQL = statusIn(UNPAID)

/** Fees with a surcharge, or not paid in full. */
const LATE = ['OVERDUE', 'UNDERPAID'] as const

export const LATE_IQL = statusIn(LATE)

const WITHOUT_SURCHARGE = ['DUE'] as const

export const WITHOUT_SURCHARGE_IQL = statusIn(WITHOUT_SURCHARGE)

/** Fees owed now, whatever their due dates. */
export const OWED_NOW: readonly string[] = [...LATE, ...WITHOUT_SURCHARGE]
