import { LATE_IQL, UNPAID_IQL, WITHOUT_SURCHARGE_IQL } from '../../model/fees/unpaid.ts'

/** Fees that are past their due date, whatever its month: with a surcharge, and those without one yet. */
export const PAST: Readonly<Record<string, string>> = { late: LATE_IQL, free: WITHOUT_SURCHARGE_IQL }
export const DECISIONS = ['ASK', 'PAY', 'ABANDON'] as const
export type Decision = (typeof DECISIONS)[number]

export type FeeAddress = { month: string; decision: string; which: string; cases?: string; from: string; to: string }

export const decisionOf = (text: string): Decision | '' => DECISIONS.find((one) => one === text) ?? ''
export const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** Annuities alone, or every fee. */
export const classIql = (which: string) => (which === 'all' ? '' : "fee_class = 'ANNUITY'")

/** The rows of the table: a month, the fees past their due date, or the whole forecast. The sums of a month count the same ones. */
export const feesIql = (address: FeeAddress): string => `${feesWhere(address)} ORDER BY due_date ASC`

export function feesWhere({ month, decision, which, cases = '', from, to }: FeeAddress): string {
  const chosen = decisionOf(decision)
  const parts = [
    PAST[month] ?? (chosen === 'ABANDON' ? "status IN ('ABANDONED', 'PLANNED', 'TO_PAY', 'DUE', 'OVERDUE')" : UNPAID_IQL),
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
