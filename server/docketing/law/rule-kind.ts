import { isRow } from '../../../model/docketing/rules/law-fault.ts'
import type { Context, Draft } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/validate.ts'

/** Adds the kind of case to the content of a rule: its own, else `known`, else the kind of the default law. */
export function withCaseKind({ tenant }: Context, content: unknown, known?: unknown): unknown {
  if (!isRow(content) || content.case_kind !== undefined) return content
  const named = typeof known === 'string' && known !== '' ? known : [...tenant.declared.kinds.values()].find(({ default_law }) => default_law)?.name
  return named === undefined ? content : { ...content, case_kind: named }
}

/** A rule or price of an unknown kind would never apply. */
export function checkCaseKind(ctx: Context, model: 'deadline_rule' | 'fee_schedule', draft: Draft) {
  const { content } = draft.row
  const named = isRow(content) ? content.case_kind : undefined
  if (named === undefined || ctx.tenant.declared.kinds.has(String(named))) return
  faultAt(ctx, modelNamed(ctx.tenant.models, model), draft, 'content', [
    `没有案件类别 ${String(named)}`,
    `names the unknown kind of case ${String(named)}`,
  ])
}
