import type { CaseKind } from '../../model/cases/case-kind.ts'
import type { Context, Draft } from '../records/context.ts'
import type { Module, Part } from '../records/modules.ts'
import { type Declared, modelNamed } from '../records/registry.ts'
import { childHooks } from './children.ts'
import { caseNoOf, numberCases, numberedTogether } from './numbering/case-no.ts'
import { fillNumberKeys } from './numbering/numbers.ts'
import { caseRuleActions } from './numbering/case-rule-actions.ts'
import { families, familyHooks } from './relations/patent_family.ts'
import { claimActions } from './relations/inline-claims.ts'
import { claimHooks, priorities } from './relations/priority.ts'
import { familyActions, relationActions } from './relations/relation-actions.ts'
import { recheck, relations } from './relations/related_case.ts'
import { setEarliest } from './relations/earliest-priority.ts'
import { undoActions } from './undo-transition.ts'

/** The shared parts of all kinds of case: numbering, priorities, relations, families, undoing a transition. */
export function casesModule({ kinds }: Declared): Module {
  return {
    name: 'cases',
    after: ['patents'],
    parts: [...[...kinds.values()].map(ofKind), priorities, relations, families, relationActions],
  }
}

/** A case is numbered after its kind has completed the fields that a number contains. */
function ofKind(kind: CaseKind): Part {
  const prepare = async (ctx: Context, drafts: readonly Draft[]) => {
    if (!kind.readsNumbers) fillNumberKeys(modelNamed(ctx.tenant.models, kind.name), drafts)
    await setEarliest(ctx, kind, drafts)
    await numberCases(ctx, kind, drafts)
  }
  const check = (ctx: Context, drafts: readonly Draft[]) => recheck(ctx, kind, drafts)
  return {
    hooks: [{ model: [kind.name], prepare }, ...claimHooks(kind), { model: [kind.name], check }, ...familyHooks(kind), childHooks(kind)],
    kin: { [kind.name]: { [caseNoOf(kind.model)]: numberedTogether(kind.name) } },
    actions: [...caseRuleActions(kind), ...undoActions(kind), ...claimActions(kind), ...familyActions(kind)],
  }
}
