import { isRow } from '../../../model/docketing/rules/law-fault.ts'
import { unknownFacts } from '../../../model/docketing/rules/rule-facts.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { misshapen } from '../../../model/docketing/rules/rule-shape.ts'
import type { Context, Draft } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/checks/validate.ts'

/** Adds the kind of case to the content of a rule: its own, else `known`, else the kind of the default law. */
export function withCaseKind({ tenant }: Context, content: unknown, known?: unknown): unknown {
  if (!isRow(content) || content.case_kind !== undefined) return content
  const named = typeof known === 'string' && known !== '' ? known : [...tenant.declared.kinds.values()].find(({ default_law }) => default_law)?.name
  return named === undefined ? content : { ...content, case_kind: named }
}

/** A rule that names a fact which no case has would never apply. Facts already named by a stored rule are not refused again. */
export function checkFacts(ctx: Context, draft: Draft) {
  if (!draft.changed.has('content')) return
  const before = new Set(unknownIn(ctx, draft.before?.content))
  const names = unknownIn(ctx, draft.row.content).filter((name) => !before.has(name))
  if (names.length === 0) return
  faultAt(ctx, modelNamed(ctx.tenant.models, 'deadline_rule'), draft, 'content', [
    `该类案件没有这些事实：${names.join('、')}，规则将永不适用`,
    `uses facts that this kind of case does not have: ${names.join(', ')}; the rule would never apply`,
  ])
}

/** Content of another form is refused by the check of the law. */
function unknownIn({ tenant }: Context, content: unknown): string[] {
  if (!isRow(content) || misshapen(content).length > 0) return []
  const kind = tenant.declared.kinds.get(String(content.case_kind))
  return kind ? unknownFacts(content as Partial<Rule>, kind) : [] // its form has been checked
}

/** A rule or price of an unknown kind would never apply. */
export function checkCaseKind(ctx: Context, model: 'deadline_rule' | 'fee_schedule', draft: Draft) {
  const { content } = draft.row
  const named = isRow(content) ? content.case_kind : undefined
  if (named === undefined || ctx.tenant.declared.kinds.has(String(named))) return
  faultAt(ctx, modelNamed(ctx.tenant.models, model), draft, 'content', [
    `没有案件类别 ${String(named)}`,
    `refers to the unknown kind of case ${String(named)}`,
  ])
}

/** A document type with an unknown kind of case or transition would never change a case. */
export function checkTransition(ctx: Context, draft: Draft) {
  if (!draft.changed.has('case_kind') && !draft.changed.has('transition')) return
  const { case_kind, transition } = draft.row
  const { kinds } = ctx.tenant.declared
  const kind = case_kind ? kinds.get(String(case_kind)) : [...kinds.values()].find(({ default_law }) => default_law)
  const refuse = (code: string, zh: string, en: string) => faultAt(ctx, modelNamed(ctx.tenant.models, 'document_type'), draft, code, [zh, en])
  if (!kind) refuse('case_kind', `没有案件类别 ${String(case_kind)}`, `there is no kind of case ${String(case_kind)}`)
  else if (transition && !kind.model.states?.transitions[String(transition)])
    refuse('transition', `该类案件没有状态变更 ${String(transition)}`, `this kind of case has no transition ${String(transition)}`)
}
