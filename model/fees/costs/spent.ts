import { statusIn } from '../unpaid.ts'

/** Fees with a payment: the paid amount counts, even if it is less than the amount due. */
export const SPENT_IQL = statusIn(['PAID', 'UNDERPAID', 'REFUNDING'])

/** Fees that are still to be paid, unless the right is given up. */
export const OWED_IQL = `${statusIn(['PLANNED', 'TO_PAY', 'PAYING', 'DUE', 'OVERDUE'])} AND decision != 'ABANDON'`

/** Paid fees with a recorded amount in this currency and its rate; others are converted by the table of rates. */
export const recordedIql = (currency: string) => `amount_local IS NOT EMPTY AND exchange_rate IS NOT EMPTY AND local_currency = '${currency}'`
export const unrecordedIql = (currency: string) =>
  `(amount_local IS EMPTY OR exchange_rate IS EMPTY OR local_currency IS EMPTY OR local_currency != '${currency}')`

const BILL_STATES = { SPENT: ['PAID', 'WRITE_OFF'], OWED: ['AUDITED', 'PAY_REQUESTED', 'PARTLY_PAID'] } as const

/** A bill is paid when it is paid in full; until then all of it is to be paid. */
export const SPENT_BILLS_IQL = statusIn(BILL_STATES.SPENT)
export const OWED_BILLS_IQL = statusIn(BILL_STATES.OWED)
