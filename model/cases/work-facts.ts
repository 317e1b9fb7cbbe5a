import type { CaseFacts } from '../docketing/calculation/facts.ts'
import type { OwnCompleteness } from '../docketing/findings/completeness.ts'
import type { DocketingOfKind, OwnFacts } from '../docketing/kind.ts'

/** The successive dates of a registered work, by the field with the day of its completion. */
export const datesOfWork = <const C extends string>(completed: C) =>
  [
    [completed, 'first_pub_date'],
    [completed, 'submit_date'],
    ['submit_date', 'accept_date'],
    ['accept_date', 'reg_date'],
    [completed, 'reg_date'],
    ['reg_date', 'close_date'],
  ] as const

/** The facts of a work that are no fields of it; rules may name them. */
const WORK_FACTS: OwnFacts = { legal_holder: ({ holder_kind }) => holder_kind === 'LEGAL' || undefined }

const WORK_NUMBERS = ['accept_no', 'reg_no']

/** The completeness check of works: a copyright has no maintenance fees, and its term follows from a day that may be unknown. */
const WORK_COMPLETENESS: OwnCompleteness = {
  isFreeOfFees: () => true,
  hasNoNumber: ({ country, state }) => country !== 'CN' && state?.phase === 'PENDING', // elsewhere the registration takes months, and has the first number
  mayHaveNoDeadline: ({ holder_kind, last_death_date, state }) => holder_kind === 'NATURAL' && !last_death_date && state?.phase === 'GRANTED',
  missing: (facts) => (isUndated(facts) ? [UNDATED] : []),
}

const isUndated = ({ holder_kind, complete_date, completion_date, first_pub_date, state }: CaseFacts) =>
  holder_kind === 'LEGAL' && state?.phase === 'GRANTED' && !complete_date && !completion_date && !first_pub_date

const UNDATED = {
  code: 'MISSING_COMPLETION',
  zh: '缺少完成日和首次发表日，无法计算保护期',
  en: 'The days of completion and of first publication are missing: the term cannot be calculated',
}

/** `numbers`: those that this kind of work has besides. */
export const docketingOfWorks = (...numbers: readonly string[]): DocketingOfKind => ({
  own_facts: WORK_FACTS,
  completeness: { ...WORK_COMPLETENESS, numbers: [...WORK_NUMBERS, ...numbers] },
  catch_up: ['answer_correction', 'accept'],
})
