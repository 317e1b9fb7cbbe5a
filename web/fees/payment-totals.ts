import type { Rec } from '../api/api.ts'
import { amountText } from '../cases/charts/sums.ts'

type Total = { currency: string; amount: string }

/** The sums of a payment list, one for each currency. */
export const totalsOf = (record: Rec): string[] => (Array.isArray(record['totals']) ? (record['totals'] as Total[]) : []).map(amountText) // kept by the server

/** A list that can still be paid or cancelled. */
export const isOpenList = (record: Rec) => ['DRAFT', 'APPROVED'].includes(String(record['status']))
