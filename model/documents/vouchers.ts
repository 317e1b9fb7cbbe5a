/** Kinds of proof of a fee that a document can be. */
export const VOUCHERS = { RECEIPT: ['收据', 'Receipt'], INVOICE: ['发票', 'Invoice'] } as const
