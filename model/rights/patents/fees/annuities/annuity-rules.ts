import { grantDay, grantYear, chineseTerm, patentYear } from './patent-year.ts'
import { isoDay } from '../../../../fees/facts.ts'
import { rightTypeOf } from '../price-type.ts'
import type { Basis } from '../../../../fees/wording/explain.ts'
import type { FeeFacts } from '../../../../fees/facts.ts'
import type { FeeFaultCode } from '../../../../fees/fault.ts'

export type Years = { first: number; last: number }

/** The rules of an office without the amounts, which are in the fee schedules. Periods are counted from the basis. */
export type AnnuityRule = {
  office: string
  code: string
  late: string
  basis: Basis
  /** The months run to the last day of the month. */
  monthEnd: boolean
  due: (year: number) => string
  grace: (year: number) => string
  /** The first day of payment. */
  opens?: (year: number) => string
  years: (facts: FeeFacts) => Years
  /** Only these years have a fee. */
  only?: readonly number[]
  /** This many years are paid together with the registration; China counts from the grant year. */
  withRegistration: number
  needsGrant: boolean
  excludes?: (facts: FeeFacts) => FeeFaultCode | undefined
}

export function annuityRuleFor(facts: FeeFacts): AnnuityRule | undefined {
  if (facts.route === 'UNITARY') return RULES.UP
  return RULES[`${facts.country} ${rightTypeOf(facts)}`] ?? RULES[facts.country]
}

/** The reason why the case has no annuities; undefined when it has them. */
export function noAnnuities(facts: FeeFacts): FeeFaultCode | undefined {
  if (facts.route === 'PCT_INTL') return 'no_annuities'
  const rule = annuityRuleFor(facts)
  if (!rule) return 'no_rule'
  const excluded = rule.excludes?.(facts)
  if (excluded) return excluded
  if (rule.needsGrant && !grantDay(facts) && !facts.grant_year) return 'not_granted'
  return basisOf(rule, facts) ? undefined : 'no_basis_date'
}

export function basisOf({ basis }: AnnuityRule, facts: FeeFacts): string | undefined {
  if (basis === 'filing') return isoDay(facts.filing_date)
  if (basis === 'grant') return grantDay(facts)
  // The gazette follows the registration: its day would be too late.
  return isoDay(facts.register_date) ?? (facts.route === 'HAGUE_INTL' ? isoDay(facts.filing_date) : undefined)
}

const yearly = (year: number) => `${year - 1}y`
const yearlyGrace = (year: number) => `${year - 1}y,6m`
const threeMonthsBefore = (year: number) => `${year - 1}y,-3m`
// Utility models and designs of these offices have other rules, which are not in the law packs.
const inventionsOnly = (facts: FeeFacts) => (rightTypeOf(facts) === 'INVENTION' ? undefined : 'no_rule')
const without = (types: readonly string[]) => (facts: FeeFacts) => (types.includes(facts.subtype ?? '') ? 'no_annuities' : undefined)
// A design under the Hague system is renewed at WIPO.
const international = ({ route }: FeeFacts) => (route === 'HAGUE_NATIONAL' ? 'no_annuities' : undefined)
const MONTH_END = {
  basis: 'filing',
  monthEnd: true,
  due: yearly,
  grace: yearlyGrace,
  withRegistration: 0,
  excludes: inventionsOnly,
} as const
const REGISTERED = {
  basis: 'registration', monthEnd: false, due: yearly, grace: yearlyGrace, withRegistration: 3, needsGrant: true, excludes: inventionsOnly,
  years: yearsFromRegistration,
} as const // oxfmt-ignore

const MAINTAINED = {
  office: 'DE', code: 'DE.MAINT', late: 'DE.LATE', basis: 'filing', monthEnd: true, due: yearly, grace: yearlyGrace, withRegistration: 0,
  needsGrant: true, excludes: international,
} as const // oxfmt-ignore

const RULES: Readonly<Record<string, AnnuityRule>> = {
  CN: {
    office: 'CN', code: 'CN.ANN', late: 'CN.LATE', basis: 'filing', monthEnd: false, due: yearly, grace: yearlyGrace,
    withRegistration: 1, needsGrant: true, excludes: international,
    years: (facts) => ({ first: Math.max(1, grantYear(facts) ?? 1), last: chineseTerm(facts) }),
  },
  EP: {
    ...MONTH_END, office: 'EP', code: 'EP.RENEW', late: 'EP.LATE', needsGrant: false,
    opens: (year) => `${year - 1}y,${year === 3 ? '-6m' : '-3m'}`,
    years: (facts) => ({ first: 3, last: lastBeforeTheStates(facts) }),
  },
  UP: {
    ...MONTH_END, office: 'EP', code: 'UP.RENEW', late: 'UP.LATE', needsGrant: true, opens: threeMonthsBefore,
    years: (facts) => ({ first: Math.max(2, (grantYear(facts) ?? 1) + 1), last: 20 }),
  },
  US: {
    office: 'US', code: 'US.MAINT', late: 'US.LATE', basis: 'grant', monthEnd: false,
    due: (year) => `${year - 0.5}y,6m`, grace: (year) => `${year + 0.5}y`, opens: (year) => `${year - 0.5}y`,
    years: (facts) => ({ first: 3.5, last: usesOfLife(facts) }), only: [3.5, 7.5, 11.5], withRegistration: 0, needsGrant: true,
    excludes: without(['DESIGN', 'PLANT', 'PROVISIONAL']),
  },
  JP: { ...REGISTERED, office: 'JP', code: 'JP.ANN', late: 'JP.LATE' },
  KR: { ...REGISTERED, office: 'KR', code: 'KR.ANN', late: 'KR.LATE' },
  DE: { ...MONTH_END, office: 'DE', code: 'DE.ANN', late: 'DE.LATE', needsGrant: false, years: (facts) => yearsFrom(3, facts) },
  // A period of several years is paid for at its beginning, and named by its first year.
  'DE UTILITY': { ...MAINTAINED, only: [4, 7, 9], years: () => ({ first: 4, last: 9 }) },
  'DE DESIGN': { ...MAINTAINED, only: [6, 11, 16, 21], years: () => ({ first: 6, last: 21 }) },
  // Renewed at WIPO for five years at a time; the surcharge is half the basic fee.
  WO: {
    office: 'WO', code: 'HAGUE.RENEW', late: 'HAGUE.LATE', basis: 'registration', monthEnd: false, due: yearly, grace: yearlyGrace, opens: threeMonthsBefore,
    years: () => ({ first: 6, last: 21 }), only: [6, 11, 16, 21], withRegistration: 0, needsGrant: false,
    excludes: ({ route }) => (route === 'HAGUE_INTL' ? undefined : 'no_annuities'),
  },
  GB: {
    ...MONTH_END, office: 'GB', code: 'GB.ANN', late: 'GB.LATE', needsGrant: true, opens: threeMonthsBefore,
    years: (facts) => yearsFrom(5, facts),
  },
} // oxfmt-ignore

/** The office keeps the fee of the year in which the grant is mentioned; later fees go to the states. */
function lastBeforeTheStates(facts: FeeFacts): number {
  return grantYear(facts) ?? 20
}

/** A validated European patent pays renewal fees in the state from the year after its grant. */
function yearsFrom(first: number, facts: FeeFacts): Years {
  const validated = facts.route === 'EP_VALIDATION' ? (grantYear(facts) ?? 0) + 1 : 0
  return { first: Math.max(first, validated), last: 20 }
}

/** The years that begin before the right expires: 20 years after filing, plus extensions. */
function yearsFromRegistration(facts: FeeFacts): Years {
  const registered = isoDay(facts.register_date)
  const filing = isoDay(facts.filing_date)
  return { first: 1, last: registered && filing ? Math.max(3, patentYear(registered, lastDay(filing, facts))) : 20 }
}

function usesOfLife(facts: FeeFacts): number {
  const granted = grantDay(facts)
  const filing = isoDay(facts.filing_date)
  return granted && filing ? patentYear(granted, lastDay(filing, facts)) : 12
}

function lastDay(filing: string, { pta_days, pte_days }: FeeFacts): string {
  return `${Temporal.PlainDate.from(filing)
    .add({ years: 20 })
    .add({ days: (pta_days ?? 0) + (pte_days ?? 0) - 1 })}`
}
