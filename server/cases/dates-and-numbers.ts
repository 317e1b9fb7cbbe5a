import type { CaseKind } from '../../model/cases/case-kind.ts'
import { type NumberForm, numberFaults, printedNumber } from '../../model/kit/identity/number-forms.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Context, Draft } from '../records/context.ts'
import { fieldOf } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { ruleFault } from './rule-fault.ts'

/** The changed numbers of a case with the forms that its kind declares. */
function numbersOf({ number_forms = {}, roles }: CaseKind, { row, changed }: Draft): { code: string; text: string; form: NumberForm }[] {
  const country = String(row[roles.country ?? ''] ?? '')
  return Object.entries(number_forms).flatMap(([code, declared]) => {
    const [text, form] = [row[code], typeof declared === 'string' ? declared : declared[country]]
    const isAsked = changed.has(code) || changed.has(roles.country ?? '')
    return isAsked && form && typeof text === 'string' && text !== '' ? [{ code, text, form }] : []
  })
}

/** A valid number is stored in one form. */
export function printNumbers(kind: CaseKind, draft: Draft) {
  for (const { code, text, form } of numbersOf(kind, draft))
    if (numberFaults(form, text).length === 0) setValue(draft, code, printedNumber(form, text))
}

export function checkForms(ctx: Context, kind: CaseKind, model: Model, draft: Draft) {
  for (const { code, text, form } of numbersOf(kind, draft))
    for (const { zh, en } of numberFaults(form, text)) faultAt(ctx, model, draft, code, [zh, en])
}

/** Equal days are in order. */
export function checkOrder(ctx: Context, { dates_in_order = [] }: CaseKind, model: Model, draft: Draft) {
  const { row, changed } = draft
  for (const [first, then] of dates_in_order) {
    const [one, other] = [row[first], row[then]]
    if (!one || !other || one <= other || !(changed.has(first) || changed.has(then))) continue
    const [early, late] = [fieldOf(model, first), fieldOf(model, then)]
    const words = [`${other} 早于${early?.zh} ${one}`, `${other} is before the ${early?.en} ${one}`] as const
    ruleFault(ctx, draft, [late?.zh ?? then, late?.en ?? then], words, then)
  }
}
