import { entityOf } from '../../../fees/facts.ts'
import { grantYear } from './annuities/patent-year.ts'
import { chooseRows } from '../../../fees/schedule/schedule.ts'
import type { FeeFacts } from '../../../fees/facts.ts'
import type { Reduction, ReductionAsked as Asked } from '../../../fees/fee-law.ts'
import type { FeeSchedules } from '../../../fees/schedule/schedule.ts'

const NONE: Reduction = { minor: 0n, certainty: 'SURE' }
const ANNUITIES = 'CN.ANN'
/** Annuities reduced by an open licence (in Germany and Britain a licence of right). */
const LICENSED: Readonly<Record<string, string>> = {
  'CN.ANN': 'CN.OPEN_LICENCE',
  'DE.ANN': 'DE.OPEN_LICENCE',
  'GB.ANN': 'GB.OPEN_LICENCE',
}

/** Only the best reduction applies; reductions are never added up. */
export function patentReduction(schedules: FeeSchedules, asked: Asked): Reduction {
  const recorded = recordedFor(schedules, asked)
  const licensed = openLicenseFor(schedules, asked)
  return licensed.minor > recorded.minor ? licensed : recorded
}

/** At the EPO a micro-entity pays less, in every year. */
function microFor(schedules: FeeSchedules, { facts, day }: Asked): Reduction {
  const { rows, estimated } = chooseRows(schedules, 'EP.MICRO', { facts, day })
  const [row] = rows
  return row && !estimated ? { minor: row.baseMinor, why: 'recorded', row, certainty: row.certainty } : NONE
}

function recordedFor(schedules: FeeSchedules, asked: Asked): Reduction {
  const { code, facts, day, year } = asked
  if (facts.country === 'EP' && entityOf(facts) === 'MICRO') return microFor(schedules, asked)
  const percent = facts.country === 'CN' ? recordedReduction(facts) : 0
  if (percent === 0) return NONE
  const held = code === ANNUITIES ? yearOfReduction(facts, year) : 1
  const isJoint = (facts.applicants_count ?? 1) > 1
  const { rows, estimated } = chooseRows(schedules, isJoint ? 'CN.REDUCTION_JOINT' : 'CN.REDUCTION', { facts, day })
  const [row] = rows
  if (!row || held > (row.year_to ?? held)) return { ...NONE, over: true }
  const minor = BigInt(percent) * 100n
  return {
    minor: minor < row.baseMinor ? minor : row.baseMinor,
    why: 'recorded',
    row,
    joint: isJoint && minor > row.baseMinor,
    certainty: estimated ? 'CHECK' : row.certainty,
  }
}

/** 0 unless a percentage has been recorded. */
function recordedReduction({ fee_reduction }: FeeFacts): number {
  return fee_reduction && /^\d{1,2}$/.test(fee_reduction) ? Number(fee_reduction) : 0
}

/** Years of the reduction are counted from the grant year. */
function yearOfReduction(facts: FeeFacts, year: number | undefined): number {
  const granted = grantYear(facts)
  return granted === undefined || year === undefined ? 1 : Math.max(1, year - granted + 1)
}

function openLicenseFor(schedules: FeeSchedules, { code, facts, day }: Asked): Reduction {
  const licence = LICENSED[code]
  if (!licence || !facts.open_license) return NONE
  const { rows, estimated } = chooseRows(schedules, licence, { facts, day })
  const [row] = rows
  return row && !estimated ? { minor: row.baseMinor, why: 'open_license', row, certainty: row.certainty } : NONE
}
