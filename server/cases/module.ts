import { caseRuleActions } from './numbering/case-rule-actions.ts'
import { familyHooks } from './relations/patent_family.ts'
import { inlineClaims } from './relations/inline-claims.ts'
import { priorityHooks } from './relations/priority.ts'
import { relationActions } from './relations/relation-actions.ts'
import { relationHooks } from './relations/related_case.ts'
import { undoActions } from './undo-transition.ts'

/** What cases of every kind share: numbering, priorities, relations, families, undoing a transition. */
export const casesModule = {
  hooks() {
    priorityHooks()
    inlineClaims()
    relationHooks()
    familyHooks()
    caseRuleActions()
    undoActions()
    relationActions()
  },
}
