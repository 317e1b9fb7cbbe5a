// The status of a case, in plain words for inventors.
import type { Phase } from '../../model/kit/model.ts'
import type { PatentStatus } from '../../model/rights/patents/lifecycle/states.ts'
import { CLOSED, IN_FORCE } from '../../model/rights/patents/lifecycle/states.ts'
import type { Word } from '../words/language.ts'

type PlainWord = Extract<Word, `plain.${string}`>
type Stage = { word: PlainWord; states: readonly PatentStatus[]; step: number }

export const STEPS = 5

const STAGES: readonly Stage[] = [
  { word: 'plain.preparing', step: 1, states: ['DRAFTING', 'REVIEWING', 'READY', 'PREPARING', 'ENTRY_PREPARING'] },
  {
    word: 'plain.filed',
    step: 2,
    states: [
      'FILED',
      'PRELIM',
      'PRELIM_OA',
      'PRELIM_PASSED',
      'ENTERED',
      'EP_FILED',
      'EP_SEARCHED',
      'US_PROVISIONAL',
      'US_FILED',
      'US_MISSING',
      'US_RESTRICTION',
      'JP_FILED',
    ],
  },
  { word: 'plain.published', step: 2, states: ['PUBLISHED', 'EP_PUBLISHED'] },
  {
    word: 'plain.abroad',
    step: 2,
    states: ['INTL_FILED', 'INTL_DEFECT', 'SEARCHED', 'INTL_PUBLISHED', 'CHAPTER_II', 'COUNTRY_DECIDED', 'NATIONAL', 'HAGD_PENDING'],
  },
  { word: 'plain.examined', step: 3, states: ['SE', 'EP_EXAM', 'EP_ORAL', 'US_EXAM', 'JP_EXAM'] },
  { word: 'plain.answering', step: 3, states: ['OA', 'EP_OA', 'US_NONFINAL', 'US_FINAL', 'JP_OA'] },
  {
    word: 'plain.refused',
    step: 3,
    states: ['REFUSED', 'REEXAM', 'REEXAM_UPHELD', 'COURT', 'EP_REFUSED', 'EP_APPEAL', 'US_APPEAL', 'JP_REFUSED', 'JP_APPEAL', 'HAGD_REFUSED'],
  },
  { word: 'plain.allowed', step: 4, states: ['GRANT_NOTICE', 'REGISTERING', 'EP_INTENT', 'EP_ALLOWED', 'US_ALLOWED', 'US_ISSUING', 'JP_ALLOWED'] },
  { word: 'plain.granted', step: STEPS, states: IN_FORCE },
  { word: 'plain.over', step: 0, states: CLOSED },
]

/** States of other rights are described by their phase. */
const OF_PHASE: Readonly<Record<Phase, Omit<Stage, 'states'>>> = {
  PREPARATION: { word: 'plain.preparing', step: 1 },
  PENDING: { word: 'plain.filed', step: 2 },
  GRANTED: { word: 'plain.granted', step: STEPS },
  GRACE: { word: 'plain.granted', step: STEPS },
  LAPSED: { word: 'plain.over', step: 0 },
  WITHDRAWN: { word: 'plain.over', step: 0 },
  REFUSED: { word: 'plain.over', step: 0 },
  INVALID: { word: 'plain.over', step: 0 },
  EXPIRED: { word: 'plain.over', step: 0 },
  TRANSFERRED: { word: 'plain.over', step: 0 },
}

/** Undefined only for a state added by a tenant, of an unknown phase. */
export const plainly = (status: unknown, phase?: unknown): { word: PlainWord; step: number } | undefined =>
  STAGES.find(({ states }) => states.some((state) => state === status)) ?? Object.entries(OF_PHASE).find(([code]) => code === phase)?.[1]
