import { agencyConsequences } from './agency.ts'
import { peopleConsequences } from './applicant.ts'
import { caseRuleActions } from './case-rule-actions.ts'
import { familyConsequences } from './patent_family.ts'
import { inlineClaims } from './inline-claims.ts'
import { patentConsequences } from './patent.ts'
import { priorityConsequences } from './priority.ts'
import { relationActions } from './relation-actions.ts'
import { relationConsequences } from './related_case.ts'
import { techNodeConsequences } from './tech_node.ts'
import { undoActions } from './undo-transition.ts'

/** Patents, their priorities, relations and families, and those who apply, invent and represent. */
export const patents = {
  consequences() {
    patentConsequences()
    priorityConsequences()
    inlineClaims()
    relationConsequences()
    familyConsequences()
    caseRuleActions()
    undoActions()
    relationActions()
    peopleConsequences()
    agencyConsequences()
    techNodeConsequences()
  },
}
