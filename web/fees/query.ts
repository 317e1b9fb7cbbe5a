/** Unpaid fees: those without a decision, and those on a payment list. The sums of a month count the same ones. */
const LIVE = "status IN ('PLANNED', 'TO_PAY', 'PAYING', 'OVERDUE', 'UNDERPAID')"
export const LATE = "status IN ('OVERDUE', 'UNDERPAID')"
export const DECISIONS = ['ASK', 'PAY', 'ABANDON'] as const
export type Decision = (typeof DECISIONS)[number]

export type FeeAddress = { month: string; decision: string; which: string; cases?: string; from: string; to: string }

export const decisionOf = (text: string): Decision | '' => DECISIONS.find((one) => one === text) ?? ''
export const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** Annuities alone, or every fee. */
export const classIql = (which: string) => (which === 'all' ? '' : "fee_class = 'ANNUITY'")

/** The rows of the table: a month, the late fees, or the whole forecast. */
export const feesIql = (address: FeeAddress): string => `${feesWhere(address)} ORDER BY due_date ASC`

export function feesWhere({ month, decision, which, cases = '', from, to }: FeeAddress): string {
  const chosen = decisionOf(decision)
  const parts = [
    month === 'late' ? LATE : chosen === 'ABANDON' ? "status IN ('ABANDONED', 'PLANNED', 'TO_PAY', 'OVERDUE')" : LIVE,
    isMonth(month) ? `due_date BETWEEN '${month}-01' AND '${lastOf(month)}'` : '',
    month === '' ? `due_date BETWEEN '${from}' AND '${to}'` : '',
    chosen ? `decision = '${chosen}'` : '',
    classIql(which),
    cases,
  ]
  return parts.filter(Boolean).join(' AND ')
}

export function lastOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** The twelve months of the forecast, from the first day of the current one. */
export function yearFrom(today: string): { from: string; to: string } {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + 10, 1)).toISOString().slice(0, 7)
  return { from: `${today.slice(0, 7)}-01`, to: lastOf(last) }
}
