import type { OwnCompleteness } from '../../docketing/findings/completeness.ts'

/** The completeness check of a trade secret: its reviews are the proof that it was kept secret. */
export const tradeSecretCompleteness: OwnCompleteness = {
  mayHaveNoDeadline: () => true,
  missing: ({ state, next_review }, today) =>
    state?.phase === 'GRANTED' && typeof next_review === 'string' && next_review < today
      ? [
          {
            code: 'REVIEW_OVERDUE',
            zh: `应于 ${next_review} 复审的密级与保密措施尚未复审`,
            en: `The level and the measures were to be reviewed on ${next_review}: review them`,
          },
        ]
      : [],
}
