/** The least award for a granted Chinese patent where nothing is agreed: Rule 93 of the Implementing Regulations, and Rule 77 of the earlier version. */
const FLOORS = [
  { from: '2024-01-20', rule: ['《专利法实施细则》第九十三条', 'Rule 93 of the Implementing Regulations'], INVENTION: '4000.00', UTILITY: '1500.00', DESIGN: '1500.00' },
  { from: '2010-02-01', rule: ['原《专利法实施细则》第七十七条', 'Rule 77 of the Implementing Regulations of 2010'], INVENTION: '3000.00', UTILITY: '1000.00', DESIGN: '1000.00' },
] as const // oxfmt-ignore

export type LegalFloor = { amount: string; rule: readonly [zh: string, en: string] }

/** By the day on which the grant was announced. */
export function legalFloorOf(country: string | null, type: string | null, granted: string): LegalFloor | undefined {
  const row = FLOORS.find(({ from }) => from <= granted)
  if (country !== 'CN' || !row || (type !== 'INVENTION' && type !== 'UTILITY' && type !== 'DESIGN')) return undefined
  return { amount: row[type], rule: row.rule }
}

/** The award is due within three months of the announcement of the grant. */
export const LEGAL_PERIOD = '3m'
