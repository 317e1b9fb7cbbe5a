/** The states of a fee that is still owed; `DUE`: past its due date, in the months in which the office adds nothing yet. */
export const UNPAID = ['PLANNED', 'TO_PAY', 'PAYING', 'DUE', 'OVERDUE', 'UNDERPAID'] as const

export const statusIn = (states: readonly string[]) => `status IN (${states.map((state) => `'${state}'`).join(', ')})`

export const UNPAID_IQL = statusIn(UNPAID)

/** With a surcharge, or not paid in full. */
export const LATE_IQL = statusIn(['OVERDUE', 'UNDERPAID'])

export const WITHOUT_SURCHARGE_IQL = statusIn(['DUE'])
