import { wordIn, type Words } from '../../model/kit/fields.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import type { Draft } from '../records/hooks.ts'
import type { RuleFault } from '../errors.ts'
import type { Work } from '../records/context.ts'

/** A fault of the whole record rather than of one field; `field` is the one at which it is shown. */
export function ruleFault(work: Work, draft: Draft, label: Words, words: Words, field = '') {
  const fault: RuleFault = { field, label: wordIn(label, work.lang), reason: wordIn(words, work.lang), rule: true }
  draft.faults.push(fault)
}

/** What the field at which a fault is shown is called. */
export function labelAt(model: string, { tenant }: Work, code: string): Words {
  const field = fieldOf(modelNamed(tenant.models, model), code)
  return field ? [field.zh, field.en] : [code, code]
}
