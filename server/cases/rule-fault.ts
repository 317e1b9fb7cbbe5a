import { wordIn, type Words } from '../../model/kit/fields.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import type { RuleFault } from '../errors.ts'
import type { Context, Draft } from '../records/context.ts'

/** A fault of the whole record rather than of one field; `field` is the field at which it is shown. */
export function ruleFault(ctx: Context, draft: Draft, label: Words, words: Words, field = '') {
  const fault: RuleFault = { field, label: wordIn(label, ctx.lang), reason: wordIn(words, ctx.lang), rule: true }
  draft.faults.push(fault)
}

/** The label of the field at which a fault is shown. */
export function labelAt(model: string, { tenant }: Context, code: string): Words {
  const field = fieldOf(modelNamed(tenant.models, model), code)
  return field ? [field.zh, field.en] : [code, code]
}
