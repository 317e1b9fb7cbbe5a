import { defineCaseKind } from '../../cases/case-kind.ts'
import { TRADEMARK_FACTS, trademarkFacts, trademarkFeeFacts } from './facts.ts'
import { importProfile } from './import/profile.ts'
import { statusOf } from './import/status.ts'
import { MILESTONES } from './lifecycle/milestones.ts'
import { STAGES, stageOf } from './lifecycle/stages.ts'
import type { TrademarkStatus } from './lifecycle/states.ts'
import { routeIn } from './kinds-and-routes.ts'
import { classNumbers } from './nice-classes.ts'
import { PLAN_COUNTS, plannedDesignation, plannedFiling, plannedRegistration, plannedWithoutPrice, registeredOn } from './planned.ts'
import { relations } from './relations.ts'
import { trademark } from './trademark.ts'
import { trademarkCompleteness } from './completeness.ts'

export const trademarkKind = defineCaseKind({
  model: trademark,
  family: 'family_sid',
  relations,
  readsNumbers: true,
  importProfile,
  // Paris Convention, art. 4C(1).
  priorities: { earliest: 'earliest_priority_date', said: 'priority_said', months: () => 6 },
  milestones: MILESTONES,
  registered: { by: ['reg_no', 'reg_date'], as: (row) => statusOf('', { ...row, country: String(row.country), route: String(row.route) }).status },
  given_away_by: 'transfer_out',
  renewed_until: 'valid_to',
  gives_up: ['surrender', 'surrender_international', 'withdraw', 'us_abandon'],
  stages: { words: STAGES, of: (state) => stageOf(state as TrademarkStatus) }, // a key of STATUS
  numbering: {
    pattern: 'T{YYYY}{SEQ:5}{COUNTRY}-{CLASS}',
    classOf: ({ classes }) => (classNumbers(classes)[0] ?? '0').padStart(2, '0'),
  },
  instructions: {
    items: {
      FILING: [
        { words: ['商标图样', 'Picture of the mark'], from: 'documents' },
        { words: ['类别与商品/服务项目', 'Classes, goods and services'] },
        { words: ['申请人主体资格证明', 'Proof of the applicant'] },
        { words: ['优先权要求', 'Claims of priority'], from: 'priorities' },
      ],
      REPLY: [{ words: ['使用证据', 'Evidence of use'] }],
    },
  },
  docketing: {
    facts: trademarkFacts,
    own_facts: TRADEMARK_FACTS,
    completeness: trademarkCompleteness,
    catch_up: ['answer_correction', 'accept', 'answer', 'request_review', 'review_allowed', 'publish', 'cure'],
    restores: { notices: [], offices: ['US'] },
  },
  planning: {
    asked: [],
    counts: PLAN_COUNTS,
    route: routeIn,
    granted: registeredOn,
    filing: plannedFiling,
    granting: plannedRegistration,
    designation: plannedDesignation,
    without_price: plannedWithoutPrice,
  },
  fees: { facts: trademarkFeeFacts },
})
