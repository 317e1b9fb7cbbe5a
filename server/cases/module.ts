import type { CaseKind } from '../../model/cases/case-kind.ts'
import type { Context, Draft } from '../records/context.ts'
import type { Module, Part } from '../records/modules.ts'
import { type Declared, modelNamed } from '../records/registry.ts'
import { mayTake } from '../records/write/states.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { caseChecks } from './case-checks.ts'
import { childHooks } from './children.ts'
import { deriveActions } from './relations/derive.ts'
import { caseNoOf, numberCases, numberedTogether } from './numbering/case-no.ts'
import { fillNumberKeys } from './numbering/numbers.ts'
import { caseRuleActions, packedCaseRules } from './numbering/case-rule-actions.ts'
import { families, familyHooks } from './relations/patent_family.ts'
import { claimActions } from './relations/inline-claims.ts'
import { claimHooks, linkHooks, priorities } from './relations/priority.ts'
import { familyActions, relationActions } from './relations/relation-actions.ts'
import { recheck, relations } from './relations/related_case.ts'
import { undoActions } from './undo-transition.ts'

/** The shared parts of all kinds of case: numbering, priorities, relations, families, undoing a transition. */
export function casesModule({ kinds }: Declared): Module {
  return {
    name: 'cases',
    after: ['patents', 'trademarks'],
    parts: [
      ...[...kinds.values()].flatMap((kind) => [ofKind(kind), caseChecks(kind)]),
      priorities,
      relations,
      families,
      relationActions,
      packedCaseRules,
    ],
  }
}

/** A claim that is linked makes its family docketed, so the new case has its own deadlines before. */
export function linkedClaims({ kinds }: Declared): Module {
  return { name: 'linked claims', after: ['docketing'], parts: [...kinds.values()].map((kind) => ({ hooks: linkHooks(kind) })) }
}

/** A case is numbered after its kind has completed the fields that a number contains. */
function ofKind(kind: CaseKind): Part {
  const prepare = async (ctx: Context, drafts: readonly Draft[]) => {
    if (!kind.readsNumbers) fillNumberKeys(modelNamed(ctx.tenant.models, kind.name), drafts)
    followFiling(kind, drafts)
    await startAsRegistered(ctx, kind, drafts)
    await numberCases(ctx, kind, drafts)
  }
  const check = (ctx: Context, drafts: readonly Draft[]) => recheck(ctx, kind, drafts)
  return {
    hooks: [{ model: [kind.name], prepare }, ...claimHooks(kind), { model: [kind.name], check }, ...familyHooks(kind), childHooks(kind)],
    kin: { [kind.name]: { [caseNoOf(kind.model)]: numberedTogether(kind.name) } },
    actions: [...caseRuleActions(kind), ...undoActions(kind), ...claimActions(kind), ...familyActions(kind), ...deriveActions(kind)],
  }
}

/** A case entered with its registration is registered. Later the registration changes the state only for those who may change states. */
async function startAsRegistered(ctx: Context, { name, registered, model: { states } }: CaseKind, drafts: readonly Draft[]) {
  if (!registered || !states) return
  const entered = drafts.filter(
    ({ row, changed, transition }) =>
      !transition &&
      states.facts?.[String(row[states.field])]?.phase === 'PREPARATION' &&
      registered.by.some((code) => changed.has(code) && row[code]),
  )
  const model = modelNamed(ctx.tenant.models, name)
  const known = entered.filter(({ before }) => before).map(({ sid }) => sid)
  const staying = new Set(mayTake(ctx, model) ? await inApproval(ctx, name, known) : known)
  for (const draft of entered) if (!staying.has(draft.sid)) setValue(draft, states.field, registered.as(draft.row))
}

async function inApproval({ db }: Context, entity: string, sids: readonly string[]): Promise<string[]> {
  if (sids.length === 0) return []
  const rows = await db
    .selectFrom('approval')
    .where('deleted_at', 'is', null)
    .select('record_sid')
    .where('entity', '=', entity)
    .where('record_sid', 'in', [...sids])
    .where('state', 'in', ['RUNNING', 'WAITING_FOR_ADMIN'])
    .execute()
  return rows.flatMap(({ record_sid }) => record_sid ?? [])
}

/** Without a priority, the earliest date is the filing date; docketing resolves it with the family. */
function followFiling({ priorities, roles }: CaseKind, drafts: readonly Draft[]) {
  const filed = roles.filing_date ?? ''
  if (!priorities) return
  for (const draft of drafts) {
    const isFiling = (draft.before?.[priorities.earliest] ?? null) === (draft.before?.[filed] ?? null)
    if (isFiling && draft.changed.has(filed)) setValue(draft, priorities.earliest, draft.row[filed] ?? null)
  }
}
