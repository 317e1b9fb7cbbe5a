import type { ServerModule } from '../module.ts'
import { caseRules } from './numbering/case-rule-actions.ts'
import { families } from './relations/patent_family.ts'
import { inlineClaims } from './relations/inline-claims.ts'
import { priorities } from './relations/priority.ts'
import { relationActions } from './relations/relation-actions.ts'
import { relations } from './relations/related_case.ts'
import { undo } from './undo-transition.ts'

/** What cases of every kind share: numbering, priorities, relations, families, undoing a transition. */
export const casesModule: ServerModule = {
  name: 'cases',
  after: ['patents'],
  parts: [priorities, inlineClaims, relations, families, caseRules, undo, relationActions],
}
