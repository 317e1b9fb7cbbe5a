import type { CaseKind } from '../../model/cases/case-kind.ts'
import type { Context } from '../records/context.ts'
import type { Draft } from '../records/hooks.ts'
import type { Module, Part } from '../records/modules.ts'
import { type Declared, modelNamed } from '../records/registry.ts'
import { caseNoOf, numberCases, numberedTogether } from './numbering/case-no.ts'
import { fillNumberKeys } from './numbering/numbers.ts'
import { caseRuleActions } from './numbering/case-rule-actions.ts'
import { families } from './relations/patent_family.ts'
import { inlineClaims } from './relations/inline-claims.ts'
import { priorities } from './relations/priority.ts'
import { relationActions } from './relations/relation-actions.ts'
import { relations } from './relations/related_case.ts'
import { undoActions } from './undo-transition.ts'

/** What cases of every kind share: numbering, priorities, relations, families, undoing a transition. */
export function casesModule({ kinds }: Declared): Module {
  return {
    name: 'cases',
    after: ['patents'],
    parts: [...[...kinds.values()].map(ofKind), priorities, inlineClaims, relations, families, relationActions],
  }
}

/** Cases are numbered once their right has completed what a number tells. */
function ofKind(kind: CaseKind): Part {
  const prepare = (ctx: Context, drafts: readonly Draft[]) => {
    if (!kind.readsNumbers) fillNumberKeys(modelNamed(ctx.tenant.models, kind.name), drafts)
    return numberCases(ctx, kind, drafts)
  }
  return {
    hooks: [{ model: [kind.name], prepare }],
    kin: { [kind.name]: { [caseNoOf(kind.model)]: numberedTogether(kind.name) } },
    actions: [...caseRuleActions(kind), ...undoActions(kind)],
  }
}
