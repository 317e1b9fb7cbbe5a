/** What a document proves of a fee. */
export const VOUCHERS = { RECEIPT: ['收据', 'Receipt'], INVOICE: ['发票', 'Invoice'] } as const
