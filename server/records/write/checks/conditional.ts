import { holds, saysNothing } from '../../../../model/kit/conditions.ts'
import type { Field, When, Words } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import type { FormLayout } from '../../../../model/settings/layouts/form-layout.ts'
import { isAsBefore } from '../batch/as-before.ts'
import { mayState } from '../../permission/may-state.ts'
import { accessOf } from '../../permission/permission.ts'
import { fieldsOf } from '../../registry.ts'
import type { Context, Draft } from '../../context.ts'
import { conditionSays } from '../../words/code-words.ts'
import { faultAt } from './validate.ts'
import { warnAt } from './warnings.ts'

type Conditional = readonly [code: string, field: Field, when: When]

const known = new WeakMap<Model, readonly Conditional[]>()

/** Used for every record, so each model's list is built once. */
function conditionalOf(model: Model): readonly Conditional[] {
  const found = known.get(model) ?? fieldsOf(model).flatMap(([code, field]) => (field.applies_to ? [[code, field, field.applies_to] as const] : []))
  known.set(model, found)
  return found
}

/**
 * A value for a field that does not apply is refused. A file has the data of another system, so an import keeps the value
 * with a note. A value that no longer applies after a change of another field is kept, with a warning.
 */
export function checkApplies(ctx: Context, model: Model, draft: Draft) {
  for (const [code, field, when] of conditionalOf(model)) {
    if (saysNothing(draft.row[code]) || holds(when, draft.row)) continue
    if (!draft.changed.has(code)) {
      if (draft.before && holds(when, draft.before)) warnAt(model, draft, { code: 'left_behind', field: code, words: leftBehind(model, when) })
    } else if (ctx.from_file) warnAt(model, draft, { code: 'does_not_apply', field: code, words: keptAllTheSame(model, when) })
    else if (!field.computed) faultAt(ctx, model, draft, code, notApplying(model, when))
  }
}

const said = (model: Model, when: When): Words => [conditionSays(when, model.fields, 'zh'), conditionSays(when, model.fields, 'en')]

function notApplying(model: Model, when: When): Words {
  const [zh, en] = said(model, when)
  return [`仅适用于${zh}的记录`, `applies only where ${en}`]
}

function keptAllTheSame(model: Model, when: When): Words {
  const [zh, en] = said(model, when)
  return [`仅适用于${zh}的记录，已照原样保留`, `applies only where ${en}; the value was stored`]
}

function leftBehind(model: Model, when: When): Words {
  const [zh, en] = said(model, when)
  return [`修改后不再适用（仅适用于${zh}的记录），原值保留`, `no longer applies (only where ${en}); the value was kept`]
}

/** Whether a layout requires a field of a draft. */
export type Asked = (code: string, field: Field, draft: Draft) => boolean

/** Fields that the layout requires while shown, if the person may enter them; in an update only for changed values. */
export function askedBy(ctx: Context, model: Model, form: FormLayout | null | undefined): Asked {
  if (!form) return () => false
  const placed = new Map(form.groups.flatMap(({ fields }) => fields.map((field) => [field.code, field] as const)))
  const access = accessOf(ctx, model)
  return (code, field, { row, before, changed }) => {
    const place = placed.get(code)
    if (!place || (before && !changed.has(code)) || !access.mayWrite(code) || !holds(place.shown_when, row)) return false
    const isRequired = place.required || (place.required_when !== undefined && holds(place.required_when, row))
    return isRequired && holds(field.applies_to, row)
  }
}

export function checkRequired(ctx: Context, model: Model, draft: Draft, isAsked: Asked = () => false) {
  for (const [code, field] of fieldsOf(model)) {
    if (!isLacking(draft, code, field) || draft.faults.some((fault) => fault.field === code)) continue
    const isMissing = mustBeFilled(field, draft) && !(field.asked_of_new && mayStayEmpty(ctx, model, draft, [code, field]))
    if (isMissing || isAsked(code, field, draft)) faultAt(ctx, model, draft, code, missing(model, code, field))
  }
}

/** A step is not taken with an emptied list of those that it requires. */
const isLacking = ({ row, transition }: Pick<Draft, 'row' | 'transition'>, code: string, { asked_of_new }: Field) =>
  (row[code] ?? null) === null || ((transition !== undefined || asked_of_new) && Array.isArray(row[code]) && row[code].length === 0)

/** Who writes the record does not know the value or may not state it, or the record was kept without what was required of it, as an undo may restore it. */
function mayStayEmpty(ctx: Context, model: Model, { before }: Draft, [code, field]: readonly [string, Field]) {
  if (ctx.unasked || isAsBefore(ctx) || ctx.actor.user_sid === null) return true
  if (before && saysNothing(before[code]) && holds(field.required_when, before)) return true
  return (!before || saysNothing(before[code])) && !mayState(ctx, model, code, field)
}

function missing(model: Model, code: string, { asked_of_new, required_when }: Field): Words {
  if (isName(model, code)) return ['名称不能为空', 'name cannot be empty']
  if (!asked_of_new || !required_when) return ['必填', 'is required']
  const [zh, en] = said(model, required_when)
  return [`必填（${zh}）`, `is required where ${en}`]
}

/** The display name of the record. */
const isName = ({ display }: Model, code: string) => display.includes(code) && /(^|_)name$/.test(code)

function mustBeFilled(field: Field, { row, transition }: Pick<Draft, 'row' | 'transition'>): boolean {
  const { required, required_at, required_when, applies_to } = field
  const isAsked =
    required || (transition !== undefined && required_at?.includes(transition)) || (required_when !== undefined && holds(required_when, row))
  return isAsked && holds(applies_to, row)
}
