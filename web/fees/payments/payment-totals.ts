import type { Rec } from '../../api/api.ts'
import { amountText } from '../../cases/charts/sums.ts'

type Total = { currency: string; amount: string }

/** The sums of a payment list, one for each currency. */
export const amountsOf = (record: Rec): Total[] => (Array.isArray(record['totals']) ? (record['totals'] as Total[]) : []) // kept by the server

/** The same in words. */
export const totalsOf = (record: Rec): string[] => amountsOf(record).map(amountText)

/** A list that can still be paid or cancelled. */
export const isOpenList = (record: Rec) => ['DRAFT', 'APPROVED'].includes(String(record['status']))

/** The amounts to be checked with the office that no person has confirmed. */
export const unconfirmedOf = (record: Rec): number => (record['amounts_confirmed'] === true ? 0 : Number(record['unsure_count'] ?? 0))
