/** The least award for a granted Chinese patent without an agreement: Rule 93 of the Implementing Regulations, and Rule 77 of the earlier version. */
const FLOORS = [
  { from: '2024-01-20', rule: ['《专利法实施细则》第九十三条', 'Rule 93 of the Implementing Regulations'], INVENTION: '4000.00', UTILITY: '1500.00', DESIGN: '1500.00' },
  { from: '2010-02-01', rule: ['原《专利法实施细则》第七十七条', 'Rule 77 of the Implementing Regulations of 2010'], INVENTION: '3000.00', UTILITY: '1000.00', DESIGN: '1000.00' },
] as const // oxfmt-ignore

export type LegalFloor = { amount: string; rule: readonly [zh: string, en: string] }

/** In force by the day on which the grant was announced. */
export function legalFloorOf(country: string | null, type: string | null, granted: string): LegalFloor | undefined {
  const row = FLOORS.find(({ from }) => from <= granted)
  if (country !== 'CN' || !row || (type !== 'INVENTION' && type !== 'UTILITY' && type !== 'DESIGN')) return undefined
  return { amount: row[type], rule: row.rule }
}

/** The award is due within three months of the announcement of the grant. */
export const LEGAL_PERIOD = '3m'

type Income = readonly [zh: string, en: string]
const NET: Income = ['许可或转让净收入', 'net income from the licence or transfer']
const ROYALTIES: Income = ['收取的使用费', 'royalties received']
const PROFIT: Income = ['实施该专利的营业利润', 'operating profit from working the patent']

/**
 * The least remuneration in percent of an income, where neither an agreement nor rules of the employer made by law say otherwise. Since 2024,
 * Rule 94 refers to art. 45 of the Law on Promoting the Transformation of Scientific and Technological Achievements: for own use in each of
 * three to five successive years. Institutes and universities set up by the state may go below it neither by rules nor by agreement.
 * CHECK: whether it reaches designs, and that Rule 78 of 2010, which names licences alone, was applied to transfers.
 */
const REMUNERATION = [
  { from: '2024-01-20', rule: ['《专利法实施细则》第九十四条、《促进科技成果转化法》第四十五条', 'Rule 94 and art. 45 of the Law on Promoting the Transformation of Scientific and Technological Achievements'], of: { LICENCE: NET, IMPLEMENTATION: PROFIT }, LICENCE: { INVENTION: '50', UTILITY: '50', DESIGN: '50' }, IMPLEMENTATION: { INVENTION: '5', UTILITY: '5', DESIGN: '5' } },
  { from: '2010-02-01', rule: ['原《专利法实施细则》第七十八条', 'Rule 78 of the Implementing Regulations of 2010'], of: { LICENCE: ROYALTIES, IMPLEMENTATION: PROFIT }, LICENCE: { INVENTION: '10', UTILITY: '10', DESIGN: '10' }, IMPLEMENTATION: { INVENTION: '2', UTILITY: '2', DESIGN: '0.2' } },
] as const // oxfmt-ignore

export type RemunerationFloor = { percent: string; of: Income; rule: readonly [zh: string, en: string] }

/** In force by the day of the income. */
export function remunerationFloorOf(country: string | null, type: string | null, event: string | null, day: string): RemunerationFloor | undefined {
  const row = REMUNERATION.find(({ from }) => from <= day)
  if (country !== 'CN' || !row || (type !== 'INVENTION' && type !== 'UTILITY' && type !== 'DESIGN')) return undefined
  if (event !== 'LICENCE' && event !== 'IMPLEMENTATION') return undefined
  return { percent: row[event][type], of: row.of[event], rule: row.rule }
}
