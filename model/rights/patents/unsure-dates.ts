import type { CaseFacts } from '../../docketing/calculation/facts.ts'

export const SUBMITTED = 'submission_date'

type Division = Pick<CaseFacts, 'divisional' | 'country' | 'filing_date' | 'submission_date'>

/** A division keeps the filing date of its parent, except in the United States; the periods that run from its own day need that day. */
export function unsureDates({ divisional, country, filing_date, submission_date }: Division): Pick<CaseFacts, 'unsure'> {
  const isDated = submission_date && submission_date !== filing_date
  if (!divisional || country === 'US' || !filing_date || isDated) return {}
  return {
    unsure: [
      {
        field: SUBMITTED,
        zh: '分案申请缺少实际递交日（现与母案申请日相同）：自分案递交日起的期限无法正确计算，请填写“递交日”',
        en: 'The divisional lacks its own submission date (it equals the filing date of the parent): periods that run from the division cannot be computed correctly; enter “Actual submission”',
      },
    ],
  }
}
