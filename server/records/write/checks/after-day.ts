import { dayIn } from '../../../../model/kit/days/day-text.ts'
import { type Words, wordIn } from '../../../../model/kit/fields.ts'
import type { Model, Transition } from '../../../../model/kit/model.ts'
import type { Context, Draft } from '../../context.ts'
import { fieldOf } from '../../registry.ts'
import { accessOf } from '../../permission/permission.ts'
import { isEarly } from '../states.ts'
import { warnAt } from './warnings.ts'

/** A step of the time after a day, such as the end of a term, is not taken before that day has passed, or only once a person has confirmed it. */
export function checkAfterDay(ctx: Context, model: Model, wanted: Transition, draft: Draft) {
  const { after } = wanted
  const field = after && fieldOf(model, after.day)
  if (!after || !field || !isEarly(ctx, wanted, draft.row)) return
  const day = String(draft.row[after.day])
  const access = accessOf(ctx, model)
  const isShown = access.mayRead(after.day) && !access.masks(after.day)
  const words: Words = isShown
    ? [`“${wanted.zh}”在${field.zh} ${day} 之后才会发生`, `“${wanted.en}” happens only after ${dayIn(day, 'en')}, the day of “${field.en}”`]
    : [`“${wanted.zh}”发生的日期尚未到来`, `The time of “${wanted.en}” has not come yet`]
  const at = isShown ? after.day : ''
  if (after.asks) return warnAt(model, draft, { code: 'before_its_day', field: at, words, asks: true })
  draft.faults.push({ field: at, label: isShown ? wordIn([field.zh, field.en], ctx.lang) : '', reason: wordIn(words, ctx.lang) })
}
