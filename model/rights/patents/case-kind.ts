import { defineCaseKind } from '../../cases/case-kind.ts'
import { annuityQuote, annuitySchedule } from '../../fees/annuities/annuity.ts'
import { patentCharges } from './charges.ts'
import { patentFacts, patentFeeFacts } from './facts.ts'
import { patentGaps } from './gaps.ts'
import { importProfile } from './import/profile.ts'
import { patent } from './patent.ts'
import { relations } from './relations/relations.ts'
import { monthsOfPriority } from './types-and-routes.ts'

export const patentKind = defineCaseKind({
  model: patent,
  family: 'family_sid',
  relations,
  readsNumbers: true,
  priorities: { earliest: 'earliest_priority_date', months: monthsOfPriority },
  importProfile,
  numbering: {
    pattern: 'P{YYYY}{SEQ:5}{COUNTRY}{TYPE}',
    letters: { INVENTION: 'I', UTILITY: 'U', DESIGN: 'D', PLANT: 'L', PROVISIONAL: 'V' },
    further: { family: { pattern: 'F{YYYY}{SEQ:5}', words: ['同族', 'Family'] } },
  },
  default_law: true,
  docketing: {
    facts: patentFacts,
    gaps: patentGaps,
    catch_up: [
      'answer', 'answer_correction', 'enter_se', 'start_prelim', 'request_reexam', 'ep_answer', 'ep_examine', 'ep_approve', 'us_complete', 'us_elect', 'us_answer', 'us_examine',
      'us_issue_fee', 'jp_answer', 'jp_examine', 'pct_cure', 'pct_search',
    ], // oxfmt-ignore
    extends: ['CN27'],
    restores: { notices: ['CN22', 'CN23', 'CN29', 'EP6'], offices: ['US'] },
  },
  fees: {
    facts: patentFeeFacts,
    charges: patentCharges,
    later: { 'CN.PRIO': 'CNP53' },
    annuities: { quote: annuityQuote, schedule: annuitySchedule },
  },
})
