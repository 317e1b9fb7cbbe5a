import { defineCaseKind } from '../../cases/case-kind.ts'
import { annuityQuote, annuitySchedule } from './fees/annuities/annuity.ts'
import { patentCharges } from './fees/charges.ts'
import { plannedDesignation, plannedExamination, plannedFiling, plannedGrant, plannedWithoutPrice } from './fees/planned.ts'
import { FEES_OF_RULE } from './fees/rule-fees.ts'
import { patentReduction } from './fees/reduction.ts'
import { PATENT_FACTS, patentFacts, patentFeeFacts } from './facts.ts'
import { patentCompleteness } from './completeness.ts'
import { importProfile } from './import/profile.ts'
import { MILESTONES } from './lifecycle/milestones.ts'
import { STAGES, stageOf } from './lifecycle/stages.ts'
import type { PatentStatus } from './lifecycle/states.ts'
import { patent } from './patent.ts'
import { relations } from './relations/relations.ts'
import { monthsOfPriority } from './types-and-routes.ts'

export const patentKind = defineCaseKind({
  model: patent,
  family: 'family_sid',
  relations,
  readsNumbers: true,
  priorities: {
    earliest: 'earliest_priority_date',
    former: { field: 'former_priority_date', of: ({ route, country }) => route === 'PCT_INTL' || country === 'EP' },
    international: 'pct_filing_date',
    said: 'priority_said',
    // 35 U.S.C. 120: an American case has the benefit of an earlier regular one as its continuation, in part, or division.
    continues: ({ country, subtype, relation }, later) =>
      country === later.country && ((country === 'US' && subtype !== 'PROVISIONAL') || relation === 'DIV'),
    // Most databases do not distinguish a continuation from one in part or a division. The term runs from the parent in each case (154(a)(2)).
    continuation: 'CA',
    months: monthsOfPriority,
  },
  importProfile,
  milestones: MILESTONES,
  stages: { words: STAGES, of: (state) => stageOf(state as PatentStatus) }, // a key of STATUS
  numbering: {
    pattern: 'P{YYYY}{SEQ:5}{COUNTRY}{TYPE}',
    letters: { INVENTION: 'I', UTILITY: 'U', DESIGN: 'D', PLANT: 'L', PROVISIONAL: 'V' },
    further: { family: { pattern: 'F{YYYY}{SEQ:5}', words: ['同族', 'Family'] } },
  },
  instructions: {
    final_draft: 'ready',
    items: {
      FILING: [
        { words: ['技术交底书', 'Description of the invention'], from: 'documents' },
        { words: ['附图', 'Drawings'], from: 'drawings' },
        { words: ['发明人及顺序', 'Inventors in their order'], from: 'inventors' },
        { words: ['优先权要求', 'Claims of priority'], from: 'priorities' },
        { words: ['费用减缴备案', 'Record of fee reduction'] },
        { words: ['保密审查（拟向外国申请）', 'Security examination before filing abroad'] },
        { words: ['提前公布与实质审查请求', 'Early publication and request for examination'] },
      ],
      REPLY: [{ words: ['对权利要求修改的意见', 'Opinion on amended claims'] }],
    },
  },
  planning: {
    asked: ['claims_count', 'independent_claims', 'pages', 'designs_count', 'drawings_count', 'ro', 'isa'],
    granted: (day) => ({ grant_date: day, register_date: day }),
    filing: plannedFiling,
    later: plannedExamination,
    granting: plannedGrant,
    designation: plannedDesignation,
    without_price: plannedWithoutPrice,
  },
  default_law: true,
  gives_up: ['abandon', 'withdraw', 'withdraw_pct', 'ep_withdraw', 'us_abandon', 'jp_withdraw'],
  offers_licences: 'open_license',
  given_away_by: 'transfer_out',
  owner_change_request: { CN: 'CO11' },
  docketing: {
    facts: patentFacts,
    own_facts: PATENT_FACTS,
    completeness: patentCompleteness,
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
    of_rules: Object.fromEntries(Object.entries(FEES_OF_RULE).map(([rule, { codes }]) => [rule, codes])),
    reduce: patentReduction,
    later: { 'CN.PRIO': 'CNP53', 'EP.EXAM': 'EP29', 'EP.EXAM_PCT': 'EP29', 'EP.DESIG': 'EP30' },
    annuities: { quote: annuityQuote, schedule: annuitySchedule },
  },
})
