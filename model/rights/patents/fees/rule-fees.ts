/**
 * The fees due with a deadline other than an annuity. FILING: of the fees of a filing or an entry, these, or all of them if
 * none is named; CODES: these; FIRST_YEARS: the first years together; GRANT_YEAR: the annuity of the year of grant.
 */
export type RuleFees = { kind: 'FILING' | 'CODES' | 'FIRST_YEARS' | 'GRANT_YEAR'; codes: readonly string[]; years?: number }

const filing = (...named: string[]): RuleFees => ({ kind: 'FILING', codes: named })
const codes = (...named: string[]): RuleFees => ({ kind: 'CODES', codes: named })
const firstYears = (code: string, years: number): RuleFees => ({ kind: 'FIRST_YEARS', codes: [code], years })

/** Keyed by the rule of the deadline. */
export const FEES_OF_RULE: Readonly<Record<string, RuleFees>> = {
  CNP01: filing('CN.APP', 'CN.PUB', 'CN.CLAIM', 'CN.PAGE', 'CN.PRIO'),
  CNP05: codes('CN.REST'),
  CNP15: filing('CN.SE'),
  CNP25: { kind: 'GRANT_YEAR', codes: ['CN.ANN'] },
  CNP29: codes('CN.REEX'),
  CNP35: codes('CN.INV'),
  CNP40: codes('CN.REST'),
  CNP41: codes('CN.REST'),
  CNP42: codes('CN.CHG'),
  CNP43: codes('CN.EVAL'),
  CNP45: codes('CN.PTA'),
  CNP46: codes('CN.PTA'),
  CNP47: codes('CN.PTAANN'),
  CNP50: filing('CN.APP', 'CN.PUB', 'CN.CLAIM', 'CN.PAGE', 'CN.PRIO', 'CN.LATEENTRY'),
  CNP57: codes('CN.REST'),
  CNP60: codes('CN.UNITY'),
  PCT02: codes('PCT.REPRIO'),
  PCT05: filing(),
  PCT12: codes('PCT.SEARCH_ADD'),
  PCT18: codes('PCT.PRELIM', 'PCT.HANDLING'),
  EP02: filing('EP.FILE', 'EP.PAGE', 'EP.SEARCH'),
  EP03: filing('EP.CLAIM'),
  EP08: filing('EP.EXAM', 'EP.DESIG'),
  EP13: codes('EP.GRANT'),
  EP15: codes('EP.REEST'),
  EP23: codes('EP.APPEAL'),
  US13: codes('US.ISSUE'),
  JP02: codes('JP.EXAM'),
  JP08: firstYears('JP.ANN', 3),
  KR02: codes('KR.EXAM'),
  KR06: firstYears('KR.ANN', 3),
  NP02: filing(),
  NP03: filing(),
  NP04: filing(),
  NP05: filing(),
  NP06: filing(),
  NP07: filing(),
}
