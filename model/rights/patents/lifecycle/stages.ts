import type { Options } from '../../../kit/fields.ts'
import { PHASES } from '../../../kit/model.ts'
import { type PatentStatus, STATE_FACTS } from './states.ts'

/** Stages of a case that do not depend on the office's names of its states. */
export const STAGES = {
  PREPARATION: PHASES.PREPARATION,
  FILED: ['已申请', 'Filed'],
  FORMALITIES: ['初审', 'Formalities'],
  PUBLISHED: ['已公布', 'Published'],
  EXAMINATION: ['审查', 'Examination'],
  REFUSED_PENDING: ['驳回救济中', 'Refusal contested'],
  ALLOWED: ['授权通知', 'Allowed'],
  GRANTED: PHASES.GRANTED,
  GRACE: PHASES.GRACE,
  REFUSED: PHASES.REFUSED,
  WITHDRAWN: PHASES.WITHDRAWN,
  LAPSED: PHASES.LAPSED,
  INVALID: PHASES.INVALID,
  EXPIRED: PHASES.EXPIRED,
  TRANSFERRED: PHASES.TRANSFERRED,
} as const satisfies Options

export type Stage = keyof typeof STAGES

const PENDING: Readonly<Partial<Record<Stage, readonly PatentStatus[]>>> = {
  FORMALITIES: ['PRELIM', 'PRELIM_OA', 'PRELIM_PASSED', 'INTL_DEFECT', 'US_MISSING'],
  PUBLISHED: ['PUBLISHED', 'INTL_PUBLISHED', 'CHAPTER_II', 'COUNTRY_DECIDED', 'NATIONAL', 'EP_PUBLISHED', 'SEARCHED', 'EP_SEARCHED', 'HAGD_PENDING'],
  EXAMINATION: ['SE', 'OA', 'EP_EXAM', 'EP_OA', 'EP_ORAL', 'US_RESTRICTION', 'US_EXAM', 'US_NONFINAL', 'US_FINAL', 'JP_EXAM', 'JP_OA'],
  REFUSED_PENDING: ['REFUSED', 'REEXAM', 'REEXAM_UPHELD', 'COURT', 'EP_REFUSED', 'EP_APPEAL', 'US_APPEAL', 'JP_REFUSED', 'JP_APPEAL', 'HAGD_REFUSED'],
  ALLOWED: ['GRANT_NOTICE', 'REGISTERING', 'EP_INTENT', 'EP_ALLOWED', 'US_ALLOWED', 'US_ISSUING', 'JP_ALLOWED'],
}

/** A pending case that has not come further is filed. */
export function stageOf(status: PatentStatus): Stage {
  const { phase } = STATE_FACTS[status]
  if (phase !== 'PENDING') return phase
  const found = Object.entries(PENDING).find(([, states]) => states.includes(status))
  return (found?.[0] as Stage | undefined) ?? 'FILED' // a key of PENDING
}
